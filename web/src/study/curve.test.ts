import { describe, expect, it } from 'vitest';
import { area, layers } from './curve';

describe('layers', () => {
  it('stack to one at every ply', () => {
    const found = layers(
      [
        { ply: 0, to_move: 0, values: [0.5, 0.25, 0.25] },
        { ply: 1, to_move: 1, values: [] },
        { ply: 2, to_move: null, values: [0, 0, 1] },
      ],
      3,
    );
    for (const ply of [0, 1, 2]) {
      expect(found[0]![ply]!.low).toBe(0);
      expect(found[1]![ply]!.low).toBeCloseTo(found[0]![ply]!.high);
      expect(found[2]![ply]!.high).toBeCloseTo(1);
    }
    expect(found[0]![1]!.high).toBe(0.5); // a ply without a value repeats the one before
    expect(found[0]![2]!.high).toBe(0);
  });
});

describe('area', () => {
  it('runs along the upper edge and back along the lower', () => {
    expect(
      area(
        [
          { low: 0, high: 0.5 },
          { low: 0, high: 1 },
        ],
        100,
        10,
      ),
    ).toBe('M0.0 5.0L100.0 0.0L100.0 10.0L0.0 10.0Z');
  });
});
