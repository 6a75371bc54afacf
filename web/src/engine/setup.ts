/** Set-ups: what chance or the players settled before the first move, field by field, in JSON and for the kernels. */

import type { OptionInfo, SetupFieldInfo, SetupInfo } from './description.ts';
import type { Digits } from './digits.ts';
import { badRecord, shown } from './errors.ts';
import { fieldReader, NONE, product, type Numbers } from './fields.ts';
import type { Names } from './names.ts';
import type { Options } from './options.ts';
import { entriesOf, putField, takeField } from './packing.ts';
import { checkKeys, isNumber } from './records.ts';
import type { Dict, GameRecord, Terms, Viewer } from './types.ts';

const PLAYERS = 'players';
const PARTIAL = 'partial';
export const FIRST = 'first'; // the field every set-up has: the seat that moves first
const EVERYBODY = 'everybody';
const OWN_SEAT = 'own seat';
const AS_TURNED = 'as turned';

/** Reads, writes and checks set-ups by their description. */
export class Setup {
  readonly info: SetupInfo;
  private readonly keys: string[];
  private readonly options: Options;
  private readonly names: Names;
  private readonly unset: Numbers;

  constructor(info: SetupInfo, options: Options, names: Names) {
    this.info = info;
    this.options = options;
    this.names = names;
    this.keys = this.info.fields.map((field) => field.name);
    this.unset = new Int16Array(this.info.size / 2);
    for (const name of this.keys) {
      const { at, shape } = this.info.places[name]!;
      this.unset.fill(NONE, at, at + product(shape));
    }
  }

  /** A record in which only the number of players and the options are settled. */
  blank(players: number, options: Dict, partial = false): Numbers {
    const setup = this.unset.slice();
    setup[this.at(PLAYERS)] = players;
    setup[this.at(PARTIAL)] = Number(partial);
    const terms = { players, options, setup: {} };
    for (const option of this.options.every) {
      if (option.stored) this.agree(setup, option, options[option.name], terms);
    }
    return setup;
  }

  /** Write an option's value. */
  private agree(setup: Numbers, option: OptionInfo, value: unknown, terms: Terms): void {
    if (option.kind === 'choice' || option.kind === 'flag') {
      setup[this.at(option.name)] = value === undefined || value === null ? 0 : option.values.indexOf(value);
    } else if (option.kind === 'some') {
      this.list(setup, option.name, this.options.numbers(option, value, terms));
    } else if (option.kind === 'counts') {
      this.list(setup, `${option.name}_wanted`, (value ?? option.default) as number[]);
    }
  }

  private list(setup: Numbers, name: string, numbers: readonly number[]): void {
    setup.set(numbers, this.at(name));
    const count = this.info.places[`${name}_count`];
    if (count) setup[count.at] = numbers.length;
  }

  private at(name: string): number {
    return this.info.places[name]!.at;
  }

  /** Write what is chosen about the deal; throws BadRecord. What is not chosen stays to be drawn. */
  choose(setup: Numbers, choices: Dict, terms: Terms): void {
    for (const option of this.options.every) {
      if (option.stored) continue;
      const value = choices[option.name];
      const given = value !== undefined && value !== null;
      if (given) this.options.checkOne(option, value, terms);
      if (given || option.kind === 'counts') this.agree(setup, option, value, terms);
    }
  }

  /** Write who starts; throws BadRecord. */
  start(setup: Numbers, first: unknown, terms: Terms): void {
    const field = this.info.fields.find((each) => each.name === FIRST)!;
    this.writeField(setup, field, first, terms, false);
  }

  /** The set-up as JSON has it. */
  read(setup: Numbers, players: number, options: Dict): Dict {
    const told: Dict = {};
    const terms = { players, options, setup: told };
    for (const field of this.info.fields) told[field.name] = fieldReader(this.info, field, this.names, terms)(setup);
    return told;
  }

  /** The kernels' record of a set-up from outside; throws BadRecord for what is not of the declared form. */
  write(record: GameRecord): Numbers {
    return this.written(record.setup, record.players, record.options, record.viewer !== undefined);
  }

  /** The same of what `what` holds in JSON. `partial`: whatever not everybody knows may be left open (null). */
  written(data: unknown, players: number, options: Dict, partial: boolean, what = 'setup'): Numbers {
    const given = checkKeys(data, this.keys, what, this.keys);
    const setup = this.blank(players, options, partial);
    const terms = { players, options, setup: given };
    for (const field of this.info.fields) this.writeField(setup, field, given[field.name], terms, partial);
    return setup;
  }

  /** The set-up as this viewer knows it while the game runs. */
  known(record: GameRecord, viewer: Viewer): Dict {
    const told: Dict = {};
    for (const field of this.info.fields) told[field.name] = known(field, record.setup[field.name], record, viewer);
    return told;
  }

  /** A viewer's knowledge with the hidden fields from a kernels' record in which they are filled in. */
  completed(record: GameRecord, setup: Numbers): Dict {
    const told = { ...record.setup };
    const terms = { players: record.players, options: record.options, setup: told };
    for (const field of this.info.fields) {
      if (field.known === EVERYBODY) continue;
      if (field.up_to) setup[this.at(`${field.name}_count`)] = entriesOf(field, record.players)[1];
      told[field.name] = fieldReader(this.info, field, this.names, terms)(setup);
    }
    return told;
  }

  /** The first version of links that has a place for all these options. */
  since(options: Dict): number {
    return Math.max(
      1,
      ...this.options.every.filter((option) => Object.hasOwn(options, option.name)).map((option) => option.since),
    );
  }

  /** Write the options and the set-up of a checked record into a link of that version. */
  put(record: GameRecord, digits: Digits, version: number): void {
    const { players, options, setup } = record;
    const terms = { players, options, setup };
    for (const option of this.options.every) {
      if (option.stored && option.since <= version) this.options.put(option, options[option.name], digits, terms);
    }
    for (const name of this.info.packed) putField(this.field(name), setup[name], digits, this.names, terms);
  }

  /** Read them back; what the rules do not allow is refused later, as in any record. */
  take(players: number, digits: Digits, version: number): [Dict, Dict] {
    const options: Dict = {};
    const found: Dict = {};
    const terms = { players, options, setup: found };
    for (const option of this.options.every) {
      if (!option.stored || option.since > version) continue;
      const value = this.options.take(option, digits, terms);
      if (value !== null && value !== undefined) {
        this.options.checkOne(option, value, terms);
        options[option.name] = value;
      }
    }
    for (const name of this.info.packed) found[name] = takeField(this.field(name), digits, this.names, terms);
    return [options, Object.fromEntries(this.keys.map((name) => [name, found[name]]))];
  }

  private field(name: string): SetupFieldInfo {
    return this.info.fields.find((each) => each.name === name)!;
  }

  private writeField(setup: Numbers, field: SetupFieldInfo, value: unknown, terms: Terms, partial: boolean): void {
    const gap = partial && field.known !== EVERYBODY;
    if (value === null && gap && (field.per.length || field.up_to)) return;
    if (field.piled) return this.pile(setup, field, value, terms);
    let flat: number[] = [];
    if (field.up_to) {
      flat = this.entries(field, value, terms, gap);
      this.list(setup, field.name, flat);
    } else if (field.per.length) {
      const { at, shape } = this.info.places[field.name]!;
      const step = shape[1] ?? 0;
      this.rows(field, value, terms, gap).forEach((row, place) => {
        const numbers = row.map((entry) => this.number(field, entry, terms, gap));
        setup.set(numbers, at + place * step);
        flat.push(...numbers);
      });
    } else {
      setup[this.at(field.name)] = this.number(field, value, terms, gap);
    }
    const told = flat.filter((number) => number !== NONE);
    if (field.distinct && new Set(told).size < told.length) {
      throw badRecord('error.twice', field.clause, { what: field.name });
    }
  }

  /** A list for each of the named things; where they have keys, what is not named is empty. */
  private pile(setup: Numbers, field: SetupFieldInfo, value: unknown, terms: Terms): void {
    const axis = field.per[0]!;
    let rows: unknown[];
    if (this.names.info(axis).keyed) {
      const members = this.names.of(axis, terms).map(String);
      const given = checkKeys(value, members, field.name);
      rows = members.map((member) => (Object.hasOwn(given, member) ? given[member] : []));
    } else rows = this.along(axis, value, field, terms);
    const numbers = rows.map((row) => listed(row, field).map((entry) => this.number(field, entry, terms, false)));
    const flat = numbers.flat();
    if (flat.length > field.piled) {
      const values = { what: field.name, least: 0, most: field.piled, given: flat.length };
      throw badRecord('error.count', field.clause, values);
    }
    setup.set(flat, this.at(field.name));
    setup.set(
      numbers.map((row) => row.length),
      this.at(`${field.name}_count`),
    );
  }

  /** The entries of a list as numbers. */
  private entries(field: SetupFieldInfo, value: unknown, terms: Terms, gap: boolean): number[] {
    const entries = listed(value, field);
    const [fewest, most] = entriesOf(field, terms.players);
    const least = gap && field.known === AS_TURNED ? 0 : fewest;
    if (entries.length < least || entries.length > most) {
      const values = { what: field.name, least, most, given: entries.length };
      throw badRecord('error.count', field.clause, values);
    }
    return entries.map((entry) => this.number(field, entry, terms, gap && field.known !== AS_TURNED));
  }

  /** The entries along one axis or two, by rows. */
  private rows(field: SetupFieldInfo, value: unknown, terms: Terms, gap: boolean): unknown[][] {
    const entries = this.along(field.per[0]!, value, field, terms);
    if (field.per.length === 1) return [entries];
    const second = field.per[1]!;
    return entries.map((row) =>
      row === null && gap
        ? new Array<null>(this.names.of(second, terms).length).fill(null)
        : this.along(second, row, field, terms),
    );
  }

  /** The entries along an axis, in its order; of numbers told by name, what is not named is 0. */
  private along(axis: number, value: unknown, field: SetupFieldInfo, terms: Terms): unknown[] {
    const members = this.names.of(axis, terms);
    if (this.names.info(axis).keyed) {
      const given = checkKeys(value, members, field.name);
      return members.map((member) => (Object.hasOwn(given, member) ? given[member] : 0));
    }
    const entries = listed(value, field);
    if (entries.length !== members.length) {
      const values = { what: field.name, least: members.length, most: members.length, given: entries.length };
      throw badRecord('error.count', field.clause, values);
    }
    return [...entries];
  }

  /** One value as a number; throws BadRecord. */
  private number(field: SetupFieldInfo, value: unknown, terms: Terms, gap: boolean): number {
    if (value === null && gap) return NONE;
    const what = field.name;
    if (field.names === undefined) return plainNumber(field, value);
    const info = this.names.info(field.names);
    if (info.seats) {
      if (!isNumber(value, 0, terms.players - 1)) {
        throw badRecord('error.seat', field.clause, { what, given: shown(value), players: terms.players });
      }
      return value;
    }
    if (value === null && field.known !== EVERYBODY) throw badRecord('error.gap', field.clause, { what });
    const number = typeof value === 'string' ? this.names.of(field.names, terms).indexOf(value) : -1;
    if (number < 0) {
      throw badRecord('error.member', field.clause, { what, given: shown(value), word: `@word.${info.word}` });
    }
    return number;
  }
}

function plainNumber(field: SetupFieldInfo, value: unknown): number {
  if (field.flag) {
    if (typeof value === 'boolean') return Number(value);
    throw badRecord('error.option', field.clause, { option: field.name, given: shown(value) });
  }
  const [least, most] = field.number!;
  if (isNumber(value, least, most)) return value;
  throw badRecord('error.number', field.clause, { what: field.name, given: shown(value), least, most });
}

function listed(value: unknown, field: SetupFieldInfo): unknown[] {
  if (!Array.isArray(value)) throw badRecord('error.not_a_list', field.clause, { what: field.name });
  return value;
}

/** As much of a field as the viewer knows. */
function known(field: SetupFieldInfo, value: unknown, record: GameRecord, viewer: Viewer): unknown {
  if (field.known === EVERYBODY) return value;
  if (field.known === OWN_SEAT && value !== null) {
    return (value as unknown[]).map((entry, seat) => (seat === viewer ? entry : null));
  }
  if (field.known === AS_TURNED && value !== null) return (value as unknown[]).slice(0, record.moves.length + 1);
  return null;
}
