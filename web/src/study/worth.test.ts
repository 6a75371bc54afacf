import { expect, it } from 'vitest';
import { ends, values } from './worth';

it('a move that was never tried is worth nothing that could be shown', () => {
  const moves = [
    { move: 'a', value: 0, visits: 3, moves_to_end: 4 },
    { move: 'b', visits: 0 },
  ];
  expect(values(moves)).toEqual({ a: 0 });
  expect(ends(moves)).toEqual({ a: 4 });
});
