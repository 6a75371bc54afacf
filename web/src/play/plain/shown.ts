/**
 * What is shown of a position, made readable without knowing the game: values, lists and tables, each with its name.
 */

import { SYMBOLS } from '../../lib/colours';
import { known } from '../../lib/games.svelte';
import { has, t } from '../../lib/words.svelte';

/** The name of a row, and what stands in it. */
export interface Row {
  name: string;
  values: unknown[];
}

export type Section =
  | { key: string; label: string; kind: 'value'; value: unknown }
  | { key: string; label: string; kind: 'list'; values: unknown[] }
  | { key: string; label: string; kind: 'pairs'; pairs: [string, unknown][] }
  | { key: string; label: string; kind: 'rows'; rows: Row[] }
  | { key: string; label: string; kind: 'table'; columns: string[]; rows: Row[] };

const isList = (value: unknown): value is unknown[] => Array.isArray(value);
const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !isList(value);
const isPlain = (value: unknown): boolean => !isList(value) && !isObject(value);

/** What something of that game is called: in the game's own words where it has some. */
export const label = (game: string, key: string): string => known.about(game)?.words[key] ?? key.replaceAll('_', ' ');

/** The parts of a state, in the order in which they are told. */
export function sections(game: string, state: Record<string, unknown>): Section[] {
  return Object.entries(state).map(([key, value]): Section => {
    const about = { key, label: label(game, key) };
    if (isList(value)) {
      if (value.every(isPlain)) return { ...about, kind: 'list', values: value };
      return { ...about, ...ruled(value.map((row, number) => [String(number + 1), row])) };
    }
    if (isObject(value)) {
      const pairs = Object.entries(value);
      return pairs.every(([, one]) => isPlain(one))
        ? { ...about, kind: 'pairs', pairs }
        : { ...about, ...ruled(pairs) };
    }
    return { ...about, kind: 'value', value };
  });
}

/** Rows that name the same things are a table with those names above its columns. */
function ruled(
  pairs: [string, unknown][],
): { kind: 'rows'; rows: Row[] } | { kind: 'table'; columns: string[]; rows: Row[] } {
  const columns = isObject(pairs[0]?.[1]) ? Object.keys(pairs[0][1]) : [];
  if (columns.length > 0 && pairs.every(([, row]) => isObject(row) && Object.keys(row).join() === columns.join())) {
    return {
      kind: 'table',
      columns,
      rows: pairs.map(([name, row]) => ({ name, values: Object.values(row as object) })),
    };
  }
  return { kind: 'rows', rows: pairs.map(([name, row]) => ({ name, values: isList(row) ? row : [row] })) };
}

/** Whether that is the name of a colour, which has paint and a symbol. */
export const isColour = (value: unknown): value is string => typeof value === 'string' && value in SYMBOLS;

/** A value in words. */
export function said(value: unknown): string {
  if (value === null || value === undefined) return t('plain.none');
  if (typeof value === 'boolean') return t(value ? 'plain.yes' : 'plain.no');
  if (isList(value)) return value.length === 0 ? t('plain.none') : value.map(said).join(', ');
  if (isObject(value))
    return Object.entries(value)
      .map(([name, one]) => `${name}: ${said(one)}`)
      .join(', ');
  const text = String(value);
  return has(`colour.${text}`) ? t(`colour.${text}`) : text;
}

/** A section in one line. */
export function line(section: Section): string {
  if (section.kind === 'value') return `${section.label}: ${said(section.value)}`;
  if (section.kind === 'list') return `${section.label}: ${said(section.values)}`;
  const labelled = (parts: string[]): string => `${section.label}: ${parts.join(', ') || t('plain.none')}`;
  if (section.kind === 'pairs') return labelled(section.pairs.map(([name, value]) => `${name} ${said(value)}`));
  const inRow = (row: Row): string =>
    section.kind === 'table'
      ? row.values.map((value, number) => `${said(section.columns[number])} ${said(value)}`).join(', ')
      : said(row.values);
  return labelled(section.rows.map((row) => `${said(row.name)} (${inRow(row)})`));
}

/** Moves that begin alike together, where that makes far fewer groups than moves; otherwise all in one. In order. */
export function groups(moves: string[]): { head: string; moves: string[] }[] {
  const found = new Map<string, string[]>();
  for (const move of moves.toSorted(new Intl.Collator('en', { numeric: true }).compare)) {
    const head = /^[\p{L}\p{N}]+(?=[^\p{L}\p{N}])/u.exec(move)?.[0] ?? '';
    found.set(head, [...(found.get(head) ?? []), move]);
  }
  if (found.size < 2 || found.size > moves.length / 2) return [{ head: '', moves: [...found.values()].flat() }];
  return [...found].map(([head, some]) => ({ head, moves: some }));
}
