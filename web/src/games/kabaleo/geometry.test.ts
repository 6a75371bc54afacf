import { describe, expect, it } from 'vitest';
import { above, jitter, layers, layout, nearest, next, top } from './geometry';

const SIZES: [number, number][] = [
  [1060, 560],
  [1100, 480],
  [374, 424],
  [344, 430],
  [374, 520],
  [760, 600],
  [1230, 800],
];
const COUNTS = [16, 20, 24];

describe('the locations on the table', () => {
  it('lie in reading order, inside the table, and apart from each other', () => {
    for (const count of COUNTS) {
      for (const [width, height] of SIZES) {
        const { w, spots } = layout(count, width, height);
        expect(spots).toHaveLength(count);
        for (const [index, spot] of spots.entries()) {
          expect(spot.x - 0.6 * w).toBeGreaterThan(0);
          expect(spot.x + 0.6 * w).toBeLessThan(width);
          expect(spot.y - 1.2 * w).toBeGreaterThan(0);
          expect(spot.y + 0.45 * w).toBeLessThan(height);
          for (const other of spots.slice(index + 1)) {
            expect(
              Math.hypot((other.x - spot.x) / 1.2, (other.y - spot.y) / 0.55),
              `${count} on ${width}`,
            ).toBeGreaterThan(w);
          }
        }
      }
    }
  });

  it('are eight by three on a desk and four by six on a phone', () => {
    const columns = (width: number, height: number): number => {
      const { w, spots } = layout(24, width, height);
      return spots.filter((spot) => Math.abs(spot.y - spots[0]!.y) < 0.7 * w).length;
    };
    expect(columns(1060, 560)).toBe(8);
    expect(columns(374, 424)).toBe(4);
    expect(columns(374, 520)).toBe(4);
  });

  it('give a finger at least 40 pixels each way', () => {
    for (const count of COUNTS) {
      const { spots } = layout(count, 344, 424);
      for (const [index, spot] of spots.entries()) {
        for (const other of spots.slice(index + 1))
          expect(Math.max(Math.abs(spot.x - other.x), Math.abs(spot.y - other.y))).toBeGreaterThan(40);
      }
    }
  });

  it('are scattered always in the same way', () => {
    expect(layout(24, 1000, 500)).toEqual(layout(24, 1000, 500));
    const all = Array.from({ length: 24 }, (_, index) => jitter(index + 1, 1));
    expect(Math.min(...all)).toBeGreaterThanOrEqual(-1);
    expect(Math.max(...all)).toBeLessThanOrEqual(1);
    expect(new Set(all).size).toBe(24);
  });
});

describe('arrows go by place on the screen', () => {
  it('visit every location from any other', () => {
    for (const count of COUNTS) {
      for (const [width, height] of SIZES) {
        const place = layout(count, width, height);
        const seen = new Set([1]);
        const todo = [1];
        while (todo.length > 0) {
          const here = todo.pop()!;
          for (const direction of ['left', 'right', 'up', 'down'] as const) {
            const there = next(place, here, direction);
            if (!seen.has(there)) {
              seen.add(there);
              todo.push(there);
            }
          }
        }
        expect(seen.size, `${count} on ${width} by ${height}`).toBe(count);
      }
    }
  });

  it('go along a row and stay at its end', () => {
    const place = layout(24, 1060, 560);
    expect(next(place, 1, 'right')).toBe(2);
    expect(next(place, 2, 'left')).toBe(1);
    expect(next(place, 1, 'left')).toBe(1);
    expect(next(place, 3, 'up')).toBe(3);
    const down = next(place, 3, 'down');
    expect(down).toBeGreaterThan(8);
    expect(down).toBeLessThan(17);
  });
});

describe('a dragged piece', () => {
  it('goes to the location under it, and to none between them', () => {
    const place = layout(16, 1060, 560);
    for (const [index, spot] of place.spots.entries())
      expect(nearest(place, { x: spot.x + 5, y: spot.y - 8 })).toBe(index + 1);
    expect(nearest(place, { x: -200, y: 50 })).toBeNull();
  });
});

describe('a pile', () => {
  const pile = (pieces: number): string[] => [
    'green',
    ...Array.from({ length: pieces }, (_, index) => ['blue', 'pink', 'yellow'][index % 3]!),
  ];

  it('shows every layer up to twelve pieces, each above the one before', () => {
    for (let pieces = 0; pieces <= 12; pieces++) {
      const shown = layers(pile(pieces));
      expect(shown.map((layer) => layer.colour)).toEqual(pile(pieces));
      for (let index = 1; index < shown.length; index++) expect(shown[index]!.up).toBeGreaterThan(shown[index - 1]!.up);
    }
  });

  it('keeps its top eleven and a dark band from thirteen on', () => {
    const shown = layers(pile(20));
    expect(shown).toHaveLength(13);
    expect(shown[1]!.colour).toBeNull();
    expect(shown.slice(2).map((layer) => layer.colour)).toEqual(pile(20).slice(-11));
  });

  it('never grows past 1.9 of its foot', () => {
    for (let pieces = 0; pieces <= 36; pieces++) expect(top(pile(pieces)) + 0.88).toBeLessThan(1.9);
  });

  it('takes the next piece on top', () => {
    for (let pieces = 0; pieces <= 5; pieces++) expect(above(pile(pieces))).toBeCloseTo(top(pile(pieces + 1)), 5);
  });
});
