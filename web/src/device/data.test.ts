import { describe, expect, it } from 'vitest';
import { fileOf } from './data';

const FILES = Object.fromEntries(
  ['games.en', 'games.nl', 'lessons/a.en', 'lessons/a.fr', 'games/a/layouts/big board'].map((name) => [
    `../../generated/data/${name}.json`,
    name,
  ]),
);

describe('the file of an answer', () => {
  const CASES: [string, string | null][] = [
    ['/games?language=nl', 'games.nl'],
    ['/games', 'games.en'],
    ['/lessons/a?language=fr', 'lessons/a.fr'],
    ['/lessons/a?language=xx', 'lessons/a.en'],
    ['/lessons/b?language=fr', null],
    ['/games/a/layouts/big%20board', 'games/a/layouts/big board'],
    ['/games/a/layouts/other', null],
  ];
  for (const [path, name] of CASES) it(`to ${path}`, () => expect(fileOf(path, FILES)).toBe(name));
});
