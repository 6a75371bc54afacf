/** Shapes of the pictures on the front page, in units of the picture. */

const short = (value: number): number => Math.round(value * 10) / 10;
const points = (...pairs: [number, number][]): string => pairs.map(([x, y]) => `${short(x)},${short(y)}`).join(' ');

export interface Band {
  colour: string;
  side: string;
  x: number;
  y: number;
  rx: number;
  ry: number;
}

const FLAT = 0.36;

function band(colour: string, x: number, top: number, bottom: number, rx: number): Band {
  const ry = rx * FLAT;
  const side = `M${short(x - rx)} ${short(top)}V${short(bottom)}A${short(rx)} ${short(ry)} 0 0 0 ${short(x + rx)} ${short(bottom)}V${short(top)}Z`;
  return { colour, side, x, y: short(top), rx: short(rx), ry: short(ry) };
}

/** A pile of Kabaleo: `colours` from the base up; the top one shows its cone. `w` is the foot of a cone. */
export function pile(x: number, foot: number, w: number, colours: string[]): { bands: Band[]; cone: string; top: string; y: number } {
  const base = band(colours[0]!, x, foot - 0.1 * w, foot, 0.6 * w);
  const bands = [base];
  colours.slice(1).forEach((colour, layer) => {
    const top = foot - 0.225 * w - layer * 0.135 * w;
    bands.push(band(colour, x, top, top + 0.11 * w, 0.5 * w));
  });
  const y = bands.at(-1)!.y;
  const at = (dx: number, dy: number): string => `${short(x + dx * w)} ${short(y - dy * w)}`;
  const cone = `M${at(-0.43, 0)}Q${at(-0.215, 0.32)} ${at(-0.086, 0.716)}Q${at(0, 0.876)} ${at(0.086, 0.716)}Q${at(0.215, 0.32)} ${at(0.43, 0)}A${short(0.43 * w)} ${short(0.43 * FLAT * w)} 0 0 1 ${at(-0.43, 0)}Z`;
  return { bands, cone, top: colours.at(-1)!, y };
}

export interface Storey {
  colour: string;
  left: string;
  right: string;
}

/** A stack of Babylone: `colours` from the bottom up; the top one shows its face. `a` is half its width. */
export function stack(x: number, foot: number, a: number, colours: string[]): { storeys: Storey[]; face: string; inner: string; top: string; y: number } {
  const storeys = colours.map((colour, layer) => {
    const y = foot - layer * 0.27 * a;
    const half = (side: number): string => points([x + side * a, y], [x, y + 0.54 * a], [x, y + 0.01 * a], [x + side * 0.76 * a, y - 0.4 * a]);
    return { colour, left: half(-1), right: half(1) };
  });
  const y = foot - (colours.length - 1) * 0.27 * a - 0.4 * a;
  const rhombus = (half: number): string => points([x - half, y], [x, y - half * 0.54], [x + half, y], [x, y + half * 0.54]);
  return { storeys, face: rhombus(0.76 * a), inner: rhombus(0.608 * a), top: colours.at(-1)!, y };
}

/** A place of On Top's board: half sides to the right, rows down. */
export type Place = [number, number];
export const SIDE = 72;
const ROW = SIDE * Math.sqrt(3) / 2;
export const at = ([column, row]: Place): [number, number] => [column * (SIDE / 2), row * ROW];
export const outline = (places: Place[]): string => points(...places.map(at));

/** A tile's four corners: a coloured sector each, and where its symbol stands. */
export function sectors(places: Place[], letters: string): { colour: string; path: string; arc: string; x: number; y: number; size: number }[] {
  const colours: Record<string, string> = { R: 'red', Y: 'yellow', B: 'blue', W: 'white' };
  const radius = 0.455 * SIDE;
  const corners = places.map(at);
  return corners.map(([x, y], corner) => {
    const blunt = corner % 2 === 1;
    const towards = (other: number): [number, number] => {
      const [ox, oy] = corners[(other + 4) % 4]!;
      const way = Math.hypot(ox - x, oy - y);
      return [x + ((ox - x) / way) * radius, y + ((oy - y) / way) * radius];
    };
    const [ax, ay] = towards(corner + 1);
    const [bx, by] = towards(corner - 1);
    const arc = `${short(ax)} ${short(ay)}A${short(radius)} ${short(radius)} 0 0 1 ${short(bx)} ${short(by)}`;
    const [mx, my] = [(ax + bx) / 2 - x, (ay + by) / 2 - y];
    const out = (radius * (blunt ? 0.6 : 0.66)) / Math.hypot(mx, my);
    return { colour: colours[letters[corner]!]!, path: `M${short(x)} ${short(y)}L${arc}Z`, arc: `M${arc}`, x: short(x + mx * out), y: short(y + my * out), size: SIDE * (blunt ? 0.235 : 0.192) };
  });
}
