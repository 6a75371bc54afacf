/** Positions of On Top set up by hand: tiles on a board; towers, points and pawns follow from them. */

import type { Arrange } from '../registry';
import ArrangeBoard from './ArrangeBoard.svelte';
import ArrangeMore from './ArrangeMore.svelte';
import ArrangePalette from './ArrangePalette.svelte';
import { cleared, told } from './arranged';

export const arrange: Arrange = {
  told,
  cleared,
  brush: (asked) => (asked['tile'] as string | null) ?? 'RBYW',
  Board: ArrangeBoard,
  Palette: ArrangePalette,
  More: ArrangeMore,
};
