/** Sentences that kernels tell in numbers: which phrases, with what in their gaps; here they become text. */

import type { PhraseInfo } from './description.ts';
import type { Words } from './types.ts';
import { say } from './words.ts';

/** One phrase: to be told by itself, or only part of a later one. A member and a move are their texts already. */
export interface Said {
  phrase: number;
  told: boolean;
  values: (number | string)[];
}

const MEMBER = '*';

/** What the rows say in the language of these words; moves as `written`. */
export function textOf(
  phrases: readonly PhraseInfo[],
  rows: readonly Said[],
  words: Words,
  written: (move: string) => string = (move) => move,
): string {
  const texts: string[] = [];
  for (const { phrase, values } of rows) {
    const { key, text, gaps } = phrases[phrase]!;
    const filled = gaps.map(({ name, kind, words: named }, place) => {
      const value = values[place]!;
      if (kind === 'part' || kind === 'start') {
        const part = texts[value as number] ?? '';
        return [name, kind === 'start' ? capital(part) : part] as const;
      }
      if (kind === 'move') return [name, written(value as string)] as const;
      if (kind === 'number') return [name, value] as const;
      return [name, words[named.replace(MEMBER, String(value))] ?? value] as const;
    });
    const own = key ? words : { [text]: text };
    texts.push(say(own, key || text, Object.fromEntries(filled)));
  }
  return texts.filter((_, place) => rows[place]!.told).join(' ');
}

function capital(text: string): string {
  const [first = '', ...rest] = text;
  return first.toUpperCase() + rest.join('');
}
