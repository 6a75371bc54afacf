/** A position: a record played up to its last move. The checked layer: it says what is wrong and which clause. */

import type { Facts } from './bench.ts';
import type { Seed } from './chance.ts';
import { BAD_REQUEST, GAME_OVER, shown, SommetError } from './errors.ts';
import type { Form, Game } from './game.ts';
import { link } from './links.ts';
import { isViewer, record } from './records.ts';
import { refusal } from './refusals.ts';
import { SPECTATOR, type Dict, type Effects, type GameRecord, type Result, type Seat, type Viewer } from './types.ts';

const OUTSIDE = -1; // a spectator, as the kernels number viewers

/** Immutable: `play` gives another one. Do not write into its record; copy it. */
export class Position {
  readonly game: Game;
  readonly record: GameRecord;
  readonly form: Form;
  /** The kernels' records, as bytes. */
  readonly setting: Uint8Array;
  readonly state: Uint8Array;
  private known: Facts | null;
  private sorted: string[] | null = null;

  constructor(
    game: Game,
    of: GameRecord,
    form: Form,
    setting: Uint8Array,
    state: Uint8Array,
    facts: Facts | null = null,
  ) {
    this.game = game;
    this.record = of;
    this.form = form;
    this.setting = setting;
    this.state = state;
    this.known = facts;
  }

  /** The position before the record's first move; throws SommetError. */
  static start(game: Game, of: GameRecord): Position {
    const [form, setting, state] = game.begin(of);
    return new Position(game, { ...of, moves: [] }, form, setting, state);
  }

  /** Play a record; throws SommetError (with `at`) at the first thing that is wrong. */
  static of(game: Game, of: GameRecord): Position {
    const start = Position.start(game, of);
    const position = of.moves.length ? start.after(of.moves) : start;
    if (of.viewer !== undefined && !position.over) {
      position.load().refuse(position.load().gap(), position.form.terms);
    }
    return position;
  }

  private load() {
    const { bench } = this.form.room;
    bench.load(this.setting, this.state);
    return bench;
  }

  /** The position after these moves; throws SommetError with the index of the first wrong one in the game. */
  after(moves: readonly string[]): Position {
    if (!Array.isArray(moves)) throw new SommetError(BAD_REQUEST, 'error.moves');
    const texts = moves as readonly string[];
    const bench = this.load();
    const facts = bench.replay(texts.map((text) => this.number(text) ?? -1));
    const past = { ...this.record, moves: [...this.record.moves, ...texts.slice(0, facts.played)] };
    const position = new Position(this.game, past, this.form, this.setting, bench.after(), facts);
    if (facts.played < texts.length) throw position.refusal(texts[facts.played]);
    return position;
  }

  /** The position after this move; throws SommetError if it is not legal. */
  play(move: string): Position {
    return this.after([move]);
  }

  /** The game move by move: each position before a move, and that move. */
  *positions(): IterableIterator<[Position, string]> {
    let position = Position.start(this.game, this.record);
    for (const move of this.record.moves) {
      yield [position, move];
      position = position.play(move);
    }
  }

  /** The error for a move that is not legal: which clause, and a sentence for the player. */
  refusal(move: unknown): SommetError {
    const error = this.over
      ? new SommetError(GAME_OVER, 'error.game_over', null, { move: shown(move) })
      : this.refused(move);
    error.at = this.record.moves.length;
    return error;
  }

  private refused(move: unknown): SommetError {
    const { moves, description, names } = this.game;
    const { terms } = this.form;
    const number = this.number(move);
    const bench = this.load();
    const lacking = bench.gap();
    if (number === null && !lacking) return moves.unreadable(move, terms);
    return refusal(description, names, lacking || bench.whyNot(number!), terms, moves.values(move));
  }

  /** The kernels' number of a move's text; null when it is no move's. */
  private number(move: unknown): number | null {
    return typeof move === 'string' ? (this.form.numbers.get(move) ?? null) : null;
  }

  /** Mover, outcome, scores and legal moves, looked up once. */
  get facts(): Facts {
    this.known ??= this.load().replay([]);
    return this.known;
  }

  get players(): number {
    return this.record.players;
  }

  get moves(): string[] {
    return this.record.moves;
  }

  /** Whether the game has ended. */
  get over(): boolean {
    return this.facts.outcome !== this.game.description.contract.replay.running;
  }

  /** The seat to move, or null after the end. */
  get toMove(): Seat | null {
    return this.over ? null : this.facts.mover;
  }

  /** The legal moves as the kernels number them, ascending. */
  get numbers(): number[] {
    return this.facts.moves;
  }

  /** The legal moves, sorted as plain texts. */
  get legal(): string[] {
    this.sorted ??= this.facts.moves.map((number) => this.form.texts[number]!).sort();
    return this.sorted;
  }

  /** The scores per seat as they would be in the result now. */
  get scores(): number[] {
    return this.facts.scores.slice(0, this.players);
  }

  /** How it ended, or null while it runs. */
  get result(): Result | null {
    const { outcome } = this.facts;
    if (!this.over) return null;
    if (outcome < 0) return { winners: null, reason: null, scores: null };
    const seats = Array.from({ length: this.players }, (_, seat) => seat);
    const reason = this.game.description.endings[outcome >> 8]!;
    return { winners: seats.filter((seat) => (outcome >> seat) & 1), reason, scores: this.scores };
  }

  /** All seats in the order in which they come, or would have come, to move next. */
  nextSeats(): Seat[] {
    return [...new Set(this.load().seats(this.players)[2])];
  }

  /** Who plays together: a list of seats for each side. */
  get sides(): Seat[][] {
    const sides = new Map<number, Seat[]>();
    this.load()
      .seats(this.players)[0]
      .forEach((side, seat) => {
        sides.set(side, [...(sides.get(side) ?? []), seat]);
      });
    return [...sides.keys()].sort((a, b) => a - b).map((side) => sides.get(side)!);
  }

  /** After the end, by seat: a number by which those who did not win are placed, the higher the better. */
  get standings(): number[] {
    return this.load().seats(this.players)[1];
  }

  /** What everybody sees. */
  get shown(): Dict {
    const { over } = this;
    return this.form.readShown(this.load().show(this.form.room.info.shown.size), over);
  }

  /** What this viewer sees besides; to be asked of the viewer's own knowledge. */
  shownTo(viewer: Viewer): Dict {
    const { own } = this.form.room.info;
    if (!own.fields.length) return {};
    const { over } = this;
    return this.form.readOwn(this.load().showOwn(viewer === SPECTATOR ? OUTSIDE : viewer, own.size), over);
  }

  /** Whose `seat` makes this move and what it would do; SommetError if it is not legal. Public things only. */
  effects(move: string): Effects {
    const number = this.number(move);
    if (number === null || !this.numbers.includes(number)) throw this.refusal(move);
    const seat = this.toMove;
    const told = this.load().tell(number, this.form.room.info.effects.size);
    return { seat, ...this.form.readEffects(told, false) };
  }

  /** What this viewer knows: after the end everything, before it what the set-up's description allows. */
  knowledge(viewer: Viewer): GameRecord {
    const { game, players, options, setup, moves } = this.record;
    return this.over ? record(game, players, options, setup, moves, viewer) : this.game.known(this.record, viewer);
  }

  /** What this viewer may see, filled in by an allow-list from what they may know and from nothing else. */
  view(viewer: Viewer): View {
    if (!isViewer(viewer, this.players)) {
      throw new SommetError(BAD_REQUEST, 'error.view', null, { given: shown(viewer), most: this.players - 1 });
    }
    const known = this.knowledge(viewer);
    if (this.over) {
      return new View(new Position(this.game, known, this.form, this.setting, this.state, this.known), viewer);
    }
    const state = this.load().see(viewer === SPECTATOR ? OUTSIDE : viewer, this.form.room.state);
    return new View(new Position(this.game, known, this.form, this.setting, state), viewer);
  }

  /** The short text for this position with its whole past. */
  link(): string {
    return link(this);
  }
}

/** What one viewer may see of a position: all that is shown to them, and all that a bot is given. */
export class View {
  readonly viewer: Viewer;
  /** The position as the viewer knows it; there is no way from here to the one it was taken from. */
  readonly known: Position;
  /** How many of the first moves nobody made: the position after them was set up by hand. */
  readonly unplayed: number;

  constructor(known: Position, viewer: Viewer, unplayed = 0) {
    this.known = known;
    this.viewer = viewer;
    this.unplayed = unplayed;
  }

  get game(): Game {
    return this.known.game;
  }

  get knowledge(): GameRecord {
    return this.known.record;
  }

  get toMove(): Seat | null {
    return this.known.toMove;
  }

  /** The legal moves, in the mover's own view only. */
  get legal(): string[] {
    return this.viewer === this.toMove ? this.known.legal : [];
  }

  get result(): Result | null {
    return this.known.result;
  }

  get shown(): Dict {
    return { ...this.known.shown, ...this.known.shownTo(this.viewer) };
  }

  /** A uniformly random position among all that this view allows. */
  redeal(seed: Seed): Position {
    const { game, form, setting, state, record: of } = this.known;
    if (this.known.over) {
      const whole = record(of.game, of.players, of.options, of.setup, of.moves);
      return new Position(game, whole, form, setting, state, this.known.facts);
    }
    const [whole, filled] = game.redealt(this.known, seed);
    return new Position(game, whole, form, setting, filled);
  }
}
