/** What may be agreed before a game: checked, written for the kernels and packed as the game declares it. */

import type { ChoiceInfo, CountsInfo, Description, OptionInfo, SomeInfo, TextInfo } from './description.ts';
import type { Digits } from './digits.ts';
import { badRecord, shown, type SommetError } from './errors.ts';
import type { Member, Names } from './names.ts';
import { isNumber } from './records.ts';
import type { Dict, Terms } from './types.ts';

const OTHER = 'other';

/** All options of a game, in the order in which they are asked and packed. */
export class Options {
  readonly every: readonly OptionInfo[];
  private readonly names: Names;

  constructor(description: Description, names: Names) {
    this.every = description.options;
    this.names = names;
  }

  /** Raise BadRecord for a record's options: an unknown one, a wrong value, one that is missing. */
  check(given: Dict, terms: Terms): void {
    for (const name of Object.keys(given)) {
      if (!this.every.some((option) => option.stored && option.name === name)) {
        throw badRecord('error.unknown_key', null, { what: 'options', given: shown(name) });
      }
    }
    for (const option of this.every) {
      if (!option.stored) continue;
      if (Object.hasOwn(given, option.name)) this.checkOne(option, given[option.name], terms);
      else if (option.kind === 'some' && option.implied.length && this.implied(option, terms.options) === null) {
        throw refusedSome(option, 'missing', terms);
      }
    }
  }

  /** What belongs into the record's options, and the choices about the deal; BadRecord for any other name. */
  sortedOut(given: Dict): [Dict, Dict] {
    const stored: Dict = {};
    const choices: Dict = {};
    for (const [name, value] of Object.entries(given)) {
      const option = this.every.find((each) => each.name === name);
      if (!option) {
        const options = this.every.map((each) => each.name).join(', ');
        throw badRecord('error.no_option', null, { given: shown(name), options });
      }
      if (value !== null && value !== undefined) (option.stored ? stored : choices)[name] = value;
    }
    return [stored, choices];
  }

  /** Raise BadRecord, with the clause, unless the value is one of this option's. */
  checkOne(option: OptionInfo, value: unknown, terms: Terms): void {
    if (option.kind === 'some') this.checkSome(option, value, terms);
    else if (option.kind === 'counts') checkCounts(option, value);
    else if (option.kind === 'text') checkText(option, value, this.names);
    else checkChoice(option, value, terms);
  }

  private checkSome(option: SomeInfo, value: unknown, terms: Terms): void {
    const [least, most] = bounds(option, terms.players);
    if (!Array.isArray(value) || value.length < least || value.length > most) {
      throw refusedSome(option, 'count', terms);
    }
    const members = this.names.of(option.names, terms);
    for (const given of value) {
      if (typeof given !== 'string' || !members.includes(given)) {
        const word = `@word.${this.names.info(option.names).word}`;
        throw refusedSome(option, 'member', terms, { given: shown(given), word });
      }
    }
    if (new Set(value).size < value.length) throw refusedSome(option, 'twice', terms);
  }

  /** The numbers that the kernels get: of members named, or of those that hold where none are. */
  numbers(option: SomeInfo, value: unknown, terms: Terms): number[] {
    const named = (value ?? (option.implied.length ? this.implied(option, terms.options) : [])) as Member[] | null;
    const members = this.names.of(option.names, terms);
    return (named ?? []).map((member) => members.indexOf(member));
  }

  private implied(option: SomeInfo, options: Dict): string[] | null {
    return this.names.byOptions(option.implied, options).members;
  }

  /** Write a value that was checked, or nothing, into a link. */
  put(option: OptionInfo, value: unknown, digits: Digits, terms: Terms): void {
    if (option.kind === 'some') {
      const members = this.names.of(option.names, terms);
      const named = (value ?? []) as Member[];
      digits.put(named.length, bounds(option, terms.players)[1] + 1);
      for (const member of named) digits.putOne(member, members);
    } else if (option.kind === 'text') {
      const other = value !== undefined && value !== null && value !== option.default;
      digits.putOne(other ? OTHER : (value ?? null), [null, option.default, OTHER]);
      for (const part of other ? option.parts[value as string]! : []) digits.put(part, option.size);
    } else if (option.kind !== 'counts') {
      digits.putOne(value ?? null, [null, ...option.values]);
    }
  }

  /** Read it back. */
  take(option: OptionInfo, digits: Digits, terms: Terms): unknown {
    if (option.kind === 'some') {
      const members = this.names.of(option.names, terms);
      const count = digits.take(bounds(option, terms.players)[1] + 1);
      return count ? Array.from({ length: count }, () => digits.takeOne(members)) : null;
    }
    if (option.kind === 'text') {
      const value = digits.takeOne([null, option.default, OTHER]);
      if (value !== OTHER) return value;
      const parts = Array.from({ length: option.count }, () => digits.take(option.size));
      return parts.reduce<string>((text, part) => text.replace('{}', String(part)), option.pattern);
    }
    return option.kind === 'counts' ? null : digits.takeOne([null, ...option.values]);
  }
}

function checkChoice(option: ChoiceInfo, value: unknown, terms: Terms): void {
  if (!option.values.includes(value)) {
    throw badRecord('error.option', null, { option: option.name, given: shown(value) });
  }
  const key = String(value).toLowerCase();
  const only = option.only[key];
  if (only && !only.includes(terms.players)) throw badRecord(option.refusals[key]!, option.clause);
}

/** One of the texts that are here. Another of that form may be right: whoever knows all of them has to say. */
function checkText(option: TextInfo, value: unknown, names: Names): void {
  if (typeof value === 'string' && option.values.includes(value)) return;
  const [before = '', ...gaps] = option.pattern.split('{}');
  const form = escapeForm(before) + gaps.map((text) => `[1-9][0-9]*${escapeForm(text)}`).join('');
  if (typeof value === 'string' && new RegExp(`^${form}$`).test(value)) {
    throw names.elsewhere(option.name, value, option.values);
  }
  throw badRecord(option.refusal, option.clause, { option: option.name, given: shown(value), most: option.size });
}

export function escapeForm(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
}

function checkCounts(option: CountsInfo, value: unknown): void {
  const counts = Array.isArray(value) && value.length > 0 && value.length <= option.kinds ? (value as unknown[]) : null;
  const good = counts?.every((count) => isNumber(count, 0, option.total));
  const sum = good ? (counts as number[]).reduce((total, count) => total + count, 0) : 0;
  if (sum < 1 || sum > option.total) {
    throw badRecord(option.refusal, option.clause, { option: option.name, given: shown(value) });
  }
}

function bounds(option: SomeInfo, players: number): [number, number] {
  const exactly = option.exactly?.[players];
  return exactly === undefined ? [option.least ?? 0, option.most ?? 0] : [exactly, exactly];
}

function refusedSome(
  option: SomeInfo,
  what: 'count' | 'member' | 'twice' | 'missing',
  terms: Terms,
  more: Dict = {},
): SommetError {
  const [least, most] = bounds(option, terms.players);
  const values = { option: option.name, least, most, count: least, players: terms.players, ...more };
  return badRecord(option.refusals[what], what === 'missing' ? option.implied_clause : option.clause, values);
}
