import { describe, expect, it } from 'vitest';
import { drawn } from './course';

const of = (...ratings: number[]) =>
  drawn(
    ratings.map((rating) => ({ rating })),
    100,
    50,
  );

describe('a rating over time', () => {
  it('stays in its box, the higher the better', () => {
    const { path, end } = of(0, 3.2, 7.9, 5);
    const places = path
      .slice(1)
      .split('L')
      .map((place) => place.split(' ').map(Number));
    expect(places.map(([x]) => x)).toEqual([0, 33.3, 66.7, 100]);
    expect(places.every(([, y]) => y! >= 0 && y! <= 50)).toBe(true);
    expect(places[2]![1]).toBeLessThan(places[3]![1]!);
    expect(end.x).toBe(100);
  });
  it('has a few round marks around it', () => {
    expect(of(-1.3, 6.1).marks.map(([, value]) => value)).toEqual([-2, 0, 2, 4, 6, 8]);
    expect(of(4, 4).marks).toHaveLength(2);
  });
  it('is a point in the middle after one match', () => {
    expect(of(2.5).end.x).toBe(50);
  });
});
