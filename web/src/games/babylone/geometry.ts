/** Where the spots lie and how a stack is drawn. Lengths are in pixels; `a` is half the width of a stack's foot. */

export interface Point {
  x: number;
  y: number;
}

export interface Layout {
  columns: number;
  rows: number;
  a: number;
  /** From one spot to the next. */
  across: number;
  down: number;
  /** The middle of each spot, in the order of their numbers: spot 1 first. */
  spots: Point[];
}

/** Depth of a square seen from above, as a share of its width. */
const DEPTH = 0.54;
/** A pyramid stump: half width of its top and its height, in units of a. */
const TOP = 0.76;
const RISE = 0.4;
/** The next stump stands so much higher. */
const STEP = 0.27;
/** From 7 on the layers share this height. */
const ROOM = 1.62;
/** Up to this many layers are drawn one by one; of higher stacks the top eleven. */
export const MOST_DRAWN = 12;
export const PAD = 1.22;
const HOLE = 0.76;

/** Room for a chip under the last row. */
const CHIP = 32;
const LARGEST = 100;
/** The height of a line of words. */
const LINE = 20;

/** Lay out a number of spots on a table of that size: as large as they can be. */
export function layout(count: number, width: number, height: number): Layout {
  const found = Array.from({ length: count }, (_, index) => {
    const columns = index + 1;
    const rows = Math.ceil(count / columns);
    const a = Math.min(LARGEST, width / columns / 3.02, (height - CHIP) / (2.62 + (rows - 1) * 2.35));
    return { columns, rows, a, unlike: Math.abs(Math.log(((columns / rows) * height) / width)) };
  });
  // of those that are equally large, the one that is most like the table
  const most = Math.max(...found.map((one) => one.a));
  const best = found
    .filter((one) => one.a > most - 0.01)
    .reduce((one, other) => (other.unlike < one.unlike ? other : one));
  const { columns, rows, a } = best;
  const across = width / columns;
  const above = Math.min(2.3 * a, 1.96 * a + Math.max(0, height - CHIP - (2.62 + (rows - 1) * 2.35) * a) * 0.4);
  const down = rows === 1 ? height : Math.min(3.6 * a, (height - CHIP - above - 0.66 * a) / (rows - 1));
  const left = (height - CHIP - above - 0.66 * a - (rows - 1) * down) / 2;
  const spots = Array.from({ length: count }, (_, index) => {
    const row = Math.floor(index / columns);
    const inRow = row === rows - 1 ? count - row * columns : columns;
    const lean = across * 0.05 * (row % 2 === 0 ? -1 : 1);
    return {
      x: across * ((index % columns) + 0.5 + (columns - inRow) / 2) + (columns > 1 ? lean : 0),
      y: rows === 1 ? Math.max(above, height * 0.58) : above + left + row * down,
    };
  });
  return { columns, rows, a, across, down, spots };
}

/**
 * How much higher each layer of a stack stands than the one below it; `room`: what the stack may take above its foot.
 */
export function step(layers: number, a: number, room = Infinity): number {
  if (layers < 2) return 0;
  const free = Math.min(ROOM * a, Math.max(room - (RISE + TOP * DEPTH) * a, 0.3 * a));
  return Math.min(STEP * a, free / (layers - 1));
}

/** How far the layers above the first rise. */
export function rise(layers: number, a: number, room = Infinity): number {
  const drawn = Math.min(layers, MOST_DRAWN);
  return step(drawn, a, room) * (drawn - 1);
}

/** How high the highest point of a stack lies above the middle of its foot. */
export function peak(layers: number, a: number, room = Infinity): number {
  return rise(layers, a, room) + (RISE + TOP * DEPTH) * a;
}

/**
 * Where the words of a spot go: under it, or over its stack where they would cover a stack of the next row; null where
 * there is no room for them either.
 */
export function wordsAt(spot: number, lay: Layout, heights: Map<number, number>): Point | null {
  const { a, across, spots } = lay;
  const here = spots[spot - 1]!;
  const x = Math.min(Math.max(here.x, across / 2), across * (lay.columns - 0.5));
  const under = here.y + PAD * DEPTH * a + 5;
  const covers = [...heights].some(([other, layers]) => {
    const there = spots[other - 1]!;
    return (
      there.y > here.y + a &&
      Math.abs(there.x - x) < a + across * 0.4 &&
      there.y - peak(layers, a, there.y) < under + LINE
    );
  });
  if (!covers) return { x, y: under };
  const over = here.y - peak(heights.get(spot) ?? 1, a, here.y) - LINE - 6;
  return over < 0 ? null : { x, y: over };
}

const path = (points: [number, number][], a: number): string =>
  points.map(([x, y]) => `${round(x * a)},${round(y * a)}`).join(' ');
const round = (value: number): number => Math.round(value * 100) / 100;

/** A square on the table, seen from above. */
export function square(half: number): string {
  return path(
    [
      [-1, 0],
      [0, -DEPTH],
      [1, 0],
      [0, DEPTH],
    ],
    half,
  );
}

export const pad = (a: number): string => square(PAD * a);
export const hole = (a: number): string => square(HOLE * a);

export interface Stump {
  left: string;
  right: string;
  top: string;
  face: string;
  /** The bevel round the face: its lit and its shaded side. */
  lit: string;
  shaded: string;
  /** The edge towards us. */
  edge: [Point, Point];
  middle: Point;
}

/** The sides of a stump whose foot's middle is the origin. */
export function stump(a: number): Stump {
  const inner = TOP * 0.8;
  const front = TOP * DEPTH - RISE;
  return {
    left: path(
      [
        [-1, 0],
        [0, DEPTH],
        [0, front],
        [-TOP, -RISE],
      ],
      a,
    ),
    right: path(
      [
        [1, 0],
        [0, DEPTH],
        [0, front],
        [TOP, -RISE],
      ],
      a,
    ),
    top: path(
      [
        [-TOP, -RISE],
        [0, -RISE - TOP * DEPTH],
        [TOP, -RISE],
        [0, front],
      ],
      a,
    ),
    face: path(
      [
        [-inner, -RISE],
        [0, -RISE - inner * DEPTH],
        [inner, -RISE],
        [0, inner * DEPTH - RISE],
      ],
      a,
    ),
    lit: path(
      [
        [-TOP, -RISE],
        [0, -RISE - TOP * DEPTH],
        [0, -RISE - inner * DEPTH],
        [-inner, -RISE],
      ],
      a,
    ),
    shaded: path(
      [
        [TOP, -RISE],
        [0, front],
        [0, inner * DEPTH - RISE],
        [inner, -RISE],
      ],
      a,
    ),
    edge: [
      { x: 0, y: DEPTH * a },
      { x: 0, y: front * a },
    ],
    middle: { x: 0, y: -RISE * a },
  };
}

/** The shadow that a stump standing `up` pixels higher throws on the one below: on its left and on its right side. */
export function underneath(up: number, a: number): [string, string] {
  const high = a > 0 ? up / a : 0; // a table that has no width yet
  const low = high - Math.min(0.075, high * 0.45);
  const lean = 1 + DEPTH * 0.6;
  const at = (height: number): [number, number] => [-1 + (0.6 * height) / lean, -height / lean];
  const left: [number, number][] = [at(high), [0, DEPTH - high], [0, DEPTH - low], at(low)];
  const right = left.map(([x, y]): [number, number] => [-x, y]);
  return [path(left, a), path(right, a)];
}

/** A point of an arc from one place to another: `part` from 0 to 1. The higher, the longer the way. */
export function arc(from: Point, to: Point, part: number): Point {
  const way = Math.hypot(to.x - from.x, to.y - from.y);
  const high = way < 1 ? 0 : 24 + 0.06 * way;
  return {
    x: from.x + (to.x - from.x) * part,
    y: from.y + (to.y - from.y) * part - high * 4 * part * (1 - part),
  };
}
