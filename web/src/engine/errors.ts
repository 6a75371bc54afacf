/** What is wrong, said three ways: a code for programs, a clause for referees, a sentence for players. */

import { say } from './words.ts';
import type { Dict, Words } from './types.ts';

export const BAD_JSON = 'bad_json';
export const BAD_REQUEST = 'bad_request';
export const BAD_RECORD = 'bad_record';
export const ILLEGAL_MOVE = 'illegal_move';
export const GAME_OVER = 'game_over';
/** Right perhaps, but only a server can tell: this device has not all that there is. */
export const ELSEWHERE = 'elsewhere';

const MOST_SHOWN = 40;
// what cannot be printed; all in one place because the sentences must be the same in every language
const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}\p{Zs}]/u;
const SHORT: Record<string, string> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' };

/** Bad input: nothing was changed by it. `at` is the index of the move it concerns. */
export class SommetError extends Error {
  readonly code: string;
  readonly key: string;
  readonly clause: string | null;
  readonly values: Dict;
  at: number | null = null;

  constructor(code: string, key: string, clause: string | null = null, values: Dict = {}) {
    super(key + (clause ? ` (${clause})` : ''));
    this.name = 'SommetError';
    this.code = code;
    this.key = key;
    this.clause = clause;
    this.values = values;
  }

  /** The sentence, in the language of these words. */
  say(words: Words): string {
    return say(words, this.key, this.values);
  }

  /** To be sent to another thread; `revived` makes an error of it again. */
  asData(): Dict {
    return { code: this.code, key: this.key, clause: this.clause, values: this.values, at: this.at };
  }

  static revived(data: Dict): SommetError {
    const { code, key, clause, values, at } = data as unknown as SommetError;
    const error = new SommetError(code, key, clause, values);
    error.at = at;
    return error;
  }
}

export function badRecord(key: string, clause: string | null = null, values: Dict = {}): SommetError {
  return new SommetError(BAD_RECORD, key, clause, values);
}

export function illegalMove(key: string, clause: string, values: Dict = {}): SommetError {
  return new SommetError(ILLEGAL_MOVE, key, clause, values);
}

/** The error for an argument of the library that cannot be meant. */
export function badArgument(what: string, given: unknown): SommetError {
  return new SommetError(BAD_REQUEST, 'error.argument', null, { what, given: shown(given) });
}

/** A value from outside, cut short so that it can stand in a message. */
export function shown(value: unknown): string {
  const text = written(value);
  const characters = Array.from(text);
  return characters.length <= MOST_SHOWN ? text : `${characters.slice(0, MOST_SHOWN - 1).join('')}…`;
}

function written(value: unknown): string {
  if (value === null || value === undefined) return 'None';
  if (typeof value === 'string') return quoted(value);
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (typeof value === 'number') return numeral(value);
  if (typeof value === 'bigint') return value.toString();
  return Array.isArray(value) ? 'list' : 'dict';
}

function quoted(text: string): string {
  const mark = text.includes("'") && !text.includes('"') ? '"' : "'";
  let inside = '';
  for (const character of text) {
    if (character === mark) inside += `\\${mark}`;
    else if (SHORT[character] !== undefined) inside += SHORT[character];
    else if (character !== ' ' && UNPRINTABLE.test(character)) inside += escaped(character.codePointAt(0)!);
    else inside += character;
  }
  return mark + inside + mark;
}

function escaped(point: number): string {
  const digits = point.toString(16);
  if (point < 0x100) return `\\x${digits.padStart(2, '0')}`;
  return point < 0x10000 ? `\\u${digits.padStart(4, '0')}` : `\\U${digits.padStart(8, '0')}`;
}

/** A number as Python writes it. */
function numeral(value: number): string {
  if (Number.isInteger(value)) return Math.abs(value) < 1e21 ? BigInt(value).toString() : fraction(value);
  if (Number.isNaN(value)) return 'nan';
  if (!Number.isFinite(value)) return value < 0 ? '-inf' : 'inf';
  return fraction(value);
}

function fraction(value: number): string {
  const [digits, power] = value.toExponential().split('e') as [string, string];
  const exponent = Number(power);
  if (exponent >= -4 && exponent < 16) return value.toString();
  return `${digits}e${exponent < 0 ? '-' : '+'}${String(Math.abs(exponent)).padStart(2, '0')}`;
}
