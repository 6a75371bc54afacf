import { describe, expect, it } from 'vitest';
import { pile } from './pile';

describe('pile', () => {
  it('has a band for the base and one for each piece, each higher than the one below', () => {
    const { bands, top } = pile(100, 150, 76, ['green', 'orange', 'blue']);
    expect(bands.map((band) => band.colour)).toEqual(['green', 'orange', 'blue']);
    expect(top).toBe('blue');
    expect(bands[0]!.y).toBeGreaterThan(bands[1]!.y);
    expect(bands[1]!.y).toBeGreaterThan(bands[2]!.y);
    expect(bands[0]!.rx).toBeGreaterThan(bands[1]!.rx);
  });
});
