import { describe, expect, it } from 'vitest';
import { dailyOf, dailySeed } from './daily';

describe('the puzzle of the day', () => {
  it('is the same all over the world', () => {
    expect(dailySeed(new Date('2026-03-14T23:59:59Z'))).toBe(20260314);
    expect(dailySeed(new Date('2026-03-15T01:30:00+02:00'))).toBe(20260314);
  });
  it('is of each game in its turn', () => {
    const days = ['2026-12-30T12:00:00Z', '2026-12-31T23:59:59Z', '2027-01-01T00:00:00Z'];
    const games = days.map((day) => dailyOf(['a', 'b', 'c'], new Date(day)));
    expect(games.toSorted()).toEqual(['a', 'b', 'c']);
    expect(dailyOf([])).toBeUndefined();
  });
  it('is another one the next day', () => {
    expect(dailySeed(new Date('2026-12-31T23:59:59Z'))).not.toBe(dailySeed(new Date('2027-01-01T00:00:00Z')));
  });
});
