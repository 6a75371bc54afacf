import { describe, expect, it } from 'vitest';
import type { Scene } from '../../play/play.svelte';
import { marks, moved, ordered, parse, reason, stacksOf, stacksOfMove, tally, targets } from './stacks';

function scene(tokens: string[], moves: string[], stacks: Record<string, string[]>, legal: string[] = []): Scene {
  return {
    game: 'babylone',
    players: 2,
    record: {
      format: 'sommet-record/1',
      game: 'babylone',
      players: 2,
      options: {},
      setup: { tokens, first: 0 },
      moves,
    },
    state: { stacks, out: [] },
    effects: [],
    toMove: 0,
    legal,
    viewer: 'all',
    result: null,
  };
}

describe('stacks', () => {
  const here = scene(['red', 'blue', 'red', 'green'], ['1>3', '3>2'], { '4': ['green'], '2': ['blue', 'red', 'red'] }, [
    '4>2',
  ]);

  it('come in the order of their spots', () => {
    expect([...stacksOf(here).keys()]).toEqual([2, 4]);
  });

  it('follow a move, and only a possible one', () => {
    expect([...moved(stacksOf(here), '4>2')]).toEqual([[2, ['blue', 'red', 'red', 'green']]]);
    expect(moved(stacksOf(here), '1>2')).toEqual(stacksOf(here));
    expect(stacksOf(here).size).toBe(2);
  });

  it('are told as they were before a move that was made', () => {
    expect(stacksOfMove('1>3', here)).toEqual([['red'], ['red']]);
    expect(stacksOfMove('3>2', here)).toEqual([['red', 'red'], ['blue']]);
  });

  it('are told as they stand for a move that could be made', () => {
    expect(stacksOfMove('4>2', here)).toEqual([['green'], ['blue', 'red', 'red']]);
  });

  it('know where one may go', () => {
    expect(targets(['10>2', '1>2', '10>3'], 10)).toEqual([2, 3]);
    expect(parse('10>2')).toEqual([10, 2]);
  });
});

describe('reason', () => {
  it('says both where both hold, and nothing while it is not known', () => {
    expect(reason({ why: ['height'] })).toBe('height');
    expect(reason({ why: ['colour'] })).toBe('colour');
    expect(reason({ why: ['height', 'colour'] })).toBe('both');
    expect(reason(undefined)).toBeNull();
    expect(reason({ why: [] })).toBeNull();
  });
});

describe('tally', () => {
  it('counts by colour on top and by height; colours that are gone stay', () => {
    const stacks = new Map([
      [1, ['red']],
      [2, ['red']],
      [3, ['red', 'blue']],
    ]);
    const found = tally(stacks, ['red', 'blue', 'green', 'red']);
    expect(found.colours).toEqual(['red', 'green', 'blue']);
    expect(found.heights).toEqual([1, 2]);
    expect(found.count('red', 1)).toBe(2);
    expect(found.count('blue', 2)).toBe(1);
    expect(found.count('red', 2)).toBe(0);
  });
});

describe('sets of many colours', () => {
  it('are ordered by name, then by number', () => {
    expect(ordered(['c10', 'c9', 'blue', 'red', 'c9'])).toEqual(['red', 'blue', 'c9', 'c10']);
  });
  it('number the colours that look like another one, and no others', () => {
    const plain = marks(['red', 'yellow', 'green', 'blue', 'c5', 'c6', 'c7', 'c8']);
    expect(new Set(plain.values())).toEqual(new Set(['']));
    const many = marks(['red', 'c1', 'c9', 'c17', 'c2']);
    expect([many.get('red'), many.get('c1'), many.get('c9'), many.get('c17'), many.get('c2')]).toEqual([
      '',
      '2',
      '3',
      '4',
      '',
    ]);
  });
});
