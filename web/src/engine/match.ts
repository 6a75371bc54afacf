/** Matches: several rounds of one game.
 *
 * Before a round somebody chooses who starts it: before the first the chooser that was drawn or set, later the loser of
 * the round before. With more than two players the loser is the one who stands worst, among equals the first in turn. A
 * round that several sides share counts for nobody and its chooser chooses again.
 */

import { freshSeed, type Seed } from './chance.ts';
import { BAD_REQUEST, badArgument, SommetError } from './errors.ts';
import type { Game } from './game.ts';
import { Position } from './position.ts';
import { checkPlayers, isNumber } from './records.ts';
import type { Dict, GameRecord, Result, Seat } from './types.ts';

const MOST_ROUNDS = 1_000_000;
const CLAUSE = 'B8'; // matches are declared once, for every game

/** What each seat has of the win: an equal share for each winning side, a team's is each partner's. */
export function shares(sides: Seat[][], winners: readonly Seat[]): number[] {
  const won = sides.filter((side) => winners.includes(side[0]!));
  return sides
    .flat()
    .sort((a, b) => a - b)
    .map((seat) => (won.some((side) => side.includes(seat)) ? 1 / won.length : 0));
}

/** Rounds won, by seat, and who chooses who starts the next one. */
export interface Won {
  readonly won: readonly number[];
  readonly chooser: Seat;
}

/** What the match asks of a position that is over. */
interface Ended {
  readonly result: Result | null;
  readonly sides: readonly (readonly Seat[])[];
  readonly standings: readonly number[];
  nextSeats(): readonly Seat[];
}

interface Standing extends Won {
  records: readonly GameRecord[];
  position: Position | null;
}

/** A match, between moves. Immutable; `position` is the round being played, or null while a starter is chosen. */
export class Match {
  readonly game: Game;
  readonly players: number;
  readonly options: Dict;
  readonly roundsToWin: number;
  readonly won: readonly number[];
  readonly chooser: Seat;
  readonly records: readonly GameRecord[];
  readonly position: Position | null;

  private constructor(game: Game, players: number, options: Dict, roundsToWin: number, at: Standing) {
    this.game = game;
    this.players = players;
    this.options = options;
    this.roundsToWin = roundsToWin;
    this.won = at.won;
    this.chooser = at.chooser;
    this.records = at.records;
    this.position = at.position;
  }

  /** The chooser is drawn unless set. Throws SommetError. */
  static start(game: Game, players = 2, options: Dict = {}, roundsToWin = 2, chooser: Seat | null = null): Match {
    checkPlayers(players, game.description.players);
    if (!isNumber(roundsToWin, 1, MOST_ROUNDS)) throw new SommetError(BAD_REQUEST, 'error.match_rounds', CLAUSE);
    if (chooser !== null && !isNumber(chooser, 0, players - 1)) throw badArgument('chooser', chooser);
    const drawn = chooser ?? Number(freshSeed() % BigInt(players));
    const won = new Array<number>(players).fill(0);
    return new Match(game, players, { ...options }, roundsToWin, { won, chooser: drawn, records: [], position: null });
  }

  /** Who has won the match: nobody yet, or the seats (partners, where there are teams) with enough rounds. */
  get winners(): Seat[] {
    return this.won.flatMap((rounds, seat) => (rounds >= this.roundsToWin ? [seat] : []));
  }

  /** The chooser says who starts; the round is dealt. */
  choose(first: Seat, seed: Seed | null = null, choices: Dict = {}): Match {
    if (this.winners.length) throw new SommetError(BAD_REQUEST, 'error.match_over', CLAUSE);
    if (this.position) throw new SommetError(BAD_REQUEST, 'error.not_choosing', CLAUSE);
    const { players, options } = this;
    return this.at(Position.of(this.game, this.game.deal({ players, options, choices, first, seed })));
  }

  /** Play a move of the round; its last one also settles the round. */
  play(move: string): Match {
    if (!this.position) {
      const key = this.winners.length ? 'error.match_over' : 'error.choose_first';
      throw new SommetError(BAD_REQUEST, key, CLAUSE, { seat: this.chooser });
    }
    return this.at(this.position.play(move));
  }

  /** The match with its round there; a round that is over is settled. */
  private at(position: Position): Match {
    const { result } = position;
    const { won, chooser, records } = this;
    if (!result) return this.with({ won, chooser, records, position });
    return this.with({ ...settled(this, position), records: [...records, position.record], position: null });
  }

  private with(at: Standing): Match {
    return new Match(this.game, this.players, this.options, this.roundsToWin, at);
  }
}

/** What a round that is over has done to the match; one that several sides share counts for nobody. */
export function settled({ won, chooser }: Won, ended: Ended): Won {
  const winners = ended.result?.winners ?? [];
  if (!ended.sides.some((side) => side.join() === winners.join())) return { won, chooser };
  return { won: won.map((count, seat) => count + Number(winners.includes(seat))), chooser: loser(ended, winners) };
}

/** Who stands worst; among equals the first who would have been to move. */
function loser(ended: Ended, winners: readonly Seat[]): Seat {
  const { standings } = ended;
  const losers = ended.nextSeats().filter((seat) => !winners.includes(seat));
  return losers.reduce((worst, seat) => (standings[seat]! < standings[worst]! ? seat : worst));
}
