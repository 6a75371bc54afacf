/** Set-ups to edit: which parts of a record's set-up can be changed by hand, as texts. The server judges what comes of it. */

import type { GameRecord } from '../lib/types';

/** A part of a set-up: one value for each place, out of a few. */
export interface Part {
  key: string;
  /** The values, place by place. */
  values: string[];
  /** What a place may hold. */
  choices: string[];
  /** Whether places may be added and taken away. */
  open: boolean;
}

/** What the editor offers for this record. */
export function parts(record: GameRecord): Part[] {
  const found: Part[] = [];
  const list = (key: string): string[] | null => (Array.isArray(record.setup[key]) ? (record.setup[key] as unknown[]).map(String) : null);
  const tokens = list('tokens');
  if (tokens) found.push({ key: 'tokens', values: tokens, choices: ['red', 'yellow', 'green', 'blue', ...tokens.filter((colour) => /^c\d+$/.test(colour))].filter((colour, index, all) => all.indexOf(colour) === index), open: true });
  const bases = list('bases');
  const colours = list('colours') ?? [];
  if (bases) {
    found.push({ key: 'objectives', values: list('objectives') ?? [], choices: colours, open: false });
    found.push({ key: 'bases', values: bases, choices: colours, open: false });
  }
  return found;
}

/** The record with that part changed; moves that were made on the old one are gone. */
export function changed(record: GameRecord, key: string, values: string[]): GameRecord {
  return { ...record, setup: { ...record.setup, [key]: values }, moves: [] };
}

/** The record with another tile turned over at this ply: it changes places with the next of its kind. */
export function withTile(record: GameRecord, ply: number, tile: string): GameRecord {
  const tiles = [...(record.setup['tiles'] as string[])];
  const turned = tile.slice(2) + tile.slice(0, 2);
  const at = tiles.findIndex((one, index) => index > ply && (one === tile || one === turned));
  if (at > 0) [tiles[ply], tiles[at]] = [tiles[at]!, tiles[ply]!];
  return { ...record, setup: { ...record.setup, tiles } };
}

/** The kinds of tile still to come at this ply, each once. */
export function tilesToCome(record: GameRecord, ply: number): string[] {
  const tiles = (record.setup['tiles'] as string[] | undefined) ?? [];
  return [...new Set(tiles.slice(ply))].sort();
}
