/** Those who think on this device: workers with the games' own computer players, on every core there is. */

import type { Source } from '../engine';
import { Thinkers } from '../engine/thinkers';

const MOST = 8; // each has trees of its own to keep

export function minds(source: Source): Thinkers {
  const make = (): Worker => new Worker(new URL('../engine/worker.ts', import.meta.url), { type: 'module', name: 'sommet-mind' });
  return new Thinkers(source, make, Math.min(MOST, navigator.hardwareConcurrency || 1));
}
