/** A table in words, short: who sits there, how it is played. */

import { known } from '../lib/games.svelte';
import type { ClockRequest, Settings, Table } from '../lib/types';
import { listed, t } from '../lib/words.svelte';
import { personName, robotName } from '../play/names';
import { note } from './options';

/** The clock, or nothing where nobody is hurried. */
export function clockWords(clock: ClockRequest): string {
  if (clock.kind === 'move') return t('table.clock.each', { n: clock.seconds ?? 0 });
  if (clock.kind === 'days') return t('table.clock.days_each', { n: clock.days ?? 0 });
  if (clock.kind !== 'total') return '';
  const seconds = clock.seconds ?? 0;
  const minutes =
    seconds % 60 === 0 ? String(seconds / 60) : `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
  return clock.increment
    ? t('table.clock.fischer', { minutes, increment: clock.increment })
    : t('table.clock.minutes', { minutes });
}

/** What is not as usual at this table, in a few words each. */
export function notes(settings: Settings): string[] {
  const found = [
    settings.device && t('table.note.device'),
    settings.rounds > 1 && t('match.to_win', { n: settings.rounds }),
    ...(known.about(settings.game)?.options ?? []).map((option) => note(option, settings)),
    clockWords(settings.clock),
    settings.rated && t('table.note.rated'),
    !settings.watch && t('table.note.no_watching'),
    settings.watch && settings.delay > 0 && t('table.note.delay', { n: settings.delay }),
  ];
  return found.filter((text): text is string => typeof text === 'string' && text !== '');
}

type Seated = Pick<Table, 'seats' | 'settings'>;

/**
 * Those who sit there, as a list in words; without `but` where that is somebody. Computer players of a level are
 * counted.
 */
export function people(table: Seated, but: number | null = null): string {
  const counts = new Map<string, number>();
  table.seats.forEach((seat, number) => {
    if (seat.kind === 'empty' || number === but) return;
    const name = seat.kind === 'bot' ? robotName(table.settings.game, seat.bot) : personName(seat.name);
    counts.set(name, seat.kind === 'bot' ? (counts.get(name) ?? 0) + 1 : 1);
  });
  return listed([...counts].map(([name, count]) => (count > 1 ? `${count} × ${name}` : name)));
}

/** "2 of 4 seated". */
export function taken(table: Seated): string {
  return t('table.taken', { n: table.seats.filter((seat) => seat.kind !== 'empty').length, of: table.seats.length });
}
