/**
 * A Kabaleo scene, read: what lies where, who has what, whose objective is known. Counts what can be seen; knows no
 * rule.
 */

import { SYMBOLS } from '../../lib/colours';
import type { Seat } from '../../lib/types';
import type { Scene } from '../../play/play.svelte';

/** The colours in play, always in the same order. */
export function colours(scene: Scene): string[] {
  const order = Object.keys(SYMBOLS);
  return [...(scene.record.setup['colours'] as string[])].sort((a, b) => order.indexOf(a) - order.indexOf(b));
}

/** Every location's colours, base first. */
export function piles(scene: Scene): string[][] {
  return scene.state['locations'] as string[][];
}

/** What a seat still has to put, zero included. */
export function stock(scene: Scene, seat: Seat): Record<string, number> {
  return (scene.state['stocks'] as Record<string, number>[])[seat] ?? {};
}

/** A seat's objective where the scene tells it, else null. */
export function objective(scene: Scene, seat: Seat): string | null {
  const all = (scene.state['objectives'] ?? scene.record.setup['objectives'] ?? []) as (string | null)[];
  return all[seat] ?? null;
}

/** Whose pieces are played from the tray: the viewer's; the mover's where nothing is hidden. */
export function owner(scene: Scene): Seat | null {
  return typeof scene.viewer === 'number' ? scene.viewer : scene.viewer === 'all' ? scene.toMove : null;
}

export interface Move {
  colour: string;
  location: number;
}

/** `blue@5` taken apart. */
export function parse(move: string): Move {
  const [colour, location] = move.split('@') as [string, string];
  return { colour, location: Number(location) };
}

/** How many locations show each colour. */
export function shows(scene: Scene): Record<string, number> {
  const counted = Object.fromEntries(colours(scene).map((colour) => [colour, 0]));
  for (const pile of piles(scene)) counted[pile.at(-1)!]! += 1;
  return counted;
}

/** The piles and bare bases that show one colour. */
export interface Owned {
  /** Their numbers, piles first. */
  locations: number[];
  /** How many of them carry a piece. */
  piles: number;
  /** Pieces on the highest of them. */
  highest: number;
}

/** What shows that colour. */
export function owned(scene: Scene, colour: string): Owned {
  const found = piles(scene).flatMap((pile, index) =>
    pile.at(-1) === colour ? [{ location: index + 1, pieces: pile.length - 1 }] : [],
  );
  found.sort((a, b) => Number(b.pieces > 0) - Number(a.pieces > 0) || a.location - b.location);
  return {
    locations: found.map(({ location }) => location),
    piles: found.filter(({ pieces }) => pieces > 0).length,
    highest: Math.max(0, ...found.map(({ pieces }) => pieces)),
  };
}

/** What is worth showing at a location: the value of the colour in hand, or the best colour's. */
export function valueAt(
  values: Record<string, number>,
  location: number,
  held: string | null,
): { colour: string; value: number } | null {
  let best: { colour: string; value: number } | null = null;
  for (const [move, value] of Object.entries(values)) {
    const made = parse(move);
    if (made.location !== location || (held !== null && made.colour !== held)) continue;
    if (best === null || value > best.value) best = { colour: made.colour, value };
  }
  return best;
}
