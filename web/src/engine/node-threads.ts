/** Workers that think, in Node: as many as there are cores unless it is said. */

import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { Thinkers } from './thinkers.ts';
import type { Source } from './types.ts';

/** Bots for these games. */
export function thinkers(source: Source, count: number = availableParallelism()): Thinkers {
  const ending = import.meta.url.endsWith('.ts') ? 'ts' : 'js';
  return new Thinkers(source, () => new Worker(new URL(`./node-worker.${ending}`, import.meta.url)), count);
}
