/** The stack on the game's card, in units of the picture. */

const short = (value: number): number => Math.round(value * 10) / 10;
const points = (...pairs: [number, number][]): string => pairs.map(([x, y]) => `${short(x)},${short(y)}`).join(' ');

export interface Storey {
  colour: string;
  left: string;
  right: string;
}

/** A stack: `colours` from the bottom up; the top one shows its face. `a` is half its width. */
export function stack(
  x: number,
  foot: number,
  a: number,
  colours: string[],
): { storeys: Storey[]; face: string; inner: string; top: string; y: number } {
  const storeys = colours.map((colour, layer) => {
    const y = foot - layer * 0.27 * a;
    const half = (side: number): string =>
      points([x + side * a, y], [x, y + 0.54 * a], [x, y + 0.01 * a], [x + side * 0.76 * a, y - 0.4 * a]);
    return { colour, left: half(-1), right: half(1) };
  });
  const y = foot - (colours.length - 1) * 0.27 * a - 0.4 * a;
  const rhombus = (half: number): string =>
    points([x - half, y], [x, y - half * 0.54], [x + half, y], [x, y + half * 0.54]);
  return { storeys, face: rhombus(0.76 * a), inner: rhombus(0.608 * a), top: colours.at(-1)!, y };
}
