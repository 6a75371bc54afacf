/** Records that people may read: kernels fill them with 16-bit numbers, a layout says what each number means. */

import type { FieldInfo, LayoutInfo } from './description.ts';
import type { Names } from './names.ts';
import type { Dict, Terms } from './types.ts';

export type Numbers = Int16Array;
export type Read = (values: Numbers, over: boolean) => Dict;
type Reader = (values: Numbers) => unknown;
type Tell = (value: number) => unknown;

export const NONE = -1;

/** What turns a record into JSON, for games on these terms. */
export function reader(layout: LayoutInfo, names: Names, terms: Terms): Read {
  const readers = layout.fields.map((field) => ({
    name: field.name,
    late: field.late,
    read: fieldReader(layout, field, names, terms),
  }));
  return (values, over) => {
    const told: Dict = {};
    for (const each of readers) if (over || !each.late) told[each.name] = each.read(values);
    return told;
  };
}

/** The same of one field, or of the `index`-th of the group that the prefix names. */
export function fieldReader(
  layout: LayoutInfo,
  field: FieldInfo,
  names: Names,
  terms: Terms,
  prefix = '',
  index = 0,
): Reader {
  const name = prefix + field.name;
  if (field.piled) return piles(layout, field, names, terms, name);
  if (field.up_to) return list(layout, field, names, terms, name, index);
  const { at, shape } = layout.places[name]!;
  const inner = field.per.length ? shape.slice(-field.per.length) : [];
  return table(field, field.per, names, terms, at + index * product(inner), inner);
}

/** A list of values for each of the named things; where they have keys, empty ones are left out. */
function piles(layout: LayoutInfo, field: FieldInfo, names: Names, terms: Terms, name: string): Reader {
  const start = layout.places[name]!.at;
  const counted = layout.places[`${name}_count`]!.at;
  const axis = field.per[0]!;
  const keys = names.of(axis, terms);
  const tell = leaf(field, names, terms);
  const keyed = names.info(axis).keyed;
  return (values) => {
    let at = start;
    const lists = keys.map((_, place) => {
      const from = at;
      at += values[counted + place]!;
      return taken(values, from, at, tell);
    });
    if (!keyed) return lists;
    return Object.fromEntries(keys.map((key, place) => [key, lists[place]!] as const).filter(([, l]) => l.length));
  };
}

function list(layout: LayoutInfo, field: FieldInfo, names: Names, terms: Terms, name: string, index: number): Reader {
  const counted = layout.places[`${name}_count`]!.at + index;
  if (field.group) {
    const parts = field.group;
    const rows = Array.from({ length: field.up_to }, (_, row) =>
      parts.map((part) => ({ key: part.name, read: fieldReader(layout, part, names, terms, `${name}_`, row) })),
    );
    return (values) =>
      rows.slice(0, values[counted]).map((row) => {
        const told: Dict = {};
        for (const part of row) told[part.key] = part.read(values);
        return told;
      });
  }
  const start = layout.places[name]!.at + index * field.up_to;
  const tell = leaf(field, names, terms);
  return (values) => taken(values, start, start + values[counted]!, tell);
}

/** One value, or values along one axis or two. */
function table(
  field: FieldInfo,
  axes: readonly number[],
  names: Names,
  terms: Terms,
  place: number,
  shape: readonly number[],
): Reader {
  const tell = leaf(field, names, terms);
  if (!axes.length) return (values) => tell(values[place]!);
  const keys = names.of(axes[0]!, terms);
  const step = product(shape.slice(1));
  const rows = keys.map((_, row) => table(field, axes.slice(1), names, terms, place + row * step, shape.slice(1)));
  if (!names.info(axes[0]!).keyed) return (values) => rows.map((row) => row(values));
  return (values) => {
    const told: Dict = {};
    for (let row = 0; row < rows.length; row++) told[keys[row]!] = rows[row]!(values);
    return told;
  };
}

function leaf(field: FieldInfo, names: Names, terms: Terms): Tell {
  if (field.flag) return (value) => value !== 0;
  if (field.names === undefined || field.group) return (value) => value;
  if (names.info(field.names).seats) return (value) => (value === NONE ? null : value);
  const members = names.of(field.names, terms);
  return (value) => (value === NONE ? null : members[value]);
}

function taken(values: Numbers, from: number, to: number, tell: Tell): unknown[] {
  const told: unknown[] = [];
  for (let at = from; at < to; at++) told.push(tell(values[at]!));
  return told;
}

export function product(shape: readonly number[]): number {
  return shape.reduce((size, each) => size * each, 1);
}
