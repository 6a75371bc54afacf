/** What a list says of a table, under its players. */

import { myTurn, outcome } from '../lib/lobby/order';
import type { LobbyTable, Table } from '../lib/types';
import { listed, settings, t } from '../lib/words.svelte';
import { seatName } from '../play/names';
import { notes, taken } from '../tables/describe';

/** An open table: how many sit there, and what is unusual. */
export const openSays = (table: LobbyTable): string => [taken(table), ...notes(table.settings)].join(' · ');

/** A running one: how far it is. */
export function runningSays(table: LobbyTable): string {
  const { progress, settings: how } = table;
  const far = progress == null ? t('games.running') : t('games.ply', { n: progress.ply });
  return [
    ...(how.rounds > 1 && progress != null ? [t('match.round', { n: progress.round })] : []),
    far,
    ...notes(how),
  ].join(' · ');
}

const UNITS: [Intl.RelativeTimeFormatUnit, number][] = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
];

/** "yesterday", "3 hours ago". */
export function ago(at: number, now = Date.now(), language: string = settings.language): string {
  const gone = Math.max(0, now - at);
  const [unit, length] = UNITS.find(([, long]) => gone >= long) ?? ['minute', 60_000];
  return new Intl.RelativeTimeFormat(language, { numeric: 'auto' }).format(-Math.floor(gone / length), unit);
}

/** One of mine: my turn, whose turn, who is missing, or how it ended. */
export function mineSays(table: Table): string {
  if (table.status === 'open') return openSays(table);
  if (table.status === 'running') {
    if (myTurn(table)) return t('games.your_turn');
    const mover = table.progress?.to_move;
    return mover == null ? t('games.running') : t('turn.waiting', { name: seatName(table, mover) });
  }
  const how = outcome(table);
  const winners = table.result?.winners ?? [];
  const words =
    how === 'over' && winners.length > 0
      ? t('games.won_by', { names: listed(winners.map((seat) => seatName(table, seat))), n: winners.length })
      : t(`games.${how}`);
  return `${words} · ${ago(table.created)}`;
}
