import { expect, it, vi } from 'vitest';
import { parts } from './setups';

vi.hoisted(() => vi.stubGlobal('location', { pathname: '/', search: '', hash: '' }));

it('offers objectives and bases', () => {
  const setup = { colours: ['pink', 'blue'], bases: ['pink'], objectives: ['blue', 'pink'], first: 0 };
  const found = parts({ format: 'sommet-record/1', game: 'kabaleo', players: 2, options: {}, setup, moves: [] });
  expect(found.map((part) => [part.key, part.values, part.choices])).toEqual([
    ['objectives', ['blue', 'pink'], ['pink', 'blue']],
    ['bases', ['pink'], ['pink', 'blue']],
  ]);
});
