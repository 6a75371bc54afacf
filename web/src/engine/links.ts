/** Links: a record or a knowledge record as a short text that may stand in a web address.
 *
 * A link is `<game>~<digits>`: the set-up as digits in their own bases, then every move as its number among the legal
 * moves at its turn. A link can only say what is legal. Options that came later have a place in links of a later
 * version only; what can be said without them is written as it always was.
 */

import { BadDigits, Digits } from './digits.ts';
import { badRecord, ELSEWHERE, SommetError } from './errors.ts';
import type { Game } from './game.ts';
import { Position } from './position.ts';
import { record } from './records.ts';
import { SPECTATOR, type Viewer } from './types.ts';

const MOST_PLAYERS = 8;
const VERSIONS = 8;

/** The text for a position with its whole past: the full record, or the knowledge it was made from. */
export function link(position: Position): string {
  const { game, record: of } = position;
  const { most_moves } = game.description.contract.link;
  const version = game.setup.since(of.options);
  const digits = new Digits();
  digits.put(version, VERSIONS);
  digits.put(of.players - 1, MOST_PLAYERS);
  digits.put(Number(of.viewer !== undefined), 2);
  if (of.viewer !== undefined) digits.put(of.viewer === SPECTATOR ? of.players : of.viewer, of.players + 1);
  game.setup.put(of, digits, version);
  digits.put(of.moves.length, most_moves);
  for (const [before, move] of position.positions()) digits.putOne(move, before.legal);
  return `${game.name}~${digits.text()}`;
}

/** The position of a link of this game; throws SommetError when the link is damaged. */
export function linked(text: string, game: Game): Position {
  try {
    return read(text, game);
  } catch (error) {
    if (error instanceof BadDigits || (error instanceof SommetError && error.code !== ELSEWHERE)) {
      throw badRecord('error.link');
    }
    throw error;
  }
}

/** The name of the game that a link is of, perhaps; a text that is none gives none. */
export function gameOf(text: unknown): string {
  return typeof text === 'string' ? text.split('~', 1)[0]! : '';
}

function read(text: string, game: Game): Position {
  const { version: latest, most_moves } = game.description.contract.link;
  const start = text.indexOf('~');
  const digits = Digits.read(start < 0 ? '' : text.slice(start + 1));
  const version = digits.take(VERSIONS);
  if (version < 1 || version > latest) throw new BadDigits(text);
  const players = digits.take(MOST_PLAYERS) + 1;
  if (!game.description.players.includes(players)) throw new BadDigits(text);
  let viewer: Viewer | undefined;
  if (digits.take(2)) {
    const seat = digits.take(players + 1);
    viewer = seat === players ? SPECTATOR : seat;
  }
  const [options, setup] = game.setup.take(players, digits, version);
  let position = Position.start(game, record(game.name, players, options, setup, [], viewer));
  for (let left = digits.take(most_moves); left > 0; left--) {
    if (position.over) throw new BadDigits(text);
    position = position.play(digits.takeOne(position.legal));
  }
  if (!digits.usedUp) throw new BadDigits(text);
  return Position.of(game, position.record); // a viewer's record tells what they must know
}
