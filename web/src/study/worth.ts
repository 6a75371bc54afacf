/** What an analysis tells of each move, by the move. */

import type { MoveValue } from '../lib/types';

function told(moves: readonly MoveValue[], of: (move: MoveValue) => unknown): Record<string, number> {
  const found: Record<string, number> = {};
  for (const one of moves) {
    const number = of(one);
    if (typeof number === 'number') found[one.move] = number;
  }
  return found;
}

/** What it is worth to the mover, from 0 to 1; nothing of a move that was never tried. */
export const values = (moves: readonly MoveValue[]): Record<string, number> => told(moves, (one) => one.value);

/** How many moves it is to the end, that one included, where that is known. */
export const ends = (moves: readonly MoveValue[]): Record<string, number> => told(moves, (one) => one['moves_to_end']);
