import { beforeAll, describe, expect, it, vi } from 'vitest';
import type { MatchState, Result } from '../lib/types';
import type { Play } from '../play/play.svelte';
import type { Ended } from './head';

let headOf: typeof import('./head').headOf;
beforeAll(async () => {
  vi.stubGlobal('location', { pathname: '/', search: '', hash: '' });
  await (await import('../lib/words.svelte')).loadWords('en');
  ({ headOf } = await import('./head'));
});

const names = ['Ana', 'Bram'];
const over: MatchState = { round: 1, won: [1, 0], to_win: 1, choosing: null, winners: [0] };
const won: Result = { winners: [0], reason: 'points', scores: null };
const ended: Ended = { result: won, stopped: null, seats: [0], names, match: over, moves: 12 };
const said = (more: Partial<Ended>, headline?: (play: Play, winner: number, mine: boolean) => string): string[] => {
  const {
    over: kicker,
    head,
    more: rest,
  } = headOf({ ...ended, ...more }, headline ? { headline } : {}, null as unknown as Play);
  return [kicker, head, rest];
};

describe('the end is told from the reader’s side', () => {
  it('to the winner, the loser and whoever watches', () => {
    expect(said({})[1]).toBe('You win');
    expect(said({ seats: [1] })[1]).toBe('Ana wins');
    expect(said({ seats: [] })).toEqual(['The game is over', 'Ana wins', '12 moves']);
    expect(said({})[2]).toBe('Against Bram · 12 moves');
  });
  it('in the game’s own words where it was counted', () => {
    const own = (_play: Play, winner: number, mine: boolean): string => `${winner} ${mine}`;
    expect(said({}, own)[1]).toBe('0 true');
    expect(said({ result: { ...won, reason: 'resigned' }, stopped: { seat: 1, reason: 'resigned' } }, own)[1]).toBe(
      'You win',
    );
  });
  it.each([
    ['resigned', 'You resigned', 'Bram resigned.'],
    ['time', 'You ran out of time', 'Bram ran out of time.'],
  ] as const)('who %s is told so', (reason, mine, theirs) => {
    const result = { ...won, reason };
    const stopped = { seat: 1, reason };
    expect(said({ result, stopped, seats: [1] }).slice(1)).toEqual([mine, 'Ana wins']);
    expect(said({ result, stopped }).slice(1)).toEqual(['You win', theirs]);
    expect(said({ result, stopped, seats: [0, 1] }).slice(1)).toEqual(['Ana wins', theirs]);
  });
  it('a round is not the match', () => {
    const going: MatchState = { round: 2, won: [1, 1], to_win: 2, choosing: 0, winners: null };
    expect(said({ match: going })).toEqual(['Round 2 is over', 'You win round 2', 'Ana 1 · Bram 1 · first to win 2']);
    // the next one was dealt meanwhile
    expect(said({ match: { ...going, round: 3, choosing: null } })[1]).toBe('You win round 2');
    expect(said({ match: { ...going, won: [2, 1], winners: [0] }, seats: [1] }).slice(0, 2)).toEqual([
      'The match is over',
      'Ana wins the match',
    ]);
  });
  it('a victory with others', () => {
    const both: Result = { winners: [0, 1], reason: 'shared', scores: null };
    expect(said({ result: both })[1]).toBe('You and Bram share the victory');
    expect(said({ result: { ...both, reason: 'points' }, seats: [] })[1]).toBe('Ana and Bram win');
  });
});
