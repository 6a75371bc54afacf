/** What a seat is called on the page. */

import type { Seat, Table } from '../lib/types';
import { t } from '../lib/words.svelte';

/** A person's name, or the computer with its level. */
export function seatName(table: Pick<Table, 'seats'>, seat: Seat): string {
  const info = table.seats[seat];
  if (info === undefined) return '';
  if (info.kind === 'bot') {
    const bots = table.seats.filter((one) => one.kind === 'bot');
    const level = t(`level.${info.bot ?? 'easy'}`);
    return bots.length > 1 ? t('player.computer_of', { level, n: bots.indexOf(info) + 1 }) : t('player.computer', { level });
  }
  if (info.kind === 'empty') return t('player.empty');
  return info.name || t('player.gone'); // they were deleted
}
