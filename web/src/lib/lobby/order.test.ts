import { describe, expect, it } from 'vitest';
import type { Standing, SeatInfo, Table } from '../types';
import { finished, going, myTurn, outcome } from './order';

const person: SeatInfo = { name: 'Ana', kind: 'guest', ready: true, bot: null, user: 'u' };
const bot: SeatInfo = { name: '', kind: 'bot', ready: true, bot: 'easy', user: null };

function table(id: string, more: Partial<Table> & { device?: boolean } = {}): Table {
  const settings = { game: 'tiny', players: 2, options: {}, device: more.device ?? false } as Table['settings'];
  return {
    id,
    status: 'running',
    created: 1,
    settings,
    seats: [person, bot],
    commitment: '',
    seals: null,
    result: null,
    rematch: null,
    brought: false,
    seat: 0,
    ...more,
  };
}
const at = (to_move: number | null): Standing => ({ round: 1, ply: 3, to_move });

describe('my turn', () => {
  it('is when my seat is to move', () => {
    expect(myTurn(table('a', { progress: at(0) }))).toBe(true);
    expect(myTurn(table('a', { progress: at(1) }))).toBe(false);
    expect(myTurn(table('a', { progress: at(null) }))).toBe(false);
    expect(myTurn(table('a', { progress: null }))).toBe(false);
    expect(myTurn(table('a', { progress: at(0), status: 'over' }))).toBe(false);
  });
  it('is on one device whenever a person is to move', () => {
    const people = { device: true, seats: [person, { ...person, name: 'Bram' }, bot] };
    expect(myTurn(table('a', { ...people, progress: at(1) }))).toBe(true);
    expect(myTurn(table('a', { ...people, progress: at(2) }))).toBe(false);
  });
});

describe('the order', () => {
  it('puts my turn first, then running, then waiting tables, newest first; nothing that is over or closed', () => {
    const tables = [
      table('waiting', { status: 'open', created: 9 }),
      table('theirs', { progress: at(1), created: 8 }),
      table('mine', { progress: at(0), created: 2 }),
      table('mine too', { progress: at(0), created: 3 }),
      table('done', { status: 'over' }),
      table('gone', { status: 'closed' }),
    ];
    expect(going(tables).map(({ id }) => id)).toEqual(['mine too', 'mine', 'theirs', 'waiting']);
    expect(finished(tables).map(({ id }) => id)).toEqual(['done']);
  });
});

describe('the outcome', () => {
  const over = (winners: number[], more = {}, reason = 'points'): Table =>
    table('a', {
      status: 'over',
      result: { winners, rounds: [{ winners, reason, scores: null }], places: [] },
      ...more,
    });
  it('is mine where I sit', () => {
    expect(outcome(over([0]))).toBe('won');
    expect(outcome(over([1]))).toBe('lost');
    expect(outcome(over([0, 1], {}, 'shared'))).toBe('shared');
    expect(outcome(over([0, 2]))).toBe('won');
    expect(outcome(over([0], { device: true }))).toBe('over');
    expect(outcome(over([0], { seat: null }))).toBe('over');
  });
});
