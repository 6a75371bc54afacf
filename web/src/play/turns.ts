/** Who made which move: the server says it with what the move did. */

import type { Seat } from '../lib/types';
import type { Scene } from './play.svelte';

/** The seat of each move. */
export function movers(scene: Scene): Seat[] {
  return scene.effects.map((effects) => Number(effects['seat']));
}
