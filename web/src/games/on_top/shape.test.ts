import { describe, expect, it } from 'vitest';
import { SHAPES } from './samples.testing';
import { cellAt, crossingAt, SPACES, spaceOf, trackOf, TURNS, widened, type Point } from './shape';

const far = (a: Point, b: Point): number => Math.hypot(a.x - b.x, a.y - b.y);
const board = SHAPES['hex-1-5-5']!;

describe.each(Object.entries(SHAPES))('the board %s', (_name, shape) => {
  it('has every pair of neighbours both ways round, each way half a turn from the other', () => {
    for (const place of shape.places.values()) {
      const back = shape.places.get(`${place.cells[1]}-${place.cells[0]}`)!;
      expect(back.turn).toBe((place.turn + 3) % TURNS);
      expect(back.crossings).toEqual([...place.crossings.slice(2), ...place.crossings.slice(0, 2)]);
    }
  });

  it('puts a tile on a rhombus of side 1, clockwise from the corner that the other cell does not touch', () => {
    for (const place of shape.places.values()) {
      const [x, y] = place.cells.map((cell) => shape.answer.cells[cell]!.corners);
      expect(x).toContain(place.crossings[0]);
      expect(y).not.toContain(place.crossings[0]);
      expect(y).toContain(place.crossings[2]);
      expect(x).not.toContain(place.crossings[2]);
      for (const [index, corner] of place.corners.entries()) {
        const next = place.corners[(index + 1) % 4]!;
        expect(far(corner, next)).toBeCloseTo(1, 5);
        const turn =
          (next.x - corner.x) * (place.centre.y - corner.y) - (next.y - corner.y) * (place.centre.x - corner.x);
        expect(turn).toBeGreaterThan(0);
      }
      expect(far(place.corners[0]!, place.corners[2]!)).toBeCloseTo(Math.sqrt(3), 5);
    }
  });

  it('turns a sixth of a turn clockwise from one turn to the next', () => {
    for (const place of shape.places.values()) {
      const degrees =
        (Math.atan2(place.corners[2]!.y - place.corners[0]!.y, place.corners[2]!.x - place.corners[0]!.x) * 180) /
        Math.PI;
      expect((degrees + 360) % 360).toBeCloseTo((30 + 60 * place.turn) % 360, 3);
    }
  });

  it('has at most one place for a cell and a turn', () => {
    for (const [key, place] of shape.at) {
      const [cell, turn] = key.split('/');
      expect(place.cells).toContain(cell);
      expect(place.turn).toBe(Number(turn));
    }
    expect(shape.at.size).toBe(2 * shape.places.size);
  });

  it('has rows of cells in order and six corners, the lowest left first, clockwise', () => {
    expect(shape.rows).toHaveLength(shape.answer.rows);
    expect(shape.rows.flat()).toEqual(Object.keys(shape.answer.cells));
    expect(shape.outline).toHaveLength(6);
    const [first, second] = shape.outline;
    expect(first!.y).toBe(Math.max(...shape.outline.map((point) => point.y)));
    expect(second!.y).toBeLessThan(first!.y);
    expect(second!.x).toBeLessThan(first!.x);
  });

  it('has a track of 66 spaces, each joined to the next, outside the board', () => {
    const spaces = trackOf(shape.outline, 0.2, 0.6);
    expect(spaces).toHaveLength(SPACES);
    const outline = widened(shape.outline, 0.2);
    for (const [number, space] of spaces.entries()) {
      const next = spaces[(number + 1) % SPACES]!;
      const end = space.points[space.points.length / 2 - 1]!;
      expect(far(end, next.points[0]!)).toBeCloseTo(0, 6);
      const inside = outline.every((from, index) => {
        const to = outline[(index + 1) % outline.length]!;
        return (to.x - from.x) * (space.centre.y - from.y) - (to.y - from.y) * (space.centre.x - from.x) >= -1e-9;
      });
      expect(inside).toBe(false);
    }
    const low = spaces[0]!.centre;
    expect(low.y).toBeGreaterThan(spaces[20]!.centre.y);
    expect(low.x).toBeLessThan(spaces[SPACES - 1]!.centre.x);
  });
});

it('is as the rules draw it: tile RBYW on C4-C5', () => {
  expect(board.places.get('D4-D5')!.crossings[0]).toBe('d2');
  expect(board.places.get('A1-A2')!.crossings).toEqual(['b1', 'a1', 'a2', 'b2']);
  expect(board.places.get('A1-A3')).toBeUndefined();
});

it('gives scores from 66 on their space in the next round, and goes back below zero', () => {
  expect([0, 65, 66, 70, -3].map(spaceOf)).toEqual([0, 65, 0, 4, 63]);
});

it('finds the cell and the crossing under a point', () => {
  const cell = board.answer.cells['D4']!;
  expect(cellAt(board, { x: cell.x + 0.1, y: cell.y })).toBe('D4');
  const crossing = board.answer.crossings['e3']!;
  expect(crossingAt(board, { x: crossing.x + 0.1, y: crossing.y - 0.1 }, 0.22)).toBe('e3');
  expect(crossingAt(board, cell, 0.22)).toBeNull();
});

it('is made wider by the same on every side', () => {
  const wide = widened(board.outline, 0.5);
  for (const [index, point] of wide.entries())
    expect(far(point, board.outline[index]!)).toBeCloseTo(0.5 / Math.cos(Math.PI / 6), 6);
});
