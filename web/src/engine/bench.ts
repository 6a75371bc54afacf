/** Where positions are computed: fixed places in a module's memory, used again for every question. */

import { refusal } from './refusals.ts';
import type { RoomInfo } from './description.ts';
import type { Game } from './game.ts';
import { fromBase64, type Kernel, type Kernels } from './kernels.ts';
import type { Terms } from './types.ts';

/** What is known of a position at once: who moves, how it ended, scores, the numbers of the legal moves. */
export interface Facts {
  mover: number;
  outcome: number;
  played: number;
  scores: number[];
  moves: number[];
}

/** More moves than any game has; what comes after so many is too late in any case. */
const MOST_PLAYED = 4096;

/** The questions of core/questions.py and core/calls.py, for records of one kind. */
export class Bench {
  readonly kernels: Kernels;
  readonly kind: number;
  readonly setting: number;
  readonly state: number;
  readonly settingSize: number;
  readonly stateSize: number;
  private readonly game: Game;
  private readonly other: number;
  private readonly told: number;
  private readonly found: number;
  private readonly moves: number;
  private readonly seatRows: number;
  private readonly setup: number;
  private readonly asked = new Map<string, Kernel>();
  private loaded: Uint8Array | null = null;

  constructor(game: Game, kernels: Kernels, room: RoomInfo) {
    this.game = game;
    this.kernels = kernels;
    this.kind = room.kind;
    this.settingSize = fromBase64(room.setting).length;
    this.stateSize = fromBase64(room.state).length;
    const { contract, most_moves, setup } = game.description;
    this.setting = kernels.allocate(this.settingSize);
    this.state = kernels.allocate(this.stateSize);
    this.other = kernels.allocate(this.stateSize);
    this.told = kernels.allocate(Math.max(room.shown.size, room.own.size, room.effects.size));
    this.found = kernels.allocate(8 * (contract.replay.moves + most_moves));
    this.moves = kernels.allocate(8 * MOST_PLAYED);
    this.seatRows = kernels.allocate(8 * 3 * contract.replay.most_players);
    this.setup = kernels.allocate(setup.size);
  }

  private ask(name: string, ...values: (number | bigint)[]): number {
    let kernel = this.asked.get(name);
    if (!kernel) {
      kernel = this.kernels.kernel(name, this.kind);
      this.asked.set(name, kernel);
    }
    return Number(kernel(...values) ?? 0);
  }

  /** Put a setting and a state in their places. */
  load(setting: Uint8Array, state: Uint8Array): void {
    if (this.loaded !== setting) {
      this.kernels.bytes(this.setting, this.settingSize).set(setting);
      this.loaded = setting;
    }
    this.kernels.bytes(this.state, this.stateSize).set(state);
  }

  /** What is wrong with a set-up, as a number. */
  fault(setup: Int16Array, partial: boolean): number {
    this.kernels.shorts(this.setup, setup.length).set(setup);
    return this.ask('fault', Number(partial), this.setup, 1);
  }

  /** Setting and state before the first move. */
  begin(setting: Uint8Array, state: Uint8Array, setup: Int16Array): [Uint8Array, Uint8Array] {
    this.load(setting, state);
    this.loaded = null;
    this.kernels.shorts(this.setup, setup.length).set(setup);
    this.ask('set_up', this.setting, 1, this.state, 1, this.setup, 1);
    return [this.kernels.bytes(this.setting, this.settingSize).slice(), this.after()];
  }

  /** A copy of the state as it is now. */
  after(): Uint8Array {
    return this.kernels.bytes(this.state, this.stateSize).slice();
  }

  /** Play moves on the state that is loaded, up to the first that is not legal; the facts after them. */
  replay(moves: readonly number[]): Facts {
    const { contract, most_moves } = this.game.description;
    const { mover, outcome, played, legal, scores, moves: first, most_players } = contract.replay;
    const count = Math.min(moves.length, MOST_PLAYED);
    if (count) {
      const numbers = this.kernels.longs(this.moves, count);
      for (let place = 0; place < count; place++) numbers[place] = BigInt(moves[place]!);
    }
    this.ask('replay', this.setting, 1, this.state, 1, this.moves, count, this.found, first + most_moves);
    const found = this.kernels.halves(this.found, first + most_moves);
    const legalMoves = Array.from({ length: found[2 * legal]! }, (_, place) => found[2 * (first + place)]!);
    return {
      mover: found[2 * mover]!,
      outcome: found[2 * outcome]!,
      played: found[2 * played]!,
      scores: Array.from({ length: most_players }, (_, seat) => found[2 * (scores + seat)]!),
      moves: legalMoves,
    };
  }

  /** What a viewer's record does not tell but must. */
  gap(): number {
    return this.ask('gap', this.setting, 1, this.state, 1);
  }

  /** Why a move is refused. */
  whyNot(move: number): number {
    return this.ask('why_not', this.setting, 1, this.state, 1, BigInt(move));
  }

  /** The texts of all moves by their numbers. */
  texts(terms: Terms): string[] {
    const width = this.game.moves.info.parts.length + 1;
    const count = this.ask('spelled', this.setting, 1, this.state, 1, this.moves, 0, width);
    const mark = this.kernels.mark();
    const rows = this.kernels.allocate(8 * count * width);
    this.ask('spelled', this.setting, 1, this.state, 1, rows, count, width);
    const texts = this.game.moves.texts(this.kernels.longs(rows, count * width), count, terms);
    this.kernels.release(mark);
    return texts;
  }

  /** What everybody sees; what one viewer sees besides; what a legal move does. A window on the memory, for now. */
  show(size: number): Int16Array {
    this.blank(size);
    this.ask('show_all', this.setting, 1, this.state, 1, this.told, 1);
    return this.kernels.shorts(this.told, size / 2);
  }

  showOwn(viewer: number, size: number): Int16Array {
    this.blank(size);
    this.ask('show_viewer', this.setting, 1, this.state, 1, BigInt(viewer), this.told, 1);
    return this.kernels.shorts(this.told, size / 2);
  }

  tell(move: number, size: number): Int16Array {
    this.blank(size);
    this.ask('tell', this.setting, 1, this.state, 1, BigInt(move), this.other, 1, this.told, 1);
    return this.kernels.shorts(this.told, size / 2);
  }

  private blank(size: number): void {
    this.kernels.bytes(this.told, size).fill(0);
  }

  /** A viewer's state, filled into a blank one. */
  see(viewer: number, blank: Uint8Array): Uint8Array {
    this.kernels.bytes(this.other, this.stateSize).set(blank);
    this.ask('seen', this.setting, 1, this.state, 1, BigInt(viewer), this.other, 1);
    return this.kernels.bytes(this.other, this.stateSize).slice();
  }

  /** Per seat: whose side it plays for, how it stands, who comes to move that many moves from now. */
  seats(players: number): [number[], number[], number[]] {
    this.ask('seats', this.setting, 1, this.state, 1, this.seatRows, 3, players);
    const found = this.kernels.halves(this.seatRows, 3 * players);
    const row = (number: number) => Array.from({ length: players }, (_, seat) => found[2 * (number * players + seat)]!);
    return [row(0), row(1), row(2)];
  }

  /** Fill in what is unknown at random: the state, and the hidden part of a blank set-up. */
  fillIn(stream: number, setup: Int16Array): [Uint8Array, Int16Array] {
    this.ask('fill_in', this.setting, 1, this.state, 1, stream, 1);
    return [this.after(), this.recall(setup)];
  }

  /** The hidden part of the set-up, from a state in which nothing is unknown. */
  recall(setup: Int16Array): Int16Array {
    this.kernels.shorts(this.setup, setup.length).set(setup);
    this.ask('recalled', this.setting, 1, this.state, 1, this.setup, 1);
    return this.kernels.shorts(this.setup, setup.length).slice();
  }

  /** Throw the error for a kernel's answer, unless it is 0. */
  refuse(answer: number, terms: Terms): void {
    if (answer) throw refusal(this.game.description, this.game.names, answer, terms);
  }
}
