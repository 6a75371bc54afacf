/** For Node: modules, descriptions and words from a folder of files, and workers that think. */

import { readdir, readFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import type { Description } from './description.ts';
import { Thinkers } from './thinkers.ts';
import type { Source, Words } from './types.ts';

const MODULES = fileURLToPath(new URL('../modules', import.meta.url)); // of the package

/** The folder that `python -m sommet.wasm` wrote; none said: the package's own. */
export function folder(path: string = MODULES): Source {
  const read = async (name: string): Promise<unknown> => JSON.parse(await readFile(join(path, name), 'utf-8'));
  return {
    games: async () =>
      (await readdir(path))
        .filter((name) => name.endsWith('.wasm'))
        .map((n) => n.slice(0, -5))
        .sort(),
    description: async (game) => (await read(`${game}.json`)) as Description,
    module: async (game) => WebAssembly.compile(await readFile(join(path, `${game}.wasm`))),
    learned: async (game) => new Uint8Array(await readFile(join(path, `${game}.bin`))).buffer,
    words: async (language) => (await read(join('words', `${language}.json`))) as Words,
  };
}

/** Bots for these games, in as many workers as there are cores unless it is said. */
export function thinkers(source: Source, count: number = availableParallelism()): Thinkers {
  const ending = import.meta.url.endsWith('.ts') ? 'ts' : 'js';
  return new Thinkers(source, () => new Worker(new URL(`./node-worker.${ending}`, import.meta.url)), count);
}
