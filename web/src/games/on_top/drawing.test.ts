import { expect, it } from 'vitest';
import { cornersOf, inset, loose, polygon, SECTOR, U, viewBox } from './drawing';
import { SHAPES } from './samples.testing';

const COLOURS = ['red', 'blue', 'yellow', 'white'];

it('a loose tile is turned like one on the board', () => {
  for (const place of SHAPES['hex-1-5-5']!.places.values()) {
    for (const [index, point] of loose(place.turn).entries()) {
      expect(point.x).toBeCloseTo(place.corners[index]!.x - place.centre.x, 5);
      expect(point.y).toBeCloseTo(place.corners[index]!.y - place.centre.y, 5);
    }
  }
});

it('every corner has its colour, and its symbol lies inside its sector', () => {
  const points = loose(0);
  const corners = cornersOf(points, COLOURS);
  expect(corners.map((corner) => corner.colour)).toEqual(COLOURS);
  for (const [index, corner] of corners.entries()) {
    const middle = { x: corner.x + corner.size / 2, y: corner.y + corner.size / 2 };
    const away = Math.hypot(middle.x - points[index]!.x * U, middle.y - points[index]!.y * U);
    expect(away + corner.size / 2).toBeLessThan(SECTOR);
    // acute corners are narrow: the symbol keeps clear of both sides
    const half = index % 2 === 0 ? Math.PI / 6 : Math.PI / 3;
    expect(away * Math.sin(half)).toBeGreaterThan(0.8 * (corner.size / 2));
  }
});

it('symbols are at least 12 pixels on a phone 390 wide', () => {
  const box = viewBox(SHAPES['hex-1-5-5']!.outline, 0.64);
  const pixels = 374 / box.width;
  for (const corner of cornersOf(loose(0), COLOURS)) expect(corner.size * pixels).toBeGreaterThan(12);
});

it('draws a smaller polygon inside', () => {
  const square = [
    { x: 0, y: 0 },
    { x: 1, y: 0 },
    { x: 1, y: 1 },
    { x: 0, y: 1 },
  ];
  expect(polygon(square)).toBe('0,0 72,0 72,72 0,72');
  expect(inset(square, 0.25)).toBe('18,18 54,18 54,54 18,54');
});
