/** Computer players: runs any level of any game by its kernels and data. It makes no choice of its own. */

import { nodesOf, type Thinking } from './budget.ts';
import type { FindingsInfo, MindsInfo } from './description.ts';
import { found as foundIn, numbersOf } from './findings.ts';
import { product } from './fields.ts';
import type { Game } from './game.ts';
import type { Kernel, Kernels } from './kernels.ts';
import type { Said } from './phrases.ts';
import { Position, type View } from './position.ts';
import { Told } from './told.ts';
import { Tree } from './tree.ts';
import type { Advice, Dict, MoveValue } from './types.ts';

const BLANK = 255; // every byte of findings in which nothing was found
const LEAST_NODES = 1024;

/** Pauses so that others can have their say, such as somebody who wants it to stop. */
export type Pause = () => Promise<void>;

/** What all minds of a game with as many players and such states have in common: their desk. */
class Desk {
  private readonly kernels: Kernels;
  private readonly arrays: [number, number[]][];
  private readonly learned: number;
  private readonly size: number;

  constructor(kernels: Kernels, info: MindsInfo, kind: number, players: number) {
    const desk = info.desks[kind]![players]!;
    this.kernels = kernels;
    this.arrays = desk.map(({ item, shape }) => [kernels.allocate(item * product(shape)), shape]);
    this.learned = desk.findIndex(({ name }) => name === info.learned);
    const room = desk[this.learned];
    this.size = room ? room.item * product(room.shape) : 0;
  }

  /** Have what was learned on it. Throws where that is not it: a host's page that says that a file is not there. */
  learn(learned: Uint8Array): void {
    const place = this.arrays[this.learned]![0];
    if (learned.length !== this.size) throw new Error(`what was learned has ${learned.length} bytes, not ${this.size}`);
    this.kernels.bytes(place, learned.length).set(learned);
  }

  /** As arguments of a kernel: each array's place and lengths. */
  get values(): number[] {
    return this.arrays.flatMap(([at, shape]) => [at, ...shape]);
  }
}

/** The desks of a module's minds; nobody else uses one at the same time. */
export class Desks {
  private readonly game: Game;
  private readonly kept = new Map<string, Desk>();
  private learned: Uint8Array | null = null;

  constructor(game: Game) {
    this.game = game;
  }

  get(kind: number, players: number): Desk {
    const key = `${kind} ${players}`;
    let desk = this.kept.get(key);
    if (!desk) {
      desk = new Desk(this.game.kernels, this.game.description.minds, kind, players);
      if (this.learned) desk.learn(this.learned);
      this.kept.set(key, desk);
    }
    return desk;
  }

  /** What the game's minds have learned has come. */
  learn(learned: ArrayBuffer): void {
    const bytes = new Uint8Array(learned);
    for (const desk of this.kept.values()) desk.learn(bytes);
    this.learned = bytes;
  }
}

/** A view's position as the kernels of its game's minds are asked about it. Its memory is free again after `close`. */
export class Case {
  readonly view: View;
  readonly info: MindsInfo;
  private readonly kernels: Kernels;
  private readonly kind: number;
  private readonly mark: number;
  private readonly desk: Desk;
  private readonly told: Told;
  private readonly setting: number;
  private readonly state: number;
  private readonly start: number;
  private readonly moves: [number, number];
  private readonly guide: number;
  private readonly rng: number;
  private readonly found: number;
  private readonly count: number;

  constructor(view: View, desks: Desks, numbers: Record<string, number> | Uint8Array, seed: bigint) {
    const { known } = view;
    const { game, form } = known;
    this.view = view;
    this.info = game.description.minds;
    this.kernels = game.kernels;
    this.kind = form.room.info.kind;
    this.desk = desks.get(this.kind, known.players);
    this.mark = this.kernels.mark();
    this.setting = this.put(known.setting);
    this.state = this.put(known.state);
    const start = Position.start(game, known.record);
    const { unplayed } = view;
    this.start = this.put((unplayed ? start.after(known.moves.slice(0, unplayed)) : start).state);
    this.guide = this.kernels.allocate(this.kernels.size('guide', this.kind));
    this.rng = this.kernels.allocate(this.kernels.size('random'));
    this.count = form.texts.length;
    this.found = this.kernels.allocate(16 * this.count);
    const played = known.moves.slice(unplayed).map((text) => BigInt(form.numbers.get(text)!));
    this.moves = [this.kernels.allocate(8 * played.length), played.length];
    this.kernels.longs(...this.moves).set(played);
    this.told = new Told(this.kernels, game.description.most_moves);
    if (numbers instanceof Uint8Array) this.kernels.bytes(this.guide, numbers.length).set(numbers);
    else this.kernels.write('guide', this.kind, this.guide, numbers);
    this.kernel('begin_stream')(this.rng, 1, BigInt.asIntN(64, seed), 0n);
  }

  /** Nothing more is asked. */
  close(): void {
    this.kernels.release(this.mark);
  }

  private put(bytes: Uint8Array): number {
    const at = this.kernels.allocate(bytes.length);
    this.kernels.bytes(at, bytes.length).set(bytes);
    return at;
  }

  private kernel(name: string): Kernel {
    return this.kernels.kernel(name, this.kind);
  }

  /** The guide as it is now, for others who search with it. */
  get guideBytes(): Uint8Array {
    return this.kernels.bytes(this.guide, this.kernels.size('guide', this.kind)).slice();
  }

  /** What to do next: one of the answers that the description numbers. */
  async consider(thinking: Thinking, pause: Pause): Promise<number> {
    const { answers, units, share_of_time } = this.info;
    const { seconds } = thinking.budget;
    const ask = this.kernel('considered');
    const asked = [this.setting, 1, this.guide, 1, this.state, 1, this.start, 1, ...this.moves, this.rng, 1];
    for (;;) {
      const way = Number(ask(...asked, ...this.desk.values, BigInt(units)));
      if (way !== answers.unfinished) return way;
      await pause();
      const late = seconds !== null && thinking.spent >= share_of_time * seconds;
      if (late || !thinking.portion(1)) return answers.playouts;
    }
  }

  /** Random games after every legal move, for the whole budget. */
  async playOut(thinking: Thinking, pause: Pause): Promise<void> {
    const { numbers } = this.view.known;
    const moves = this.kernels.allocate(8 * numbers.length);
    this.kernels.longs(moves, numbers.length).set(numbers.map(BigInt));
    const work = this.kernels.allocate(this.kernels.size('state', this.kind));
    const ask = this.kernel('try_moves');
    for (let next; numbers.length && (next = thinking.portion(this.info.playouts_portion)); await pause()) {
      const [start, count] = [BigInt(thinking.done), BigInt(next)];
      const rest = [start, count, this.found, this.count, 2, this.rng, 1];
      ask(this.setting, 1, this.state, 1, work, 1, moves, numbers.length, ...rest);
      thinking.done += next;
    }
  }

  /** Room for a tree as large as the budget asks, or as there is memory for. */
  tree(seed: bigint, number: number, simulations: number | null, trees: number): Tree {
    for (let nodes = nodesOf(this.info, simulations, trees); ; nodes >>= 1) {
      try {
        const records = { setting: this.setting, guide: this.guide, state: this.state };
        const { most_moves } = this.view.game.description;
        return new Tree(this.kernels, this.kind, records, seed, number, nodes, this.info.slots_a_node, most_moves);
      } catch (error) {
        if (!(error instanceof RangeError) || nodes < LEAST_NODES) throw error;
      }
    }
  }

  /** What a tree found, by move number: visits, and the sum of the mover's shares of the win. */
  rootOf(tree: Tree): Float64Array {
    const mark = this.kernels.mark();
    const found = this.kernels.allocate(16 * this.count);
    tree.addRoot(found, this.count);
    const numbers = this.kernels.reals(found, 2 * this.count).slice();
    this.kernels.release(mark);
    return numbers;
  }

  /** Add up what trees found, in their order. */
  add(roots: readonly Float64Array[]): void {
    const found = this.kernels.reals(this.found, 2 * this.count);
    for (const root of roots) for (let place = 0; place < root.length; place++) found[place]! += root[place]!;
  }

  /** The choice. `explain`: with all that the game's own analysis has to tell besides. */
  conclude(simulations: number, by: string, explain: boolean): Advice {
    const asked = [this.setting, 1, this.guide, 1, this.state, 1, this.rng, 1, ...this.desk.values];
    this.kernel('concluded')(...asked, this.found, this.count, 2, ...this.told.values);
    const { exact, rows } = this.told.read();
    const texts = this.view.known.form.texts;
    const moves: MoveValue[] = rows.map(([move, value, visits]) => {
      return { move: texts[move]!, ...(Number.isNaN(value) ? {} : { value }), visits };
    });
    const advice: Advice = { moves, exact, simulations, by, more: {} };
    if (this.info.about && (explain || exact)) {
      const [about, notes] = this.findings();
      advice.moves = moves.map((move, place) => ({ ...move, ...notes[place] }));
      advice.more = about;
    }
    return advice;
  }

  /** What there is to tell besides: about the position, and of each move told. */
  findings(): [Dict, Dict[]] {
    const { about, notes } = this.info;
    if (!about || !notes) return [{}, []];
    const count = this.told.size;
    const rows = Math.max(1, count);
    const [aboutAt, notesAt] = [this.kernels.allocate(about.size), this.kernels.allocate(rows * notes.size)];
    this.kernels.bytes(aboutAt, about.size).fill(BLANK);
    this.kernels.bytes(notesAt, rows * notes.size).fill(BLANK);
    const asked = [this.setting, 1, this.guide, 1, this.state, 1, this.start, 1, ...this.moves, ...this.desk.values];
    this.kernel('explained')(...asked, ...this.told.values, aboutAt, 1, notesAt, rows);
    const { names } = this.view.game;
    const { terms, texts } = this.view.known.form;
    const read = (info: typeof about, at: number) =>
      foundIn(info, this.kernels.reals(at, info.size / 8), names, terms, texts);
    return [read(about, aboutAt), Array.from({ length: count }, (_, row) => read(notes, notesAt + row * notes.size))];
  }

  /** Why the first move of an advice, explained or not, as phrases. */
  reason(advice: Advice): Said[] {
    const { about, notes, said, phrases } = this.info;
    this.tell(advice);
    const [rows, width] = said;
    const rowsAt = this.kernels.allocate(8 * rows * width);
    const sizeAt = this.kernels.allocate(8);
    const aboutAt = this.findingsOf(about, [advice.more]);
    const notesAt = this.findingsOf(notes, advice.moves);
    const count = Math.max(1, advice.moves.length);
    const asked = [this.setting, 1, this.guide, 1, this.state, 1, ...this.desk.values, ...this.told.values];
    const size = Number(this.kernel('reasoned')(...asked, aboutAt, 1, notesAt, count, rowsAt, rows, width, sizeAt, 1));
    const found = this.kernels.longs(rowsAt, size * width);
    const { terms, texts } = this.view.known.form;
    return Array.from({ length: size }, (_, row) => {
      const [phrase, told, ...numbers] = Array.from(found.subarray(row * width, (row + 1) * width), Number);
      const values = phrases[phrase!]!.gaps.map(({ kind, names }, place) => {
        const number = numbers[place]!;
        if (names !== undefined) return String(this.view.game.names.of(names, terms)[number]);
        return kind === 'move' ? texts[number]! : number;
      });
      return { phrase: phrase!, told: told !== 0, values };
    });
  }

  /** Records of what was found, for the kernels; blank where nothing was. */
  private findingsOf(info: FindingsInfo | null, told: readonly Dict[]): number {
    const size = info?.size ?? 8;
    const at = this.kernels.allocate(size * Math.max(1, told.length));
    this.kernels.bytes(at, size * Math.max(1, told.length)).fill(BLANK);
    const { terms, numbers } = this.view.known.form;
    told.forEach((each, row) => {
      if (info) {
        const found = numbersOf(info, each, this.view.game.names, terms, numbers);
        this.kernels.reals(at + row * size, found.length).set(found);
      }
    });
    return at;
  }

  /** Have it told what an advice tells. */
  tell(advice: Advice): void {
    const { numbers } = this.view.known.form;
    this.told.write(
      advice.exact,
      advice.moves.map(({ move, value, visits }) => [numbers.get(move)!, value ?? NaN, visits]),
    );
  }
}
