import { expect, it, vi } from 'vitest';
import { parts } from './setups';

vi.hoisted(() => vi.stubGlobal('location', { pathname: '/', search: '', hash: '' }));

it('offers the tokens, colours without a name too', () => {
  const [tokens] = parts({ format: 'sommet-record/1', game: 'babylone', players: 2, options: {}, setup: { tokens: ['red', 'c5'], first: 0 }, moves: [] });
  expect(tokens).toMatchObject({ key: 'tokens', values: ['red', 'c5'], open: true });
  expect(tokens!.choices).toEqual(['red', 'yellow', 'green', 'blue', 'c5']);
});
