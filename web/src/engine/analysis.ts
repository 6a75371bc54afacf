/** A position, or every position of the game that led to it, thought about one after another. */

import { beliefs, type Beliefs } from './beliefs.ts';
import { budgetIn, type Budget } from './budget.ts';
import type { AnalysisInfo } from './description.ts';
import { BAD_REQUEST, SommetError } from './errors.ts';
import { shares } from './match.ts';
import { Position, type View } from './position.ts';
import { record } from './records.ts';
import type { Minds } from './thinkers.ts';
import { SPECTATOR, type Advice, type Dict, type MoveValue, type Seat } from './types.ts';

/** What is known of one position; only what is there. */
export interface AnalysisLine {
  ply: number;
  to_move: Seat | null;
  /** The seats' expected shares of the win; those of a finished game's last line are how it ended. */
  values: number[];
  /** Where it is known what the mover knew. `before` is the mover's share with the best move. */
  best?: string;
  exact?: boolean;
  before?: number;
  moves?: MoveValue[];
  more?: Dict;
  /** And where a move was made. `after` is the mover's share with it; the name is null where nothing is to be said. */
  played?: string;
  after?: number;
  loss?: number;
  name?: string | null;
  /** Where something is hidden. */
  beliefs?: Beliefs;
}

/** A move that gave much away, and the better one. */
export interface TurningPoint {
  ply: number;
  seat: Seat;
  move: string;
  better: string;
  loss: number;
  name: string;
}

export interface Wished extends Partial<Budget> {
  level?: string;
  seed?: number;
  /** Every position, or just the last. */
  whole?: boolean;
  /** How the game ended, where the rules alone do not say. */
  winners?: readonly Seat[] | null;
  /** As many of the first moves nobody made; there is no line before them. */
  unplayed?: number;
  /** Those that were made before, to resume it. */
  lines?: readonly AnalysisLine[];
}

const GLANCE = 0.15; // seconds after which there is something to see already

/** The lines of an analysis so far. Bots are given each mover's view and nothing else. */
export class Analysis {
  readonly position: Position;
  readonly lines: AnalysisLine[] = [];
  /** What the next line would say by now. */
  sofar: AnalysisLine | null = null;
  private readonly minds: Minds;
  private readonly level: string;
  private readonly budget: Partial<Budget>;
  private readonly seed: number;
  private readonly whole: boolean;
  private readonly unplayed: number;
  private readonly first: number;
  private readonly winners: readonly Seat[] | null;
  private readonly sides: Seat[][];
  private readonly expected: number[];
  private readonly info: AnalysisInfo;

  constructor(minds: Minds, position: Position, wished: Wished = {}) {
    const { description } = position.game;
    this.minds = minds;
    this.position = complete(position);
    this.info = description.contract.analysis;
    this.level = wished.level ?? description.minds.levels.at(-1)!.name;
    this.budget = budgetIn(wished);
    this.seed = wished.seed ?? 1;
    this.whole = wished.whole ?? true;
    this.unplayed = Math.min(wished.unplayed ?? 0, position.moves.length);
    this.first = this.whole ? this.unplayed : position.moves.length;
    this.winners = wished.winners ?? position.result?.winners ?? null;
    this.sides = position.sides;
    this.expected = this.sides.map(() => 1 / this.sides.length);
    if (!this.possible) throw new SommetError(BAD_REQUEST, 'analysis.error.no_mover');
    for (const line of wished.lines ?? []) this.add(line);
  }

  /** Whether the record tells what any mover knew; a spectator's does not in a game with secrets. */
  private get possible(): boolean {
    return !this.position.game.description.private || this.position.record.viewer !== SPECTATOR;
  }

  /** How many lines there will be. */
  get count(): number {
    return this.position.moves.length + 1 - this.first;
  }

  /** Whether all are there. */
  get done(): boolean {
    return this.lines.length === this.count;
  }

  /** Think about the next position; null when it was stopped. */
  async nextLine(signal: AbortSignal | null = null, onprogress?: (part: number) => void): Promise<AnalysisLine | null> {
    const ply = this.first + this.lines.length;
    const { moves, game } = this.position;
    const here = ply === moves.length ? this.position : at(this.position, ply);
    const played = moves[ply] ?? null;
    const believed = await beliefs(here, this.minds, this.unplayed);
    let line = this.line(here, ply, {}, believed);
    const view = moversView(here);
    const seed = game.seedAt(this.seed, ply);
    for (const budget of view ? this.budgets() : []) {
      const { unplayed } = this;
      const how = { ...budget, seed, signal, unplayed, whole: true, explain: true, onprogress: onprogress ?? null };
      const advice = await this.minds.think(view!.knowledge, this.level, how);
      if (signal?.aborted) return null;
      line = this.line(here, ply, thoughtOf(advice, played, this.info), believed);
      this.sofar = line;
    }
    this.sofar = null;
    this.add(line);
    return line;
  }

  /** What is to be thought with: of a single position that takes a while there is something to see soon. */
  private budgets(): Partial<Budget>[] {
    const { seconds, simulations } = this.budget;
    const long = !this.whole && simulations === undefined && (seconds ?? 0) > 2 * GLANCE;
    return long ? [{ seconds: GLANCE }, this.budget] : [this.budget];
  }

  private line(here: Position, ply: number, thought: Partial<AnalysisLine>, believed: Beliefs | null): AnalysisLine {
    const ended = ply === this.position.moves.length && this.winners?.length ? this.winners : null;
    const expected = this.values(this.side(here.toMove), thought.before ?? null);
    const values = ended ? shares(this.sides, ended) : expected;
    return { ply, to_move: here.toMove, values, ...thought, ...(believed ? { beliefs: believed } : {}) };
  }

  /** The moves that gave most away, the worst first. */
  turningPoints(): TurningPoint[] {
    const found: TurningPoint[] = [];
    for (const { ply, to_move: seat, played: move, best: better, loss, name } of this.lines) {
      if (name && loss !== undefined && seat !== null && move && better) {
        found.push({ ply, seat, move, better, loss, name });
      }
    }
    return found.sort((a, b) => b.loss - a.loss || a.ply - b.ply).slice(0, this.info.most_told);
  }

  private side(seat: Seat | null): number | null {
    return seat === null ? null : this.sides.findIndex((side) => side.includes(seat));
  }

  private add(line: AnalysisLine): void {
    this.lines.push(line);
    const side = this.side(line.to_move);
    if (side !== null && line.before !== undefined) this.expected[side] = line.after ?? line.before;
  }

  /** The mover's is their own; the others have what is left, by what each expected after their last move. */
  private values(mover: number | null, before: number | null): number[] {
    const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
    let expected = [...this.expected];
    const count = expected.length;
    if (mover !== null && before !== null) {
      const rest = sum(expected) - expected[mover]!;
      expected = expected.map((value, side) => {
        const part = rest ? value / rest : 1 / (count - 1);
        return side === mover ? before : (1 - before) * part;
      });
    } else {
      const whole = sum(expected);
      expected = expected.map((value) => (whole ? value / whole : 1 / count));
    }
    return Array.from({ length: this.position.players }, (_, seat) => {
      return rounded(expected[this.side(seat)!]!, this.info.digits);
    });
  }
}

/** What the advice gives this move: what was seldom or never tried is mixed with the average. */
function valueOf(advice: Advice, move: MoveValue, few: number): number | undefined {
  const visits = advice.moves.reduce((sum, each) => sum + each.visits, 0);
  const searched = advice.moves.some((each) => each.visits > 1) || (move.value === undefined && visits > 0);
  if (advice.exact || !searched) return move.value; // what was valued without a search is taken at its word
  const average = advice.moves.reduce((sum, each) => sum + each.visits * (each.value ?? 0), 0) / visits;
  return (move.visits * (move.value ?? 0) + few * average) / (move.visits + few);
}

/** What the bot thought of a position, and of the move made there. */
function thoughtOf(advice: Advice, played: string | null, info: AnalysisInfo): Partial<AnalysisLine> {
  const best = advice.moves[0]!;
  const own = played === null ? best : advice.moves.find((each) => each.move === played)!;
  const { move: _move, value: _value, visits: _visits, ...notes } = own;
  const { beliefs: _beliefs, ...more } = { ...advice.more, ...notes } as Dict; // everybody's are told
  const thought: Partial<AnalysisLine> = {
    best: best.move,
    exact: advice.exact,
    moves: advice.moves.map((move) => {
      return move.value === undefined ? move : { ...move, value: rounded(move.value, info.digits) };
    }),
    more,
  };
  if (played !== null) thought.played = played;
  const [first, after] = [valueOf(advice, best, info.few), valueOf(advice, own, info.few)];
  if (first === undefined || after === undefined) return thought;
  const before = Math.max(first, after);
  thought.before = rounded(Math.min(1, Math.max(0, before)), info.digits);
  if (played === null) return thought;
  const loss = rounded(Math.max(0, before - after), info.digits);
  const name = info.names.find(([least]) => loss >= least)?.[1] ?? null;
  return { ...thought, after: rounded(after, info.digits), loss, name };
}

/** Rounded to so many digits; what lies exactly between two goes to the even one. */
export function rounded(value: number, digits: number): number {
  const power = 2 ** (digits + 1); // only its odd multiples lie exactly between two
  const times = value * power;
  if (!Number.isInteger(times) || times % 2 === 0) return Number(value.toFixed(digits));
  const low = Math.floor(value * 10 ** digits);
  return (low % 2 === 0 ? low : low + 1) / 10 ** digits;
}

/** The position under a full record, where a knowledge record tells all: at the end everything has been shown. */
function complete(position: Position): Position {
  const { game, players, options, setup, moves, viewer } = position.record;
  if (viewer === undefined || !position.over) return position;
  return Position.of(position.game, record(game, players, options, setup, moves));
}

/** The position after this many moves, with what the record's viewer, if it has one, knew then. */
function at(position: Position, ply: number): Position {
  const { game } = position;
  const past = { ...position.record, moves: position.moves.slice(0, ply) };
  return Position.of(game, past.viewer === undefined ? past : game.known(past, past.viewer));
}

/** What the mover knows; null after the end, and where only they know it. */
function moversView(position: Position): View | null {
  const { toMove } = position;
  const { viewer } = position.record;
  if (toMove === null) return null;
  const open = !position.game.description.private;
  return open || viewer === undefined || viewer === toMove ? position.view(toMove) : null;
}
