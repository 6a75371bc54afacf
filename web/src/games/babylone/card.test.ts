import { describe, expect, it } from 'vitest';
import { stack } from './card';

describe('stack', () => {
  it('shows the face of the top colour, higher with every storey', () => {
    expect(stack(0, 100, 50, ['red']).y).toBeGreaterThan(stack(0, 100, 50, ['red', 'blue']).y);
    expect(stack(0, 100, 50, ['red', 'blue']).top).toBe('blue');
  });
});
