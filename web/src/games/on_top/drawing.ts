/** Lines and measures of what is drawn; 72 drawing units are one side of a cell. */

import { widened, type Point } from './shape';

export const U = 72;
/** A corner's sector, its symbol and how far the symbol sits from the corner. */
export const SECTOR = 0.455 * U;
const ACUTE = { size: 0.245 * U, from: 0.3 * U };
const OBTUSE = { size: 0.265 * U, from: 0.275 * U };
/** Gold border, and the track outside it. */
export const BORDER = 0.2;
export const TRACK = { from: 0.215, to: 0.6 };

const short = (value: number): string => String(Math.round(value * 10) / 10);
export const scaled = (point: Point): Point => ({ x: point.x * U, y: point.y * U });

/** Points of a polygon, in drawing units. */
export function polygon(points: Point[]): string {
  return points.map(({ x, y }) => `${short(x * U)},${short(y * U)}`).join(' ');
}

/** A convex polygon a little smaller (or larger), in drawing units. */
export function inset(points: Point[], by: number): string {
  return polygon(widened(points, -by));
}

const towards = (from: Point, to: Point, by: number): Point => {
  const length = Math.hypot(to.x - from.x, to.y - from.y);
  return { x: from.x + ((to.x - from.x) / length) * by, y: from.y + ((to.y - from.y) / length) * by };
};

export interface Corner {
  colour: string;
  /** The sector, and its arc alone. */
  sector: string;
  arc: string;
  /** The box of the symbol. */
  x: number;
  y: number;
  size: number;
}

/** The four corners of a tile; `points` clockwise from its first colour, which is acute. */
export function cornersOf(points: Point[], colours: string[]): Corner[] {
  const at = points.map(scaled);
  return at.map((point, index) => {
    const a = towards(point, at[(index + 1) % 4]!, SECTOR);
    const b = towards(point, at[(index + 3) % 4]!, SECTOR);
    const { size, from } = index % 2 === 0 ? ACUTE : OBTUSE;
    const middle = towards(point, at[(index + 2) % 4]!, from);
    const arc = `${short(a.x)} ${short(a.y)}A${short(SECTOR)} ${short(SECTOR)} 0 0 1 ${short(b.x)} ${short(b.y)}`;
    return {
      colour: colours[index]!,
      sector: `M${short(point.x)} ${short(point.y)}L${arc}Z`,
      arc: `M${arc}`,
      x: middle.x - size / 2,
      y: middle.y - size / 2,
      size,
    };
  });
}

/** A tile by itself, turned: its four corners round its middle. */
export function loose(turn: number): Point[] {
  const degrees = 30 + 60 * turn;
  const on = (angle: number, far: number): Point => ({
    x: far * Math.cos((angle * Math.PI) / 180),
    y: far * Math.sin((angle * Math.PI) / 180),
  });
  const long = Math.sqrt(3) / 2;
  return [on(degrees + 180, long), on(degrees + 270, 0.5), on(degrees, long), on(degrees + 90, 0.5)];
}

/** The whole drawing: x, y, width, height. */
export function viewBox(outline: Point[], margin: number): { x: number; y: number; width: number; height: number } {
  const points = widened(outline, margin).map(scaled);
  const xs = points.map((point) => point.x);
  const ys = points.map((point) => point.y);
  const x = Math.min(...xs);
  const y = Math.min(...ys);
  return { x, y, width: Math.max(...xs) - x, height: Math.max(...ys) - y };
}

/** Where the dashes of a tower's pawns lie: the n-th pawn from below, as centre of its upper face. */
export const PAWN = { rx: 0.205 * U, ry: 0.094 * U, high: 0.115 * U, lift: -0.055 * U };

/** The upper face of the n-th pawn (0 is the lowest) that stands at `at`. */
export function face(at: Point, number: number, scale = 1): Point {
  return { x: at.x, y: at.y + (PAWN.lift - number * PAWN.high) * scale };
}
