/** The end, step by step: what the track showed, what pawns left over cost, and what decided. */

import type { Seat } from '../../lib/types';
import type { Play, Scene } from '../../play/play.svelte';
import { colourOf, effectsOf, seatOf, stateOf, teamOf } from './table';

/** One line of the count: a player, or a team. */
export interface Line {
  seats: Seat[];
  track: number;
  left: number;
  total: number;
}

/** The players' lines, as the server's final scores tell them. */
export function linesOf(scene: Scene): Line[] {
  const state = stateOf(scene);
  return Array.from({ length: scene.players }, (_, seat) => {
    const track = state.scores[seat] ?? 0;
    return {
      seats: [seat],
      track,
      left: state.pawns[colourOf(scene, seat)] ?? 0,
      total: scene.result?.scores?.[seat] ?? track,
    };
  });
}

/** The step of the count at which the pawns that are left have been paid for. */
export const PAID = 3;

type Counted = Pick<Play, 'scene' | 'landing'> & { counting: Pick<Play['counting'], 'steps' | 'shown'> };

/** What each player has, wherever it is shown: at the end the total, once it has been counted so far. */
export function pointsOf({ scene, landing, counting }: Counted): number[] {
  const early = landing || (counting.steps > 0 && counting.shown < PAID);
  return linesOf(scene).map(({ track, total }) => (early ? track : total));
}

/** The sides that win or lose together: teams, or everybody for themselves. Their lines added up. */
export function sidesOf(scene: Scene): Line[] {
  const lines = linesOf(scene);
  if (teamOf(scene, 0) === null) return lines;
  return [0, 1].map((team) => {
    const own = lines.filter((line) => teamOf(scene, line.seats[0]!) === team);
    const sum = (of: (line: Line) => number): number => own.reduce((whole, line) => whole + of(line), 0);
    return {
      seats: own.flatMap((line) => line.seats),
      track: sum((line) => line.track),
      left: sum((line) => line.left),
      total: sum((line) => line.total),
    };
  });
}

/** The sides with most points. */
export function leadersOf(scene: Scene): Line[] {
  const sides = sidesOf(scene);
  const most = Math.max(...sides.map((side) => side.total));
  return sides.filter((side) => side.total === most);
}

export type Cause = { kind: 'last_pawn' | 'used_up'; colour: string } | { kind: 'no_tiles' | 'no_place' };

/** Why nothing more was laid. */
export function causeOf(scene: Scene): Cause {
  const colour = effectsOf(scene.effects.at(-1)).last_pawn;
  if (colour !== null) return { kind: seatOf(scene, colour) === null ? 'used_up' : 'last_pawn', colour };
  return { kind: stateOf(scene).tiles_left === 0 && stateOf(scene).tile === null ? 'no_tiles' : 'no_place' };
}
