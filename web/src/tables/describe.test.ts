import { beforeAll, describe, expect, it, vi } from 'vitest';
import type { SeatInfo, Settings } from '../lib/types';
import { TOLD } from './options.testing';

let words: typeof import('./describe');
beforeAll(async () => {
  vi.stubGlobal('location', { pathname: '/', search: '', hash: '' });
  const { loadWords } = await import('../lib/words.svelte');
  await loadWords('en');
  (await import('../lib/games.svelte')).known.tell(TOLD);
  words = await import('./describe');
});

const usual: Settings = {
  game: 'tiny',
  players: 2,
  options: {},
  choices: {},
  public: false,
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
const ana: SeatInfo = { name: 'Ana', kind: 'guest', ready: true, bot: null, user: 'u' };

describe('the clock in words', () => {
  it('says nothing where there is none', () => expect(words.clockWords({ kind: 'none' })).toBe(''));
  it('counts seconds, minutes with an increment, and days', () => {
    expect(words.clockWords({ kind: 'move', seconds: 30 })).toBe('30 seconds per move');
    expect(words.clockWords({ kind: 'total', seconds: 300, increment: 5 })).toBe('5 min + 5 s per move');
    expect(words.clockWords({ kind: 'total', seconds: 90, increment: 0 })).toBe('1:30 min each');
    expect(words.clockWords({ kind: 'days', days: 1 })).toBe('1 day per move');
  });
});

describe('a table in words', () => {
  it('is silent about what is usual', () => expect(words.notes(usual)).toEqual([]));
  it('names what is not', () => {
    const found = words.notes({ ...usual, options: { deal: 'equal', strict: true }, rounds: 2, rated: true });
    expect(found).toEqual(['first to win 2', 'equal deal', 'Strict rule', 'rated']);
    expect(words.notes({ ...usual, options: { board: 'small', teams: false } })).toEqual([]);
    expect(words.notes({ ...usual, choices: { tokens: [4, 5] } })).toEqual(['9 tokens']);
    expect(words.notes({ ...usual, game: 'unheard of', options: { board: 'large' } })).toEqual([]);
  });
  it('names who sits there', () => {
    const table = {
      settings: usual,
      seats: [ana, { ...ana, kind: 'bot' as const, bot: 'hard' }, { ...ana, kind: 'empty' as const }],
    };
    expect(words.people(table)).toBe('Ana and Computer (Hard)');
    expect(words.people(table, 0)).toBe('Computer (Hard)');
    const bot = table.seats[1]!;
    expect(words.people({ ...table, seats: [bot, ana, bot, { ...bot, bot: 'easy' }] }, 1)).toBe(
      '2 × Computer (Hard) and Computer (Easy)',
    );
    expect(words.people({ ...table, seats: [ana, { ...bot, bot: 'medium' }] })).toBe('Ana and Nut (Medium)');
    expect(words.taken(table)).toBe('2 of 3 seats taken');
  });
});
