/** Set-ups in links: every field as digits in their own bases, by its description. */

import type { SetupFieldInfo } from './description.ts';
import type { Digits } from './digits.ts';
import type { Member, Names } from './names.ts';
import type { Dict, Terms } from './types.ts';

const EVERYBODY = 'everybody';
const AS_TURNED = 'as turned';

/** How many entries a list may have. */
export function entriesOf(field: SetupFieldInfo, players: number): [number, number] {
  const exactly = field.exactly[players];
  return exactly === undefined ? [field.least, field.up_to] : [exactly, exactly];
}

/** Write a field of a checked set-up. */
export function putField(field: SetupFieldInfo, value: unknown, digits: Digits, names: Names, terms: Terms): void {
  if (field.known === null) {
    // nobody knows it: it is there as a whole, or not at all
    digits.put(Number(value !== null), 2);
    if (value !== null) putField({ ...field, known: EVERYBODY }, value, digits, names, terms);
  } else if (field.up_to) {
    putList(field, (value ?? []) as unknown[], digits, names, terms);
  } else {
    putTable(field, field.per, value, digits, names, terms);
  }
}

function putList(field: SetupFieldInfo, entries: unknown[], digits: Digits, names: Names, terms: Terms): void {
  const usual = usualMembers(field, names);
  const short = usual !== null && entries.every((entry) => usual.includes(entry as string));
  if (usual) digits.put(Number(short), 2);
  const [least, most] = field.known === AS_TURNED ? [0, field.up_to] : entriesOf(field, terms.players);
  if (most > least) digits.put(entries.length - least, most - least + 1);
  for (const entry of entries) {
    if (short) digits.putOne(entry, usual);
    else putValue({ ...field, known: EVERYBODY }, entry, digits, names, terms);
  }
}

function putTable(
  field: SetupFieldInfo,
  axes: readonly number[],
  value: unknown,
  digits: Digits,
  names: Names,
  terms: Terms,
): void {
  if (!axes.length) return putValue(field, value, digits, names, terms);
  names.of(axes[0]!, terms).forEach((key, place) => {
    let entry: unknown = null;
    if (Array.isArray(value)) entry = value[place];
    else if (value !== null) entry = Object.hasOwn(value as Dict, key) ? (value as Dict)[key] : 0;
    putTable(field, axes.slice(1), entry, digits, names, terms);
  });
}

function putValue(field: SetupFieldInfo, value: unknown, digits: Digits, names: Names, terms: Terms): void {
  const open = field.known === EVERYBODY;
  if (field.names !== undefined) {
    const members = names.of(field.names, terms);
    digits.putOne(value as Member, open ? members : [null as unknown as Member, ...members]);
    return;
  }
  if (!open) {
    digits.put(Number(value !== null), 2);
    if (value === null) return;
  }
  if (field.number) digits.put((value as number) - field.number[0], field.number[1] - field.number[0] + 1);
  else digits.put(Number(Boolean(value)), 2);
}

/** Read it back. */
export function takeField(field: SetupFieldInfo, digits: Digits, names: Names, terms: Terms): unknown {
  if (field.known === null) {
    return digits.take(2) ? takeField({ ...field, known: EVERYBODY }, digits, names, terms) : null;
  }
  if (!field.up_to) return takeTable(field, field.per, digits, names, terms);
  const usual = usualMembers(field, names);
  const short = usual !== null && digits.take(2) === 1;
  const [least, most] = field.known === AS_TURNED ? [0, field.up_to] : entriesOf(field, terms.players);
  const count = least + (most > least ? digits.take(most - least + 1) : 0);
  const open = { ...field, known: EVERYBODY } as SetupFieldInfo;
  return Array.from({ length: count }, () => (short ? digits.takeOne(usual) : takeValue(open, digits, names, terms)));
}

function takeTable(
  field: SetupFieldInfo,
  axes: readonly number[],
  digits: Digits,
  names: Names,
  terms: Terms,
): unknown {
  if (!axes.length) return takeValue(field, digits, names, terms);
  const keys = names.of(axes[0]!, terms);
  const entries = keys.map(() => takeTable(field, axes.slice(1), digits, names, terms));
  if (axes.length < field.per.length && entries.every((entry) => entry === null)) return null; // another seat's row
  if (!names.info(axes[0]!).keyed) return entries;
  return Object.fromEntries(keys.map((key, place) => [key, entries[place]]));
}

function takeValue(field: SetupFieldInfo, digits: Digits, names: Names, terms: Terms): unknown {
  const open = field.known === EVERYBODY;
  if (field.names !== undefined) {
    const members = names.of(field.names, terms);
    return digits.takeOne<Member | null>(open ? members : [null, ...members]);
  }
  if (!open && !digits.take(2)) return null;
  if (field.number) return field.number[0] + digits.take(field.number[1] - field.number[0] + 1);
  return Boolean(digits.take(2));
}

/** The first members of an enumeration, which are all that most games need. */
function usualMembers(field: SetupFieldInfo, names: Names): Member[] | null {
  if (field.names === undefined) return null;
  const { texts, usual } = names.info(field.names);
  return texts && usual ? texts.slice(0, usual) : null;
}
