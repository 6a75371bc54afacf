/** Positions of Kabaleo set up by hand. */

import type { Arrange } from '../registry';
import ArrangeBoard from './ArrangeBoard.svelte';
import ArrangeMore from './ArrangeMore.svelte';
import ArrangePalette from './ArrangePalette.svelte';
import { cleared, coloursIn, told } from './arranged';

export const arrange: Arrange = {
  told,
  cleared,
  brush: (asked) => coloursIn(asked)[0]!,
  Board: ArrangeBoard,
  Palette: ArrangePalette,
  More: ArrangeMore,
};
