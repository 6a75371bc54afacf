/** Set-ups to edit by hand: another tile may be turned over. */

import type { GameRecord } from '../../lib/types';
import { t } from '../../lib/words.svelte';

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

/** The tiles that could lie on top now, where there is a choice. */
export function chances(
  record: GameRecord,
  ply: number,
): { label: string; of: { text: string; record: GameRecord }[] } | null {
  const tiles = tilesToCome(record, ply);
  return tiles.length > 1
    ? { label: t('on_top.part.tile'), of: tiles.map((tile) => ({ text: tile, record: withTile(record, ply, tile) })) }
    : null;
}
