/** Going about the table with the arrow keys. */

import type { Point } from './geometry';

export type Arrow = 'ArrowLeft' | 'ArrowRight' | 'ArrowUp' | 'ArrowDown';

export function isArrow(key: string): key is Arrow {
  return key === 'ArrowLeft' || key === 'ArrowRight' || key === 'ArrowUp' || key === 'ArrowDown';
}

const TOWARDS: Record<Arrow, Point> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};

/**
 * The next place in that direction, among `places` (by their numbers). Left and right keep to the row and then go
 * on in the
 * order of the numbers, and round at the end: so every place is reached. Null where there is nothing to go to.
 */
export function next(places: Map<number, Point>, from: number, arrow: Arrow, here: Point | undefined): number | null {
  const others = [...places.keys()].filter((place) => place !== from).sort((a, b) => a - b);
  if (others.length === 0) return null;
  const towards = TOWARDS[arrow];
  let best: number | null = null;
  let least = Infinity;
  if (here) {
    for (const place of others) {
      const there = places.get(place)!;
      const along = (there.x - here.x) * towards.x + (there.y - here.y) * towards.y;
      const beside = Math.abs((there.x - here.x) * towards.y) + Math.abs((there.y - here.y) * towards.x);
      if (along < 8 || beside > (towards.y === 0 ? 4 : along * 2.2)) continue;
      const cost = along + beside * 2;
      if (cost < least) {
        least = cost;
        best = place;
      }
    }
  }
  if (best !== null) return best;
  const forward = towards.x + towards.y > 0;
  const after = forward ? others.find((place) => place > from) : others.findLast((place) => place < from);
  return after ?? (forward ? others[0]! : others.at(-1)!);
}
