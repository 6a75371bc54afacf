/** What everybody could have believed of what is hidden from them, each by their own seat. */

import type { Position } from './position.ts';
import type { Minds } from './thinkers.ts';
import { SPECTATOR, type Advice, type Viewer } from './types.ts';

/** By who believes it (a seat, or `outside`) and about which seat: the probability of each thing it may be hiding. */
export type Beliefs = Record<string, Record<string, Record<string, number>>>;

const OUTSIDE = 'outside';
const NOTHING: Advice = { moves: [], exact: false, simulations: 0, by: '', more: {} };

/**
 * By the moves so far alone, also after the end; of one viewer's knowledge: theirs and outside. Null: none are told.
 * Nobody made the first `unplayed` moves. */
export async function beliefs(position: Position, minds: Minds, unplayed = 0): Promise<Beliefs | null> {
  const { game, record, players } = position;
  const field = game.description.minds.beliefs;
  if (field === null) return null;
  const seats: Viewer[] = record.viewer === undefined ? [...Array(players).keys()] : [record.viewer];
  const told: Beliefs = {};
  for (const viewer of [...seats.filter((seat) => seat !== SPECTATOR), SPECTATOR] as Viewer[]) {
    const { more } = await minds.explain(game.known(record, viewer), NOTHING, unplayed);
    const rows = more[field] as (Record<string, number> | null)[];
    const own: Beliefs[string] = {};
    rows.forEach((row, seat) => {
      if (row !== null) own[seat] = row;
    });
    told[viewer === SPECTATOR ? OUTSIDE : viewer] = own;
  }
  return told;
}
