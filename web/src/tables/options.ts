/**
 * What may be agreed before a game, as the game declares it: what is offered, what is usual, what is sent, what is
 * said.
 */

import type { Agreed } from '../games/registry';
import type { OptionInfo, Options, Settings } from '../lib/types';
import { filled, has, isOne, listed, t } from '../lib/words.svelte';

/** Whether it is offered for this number of players. */
export const offered = (option: OptionInfo, players: number): boolean =>
  option.players.length === 0 || option.players.includes(players);

const key = (value: unknown): string => String(value).toLowerCase();

/** Its values for this number of players, or those suggested. */
export const valuesFor = (option: OptionInfo, players: number): unknown[] =>
  (option.values ?? []).filter((value) => option.only?.[key(value)]?.includes(players) ?? true);

/** What a value is called. */
export const valueWord = (option: OptionInfo, value: unknown): string =>
  option.value_words[key(value)] ?? nameWord(String(value));

/** What a member of an enumeration is called: a colour has a word of its own. */
export const nameWord = (name: string): string => (has(`colour.${name}`) ? t(`colour.${name}`) : name);

/** What holds: what was agreed as far as it is offered, otherwise what is usual. */
export function chosen(option: OptionInfo, agreed: Agreed, players: number): unknown {
  const value = agreed[option.name];
  if (value === undefined || value === null || !offered(option, players)) return option.default;
  return option.only?.[key(value)]?.includes(players) === false ? option.default : value;
}

/** How many members are to be named: at least, at most. */
export function bounds(option: OptionInfo, players: number): [number, number] {
  const exactly = option.exactly?.[players];
  return exactly === undefined ? [option.least ?? 0, option.most ?? 0] : [exactly, exactly];
}

/** The members to choose from; null: they cannot be listed here, they are typed. */
export function members(option: OptionInfo, agreed: Agreed, players: number): string[] | null {
  const { texts, by_options: tables, by_players: counts } = option.names ?? { word: '' };
  if (texts) return texts;
  if (counts) return Array.from({ length: counts[players] ?? 0 }, (_, number) => String(number + 1));
  const usual = tables?.[0]?.options ?? {};
  const found = tables?.find(({ options }) =>
    Object.entries(options).every(([name, value]) => (agreed[name] ?? usual[name]) === value),
  );
  return found?.texts ?? null;
}

/** Whether that is no more than what holds when nothing is said. */
export function isUsual(option: OptionInfo, value: unknown): boolean {
  if (value === undefined || value === null) return true;
  if (option.kind === 'some' && Array.isArray(value) && value.length === 0 && (option.least ?? 0) === 0) return true;
  return JSON.stringify(value) === JSON.stringify(option.default);
}

/** What the server is told: only what is not as usual. */
export function sent(options: OptionInfo[], agreed: Agreed, players: number): Pick<Settings, 'options' | 'choices'> {
  const found: Pick<Settings, 'options' | 'choices'> = { options: {}, choices: {} };
  for (const option of options) {
    const value = chosen(option, agreed, players);
    if (!isUsual(option, value)) found[option.stored ? 'options' : 'choices'][option.name] = value;
  }
  return found;
}

/** The same for another number of players: as many members as are then wanted, where just as many were named. */
export function fitted(options: OptionInfo[], agreed: Agreed, before: number, players: number): Agreed {
  const found: Record<string, unknown> = { ...agreed };
  for (const option of options) {
    const value = agreed[option.name];
    if (!option.exactly || !Array.isArray(value) || value.length === 0 || value.length !== option.exactly[before])
      continue;
    const free = (members(option, agreed, players) ?? []).filter((name) => !value.includes(name));
    found[option.name] = [...value, ...free].slice(0, option.exactly[players]);
  }
  return found;
}

const counted = (value: unknown): number =>
  Array.isArray(value)
    ? value.reduce<number>((sum, one) => sum + (typeof one === 'number' ? one : 1), 0)
    : Number(value);

/** An option in a few words; null when it is as usual. */
export function note(option: OptionInfo, settings: { options: Options; choices: Options }): string | null {
  const value = settings[option.stored ? 'options' : 'choices'][option.name];
  if (isUsual(option, value)) return null;
  const n = counted(value);
  const text = option.note_one !== undefined && isOne(n) ? option.note_one : option.note;
  const said = Array.isArray(value)
    ? listed(value.map((one) => nameWord(String(one))))
    : option.kind === 'text'
      ? String(value)
      : valueWord(option, value);
  if (text !== undefined) return filled(text, { n, value: said });
  if (option.kind === 'flag') return option.label;
  return option.kind === 'choice' ? said : `${option.label}: ${said}`;
}
