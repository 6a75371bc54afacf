/** The service worker is told which files belong to this build. */

import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

/** The worker's text with the names of the files filled in; throws when there is no place for them. */
export function filled(text: string, files: string[]): string {
  const names = files.toSorted();
  const version = createHash('sha256').update(names.join('\n')).update(text).digest('hex').slice(0, 12);
  const places: [string, string][] = [
    ['const FILES = [];', `const FILES = ${JSON.stringify(names)};`],
    ["const VERSION = 'development';", `const VERSION = '${version}';`],
  ];
  return places.reduce((before, [place, content]) => {
    if (!before.includes(place)) throw new Error(`sw.js: ${place} is missing`);
    return before.replace(place, () => content);
  }, text);
}

export function worker(): Plugin {
  return {
    name: 'worker',
    apply: 'build',
    writeBundle({ dir }, bundle) {
      const path = join(dir!, 'sw.js');
      const files = Object.keys(bundle).filter((name) => name.startsWith('assets/'));
      writeFileSync(path, filled(readFileSync(path, 'utf-8'), files));
    },
  };
}
