/**
 * The count after the end, as lines to be shown one after another. What decided is the server's word; the numbers can
 * be seen on the table.
 */

import type { Seat } from '../../lib/types';
import type { Scene } from '../../play/play.svelte';
import { colours, objective, owned } from './position';

/** A player's objective and what shows it. */
export interface Row {
  seat: Seat;
  colour: string;
  /** What counts, as the result says it: locations, and a head start, which is a pile. */
  score: number;
  locations: number[];
  piles: number;
  highest: number;
}

/** One thing that was compared: who took part with how much, and who was ahead. */
export interface Line {
  clause: 'K14' | 'K15' | 'K16' | 'K17';
  scores: { seat: Seat; n: number }[];
  ahead: Seat[];
}

/** Every seat whose objective is known. */
export function rows(scene: Scene): Row[] {
  const found: Row[] = [];
  for (let seat = 0; seat < scene.players; seat++) {
    const colour = objective(scene, seat);
    if (colour === null) continue;
    const own = owned(scene, colour);
    const score = scene.result?.scores?.[seat] ?? own.locations.length;
    found.push({ seat, colour, score, ...own, piles: own.piles + score - own.locations.length });
  }
  return found;
}

/** Best first, as the count compares them. */
export function ranked(all: Row[]): Row[] {
  return [...all].sort((a, b) => b.score - a.score || b.piles - a.piles || b.highest - a.highest || a.seat - b.seat);
}

const REACHED: Record<string, number> = { majority: 1, piles: 2, highest: 3, shared: 4 };

/** What was compared, as far as the reason needs it. */
export function lines(all: Row[], reason: string | null): Line[] {
  const reached = REACHED[reason ?? ''] ?? 0;
  const made: Line[] = [];
  let among = all;
  const compare = (clause: Line['clause'], of: (row: Row) => number): void => {
    const most = Math.max(...among.map(of));
    const scores = among.map((row) => ({ seat: row.seat, n: of(row) }));
    among = among.filter((row) => of(row) === most);
    made.push({ clause, scores, ahead: among.map((row) => row.seat) });
  };
  if (all.length === 0) return made;
  if (reached >= 1) compare('K14', (row) => row.score);
  if (reached >= 2) compare('K15', (row) => row.piles);
  if (reached >= 3) compare('K16', (row) => row.highest);
  if (reached >= 4) made.push({ clause: 'K17', scores: [], ahead: among.map((row) => row.seat) });
  return made;
}

/** The colours in play that were nobody's objective; known only when all objectives are. */
export function nobodys(scene: Scene, all: Row[]): string[] {
  if (all.length < scene.players) return [];
  return colours(scene).filter((colour) => all.every((row) => row.colour !== colour));
}
