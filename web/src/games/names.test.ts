/** The page outside the games' own folders names no game: a new one needs no change there. */

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const games = readdirSync('src/games', { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map((entry) => entry.name);
const files = [
  ...readdirSync('src', { recursive: true, encoding: 'utf-8' })
    .filter((name) => !games.some((game) => name.startsWith(join('games', game))))
    .map((name) => join('src', name)),
  ...readdirSync('public').map((name) => join('public', name)),
  ...readdirSync('.').filter((name) => !name.startsWith('.')),
].filter((name) => /\.(ts|svelte|css|json|html|js|webmanifest)$/.test(name) && !name.includes('package-lock'));

it.each(games)('%s is not named', (game) => {
  // however it is written: with an underscore, a space, a hyphen, in camel case
  const name = new RegExp(game.split('_').join('[ _-]?'), 'i');
  const found = files.filter((file) => name.test(file) || name.test(readFileSync(file, 'utf-8')));
  expect(found).toEqual([]);
});
