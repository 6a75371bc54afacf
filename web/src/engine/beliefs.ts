/** What everybody could have believed of what is hidden from them, each by their own seat. */

import { Case } from './mind.ts';
import { Position, View } from './position.ts';
import { SPECTATOR, type Viewer } from './types.ts';

/** By who believes it (a seat, or `outside`) and about which seat: the probability of each thing it may be hiding. */
export type Beliefs = Record<string, Record<string, Record<string, number>>>;

const OUTSIDE = 'outside';

/** By the moves so far alone, also after the end; of one viewer's knowledge: theirs and outside. Null: none are told. */
export function beliefs(position: Position): Beliefs | null {
  const { game, record, players } = position;
  const { beliefs: field, levels } = game.description.minds;
  if (field === null) return null;
  const seats: Viewer[] = record.viewer === undefined ? [...Array(players).keys()] : [record.viewer];
  const told: Beliefs = {};
  for (const viewer of [...seats.filter((seat) => seat !== SPECTATOR), SPECTATOR] as Viewer[]) {
    const known = Position.of(game, game.known(record, viewer));
    const open = new Case(new View(known, viewer), game.desks, levels.at(-1)!.numbers, 0n);
    const rows = open.findings()[0][field] as (Record<string, number> | null)[];
    open.close();
    const own: Beliefs[string] = {};
    rows.forEach((row, seat) => {
      if (row !== null) own[seat] = row;
    });
    told[viewer === SPECTATOR ? OUTSIDE : viewer] = own;
  }
  return told;
}
