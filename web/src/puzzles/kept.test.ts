import { describe, expect, it } from 'vitest';
import { afterSolving, afterStumbling, readKept } from './kept.svelte';

const start = readKept(null);

describe('puzzles solved', () => {
  it('are counted by level, and in a row', () => {
    const one = afterSolving(start, 1, 7, true);
    const two = afterSolving(one, 2, 7, true);
    expect(two).toMatchObject({ solved: { 1: 1, 2: 1 }, streak: 2, best: 2 });
  });

  it('count once each', () => {
    const one = afterSolving(start, 1, 7, true);
    expect(afterSolving(one, 1, 7, true)).toBe(one);
  });

  it('with help or after a losing move are solved, but the row is over; the best one stays', () => {
    const one = afterSolving(afterSolving(start, 1, 1, true), 1, 2, true);
    expect(afterSolving(one, 1, 3, false)).toMatchObject({ solved: { 1: 3 }, streak: 0, best: 2 });
    expect(afterStumbling(one, 1, 3)).toMatchObject({ solved: { 1: 2 }, streak: 0, best: 2 });
  });

  it('may be tried again without harm', () => {
    const one = afterSolving(start, 1, 7, true);
    expect(afterStumbling(one, 1, 7)).toBe(one);
  });

  it('are remembered up to a number', () => {
    let many = start;
    for (let seed = 0; seed < 500; seed++) many = afterSolving(many, 1, seed, true);
    expect(many.done).toHaveLength(400);
    expect(many.solved['1']).toBe(500);
  });

  it('are read back, and whatever else stands there is nothing', () => {
    const one = afterSolving(start, 3, 9, true);
    expect(readKept(JSON.stringify(one))).toEqual(one);
    for (const text of ['', 'x', '[]', '{"solved":3,"streak":"a","done":{}}', 'null'])
      expect(readKept(text), text).toEqual(start);
  });
});
