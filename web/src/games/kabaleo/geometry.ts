/** Where things lie and how they are drawn. The unit is w, the width of a piece's foot. */

export interface Point {
  x: number;
  y: number;
}

export interface Layout {
  /** The width of a piece's foot in pixels. */
  w: number;
  /** The middle of each base, in location order. */
  spots: Point[];
}

/** How flat a circle on the table looks. */
export const FLAT = 0.36;
/** Half a base's width, and how thick its plate is. */
export const PLATE = 0.6;
export const PLATE_HIGH = 0.1;
/** A piece: its ring, and its cone above it. */
export const RING = 0.11;
export const CONE = 0.88;
const FIRST = 0.125;
const STEP = 0.135;
/** All steps of a pile share this much; so it never grows past 1.9 w. */
const MOST = 6 * STEP;
/** More bands than these are not drawn one by one. */
const BANDS = 12;

/** How the locations lie: rows for a wide table and for a tall one. Rows of unequal length lie between each other. */
const ROWS: Record<number, number[][]> = {
  24: [
    [8, 8, 8],
    [6, 6, 6, 6],
    [4, 4, 4, 4, 4, 4],
  ],
  20: [
    [7, 6, 7],
    [5, 5, 5, 5],
    [4, 4, 4, 4, 4],
  ],
  16: [
    [5, 6, 5],
    [4, 4, 4, 4],
  ],
};

/** A number from -1 to 1 that looks like chance and is always the same for the same location. */
export function jitter(location: number, salt: number): number {
  let mixed = Math.imul(location + 97 * salt, 0x9e3779b1) >>> 0;
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x85ebca6b) >>> 0;
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35) >>> 0;
  return ((mixed ^ (mixed >>> 16)) >>> 0) / 0x7fffffff - 1;
}

/** Room above the first row's bases for high piles, and below the last row's for numbers and tags. */
const ABOVE = 1.55;
const BELOW = 0.84;
const NARROW = 560;
const WIDE = 1.72;
const DEEP = 1.5;

function fit(rows: number[], width: number, height: number): number {
  const longest = Math.max(...rows);
  return Math.min(width / (longest * WIDE), height / ((rows.length - 1) * DEEP + ABOVE + BELOW));
}

/** The locations on a table of that size: as large as possible, loosely scattered, in reading order. */
export function layout(count: number, width: number, height: number): Layout {
  const choices = ROWS[count] ?? [[count]];
  // more rows only where they make the pieces clearly larger: high piles want air above them; on a narrow table fewer
  // rows
  // only where the most are clearly too many
  const tried = width < NARROW ? [...choices].reverse() : choices;
  const rows = tried.reduce((best, other) =>
    fit(other, width, height) > 1.12 * fit(best, width, height) ? other : best,
  );
  const w = Math.min(fit(rows, width, height), 118);
  const longest = Math.max(...rows);
  const across = Math.min(width / longest, w * 2.3);
  const down = Math.min((height - (ABOVE + BELOW) * w) / Math.max(1, rows.length - 1), w * 2.2);
  const spare = height - down * (rows.length - 1) - (ABOVE + BELOW) * w;
  const top = ABOVE * w + (spare + Math.min(spare, 0.5 * w)) / 2;
  const loose = Math.min(0.26 * w, (across - 1.4 * w) / 2);
  const deep = Math.min(0.2 * w, (down - 1.1 * w) / 2);
  const spots: Point[] = [];
  rows.forEach((length, row) => {
    const left = (width - (length - 1) * across) / 2;
    for (let place = 0; place < length; place++) {
      const location = spots.length + 1;
      const x = left + place * across + jitter(location, 1) * loose;
      spots.push({
        x: Math.max(0.92 * w, Math.min(width - 0.82 * w, x)),
        y: top + row * down + jitter(location, 2) * deep,
      });
    }
  });
  return { w, spots };
}

/** One visible part of a pile: a base's plate, a piece's ring, or the dark band that stands for those not drawn. */
export interface Layer {
  colour: string | null;
  /** The middle of its upper face, in w, upwards from the base's upper face. */
  up: number;
  /** How high its side is, in w. */
  high: number;
}

/** A pile's layers from the base upwards: low piles loosely, high ones pressed together, very high ones shortened. */
export function layers(pile: string[]): Layer[] {
  const [base, ...pieces] = pile as [string, ...string[]];
  const shown: (string | null)[] = pieces.length > BANDS ? [null, ...pieces.slice(1 - BANDS)] : pieces;
  const step = Math.min(STEP, MOST / Math.max(1, shown.length - 1));
  const high = Math.min(RING, step * 0.84);
  const made: Layer[] = [{ colour: base, up: 0, high: PLATE_HIGH }];
  shown.forEach((colour, index) => made.push({ colour, up: FIRST + index * step, high: index === 0 ? RING : high }));
  return made;
}

/** How high above its base's face a pile's uppermost face lies, in w. */
export function top(pile: string[]): number {
  return layers(pile).at(-1)!.up;
}

/** How high above its base's face the next piece would come to lie, in w. */
export function above(pile: string[]): number {
  return pile.length === 1 ? FIRST : top(pile) + STEP;
}

const n = (value: number): string => value.toFixed(1);

/** The side of a disc whose upper face has its middle at (0, y). */
export function side(half: number, y: number, high: number): string {
  return `M${n(-half)} ${n(y)}V${n(y + high)}A${n(half)} ${n(half * FLAT)} 0 0 0 ${n(half)} ${n(y + high)}V${n(y)}Z`;
}

/** A cone that stands on the face at height y; w is the width of the piece's foot. */
export function cone(w: number, y: number): string {
  const half = 0.43 * w;
  const tip = CONE * w;
  const at = (dx: number, dy: number): string => `${n(dx * w)} ${n(y - dy * w)}`;
  const left = `Q${at(-0.215, 0.32)} ${at(-0.085, 0.715)}Q0 ${n(y - tip)} ${at(0.085, 0.715)}`;
  const foot = `A${n(half)} ${n(half * FLAT)} 0 0 1 ${n(-half)} ${n(y)}`;
  return `M${n(-half)} ${n(y)}${left}Q${at(0.215, 0.32)} ${n(half)} ${n(y)}${foot}Z`;
}

/** The light that falls along the cone's left. */
export function sheen(w: number, y: number): string {
  const at = (dx: number, dy: number): string => `${n(dx * w)} ${n(y - dy * w)}`;
  const up = `Q${at(-0.15, 0.3)} ${at(-0.065, 0.66)}Q${at(-0.05, 0.72)} ${at(-0.02, 0.7)}`;
  const down = `Q${at(-0.075, 0.3)} ${at(-0.15, 0.02)}Q${at(-0.2, 0)} ${at(-0.27, 0.05)}`;
  return `M${at(-0.27, 0.05)}${up}${down}Z`;
}

/** The shadow that a pile with its cone throws to the right, over the table. */
export function shade(w: number, high: number): string {
  const tip = (high + CONE) * w;
  const x = 0.66 * tip + 0.3 * w;
  const y = 0.16 * tip + 0.1 * w;
  const at = (dx: number, dy: number): string => `${n(x + dx * w)} ${n(y + dy * w)}`;
  const out = `Q${n(0.55 * x)} ${n(-0.06 * w)} ${at(0, -0.02)}Q${at(0.09, 0.05)} ${at(-0.04, 0.07)}`;
  const back = `Q${n(0.45 * x)} ${n(y + 0.16 * w)} ${n(-0.1 * w)} ${n(0.3 * w)}`;
  return `M${n(-0.1 * w)} ${n(-0.16 * w)}${out}${back}Z`;
}

/**
 * The location whose base is nearest to that point, if the point is on or over it; else null. Locations count from 1.
 */
export function nearest(place: Layout, point: Point): number | null {
  let found: number | null = null;
  let least = 0.95 * place.w;
  place.spots.forEach((spot, index) => {
    const away = Math.hypot(spot.x - point.x, (spot.y - point.y) * 1.25);
    if (away < least) {
      least = away;
      found = index + 1;
    }
  });
  return found;
}

/** The location next in that direction on the screen; the same where there is none. */
export function next(place: Layout, from: number, direction: 'left' | 'right' | 'up' | 'down'): number {
  const here = place.spots[from - 1]!;
  const lying = direction === 'left' || direction === 'right';
  const sign = direction === 'right' || direction === 'down' ? 1 : -1;
  let found = from;
  let least = Infinity;
  place.spots.forEach((spot, index) => {
    const ahead = sign * (lying ? spot.x - here.x : spot.y - here.y);
    const aside = Math.abs(lying ? spot.y - here.y : spot.x - here.x);
    // only what lies more ahead than aside; rows are one step, so a little jitter does not count as up or down
    if (index + 1 === from || ahead < 0.5 * place.w || aside > ahead * 1.2) return;
    const away = ahead + 2 * aside;
    if (away < least) {
      least = away;
      found = index + 1;
    }
  });
  return found;
}
