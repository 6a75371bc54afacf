/** The installed page's shortcuts: one for each game that has a folder, by the name in the game's own catalogue. */

import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

const PAGES = 'src/games';
const PACKAGES = '../src/sommet/games';

/** Every game's name, and its title. */
export function titles(): [string, string][] {
  const names = readdirSync(PAGES, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name);
  return names.map((name) => [
    name,
    /^name = "(.+)"$/m.exec(readFileSync(join(PACKAGES, name, 'words', 'en.toml'), 'utf-8'))![1]!,
  ]);
}

export function manifest(): Plugin {
  return {
    name: 'manifest',
    apply: 'build',
    writeBundle({ dir }) {
      const path = join(dir!, 'manifest.webmanifest');
      const shortcuts = titles().map(([game, name]) => ({ name, url: `new/${game}` }));
      writeFileSync(
        path,
        JSON.stringify({ ...(JSON.parse(readFileSync(path, 'utf-8')) as object), shortcuts }, null, 2),
      );
    },
  };
}
