import { expect, it } from 'vitest';
import { values } from './told';

const tried = { move: 'pink@3', reply: null, moves: 2, share: 0.3333, best: 0.8333, told: 0.6667, bestTold: 0 };

it('counts colours from the shares that travel: a shared win is half of one', () => {
  expect(values(tried)).toEqual({ beaten: '1', best: '2½', worlds: 3, fits: 2, best_fits: 4, colours: 4 });
  expect(values({ ...tried, share: 0.1667, told: 1 })).toMatchObject({ beaten: '½', fits: 1 });
  expect(values({ ...tried, share: 0, told: 0.3333 })).toMatchObject({ beaten: '0', fits: 3 });
});
