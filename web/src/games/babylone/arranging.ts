/** Positions of Babylone set up by hand: stacks on spots, colour by colour. */

import type { Asked } from '../../study/asked';
import type { Arrange } from '../registry';
import ArrangeBoard from './ArrangeBoard.svelte';
import ArrangePalette from './ArrangePalette.svelte';
import { cleared, told } from './arranged';

export const arrange: Arrange = {
  told,
  cleared,
  brush: (_asked: Asked): string => 'red',
  Board: ArrangeBoard,
  Palette: ArrangePalette,
};
