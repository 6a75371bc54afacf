/** What people say most, ready to be said: it travels as `:hello:`, and everybody reads it in their own language. */

import { has, t } from '../lib/words.svelte';

export const PHRASES = ['hello', 'good_luck', 'well_played', 'thinking', 'oops', 'thanks', 'again', 'bye'] as const;

export const written = (phrase: string): string => `:${phrase}:`;

/** What was said, as it is to be read here. */
export function read(text: string): string {
  const key = /^:([a-z_]+):$/.exec(text)?.[1];
  return key !== undefined && has(`phrase.${key}`) ? t(`phrase.${key}`) : text;
}
