/** What an analysis finds besides the values of moves: records of real numbers. NaN is nothing: null in JSON. */

import type { FieldInfo, FindingsInfo } from './description.ts';
import type { Member, Names } from './names.ts';
import type { Dict, Terms } from './types.ts';

type Tell = (value: number) => unknown;

/** One record as JSON has it; `texts` are those of the moves, by number. */
export function found(
  info: FindingsInfo,
  numbers: Float64Array,
  names: Names,
  terms: Terms,
  texts: readonly string[],
): Dict {
  const told: Dict = {};
  for (const field of info.fields) {
    const { at, shape } = info.places[field.name]!;
    if (field.optional && Number.isNaN(numbers[at])) continue;
    const tell = teller(field, names, terms, texts);
    const keys = field.per.map((axis) => names.of(axis, terms));
    const keyed = field.per.map((axis) => names.info(axis).keyed);
    if (!keys.length) told[field.name] = tell(numbers[at]!);
    else if (keys.length === 1) told[field.name] = line(numbers, at, tell, keys[0]!, keyed[0]!);
    else {
      const rows = keys[0]!.map((_, row) => line(numbers, at + row * shape[1]!, tell, keys[1]!, keyed[1]!));
      told[field.name] = keyed[0] ? Object.fromEntries(keys[0]!.map((key, row) => [key, rows[row]])) : rows;
    }
  }
  return told;
}

/** The way back: the numbers of what was told. */
export function numbersOf(
  info: FindingsInfo,
  told: Dict,
  names: Names,
  terms: Terms,
  moves: ReadonlyMap<string, number>,
): Float64Array {
  const numbers = new Float64Array(info.size / 8).fill(NaN);
  for (const field of info.fields) {
    const value = told[field.name];
    if (value === undefined || (value === null && field.per.length)) continue;
    const { at, shape } = info.places[field.name]!;
    const number = numberer(field, names, terms, moves);
    const along = (axis: number, entries: unknown) =>
      names.info(axis).keyed ? names.of(axis, terms).map((key) => (entries as Dict)[key]) : (entries as unknown[]);
    if (!field.per.length) numbers[at] = number(value);
    else if (field.per.length === 1) numbers.set(along(field.per[0]!, value).map(number), at);
    else {
      along(field.per[0]!, value).forEach((row, place) => {
        if (row !== null) numbers.set(along(field.per[1]!, row).map(number), at + place * shape[1]!);
      });
    }
  }
  return numbers;
}

function numberer(
  field: FieldInfo,
  names: Names,
  terms: Terms,
  moves: ReadonlyMap<string, number>,
): (value: unknown) => number {
  if (field.move) return (value) => (value === null ? -1 : moves.get(value as string)!);
  if (field.names === undefined) return (value) => (value === null ? NaN : Number(value));
  const members = names.of(field.names, terms);
  return (value) => (value === null ? -1 : members.indexOf(value as Member));
}

/** Values along an axis; a row that begins with nothing is nothing. */
function line(numbers: Float64Array, at: number, tell: Tell, keys: readonly Member[], keyed: boolean): unknown {
  if (Number.isNaN(numbers[at])) return null;
  const values = keys.map((_, place) => tell(numbers[at + place]!));
  return keyed ? Object.fromEntries(keys.map((key, place) => [key, values[place]])) : values;
}

function teller(field: FieldInfo, names: Names, terms: Terms, texts: readonly string[]): Tell {
  if (field.names !== undefined || field.move) {
    const members = field.names === undefined ? texts : names.of(field.names, terms);
    return (value) => (value >= 0 ? members[Math.trunc(value)] : null);
  }
  if (field.flag) return (value) => (Number.isNaN(value) ? null : value !== 0);
  return (value) => (Number.isNaN(value) ? null : value);
}
