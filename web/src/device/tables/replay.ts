/** A game position by position, with what a viewer knew then. */

import type { Effects, Step, Viewer } from '../../lib/types';
import type { Placed, Ruled } from './rules';

/** From the first position to this one: what that viewer could see, or all; and what the last move did. */
export function steps(game: Ruled, position: Placed, who: Viewer | 'all'): Step[] {
  const { record } = position;
  const found: Step[] = [];
  let here = game.load({ ...record, moves: [] });
  let effects: Effects | null = null;
  for (let ply = 0; ply <= record.moves.length; ply++) {
    const seen = who === 'all' ? null : here.view(who);
    const known = seen === null ? here : seen.known;
    found.push({
      ply,
      move: ply > 0 ? record.moves[ply - 1]! : null,
      to_move: known.toMove,
      legal: [...known.legal],
      setup: known.record.setup,
      state: seen === null ? here.shown : seen.shown,
      result: known.result,
      effects,
    });
    const move = record.moves[ply];
    if (move === undefined) break;
    effects = known.effects(move);
    here = here.play(move);
  }
  return found;
}
