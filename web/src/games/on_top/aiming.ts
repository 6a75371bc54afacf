/**
 * Which place the player means: with the pointer, the arrow keys, by turning. No rules: only among the moves that are
 * legal.
 */

import { TURNS, cellAt, type Place, type Point, type Shape } from './shape';

/** Turning by a sixth costs as much as reaching this far (in sides of a cell). */
const TURN_COST = 0.45;
/** Further than this from the middle of a tile the pointer means none. */
const REACH = 0.95;

/** How many sixths two ways of turning are apart. */
export function apart(one: number, other: number): number {
  const steps = Math.abs(one - other) % TURNS;
  return Math.min(steps, TURNS - steps);
}

function placesOf(shape: Shape, moves: Iterable<string>): Place[] {
  return [...moves].flatMap((move) => shape.places.get(move) ?? []);
}

/** The legal place nearest to the pointer, turned as wished if it can be; null where none is near. */
export function nearest(shape: Shape, legal: Iterable<string>, at: Point, turn: number): Place | null {
  let best: Place | null = null;
  let least = Infinity;
  for (const place of placesOf(shape, legal)) {
    const away = Math.hypot(place.centre.x - at.x, place.centre.y - at.y);
    if (away > REACH) continue;
    const cost = away + TURN_COST * apart(turn, place.turn);
    if (cost < least - 1e-9) [best, least] = [place, cost];
  }
  return best;
}

/** The place that would cover the pointer's cell, legal or not: what the player tries. */
export function tried(shape: Shape, at: Point, turn: number): Place | null {
  return shape.at.get(`${cellAt(shape, at)}/${turn}`) ?? null;
}

/** The next way round that is legal on this cell, `step` sixths at a time (1 or -1). */
export function turned(
  shape: Shape,
  legal: ReadonlySet<string>,
  cell: string,
  turn: number,
  step: number,
): Place | null {
  for (let steps = 1; steps <= TURNS; steps++) {
    const place = shape.at.get(`${cell}/${(((turn + step * steps) % TURNS) + TURNS) % TURNS}`);
    if (place && legal.has(place.move)) return place;
  }
  return null;
}

/** An arrow key keeps the way the tile is turned, unless that means going this much further. */
const KEEP_TURN = 0.8;

export type Arrow = 'ArrowUp' | 'ArrowDown' | 'ArrowLeft' | 'ArrowRight';
export const ARROWS: Record<Arrow, Point> = {
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
};

/**
 * How far a target lies in a direction; null if it lies elsewhere. What lies aside counts more than what lies ahead.
 */
function ahead(from: Point, to: Point, way: Point): number | null {
  const forward = (to.x - from.x) * way.x + (to.y - from.y) * way.y;
  const aside = Math.abs((to.x - from.x) * way.y - (to.y - from.y) * way.x);
  if (forward < 0.05 || aside > forward * 2.5) return null;
  return forward + 1.6 * aside;
}

/** The next legal place in that direction, turned as wished if it can be; null where there is none. */
export function stepped(shape: Shape, legal: Iterable<string>, from: Point, arrow: Arrow, turn: number): Place | null {
  let best: Place | null = null;
  let least = Infinity;
  for (const place of placesOf(shape, legal)) {
    const far = ahead(from, place.centre, ARROWS[arrow]);
    if (far === null) continue;
    const cost = far + KEEP_TURN * apart(turn, place.turn);
    if (cost < least - 1e-9) [best, least] = [place, cost];
  }
  return best;
}

/** The next cell of the row, or the nearest one of the next row: for those who only look round. */
export function nextCell(shape: Shape, from: string, arrow: Arrow): string {
  const number = shape.rows.findIndex((row) => row.includes(from));
  const row = shape.rows[number]!;
  const { x, y } = ARROWS[arrow];
  if (y === 0) return row[row.indexOf(from) + x] ?? from;
  const away = (cell: string): number => Math.abs(shape.answer.cells[cell]!.x - shape.answer.cells[from]!.x);
  return shape.rows[number + y]?.reduce((best, cell) => (away(cell) < away(best) ? cell : best)) ?? from;
}

/** Where the arrow keys begin: the legal place nearest to the middle of the board. */
export function firstPlace(shape: Shape, legal: Iterable<string>, turn: number): Place | null {
  const middle = { x: 0, y: 0 };
  for (const point of shape.outline) {
    middle.x += point.x / shape.outline.length;
    middle.y += point.y / shape.outline.length;
  }
  const away = (place: Place): number =>
    Math.hypot(place.centre.x - middle.x, place.centre.y - middle.y) + 0.05 * apart(turn, place.turn);
  return placesOf(shape, legal).sort((a, b) => away(a) - away(b))[0] ?? null;
}
