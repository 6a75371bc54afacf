/** Before the package is packed: types name files as they are there; and the modules that `python -m sommet.wasm` made,
 * in web/generated/engine or in the folder MODULES. */

import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const here = (name) => fileURLToPath(new URL(name, import.meta.url));

for (const name of readdirSync(here('dist')).filter((each) => each.endsWith('.d.ts'))) {
  const text = readFileSync(here(`dist/${name}`), 'utf-8');
  writeFileSync(here(`dist/${name}`), text.replace(/(['"]\.\/[\w-]+)\.ts(['"])/g, '$1.js$2'));
}
rmSync(here('modules'), { recursive: true, force: true });
cpSync(process.env.MODULES ?? here('../generated/engine'), here('modules'), { recursive: true });
