import { beforeAll, expect, it, vi } from 'vitest';
import type { SeatInfo, Settings, Table } from '../lib/types';
import { TOLD } from '../tables/options.testing';

let names: typeof import('./names');
beforeAll(async () => {
  vi.stubGlobal('location', { pathname: '/', search: '', hash: '' });
  await (await import('../lib/words.svelte')).loadWords('en');
  (await import('../lib/games.svelte')).known.tell(TOLD);
  names = await import('./names');
});

const robot = (bot: string): SeatInfo => ({ name: '', kind: 'bot', ready: true, bot, user: null });
const seats = (...bots: string[]): Pick<Table, 'seats' | 'settings'> => ({
  seats: bots.map(robot),
  settings: { game: 'tiny' } as Settings,
});

it('calls a robot by its name and its level', () => {
  expect(names.seatName(seats('medium'), 0)).toBe('Nut (Medium)');
  expect(names.seatName(seats('hard'), 0)).toBe('Computer (Hard)'); // where the game has no name for it
});
it('numbers those of one level, and no others', () => {
  const table = seats('medium', 'hard', 'medium');
  expect(table.seats.map((_, seat) => names.seatName(table, seat))).toEqual([
    'Nut 1 (Medium)',
    'Computer (Hard)',
    'Nut 2 (Medium)',
  ]);
});
it('numbers people of one name, guests too, and no others', () => {
  const person = (name: string): SeatInfo => ({ ...robot(''), name, kind: 'guest', bot: null });
  const named = (...all: string[]): string[] => {
    const table = { ...seats(), seats: [...all.map(person), robot('medium')] };
    return table.seats.map((_, seat) => names.seatName(table, seat));
  };
  expect(named('Guest', 'Ana', 'Guest')).toEqual(['Guest 1', 'Ana', 'Guest 2', 'Nut (Medium)']);
  expect(named('Guest', 'Ana')).toEqual(['Guest', 'Ana', 'Nut (Medium)']);
});
it('says who spoke as the table calls them', () => {
  const guest: SeatInfo = { ...robot(''), name: 'Guest', kind: 'guest', bot: null };
  const table = { ...seats(), seats: [guest, { ...guest }] };
  expect(names.speaker(table, { seat: 1, name: 'Anonyme' })).toBe('Guest 2');
  expect(names.speaker(table, { seat: null, name: 'Anonyme' })).toBe('Guest');
});
