/** A verdict on a puzzle's move in numbers of colours. */

import type { Tried } from '../../puzzles/sayings';

export const WORLDS = 3; // colours that the other player may have, of two
const COLOURS = WORLDS + 1;

/** So many colours: a shared win counts half. */
function beaten(share: number): string {
  const halves = Math.round(2 * WORLDS * share);
  const whole = Math.floor(halves / 2);
  return halves % 2 === 0 ? String(whole) : `${whole || ''}½`;
}

const suited = (told: number): number => COLOURS - Math.round(WORLDS * told);

export const values = ({ share, best, told, bestTold }: Tried): Record<string, string | number> => ({
  beaten: beaten(share),
  best: beaten(best),
  worlds: WORLDS,
  fits: suited(told),
  best_fits: suited(bestTold),
  colours: COLOURS,
});
