import { describe, expect, it } from 'vitest';
import { layout } from './geometry';
import { next } from './ways';

const { spots } = layout(12, 1040, 650);
const places = (...numbers: number[]): Map<number, { x: number; y: number }> => new Map(numbers.map((number) => [number, spots[number - 1]!]));
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

  it('reaches every target by going on in one direction, from anywhere', () => {
    const targets = places(3, 5, 8, 12);
    for (const arrow of ['ArrowRight', 'ArrowLeft'] as const) {
      let here = 6;
      const seen = new Set<number>();
      for (let turn = 0; turn < 12; turn++) {
        here = next(targets, here, arrow, at(here))!;
        seen.add(here);
      }
      expect(seen.size).toBeGreaterThan(1);
    }
    const seen = new Set<number>();
    const queue = [6];
    while (queue.length > 0) {
      const here = queue.pop()!;
      for (const arrow of ['ArrowRight', 'ArrowLeft', 'ArrowUp', 'ArrowDown'] as const) {
        const there = next(targets, here, arrow, at(here))!;
        if (!seen.has(there)) {
          seen.add(there);
          queue.push(there);
        }
      }
    }
    expect(seen).toEqual(new Set([3, 5, 8, 12]));
  });

  it('has nowhere to go alone', () => {
    expect(next(places(7), 7, 'ArrowUp', at(7))).toBeNull();
  });
});
