/** Puzzles: find the best move. A kernel composes them and knows the answers; a level and a seed make one. */

import { BAD_REQUEST, badArgument, shown, SommetError } from './errors.ts';
import type { PuzzlesInfo } from './description.ts';
import { product } from './fields.ts';
import type { Game } from './game.ts';
import type { Position } from './position.ts';
import { record } from './records.ts';

/** What a move of a puzzle is worth. */
export interface Verdict {
  /** It is the one that was looked for. */
  wins: boolean;
  /** The answer to another, where there is one that can be named. */
  refutation: string | null;
  /** How long it lasts with best play, this move included. */
  movesToEnd: number;
  /** Of the win, from 0 to 1. */
  share: number;
  /** How much of the mover’s secret, from 0 to 1; null: there is none. */
  told: number | null;
}

export interface Puzzle {
  level: number;
  seed: number;
  /** As the mover knows it. */
  position: Position;
  /** Of every legal move. */
  verdicts: ReadonlyMap<string, Verdict>;
  /** How many kinds of moves there are to choose from. */
  kinds: number;
  movesToEnd: number;
}

/** Composes the puzzles of a game that has some. */
export class Puzzles {
  readonly info: PuzzlesInfo;
  private readonly game: Game;
  private desk: number[] | null = null;

  constructor(game: Game, info: PuzzlesInfo) {
    this.game = game;
    this.info = info;
  }

  /** The puzzle of that level and seed, the same everywhere; SommetError. */
  puzzle(level: number, seed: number): Puzzle {
    const { levels, players, seeds } = this.info;
    if (!levels.includes(level)) throw badArgument('level', level);
    if (!Number.isInteger(seed) || seed < 0 || seed >= seeds) {
      throw new SommetError(BAD_REQUEST, 'error.seed', null, { given: shown(seed) });
    }
    const { setup, moves, rows, facts } = this.compose(level, seed);
    const { game } = this;
    // in the order of core/puzzle_kernels.py
    const [plies, kinds, movesToEnd, legal] = facts as [number, number, number, number];
    const start = game.load(record(game.name, players, {}, game.setup.read(setup, players, {}), []));
    const { texts } = start.form;
    const whole = start.after(moves.slice(0, plies).map((move) => texts[move]!));
    const verdicts = rows
      .slice(0, legal)
      .map(([move, wins, length, reply, share, told]): [string, Verdict] => [
        texts[move!]!,
        {
          wins: wins === 1,
          refutation: reply! < 0 ? null : texts[reply!]!,
          movesToEnd: length!,
          share: share! / this.info.whole,
          told: told! < 0 ? null : told! / this.info.whole,
        },
      ])
      .sort(([one], [other]) => (one < other ? -1 : 1));
    const position = game.description.secret ? whole.view(whole.toMove!).known : whole;
    return { level, seed, position, verdicts: new Map(verdicts), kinds, movesToEnd };
  }

  private compose(
    level: number,
    seed: number,
  ): { setup: Int16Array; moves: number[]; rows: number[][]; facts: number[] } {
    const { kernels, description } = this.game;
    const { plies, moves: legal, facts, row, chances } = this.info;
    this.desk ??= this.info.desk.flatMap(({ item, shape }) => [kernels.allocate(item * product(shape)), ...shape]);
    const mark = kernels.mark();
    const { size } = description.setup;
    const room = [chances * kernels.size('chance'), size, 8 * plies, 8 * legal * row, 8 * facts];
    const [stream, setup, moves, rows, told] = room.map((bytes) => kernels.allocate(bytes)) as [
      number,
      number,
      number,
      number,
      number,
    ];
    const arrays = [moves, plies, rows, legal, row, told, facts, ...this.desk];
    kernels.kernel('composed')(stream, chances, setup, 1, BigInt(level), BigInt(seed), ...arrays);
    const numbers = (at: number, count: number): number[] => Array.from(kernels.longs(at, count), Number);
    const found = {
      setup: kernels.shorts(setup, size / 2).slice(),
      moves: numbers(moves, plies),
      rows: Array.from({ length: legal }, (_, place) => numbers(rows + 8 * row * place, row)),
      facts: numbers(told, facts),
    };
    kernels.release(mark);
    return found;
  }
}
