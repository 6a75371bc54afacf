/** A pile of pieces as a picture has it, in units of the picture. */

const short = (value: number): number => Math.round(value * 10) / 10;

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
  const foot = `A${short(rx)} ${short(ry)} 0 0 0 ${short(x + rx)} ${short(bottom)}`;
  const side = `M${short(x - rx)} ${short(top)}V${short(bottom)}${foot}V${short(top)}Z`;
  return { colour, side, x, y: short(top), rx: short(rx), ry: short(ry) };
}

/** A pile: `colours` from the base up; the top one shows its cone. `w` is the foot of a cone. */
export function pile(
  x: number,
  foot: number,
  w: number,
  colours: string[],
): { bands: Band[]; cone: string; top: string; y: number } {
  const base = band(colours[0]!, x, foot - 0.1 * w, foot, 0.6 * w);
  const bands = [base];
  colours.slice(1).forEach((colour, layer) => {
    const top = foot - 0.225 * w - layer * 0.135 * w;
    bands.push(band(colour, x, top, top + 0.11 * w, 0.5 * w));
  });
  const y = bands.at(-1)!.y;
  const at = (dx: number, dy: number): string => `${short(x + dx * w)} ${short(y - dy * w)}`;
  const up = `M${at(-0.43, 0)}Q${at(-0.215, 0.32)} ${at(-0.086, 0.716)}`;
  const down = `Q${at(0, 0.876)} ${at(0.086, 0.716)}Q${at(0.215, 0.32)} ${at(0.43, 0)}`;
  const cone = `${up}${down}A${short(0.43 * w)} ${short(0.43 * FLAT * w)} 0 0 1 ${at(-0.43, 0)}Z`;
  return { bands, cone, top: colours.at(-1)!, y };
}
