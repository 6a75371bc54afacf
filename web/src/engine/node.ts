/** Modules, descriptions and words from a folder of files, for Node. */

import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Description } from './description.ts';
import type { Source, Words } from './types.ts';

/** The folder that `python -m sommet.wasm` wrote. */
export function folder(path: string): Source {
  return {
    games: async () => (await readdir(path)).filter((name) => name.endsWith('.wasm')).map((n) => n.slice(0, -5)).sort(),
    description: async (game) => JSON.parse(await readFile(join(path, `${game}.json`), 'utf-8')) as Description,
    module: async (game) => WebAssembly.compile(await readFile(join(path, `${game}.wasm`))),
    words: async (language) => JSON.parse(await readFile(join(path, 'words', `${language}.json`), 'utf-8')) as Words,
  };
}
