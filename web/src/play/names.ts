/** What a seat is called on the page. */

import { known } from '../lib/games.svelte';
import { isNobody } from '../lib/languages';
import type { Chat, Seat, SeatInfo, Table } from '../lib/types';
import { t } from '../lib/words.svelte';

/** A person's name as the reader would say it: a guest is one in every language; without a name they were deleted. */
export function personName(name: string | null | undefined): string {
  if (!name) return t('player.gone');
  return isNobody(name) ? t('session.guest') : name;
}

/** A computer player's name, with its level; a number where several of that level play. */
export function robotName(game: string, level: string | null, n = 0): string {
  const name = known.about(game)?.robots[level ?? ''] ?? t('player.computer');
  return t(n > 0 ? 'player.robot_of' : 'player.robot', { name, n, level: t(`level.${level ?? 'easy'}`) });
}

/** A person's name, or a computer player's; those of one name are numbered, and so are guests. */
export function seatName(table: Pick<Table, 'seats' | 'settings'>, seat: Seat): string {
  const info = table.seats[seat];
  if (info === undefined) return '';
  if (info.kind === 'bot') {
    const alike = table.seats.filter((one) => one.kind === 'bot' && one.bot === info.bot);
    return robotName(table.settings.game, info.bot, alike.length > 1 ? alike.indexOf(info) + 1 : 0);
  }
  if (info.kind === 'empty') return info.name ? t('friends.kept_for', { name: info.name }) : t('player.empty');
  const name = personName(info.name);
  const namesakes = table.seats.filter((one) => isPerson(one) && personName(one.name) === name);
  return namesakes.length > 1 ? `${name} ${namesakes.indexOf(info) + 1}` : name;
}

/** Who said something: a seat by its name at this table, or somebody who watches. */
export const speaker = (
  table: Pick<Table, 'seats' | 'settings'>,
  { seat, name }: Pick<Chat, 'seat' | 'name'>,
): string => (seat === null ? personName(name) : seatName(table, seat));

const isPerson = ({ kind }: SeatInfo): boolean => kind === 'guest' || kind === 'account';

/** A name without what stands behind it in brackets, for where there is little room. */
export const short = (name: string): string => name.replace(/ \(.*/, '');
