import { beforeAll, describe, expect, it, vi } from 'vitest';
import type { SeatInfo, Table } from '../lib/types';

let says: typeof import('./says');
beforeAll(async () => {
  vi.stubGlobal('location', { pathname: '/', search: '', hash: '' });
  await (await import('../lib/words.svelte')).loadWords('en');
  says = await import('./says');
});

const ana: SeatInfo = { name: 'Ana', kind: 'guest', ready: true, bot: null, user: 'u' };
const bram: SeatInfo = { ...ana, name: 'Bram', user: 'v' };
const settings: Table['settings'] = {
  game: 'tiny',
  players: 2,
  options: {},
  choices: {},
  public: true,
  watch: true,
  delay: 0,
  watchers_chat: false,
  clock: { kind: 'none', seconds: 0, increment: 0, days: 0 },
  rounds: 1,
  rated: false,
  bots: [],
  replace: null,
  device: false,
  names: [],
};
const table = (more: Partial<Table>): Table => ({
  id: 't',
  status: 'running',
  created: Date.now(),
  settings,
  seats: [ana, bram],
  commitment: '',
  seals: null,
  result: null,
  rematch: null,
  brought: false,
  seat: 0,
  ...more,
});

describe('ago', () => {
  it('speaks in the largest unit that fits', () => {
    const now = 1_000_000_000_000;
    expect(says.ago(now - 30_000, now, 'en')).toBe('this minute');
    expect(says.ago(now - 5 * 60_000, now, 'en')).toBe('5 minutes ago');
    expect(says.ago(now - 25 * 3_600_000, now, 'en')).toBe('yesterday');
    expect(says.ago(now - 3 * 86_400_000, now, 'nl')).toBe('3 dagen geleden');
  });
});

describe('a list', () => {
  it('says of a running game how far it is', () => {
    expect(
      says.runningSays(table({ progress: { round: 2, ply: 5, to_move: 1 }, settings: { ...settings, rounds: 2 } })),
    ).toBe('Round 2 · 5 moves played · first to win 2');
    expect(says.runningSays(table({ progress: null }))).toBe('in progress');
  });
  it('says of mine whose turn it is or how it ended', () => {
    expect(says.mineSays(table({ progress: { round: 1, ply: 2, to_move: 0 } }))).toBe('your turn');
    expect(says.mineSays(table({ progress: { round: 1, ply: 2, to_move: 1 } }))).toBe('Bram’s turn.');
    expect(says.mineSays(table({ status: 'over', result: { winners: [0], rounds: [], places: [] } }))).toBe(
      'you won · this minute',
    );
    expect(says.mineSays(table({ status: 'over', seat: null, result: { winners: [1], rounds: [], places: [] } }))).toBe(
      'won by Bram · this minute',
    );
    expect(says.mineSays(table({ status: 'open', seats: [ana, { ...ana, kind: 'empty' }] }))).toBe(
      '1 of 2 seats taken',
    );
  });
});
