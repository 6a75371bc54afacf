import { describe, expect, it } from 'vitest';
import { arc, layout, MOST_DRAWN, peak, rise, step, wordsAt } from './geometry';

describe('layout', () => {
  it('lays twelve spots 4 by 3 on a desk and 3 by 4 on a phone', () => {
    expect(layout(12, 1040, 650)).toMatchObject({ columns: 4, rows: 3 });
    expect(layout(12, 374, 560)).toMatchObject({ columns: 3, rows: 4 });
    expect(layout(2, 1040, 650)).toMatchObject({ columns: 2, rows: 1 });
    expect(layout(12, 344, 400)).toMatchObject({ columns: 3, rows: 4 });
  });

  it('keeps every stack on the table, however high, for every number of tokens', () => {
    for (const [width, height] of [
      [1040, 650],
      [374, 560],
      [344, 400],
      [1500, 1000],
    ] as const) {
      for (let count = 1; count <= 64; count++) {
        const { spots, a, rows, columns } = layout(count, width, height);
        expect(spots).toHaveLength(count);
        expect(rows * columns).toBeGreaterThanOrEqual(count);
        for (const { x, y } of spots) {
          expect(x - a).toBeGreaterThanOrEqual(0);
          expect(x + a).toBeLessThanOrEqual(width);
          expect(y - peak(64, a, y)).toBeGreaterThanOrEqual(-0.5);
          expect(y + a * 0.66).toBeLessThanOrEqual(height);
        }
      }
    }
  });

  it('leaves room for a finger: spots lie at least 40 pixels apart, with 64 tokens on a phone too', () => {
    const { across, down } = layout(64, 374, 560);
    expect(across).toBeGreaterThanOrEqual(40);
    expect(down).toBeGreaterThanOrEqual(40);
  });
});

describe('height', () => {
  it('grows layer by layer up to seven, then the layers share that height', () => {
    expect(rise(1, 70)).toBe(0);
    expect(rise(2, 70)).toBeCloseTo(18.9);
    expect(rise(7, 70)).toBeCloseTo(6 * 18.9);
    expect(rise(12, 70)).toBeCloseTo(rise(7, 70));
    expect(rise(64, 70)).toBeCloseTo(rise(MOST_DRAWN, 70));
  });

  it('gets tighter where there is little room above', () => {
    expect(step(6, 70, 150)).toBeLessThan(step(6, 70));
    expect(peak(6, 70, 150)).toBeLessThanOrEqual(150.01);
  });
});

describe('arc', () => {
  it('begins and ends where it should and rises between', () => {
    const [from, to] = [
      { x: 0, y: 100 },
      { x: 200, y: 100 },
    ];
    expect(arc(from, to, 0)).toEqual(from);
    expect(arc(from, to, 1)).toEqual(to);
    expect(arc(from, to, 0.5)).toEqual({ x: 100, y: 100 - 24 - 12 });
  });
});

describe('wordsAt', () => {
  const lay = layout(12, 1040, 650);
  it('is nowhere where it would cover a stack under it as well as its own', () => {
    const high = new Map([
      [2, 4],
      [5, 2],
    ]);
    expect(wordsAt(2, layout(12, 374, 400), high)).toBeNull();
  });
  it('is under the spot', () => {
    const { y } = wordsAt(
      6,
      lay,
      new Map([
        [6, 2],
        [10, 1],
      ]),
    )!;
    expect(y).toBeGreaterThan(lay.spots[5]!.y);
  });
  it('is above the stack where a high one stands in front', () => {
    const { y } = wordsAt(
      6,
      lay,
      new Map([
        [6, 2],
        [10, 7],
      ]),
    )!;
    expect(y).toBeLessThan(lay.spots[5]!.y - peak(2, lay.a));
  });
});
