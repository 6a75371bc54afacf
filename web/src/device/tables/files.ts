/** A table as a file, and back. What is hidden in it is not readable at a glance; nobody is kept from looking. */

import type { GameRecord } from '../../lib/types';
import type { Entry } from './log';
import { type Host, No, type Ruled } from './rules';
import { FORMAT, newId, newRow, read, type Row } from './row';

const FILE = 'sommet-table/1';
const RECORD = 'sommet-record/1';
const MOST = 1_000_000;

interface Opened {
  row: Row;
  log: unknown[];
  game: Ruled;
}

const packed = (value: unknown): string =>
  btoa(Array.from(new TextEncoder().encode(JSON.stringify(value)), (byte) => String.fromCodePoint(byte)).join(''));

function unpacked(text: unknown): unknown {
  if (typeof text !== 'string') throw new No('damaged_file', 400);
  try {
    return JSON.parse(new TextDecoder().decode(Uint8Array.from(atob(text), (letter) => letter.codePointAt(0)!)));
  } catch {
    throw new No('damaged_file', 400);
  }
}

/** The file's text. */
export function written(row: Row, log: readonly Entry[]): string {
  return JSON.stringify({ format: FILE, game: row.settings.game, table: packed({ row, log }) }, null, 1);
}

/** What a file holds: a table, or a game's record, which people then play on round this device. The rules check it
 *  later; throws for what is neither. `names` are theirs who have none in the file. */
export async function opened(host: Host, text: string, names: readonly string[]): Promise<Opened> {
  if (text.length > MOST) throw new No('foreign_file', 400);
  let found: { format?: unknown; table?: unknown; record?: unknown } | null;
  try {
    found = JSON.parse(text) as typeof found;
  } catch {
    throw new No('foreign_file', 400);
  }
  if (typeof found !== 'object' || found === null) throw new No('foreign_file', 400);
  if (found.format === FILE) return table(host, unpacked(found.table));
  if (typeof found.format === 'string' && found.format.startsWith('sommet-table/')) throw new No('newer', 400);
  return recorded(host, found.record ?? found, names);
}

async function table(host: Host, kept: unknown): Promise<Opened> {
  const { row, log } = kept as { row: unknown; log: unknown };
  if (!Array.isArray(log)) throw new No('damaged_file', 400);
  const found = read(row);
  const fresh = { ...found, format: FORMAT, id: newId(), created: Date.now(), rematch: null };
  return { row: fresh, log, game: await host.game(found.settings.game) };
}

async function recorded(host: Host, value: unknown, names: readonly string[]): Promise<Opened> {
  const record = value as Partial<GameRecord> | null;
  if (typeof record !== 'object' || record?.format !== RECORD || typeof record.game !== 'string') {
    throw new No('foreign_file', 400);
  }
  if (record.viewer !== undefined) throw new No('knowledge_file', 400);
  const game = await host.game(record.game);
  const whole = game.load(record).record;
  const { players, options, setup, moves } = whole;
  const people = Array.from({ length: players }, (_, seat) => names[seat] ?? String(seat + 1));
  const row = newRow(game, { settings: { game: whole.game, players, options, device: true, names: people } });
  const text = JSON.stringify({ setup, first: null, moves });
  const entry = { seq: 0, kind: 'deal', seat: null, text, at: Date.now(), used: 0 };
  return { row, log: [entry], game };
}
