import { describe, expect, it } from 'vitest';
import { at, outline, sectors, SIDE } from './card';

describe('sectors', () => {
  const lying: [number, number][] = [
    [1, 3],
    [0, 4],
    [-2, 4],
    [-1, 3],
  ];
  it('are one for each corner, obtuse ones with a larger symbol, all within the tile', () => {
    const found = sectors(lying, 'RBYW');
    expect(found.map((sector) => sector.colour)).toEqual(['red', 'blue', 'yellow', 'white']);
    expect(found[1]!.size).toBeGreaterThan(found[0]!.size);
    const xs = lying.map((place) => at(place)[0]);
    for (const sector of found) {
      expect(sector.x).toBeGreaterThan(Math.min(...xs));
      expect(sector.x).toBeLessThan(Math.max(...xs));
    }
  });
  it('lie on a tile whose sides are all one side long', () => {
    const corners = lying.map(at);
    corners.forEach(([x, y], corner) => {
      const [ox, oy] = corners[(corner + 1) % 4]!;
      expect(Math.hypot(ox - x, oy - y)).toBeCloseTo(SIDE);
    });
    expect(outline(lying).split(' ')).toHaveLength(4);
  });
});
