/** A position, or every position of the game that led to it, thought about one after another: as the server's analyses are. */

import type { Advice, Position, View } from '../engine';
import { shares } from '../engine/match';
import type { AnalysisLine, GameRecord, MoveValue, Seat, TurningPoint, Viewer } from '../lib/types';

/** Those who think, each from the knowledge that they are given and from nothing else. */
export interface Minds {
  think(knowledge: GameRecord, level: string, how: ThinkHow): Promise<Advice>;
  /** The advice, with all that the game's own analysis has to tell besides. */
  explain(knowledge: GameRecord, advice: Advice): Promise<Advice>;
}

export interface ThinkHow {
  seconds?: number;
  seed?: number;
  signal?: AbortSignal;
  onprogress?: (part: number) => void;
  explain?: boolean;
}

/** What is told of a position; `before` and `after` are the mover's share: with the best move, and with the one made. */
export interface Line extends AnalysisLine {
  values: number[];
  before?: number;
  after?: number;
  loss?: number;
  name?: string | null;
  more?: Record<string, unknown>;
}

const FEW = 20; // visits: what was seldom tried is mixed with the average, as if that had this many
const MOST_TOLD = 5;
const NAMES: [number, string][] = [[0.2, 'blunder'], [0.1, 'mistake'], [0.05, 'inaccuracy']];
const GLANCE = 0.15; // seconds after which there is something to see already

const fine = (value: number): number => Math.round(value * 10_000) / 10_000;
const sum = (values: number[]): number => values.reduce((one, other) => one + other, 0);

/** What a teacher calls a move with this loss; null where there is nothing to say. */
export const nameOf = (loss: number): string | null => NAMES.find(([least]) => loss >= least)?.[1] ?? null;

/** What the advice gives this move. */
export function valueOf({ moves, exact }: Pick<Advice, 'moves' | 'exact'>, move: string): number {
  const found = moves.find((each) => each.move === move)!;
  if (exact || moves.every(({ visits }) => visits <= 1)) return found.value; // each was valued, none was searched
  const average = sum(moves.map(({ visits, value }) => visits * value)) / sum(moves.map(({ visits }) => visits));
  return (found.visits * found.value + FEW * average) / (found.visits + FEW);
}

/** What was thought of a position, and of the move made there. */
export function thought(advice: Advice, played: string | null): Partial<Line> {
  const best = advice.moves[0]!;
  const own = played === null ? best : advice.moves.find(({ move }) => move === played)!;
  const after = valueOf(advice, own.move);
  const before = Math.max(valueOf(advice, best.move), after);
  const { move: _move, value: _value, visits: _visits, ...notes } = own;
  const { beliefs: _told, ...more } = { ...advice.more, ...notes } as Record<string, unknown>; // everybody's are told
  const line: Partial<Line> = {
    best: best.move,
    exact: advice.exact,
    before: fine(Math.min(1, Math.max(0, before))),
    moves: advice.moves.map((move): MoveValue => ({ ...move, value: fine(move.value) })),
    more,
  };
  if (played === null) return line;
  const loss = fine(Math.max(0, before - after));
  return { ...line, played, after: fine(after), loss, name: nameOf(loss) };
}

/** What each side may expect as the game goes on. */
export class Expected {
  #shares: number[];

  constructor(readonly sides: Seat[][]) {
    this.#shares = sides.map(() => 1 / sides.length);
  }

  #side(seat: Seat | null): number | null {
    return seat === null ? null : this.sides.findIndex((side) => side.includes(seat));
  }

  /** By seat: the mover's is their own; the others have what is left, by what each expected after their last move. */
  values(seat: Seat | null, before: number | undefined): number[] {
    const mover = this.#side(seat);
    const all = sum(this.#shares);
    const rest = all - (mover === null ? 0 : this.#shares[mover]!);
    const expected = this.#shares.map((share, side) => {
      if (mover === null || before === undefined) return all ? share / all : 1 / this.#shares.length;
      return side === mover ? before : (1 - before) * (rest ? share / rest : 1 / (this.#shares.length - 1));
    });
    return this.sides.flat().toSorted((one, other) => one - other).map((each) => fine(expected[this.#side(each)!]!));
  }

  /** After that line. */
  add({ to_move, before, after }: Line): void {
    const side = this.#side(to_move);
    if (side !== null && before !== undefined) this.#shares[side] = after ?? before;
  }
}

/** The moves that gave most away, the worst first. */
export function turningPoints(lines: Line[]): TurningPoint[] {
  const found = lines.flatMap(({ ply, to_move: seat, played: move, best: better, loss, name }) =>
    name && loss !== undefined && seat !== null && move && better ? [{ ply, seat, move, better, loss, name }] : [],
  );
  return found.toSorted((one, other) => other.loss - one.loss || one.ply - other.ply).slice(0, MOST_TOLD);
}

export class Analysis {
  lines: Line[] = [];
  /** What the next line would say by now. */
  sofar: Line | null = null;
  #position: Position;
  #first: number;
  #expected: Expected;
  #winners: Seat[] | null;

  constructor(
    position: Position,
    readonly minds: Minds,
    readonly how: { level: string; seconds: number; whole: boolean; winners?: Seat[] | null },
  ) {
    const { viewer } = position.record;
    // at the end everything has been shown: a knowledge record tells all
    this.#position = viewer !== undefined && position.over ? position.view(viewer).redeal(0) : position;
    this.#first = how.whole ? 0 : position.moves.length;
    this.#expected = new Expected(position.sides);
    this.#winners = how.winners ?? position.result?.winners ?? null;
  }

  /** How many lines there will be. */
  get count(): number {
    return this.#position.moves.length + 1 - this.#first;
  }

  get done(): boolean {
    return this.lines.length === this.count;
  }

  /** Think about the next position; false when it was stopped. */
  async next(signal: AbortSignal, onprogress: (part: number) => void): Promise<boolean> {
    const ply = this.#first + this.lines.length;
    const { moves } = this.#position;
    const here = ply === moves.length ? this.#position : this.#at(ply);
    const played = moves[ply] ?? null;
    const beliefs = await this.#beliefs(here);
    const line = (told: Partial<Line>): Line => {
      const ended = ply === moves.length && this.#winners?.length ? this.#winners : null;
      const values = ended ? shares(this.#expected.sides, ended) : this.#expected.values(here.toMove, told.before);
      return { ply, to_move: here.toMove, values, ...told, ...(beliefs ? { beliefs } : {}) };
    };
    const view = this.#moversView(here);
    let told: Partial<Line> = {};
    if (view !== null) {
      const { level, seconds, whole } = this.how;
      for (const time of whole || seconds <= 2 * GLANCE ? [seconds] : [GLANCE, seconds]) {
        const how = { seconds: time, seed: ply + 1, signal, explain: true, onprogress };
        told = thought(await this.minds.think(view.knowledge, level, how), played);
        if (signal.aborted) return false;
        this.sofar = line(told);
      }
    }
    const made = line(told);
    this.sofar = null;
    this.lines = [...this.lines, made];
    this.#expected.add(made);
    return true;
  }

  /** The position after this many moves, with what the record's viewer, if it has one, knew then. */
  #at(ply: number): Position {
    const { game, record } = this.#position;
    const past = { ...record, moves: record.moves.slice(0, ply) };
    return game.load(record.viewer === undefined ? past : game.known(past, record.viewer));
  }

  /** What the mover knows; null after the end, and where only they know it. */
  #moversView(here: Position): View | null {
    const { viewer } = here.record;
    const told = !here.game.description.private || viewer === undefined || viewer === here.toMove;
    return here.toMove !== null && told ? here.view(here.toMove) : null;
  }

  /** For each seat, and for somebody outside: what they believe of each of the other seats, by the moves so far alone. */
  async #beliefs(here: Position): Promise<Line['beliefs'] | null> {
    const { beliefs: field } = here.game.description.minds;
    if (!field) return null;
    const { viewer } = here.record;
    const seats = viewer === undefined ? Array.from({ length: here.players }, (_, seat) => seat) : [viewer];
    const viewers: Viewer[] = [...seats.filter((seat) => seat !== 'spectator'), 'spectator'];
    const nothing: Advice = { moves: [], exact: false, simulations: 0, by: '', more: {} };
    const told: NonNullable<Line['beliefs']> = {};
    for (const who of viewers) {
      const { more } = await this.minds.explain(here.game.known(here.record, who), nothing);
      const rows = (more[field] ?? []) as (Record<string, number> | null)[];
      told[who === 'spectator' ? 'outside' : String(who)] = Object.fromEntries(
        rows.flatMap((row, seat) => (row === null ? [] : [[String(seat), row]])),
      );
    }
    return told;
  }
}
