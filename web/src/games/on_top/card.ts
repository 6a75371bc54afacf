/** The board on the game's card, in units of the picture. */

const short = (value: number): number => Math.round(value * 10) / 10;
const points = (...pairs: [number, number][]): string => pairs.map(([x, y]) => `${short(x)},${short(y)}`).join(' ');

/** A place of the board: half sides to the right, rows down. */
export type Place = [number, number];
export const SIDE = 72;
const ROW = (SIDE * Math.sqrt(3)) / 2;
export const at = ([column, row]: Place): [number, number] => [column * (SIDE / 2), row * ROW];
export const outline = (places: Place[]): string => points(...places.map(at));

/** A tile's four corners: a coloured sector each, and where its symbol stands. */
export function sectors(
  places: Place[],
  letters: string,
): { colour: string; path: string; arc: string; x: number; y: number; size: number }[] {
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
    return {
      colour: colours[letters[corner]!]!,
      path: `M${short(x)} ${short(y)}L${arc}Z`,
      arc: `M${arc}`,
      x: short(x + mx * out),
      y: short(y + my * out),
      size: SIDE * (blunt ? 0.235 : 0.192),
    };
  });
}
