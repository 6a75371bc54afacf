/**
 * Every text of the page, in every language. A language is one file for the browser; it is loaded when it is chosen.
 */

import type { Language } from './languages';
import { settings } from './settings.svelte';

/** A text with `{names}` to fill in; or one by number: `one`, `other`, chosen by the value of `n`. */
type Text = string | { one: string; other: string };
type Catalogue = Record<string, Text>;

const LOADERS = import.meta.glob<{ words: Catalogue }>('../words/[a-z][a-z].ts');

let words: Catalogue = $state.raw({});
let loaded: Language = $state('en');

/** Load the chosen language; resolves when its texts are shown. */
export async function loadWords(language: Language): Promise<void> {
  const { words: found } = await LOADERS[`../words/${language}.ts`]!();
  words = found;
  loaded = language;
}

export type Values = Record<string, string | number>;

/** The text of that key in the chosen language, with its values filled in. */
export function t(key: string, values: Values = {}): string {
  const found = words[key];
  if (found === undefined) return key;
  return filled(typeof found === 'string' ? found : found[isOne(Number(values['n'])) ? 'one' : 'other'], values);
}

/** A text with its values filled in. */
export function filled(text: string, values: Values): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
}

/** Whether the chosen language counts that as one. */
export const isOne = (count: number): boolean => new Intl.PluralRules(loaded).select(count) === 'one';

/** Whether there is such a text. */
export function has(key: string): boolean {
  return key in words;
}

/** "a, b and c" in the chosen language. */
export function listed(items: string[]): string {
  return new Intl.ListFormat(loaded, { type: 'conjunction' }).format(items);
}

/** A share as a percentage, by the language's habits. */
export function percent(share: number): string {
  return new Intl.NumberFormat(loaded, { style: 'percent', maximumFractionDigits: 0 }).format(share);
}

export { settings };
