/** The record with that part of its set-up changed; moves that were made on the old one are gone. The server judges it. */

import type { GameRecord } from '../lib/types';

export function changed(record: GameRecord, key: string, values: string[]): GameRecord {
  return { ...record, setup: { ...record.setup, [key]: values }, moves: [] };
}
