/** The page's languages are complete, and no text is there for nothing. */

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

type Text = string | { one: string; other: string };

const LANGUAGES = readdirSync('src/words', { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map((entry) => entry.name);
const GAMES = readdirSync('src/games', { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map((entry) => entry.name);
const read = (language: string): Record<string, Text> => {
  const folder = join('src/words', language);
  const found: Record<string, Text> = {};
  const files = [
    ...readdirSync(folder).map((name) => join(folder, name)),
    ...GAMES.map((game) => join('src/games', game, 'words', `${language}.json`)),
  ];
  for (const file of files) {
    for (const [key, text] of Object.entries(JSON.parse(readFileSync(file, 'utf-8')) as Record<string, Text>)) {
      expect(found, `${key} stands twice in ${language}`).not.toHaveProperty([key]);
      found[key] = text;
    }
  }
  return found;
};
const catalogues = Object.fromEntries(LANGUAGES.map((language) => [language, read(language)]));
const english = catalogues['en']!;
const source = readdirSync('src', { recursive: true, encoding: 'utf-8' })
  .filter((name) => /\.(ts|svelte)$/.test(name) && !name.includes('.test.') && !name.startsWith('words/'))
  .map((name) => readFileSync(join('src', name), 'utf-8'))
  .join('\n');

const texts = (text: Text): string[] => (typeof text === 'string' ? [text] : [text.one, text.other]);
const holes = (text: Text): string =>
  [...new Set(texts(text).flatMap((one) => one.match(/\{\w+\}/g) ?? []))].sort().join();

describe.each(LANGUAGES)('%s', (language) => {
  const words = catalogues[language]!;
  it('has every text, and no other', () => {
    const say = `a text is in every language (${LANGUAGES.join(', ')}); docs/glossary/${language}.md has the terms`;
    expect(
      Object.keys(english).filter((key) => !(key in words)),
      `${language} lacks these: ${say}`,
    ).toEqual([]);
    expect(
      Object.keys(words).filter((key) => !(key in english)),
      `English lacks these: ${say}`,
    ).toEqual([]);
  });
  it('fills in the same values', () => {
    for (const [key, text] of Object.entries(words)) expect(holes(text), key).toBe(holes(english[key]!));
  });
  it('has no empty text and no exclamation mark', () => {
    for (const [key, text] of Object.entries(words)) {
      for (const one of texts(text)) {
        expect(one.trim(), key).not.toBe('');
        expect(one, key).not.toContain('!');
      }
    }
  });
});

describe('the page', () => {
  // whole keys in quotes, and beginnings (or middles) of keys that are put together: `level.${name}`
  const whole = new Set([...source.matchAll(/['"`]([a-z_]+(?:\.[\w]+)*)['"`]/g)].map((match) => match[1]!));
  const made = [...source.matchAll(/`([a-z_.]*)\$\{[^}`]*\}([\w.]*)(?:\$\{[^}`]*\}([\w.]*))?`/g)]
    .filter((match) => `${match[1]}${match[2]}`.includes('.'))
    .map(([, begin = '', middle = '', end]) => {
      const plain = (text: string): string => text.replaceAll('.', '\\.');
      return new RegExp(`^${plain(begin)}[\\w.]+${plain(middle)}${end === undefined ? '' : `[\\w.]+${plain(end)}`}$`);
    });
  it('asks only for texts that are there', () => {
    const asked = [...source.matchAll(/\bt\(\s*['"]([\w.]+)['"]/g)].map((match) => match[1]!);
    expect(asked.filter((key) => !(key in english))).toEqual([]);
  });
  it('uses every text', () => {
    const unused = Object.keys(english).filter((key) => !whole.has(key) && !made.some((pattern) => pattern.test(key)));
    expect(unused).toEqual([]);
  });
});
