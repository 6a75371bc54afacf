/** Texts by key: the gaps of a text are filled with values; a value that begins with `@` is itself a key. */

import type { Dict, Words } from './types.ts';

/** The text of that key, its gaps filled. */
export function say(words: Words, key: string, values: Dict = {}): string {
  const text = words[key];
  if (text === undefined) throw new Error(`there are no words for ${key}`);
  return text.replace(/\{(\w*)\}/g, (gap, name: string) => (name in values ? filled(words, values[name]) : gap));
}

function filled(words: Words, value: unknown): string {
  if (typeof value === 'string' && value.startsWith('@')) {
    // a colour called c7 has no other name
    return words[value.slice(1)] ?? value.slice(value.lastIndexOf('.') + 1);
  }
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  return value === null || value === undefined ? 'None' : String(value);
}
