/** The page's languages: those that have words. Adding one is adding its files. */

import type { Join } from './types';

/** What a language says of itself, whichever is chosen: its name, and what it calls those without one. */
interface Own {
  'language.name': string;
  'session.guest': string;
}

const FILES = import.meta.glob<Own>('../words/*/own.json', { eager: true, import: 'default' });
const OWN = Object.fromEntries(Object.entries(FILES).map(([path, own]) => [path.split('/').at(-2)!, own]));

export type Language = NonNullable<Join['language']>;
export const LANGUAGES = Object.keys(OWN).sort() as Language[];

/** A language's own name for itself. */
export const languageName = (language: Language): string => OWN[language]?.['language.name'] ?? language;

/** Whether that is what some language calls a person without a name. */
export const isNobody = (name: string): boolean => Object.values(OWN).some((own) => own['session.guest'] === name);
