/** Several rounds of one game (B8): what a finished round does to the match. Who stands how, the position says. */

import type { Seat } from '../../lib/types';
import type { Placed } from './rules';

export interface Match {
  /** Rounds won, by seat. */
  readonly won: readonly number[];
  /** Who chooses who starts the next round. */
  readonly chooser: Seat;
}

/** The match after a round that was played to its end. One that several sides share counts for nobody. */
export function settled(match: Match, position: Placed): Match {
  const winners = position.result?.winners ?? [];
  const alone = position.sides.some((side) => side.length === winners.length && side.every((seat, n) => seat === winners[n]));
  return alone ? { won: match.won.map((rounds, seat) => rounds + Number(winners.includes(seat))), chooser: loser(position, winners) } : match;
}

/** The match after a round that somebody gave up. */
export function givenUp(match: Match, seat: Seat, winners: readonly Seat[]): Match {
  return { won: match.won.map((rounds, other) => rounds + Number(winners.includes(other))), chooser: seat };
}

/** Who stands worst; among equals the first who would have been to move. */
function loser(position: Placed, winners: readonly Seat[]): Seat {
  const { standings } = position;
  const losers = position.nextSeats().filter((seat) => !winners.includes(seat));
  return losers.reduce((worst, seat) => (standings[seat]! < standings[worst]! ? seat : worst));
}
