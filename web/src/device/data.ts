/** What changes with the program only (games, lessons, rules, boards): files of the page, written when it was built. */

import { type Language, LANGUAGES } from '../lib/languages';

const FILES = import.meta.glob<string>('../../generated/data/**/*.json', {
  query: '?url',
  import: 'default',
  eager: true,
});
const FOLDER = '../../generated/data';

/** The file that holds the answer to `GET` for a path such as `/lessons/a_game?language=fr`; null: there is none. */
export function fileOf(path: string, files: Record<string, string> = FILES): string | null {
  const { pathname, searchParams } = new URL(path, 'http://sommet');
  const language = searchParams.get('language') ?? '';
  const name = decodeURIComponent(pathname);
  return (
    files[`${FOLDER}${name}.${LANGUAGES.includes(language as Language) ? language : 'en'}.json`] ??
    files[`${FOLDER}${name}.json`] ??
    null
  );
}

const kept = new Map<string, Promise<unknown>>();

/** The answer that a file holds; throws where it cannot be had. */
export function read(file: string): Promise<unknown> {
  const found = kept.get(file);
  if (found !== undefined) return found;
  const answer = fetch(file).then((said) => (said.ok ? said.json() : Promise.reject(new Error(said.statusText))));
  kept.set(file, answer);
  answer.catch(() => kept.delete(file));
  return answer;
}
