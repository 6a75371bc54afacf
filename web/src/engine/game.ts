/** A game: its module and its description. Everything about a running game is in its `Position`. */

import { Arranging, type AskedPosition } from './arranging.ts';
import { Bench } from './bench.ts';
import { Chance, checkSeed, freshSeed, type Seed } from './chance.ts';
import type { Description, RoomInfo } from './description.ts';
import { BAD_REQUEST, SommetError } from './errors.ts';
import { fromBase64, Kernels } from './kernels.ts';
import { linked } from './links.ts';
import { Desks } from './mind.ts';
import { Moves } from './moves.ts';
import { Names } from './names.ts';
import { Options } from './options.ts';
import { Position } from './position.ts';
import { Puzzles } from './puzzles.ts';
import { checkObject, checkPlayers, parseRecord, record } from './records.ts';
import { reader, type Read } from './fields.ts';
import { Setup } from './setup.ts';
import type { Dict, GameRecord, Terms, Viewer } from './types.ts';

/** What a deal may be asked: who plays how many, what is agreed, what is chosen about the deal, who starts. */
export interface Wanted {
  players: number;
  options?: Dict;
  choices?: Dict;
  first?: number | null;
  seed?: Seed | null;
}

/** What all positions of a game on the same terms share: the texts of moves, readers of what is shown. */
export interface Form {
  room: Room;
  terms: Terms;
  texts: readonly string[];
  numbers: ReadonlyMap<string, number>;
  readShown: Read;
  readOwn: Read;
  readEffects: Read;
}

export interface Room {
  info: RoomInfo;
  bench: Bench;
  setting: Uint8Array;
  state: Uint8Array;
}

const MOST_FORMS = 64;
const LONGEST_SEED = 256; // bits

export class Game {
  readonly name: string;
  readonly description: Description;
  readonly names: Names;
  readonly options: Options;
  readonly setup: Setup;
  readonly moves: Moves;
  readonly kernels: Kernels;
  /** What the game's minds write on, in this module. */
  readonly desks: Desks;
  /** Its puzzles, where it has some. */
  readonly puzzles: Puzzles | null;
  /** Positions set up by hand, where they can be. */
  private readonly arranging: Arranging | null;
  private readonly rooms: Room[];
  private readonly chance: Chance;
  private readonly forms = new Map<string, Form>();

  constructor(description: Description, module: WebAssembly.Module) {
    this.name = description.name;
    this.description = description;
    this.names = new Names(description);
    this.options = new Options(description, this.names);
    this.setup = new Setup(description.setup, this.options, this.names);
    this.moves = new Moves(description, this.names);
    this.kernels = new Kernels(description, module);
    this.desks = new Desks(this);
    this.chance = new Chance(this.kernels, description.contract.bag);
    this.puzzles = description.puzzles ? new Puzzles(this, description.puzzles) : null;
    this.arranging = description.arranging ? new Arranging(this, description.arranging) : null;
    const benches = new Map<number, Bench>();
    this.rooms = description.rooms.map((info) => {
      const bench = benches.get(info.kind) ?? new Bench(this, this.kernels, info);
      benches.set(info.kind, bench);
      return { info, bench, setting: fromBase64(info.setting), state: fromBase64(info.state) };
    });
  }

  /** A new game's record: chance settles everything that options and choices leave open. Throws SommetError. */
  deal(wanted: Wanted): GameRecord {
    const { players, first } = wanted;
    checkPlayers(players, this.description.players);
    const [stored, chosen] = this.options.sortedOut(wanted.choices ?? {});
    const options: Dict = { ...checkObject(wanted.options ?? {}, 'options'), ...stored };
    const terms = { players, options, setup: {} };
    this.options.check(options, terms);
    const setup = this.setup.blank(players, options);
    this.setup.choose(setup, chosen, terms);
    if (first !== undefined && first !== null) this.setup.start(setup, first, terms);
    this.chance.beginDeal(
      wanted.seed === undefined || wanted.seed === null ? freshSeed() : checkSeed(wanted.seed, LONGEST_SEED),
    );
    const dealt = this.drawn(setup);
    return record(this.name, players, structuredClone(options), this.setup.read(dealt, players, options), []);
  }

  /**
   * A position set up by hand, with moves that lead to it; SommetError, with the clause, if none can. What is left open
   * (null), where that may be, is drawn by the seed. */
  setUp(asked: AskedPosition): Position {
    if (!this.arranging) throw new SommetError(BAD_REQUEST, 'error.no_set_up', null, { game: this.name });
    return this.arranging.setUp(asked, this.chance.dealing);
  }

  private drawn(setup: Int16Array): Int16Array {
    const mark = this.kernels.mark();
    const at = this.kernels.allocate(2 * setup.length);
    this.kernels.shorts(at, setup.length).set(setup);
    const { bag } = this.description.contract;
    this.kernels.kernel('deal_out')(this.chance.dealing, 1, at, 1, this.chance.bag, bag);
    const dealt = this.kernels.shorts(at, setup.length).slice();
    this.kernels.release(mark);
    return dealt;
  }

  /** The position of a record or knowledge record of this game, as JSON has it; throws SommetError. */
  load(data: unknown): Position {
    return Position.of(this, parseRecord(data, new Map([[this.name, this.description.players]])));
  }

  /** The position of a link of this game; throws SommetError. */
  link(text: string): Position {
    return linked(text, this);
  }

  /** Where a game begins: its form, setting and state before the first move. Throws BadRecord, with the clause. */
  begin(of: GameRecord): [Form, Uint8Array, Uint8Array] {
    const terms: Terms = { players: of.players, options: of.options, setup: of.setup };
    this.options.check(of.options, terms);
    const setup = this.setup.write(of);
    this.rooms[0]!.bench.refuse(this.rooms[0]!.bench.fault(setup, of.viewer !== undefined), terms);
    const room = this.room(terms);
    const [setting, state] = room.bench.begin(room.setting, room.state, setup);
    return [this.form(room, terms), setting, state];
  }

  /** The first room that fits; an option that is not given counts with its default. */
  room(terms: Terms): Room {
    const fitting = this.rooms.filter(({ info }) =>
      Object.entries(info.up_to).every(([field, most]) => (terms.setup[field] as unknown[]).length <= most),
    );
    const found = this.names.byOptions(
      fitting.map((room) => ({ options: room.info.options, room })),
      terms.options,
    );
    return found.room;
  }

  /** The form of a game that has just begun in this room; made once for all that have the same names for things. */
  private form(room: Room, terms: Terms): Form {
    const { naming } = this.description;
    const named = Object.fromEntries(naming.map((field) => [field, terms.setup[field]]));
    const key = JSON.stringify([this.rooms.indexOf(room), terms.players, terms.options, named]);
    let form = this.forms.get(key);
    if (!form) {
      const own: Terms = structuredClone({ players: terms.players, options: terms.options, setup: named });
      const texts = room.bench.texts(own);
      const numbers = new Map(texts.map((text, number) => [text, number] as const).filter(([text]) => text));
      const [readShown, readOwn, readEffects] = (['shown', 'own', 'effects'] as const).map((name) =>
        reader(room.info[name], this.names, own),
      ) as [Read, Read, Read];
      form = { room, terms: own, texts, numbers, readShown, readOwn, readEffects };
      if (this.forms.size >= MOST_FORMS) this.forms.clear();
      this.forms.set(key, form);
    }
    return form;
  }

  /** The knowledge record of this viewer while the game runs. */
  known(of: GameRecord, viewer: Viewer): GameRecord {
    return record(of.game, of.players, of.options, this.setup.known(of, viewer), of.moves, viewer);
  }

  /** The seed for what is thought about the position after so many moves. */
  seedAt(seed: Seed, ply: number): bigint {
    this.chance.beginStream(checkSeed(seed), ply);
    return BigInt(this.kernels.halves(this.chance.stream, 1)[0]! >>> 0);
  }

  /** A uniformly random full record among those that a viewer's position allows, and its state. */
  redealt(known: Position, seed: Seed): [GameRecord, Uint8Array] {
    const { record: of, form } = known;
    this.chance.beginStream(checkSeed(seed));
    form.room.bench.load(known.setting, known.state);
    const [state, setup] = form.room.bench.fillIn(this.chance.stream, this.setup.blank(of.players, of.options));
    return [record(of.game, of.players, of.options, this.setup.completed(of, setup), of.moves), state];
  }
}
