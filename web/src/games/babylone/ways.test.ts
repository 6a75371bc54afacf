import { describe, expect, it } from 'vitest';
import { layout } from './geometry';
import { next } from './ways';

const { spots } = layout(12, 1040, 650);
const places = (...numbers: number[]): Map<number, { x: number; y: number }> =>
  new Map(numbers.map((number) => [number, spots[number - 1]!]));
const all = places(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12);
const at = (spot: number): { x: number; y: number } => spots[spot - 1]!;

describe('next', () => {
  it('goes by place on the screen', () => {
    expect(next(all, 1, 'ArrowRight', at(1))).toBe(2);
    expect(next(all, 6, 'ArrowLeft', at(6))).toBe(5);
    expect(next(all, 6, 'ArrowDown', at(6))).toBe(10);
    expect(next(all, 6, 'ArrowUp', at(6))).toBe(2);
  });

  it('skips what is not among the places', () => {
    expect(next(places(1, 4), 1, 'ArrowRight', at(1))).toBe(4);
  });

  it('goes round at the end', () => {
    expect(next(all, 12, 'ArrowRight', at(12))).toBe(1);
    expect(next(all, 1, 'ArrowLeft', at(1))).toBe(12);
  });

  it('reaches every target by going on to one side, from anywhere', () => {
    for (const numbers of [
      [3, 5, 8, 12],
      [2, 3, 4, 5, 6, 7, 8, 9],
      [1, 10],
      [4, 9, 11],
    ]) {
      const targets = places(...numbers);
      for (const arrow of ['ArrowRight', 'ArrowLeft'] as const) {
        for (const from of [1, 6, 12]) {
          let here = from;
          const seen = new Set<number>();
          for (const _ of numbers) {
            here = next(targets, here, arrow, at(here))!;
            seen.add(here);
          }
          expect(seen, `${numbers} ${arrow} from ${from}`).toEqual(new Set(numbers));
        }
      }
    }
  });

  it('has nowhere to go alone', () => {
    expect(next(places(7), 7, 'ArrowUp', at(7))).toBeNull();
  });
});
