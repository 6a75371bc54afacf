/**
 * The board as the server describes it, and what the page works out from it to draw: places of tiles, outline, track.
 */

export interface Point {
  x: number;
  y: number;
}

/** `GET /games/on_top/layouts/{name}`; the unit is a cell's side, y grows downwards. */
export interface BoardAnswer {
  cells: Record<string, { x: number; y: number; up: boolean; corners: string[] }>;
  crossings: Record<string, { x: number; y: number; gold: boolean; cells: string[] }>;
  start: string[];
  rows: number;
  /** The whole set of tiles, by kind. */
  tiles: Record<string, number>;
}

/** Two cells and a way round: where a move puts the tile. */
export interface Place {
  move: string;
  cells: [string, string];
  /** The crossings under the tile's corners, from its first colour on, clockwise, and where they are. */
  crossings: string[];
  corners: Point[];
  centre: Point;
  /** Which way the tile is turned: 0 to 5, each a sixth of a turn clockwise from the last. */
  turn: number;
}

export interface Shape {
  answer: BoardAnswer;
  /** By move: every pair of neighbouring cells, both ways round. */
  places: Map<string, Place>;
  /** Cell and turn name one place at most: `D4/2`. */
  at: Map<string, Place>;
  /** Names of cells, row by row. */
  rows: string[][];
  /** A cell's corners, clockwise. */
  triangles: Record<string, Point[]>;
  /** The six corners of the board, clockwise from the lower left. */
  outline: Point[];
}

export const TURNS = 6;

const around = (centre: Point, point: Point): number => Math.atan2(point.y - centre.y, point.x - centre.x);

/** A cell's corners in clockwise order (on the screen). */
function clockwise(answer: BoardAnswer, cell: string): string[] {
  const { corners, x, y } = answer.cells[cell]!;
  const angle = (name: string): number => around({ x, y }, answer.crossings[name]!);
  return [...corners].sort((a, b) => angle(a) - angle(b));
}

function place(answer: BoardAnswer, x: string, y: string, corners: Record<string, string[]>): Place {
  const inX = corners[x]!;
  const inY = corners[y]!;
  const far = inX.findIndex((name) => !inY.includes(name));
  const crossings = [inX[far]!, inX[(far + 1) % 3]!, inY.find((name) => !inX.includes(name))!, inX[(far + 2) % 3]!];
  const from = answer.cells[x]!;
  const to = answer.cells[y]!;
  const degrees = (around(from, to) * 180) / Math.PI;
  return {
    move: `${x}-${y}`,
    cells: [x, y],
    crossings,
    corners: crossings.map((name) => ({ x: answer.crossings[name]!.x, y: answer.crossings[name]!.y })),
    centre: { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 },
    turn: ((Math.round((degrees - 30) / 60) % TURNS) + TURNS) % TURNS,
  };
}

/** Everything the page draws a board from. */
export function shapeOf(answer: BoardAnswer): Shape {
  const names = Object.keys(answer.cells);
  const corners = Object.fromEntries(names.map((cell) => [cell, clockwise(answer, cell)]));
  const places = new Map<string, Place>();
  const at = new Map<string, Place>();
  for (const cell of names) {
    const near = new Set(corners[cell]!.flatMap((name) => answer.crossings[name]!.cells));
    for (const other of near) {
      if (other === cell || corners[other]!.filter((name) => corners[cell]!.includes(name)).length !== 2) continue;
      const found = place(answer, cell, other, corners);
      places.set(found.move, found);
      at.set(`${cell}/${found.turn}`, found);
      at.set(`${other}/${found.turn}`, found);
    }
  }
  const rows: string[][] = [];
  let letter = '';
  for (const cell of names) {
    const its = cell.replace(/\d+$/, '');
    if (its !== letter) rows.push([]);
    letter = its;
    rows.at(-1)!.push(cell);
  }
  const triangles = Object.fromEntries(
    names.map((cell) => [cell, corners[cell]!.map((name) => answer.crossings[name]!)]),
  );
  return { answer, places, at, rows, triangles, outline: outlineOf(answer) };
}

/** The corners of the board: the crossings with two cells. Clockwise, the lowest left one first. */
function outlineOf(answer: BoardAnswer): Point[] {
  const ends = Object.values(answer.crossings).filter((crossing) => crossing.cells.length === 2);
  const centre = {
    x: ends.reduce((sum, one) => sum + one.x, 0) / ends.length,
    y: ends.reduce((sum, one) => sum + one.y, 0) / ends.length,
  };
  const points = ends.map(({ x, y }) => ({ x, y })).sort((a, b) => around(centre, a) - around(centre, b));
  const lowest = Math.max(...points.map((point) => point.y));
  const first = points.findIndex(
    (point) =>
      point.y > lowest - 0.01 &&
      point.x === Math.min(...points.filter((one) => one.y > lowest - 0.01).map((one) => one.x)),
  );
  return [...points.slice(first), ...points.slice(0, first)];
}

/** A convex outline made wider by `by` on every side. */
export function widened(outline: Point[], by: number): Point[] {
  const count = outline.length;
  return outline.map((point, index) => {
    const before = outline[(index + count - 1) % count]!;
    const after = outline[(index + 1) % count]!;
    const normal = (from: Point, to: Point): Point => {
      const length = Math.hypot(to.x - from.x, to.y - from.y);
      return { x: (to.y - from.y) / length, y: -(to.x - from.x) / length };
    };
    const one = normal(before, point);
    const two = normal(point, after);
    const stretch = by / (1 + one.x * two.x + one.y * two.y);
    return { x: point.x + (one.x + two.x) * stretch, y: point.y + (one.y + two.y) * stretch };
  });
}

export interface Space {
  points: Point[];
  centre: Point;
  /** Straight out of the board. */
  out: Point;
}

export const SPACES = 66;

/** The score track: its spaces lie between two outlines, from the lower left, clockwise. */
export function trackOf(outline: Point[], from: number, to: number): Space[] {
  const inner = widened(outline, from);
  const outer = widened(outline, to);
  const count = outline.length;
  const lengths = outline.map((point, index) => {
    const next = outline[(index + 1) % count]!;
    return Math.hypot(next.x - point.x, next.y - point.y);
  });
  const whole = lengths.reduce((sum, length) => sum + length, 0);
  const starts = lengths.map((_, index) => lengths.slice(0, index).reduce((sum, length) => sum + length, 0));
  const on = (ring: Point[], way: number): Point => {
    const side = Math.max(
      0,
      starts.findLastIndex((start) => start <= way + 1e-9),
    );
    const share = (way - starts[side]!) / lengths[side]!;
    const a = ring[side]!;
    const b = ring[(side + 1) % count]!;
    return { x: a.x + (b.x - a.x) * share, y: a.y + (b.y - a.y) * share };
  };
  return Array.from({ length: SPACES }, (_, number) => {
    const begin = (whole * number) / SPACES;
    const end = (whole * (number + 1)) / SPACES;
    const bends = starts.flatMap((start, side) => (start > begin + 1e-9 && start < end - 1e-9 ? [side] : []));
    const last = Math.abs(end - whole) < 1e-9;
    const close = (ring: Point[]): Point => (last ? ring[0]! : on(ring, end));
    const points = [
      on(inner, begin),
      ...bends.map((side) => inner[side]!),
      close(inner),
      close(outer),
      ...[...bends].reverse().map((side) => outer[side]!),
      on(outer, begin),
    ];
    const middle = (begin + end) / 2;
    const a = on(inner, middle);
    const b = on(outer, middle);
    const thick = Math.hypot(b.x - a.x, b.y - a.y);
    return {
      points,
      centre: { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 },
      out: { x: (b.x - a.x) / thick, y: (b.y - a.y) / thick },
    };
  });
}

/** The space of a score: from 66 on it goes round again, below zero it goes back. */
export function spaceOf(score: number): number {
  return ((score % SPACES) + SPACES) % SPACES;
}

/** Where a point lies: the cell it is in, or the nearest one. */
export function cellAt(shape: Shape, point: Point): string {
  let best = '';
  let least = Infinity;
  for (const [name, cell] of Object.entries(shape.answer.cells)) {
    const away = Math.hypot(cell.x - point.x, cell.y - point.y);
    if (away < least) [best, least] = [name, away];
  }
  return best;
}

/** The nearest crossing, if it is no further than `within`. */
export function crossingAt(shape: Shape, point: Point, within: number): string | null {
  let best: string | null = null;
  let least = within;
  for (const [name, crossing] of Object.entries(shape.answer.crossings)) {
    const away = Math.hypot(crossing.x - point.x, crossing.y - point.y);
    if (away < least) [best, least] = [name, away];
  }
  return best;
}
