import { beforeAll, describe, expect, it, vi } from 'vitest';

let shown: typeof import('./shown');
beforeAll(async () => {
  vi.stubGlobal('location', { pathname: '/', search: '', hash: '' });
  await (await import('../../lib/words.svelte')).loadWords('en');
  const { known } = await import('../../lib/games.svelte');
  const about = {
    name: 'tiny',
    title: 'Tiny',
    tagline: '',
    levels: {},
    robots: {},
    players: [2],
    private: false,
    chance: false,
    options: [],
    lessons: false,
    rules: false,
    puzzles: false,
    words: { left: 'cards left' },
  };
  known.tell({ games: { tiny: [2] }, levels: [], about: { tiny: about } });
  shown = await import('./shown');
});

describe('sections', () => {
  it("tell values, lists, pairs and tables, named in the game's words", () => {
    const state = {
      left: 3,
      turned_over: null,
      line: ['red', 'blue'],
      cells: { a1: true, b1: false },
      hands: [[1, 2], []],
      towers: { x: ['red'] },
    };
    const found = shown.sections('tiny', state);
    expect(found.map(({ kind }) => kind)).toEqual(['value', 'value', 'list', 'pairs', 'rows', 'rows']);
    expect(found.map(shown.line)).toEqual([
      'cards left: 3',
      'turned over: –',
      'line: red, blue',
      'cells: a1 yes, b1 no',
      'hands: 1 (1, 2), 2 (–)',
      'towers: x (red)',
    ]);
  });
  it('are tables where rows name the same things', () => {
    const [stocks] = shown.sections('tiny', {
      stocks: [
        { red: 1, blue: 2 },
        { red: 0, blue: 3 },
      ],
    });
    expect(stocks).toMatchObject({
      kind: 'table',
      columns: ['red', 'blue'],
      rows: [
        { name: '1', values: [1, 2] },
        { name: '2', values: [0, 3] },
      ],
    });
    expect(shown.line(stocks!)).toBe('stocks: 1 (red 1, blue 2), 2 (red 0, blue 3)');
  });
  it('tell whatever lies deeper in words', () => {
    expect(shown.sections('tiny', { deep: [[{ a: [1, { b: 2 }] }]] }).map(shown.line)).toEqual([
      'deep: 1 (a: 1, b: 2)',
    ]);
  });
});

describe('groups', () => {
  it('hold moves that begin alike', () => {
    expect(shown.groups(['red@1', 'red@10', 'red@2', 'blue@1', 'blue@3'])).toEqual([
      { head: 'blue', moves: ['blue@1', 'blue@3'] },
      { head: 'red', moves: ['red@1', 'red@2', 'red@10'] },
    ]);
  });
  it('are one where nothing begins alike', () => {
    expect(shown.groups(['take', 'pass', '7'])).toEqual([{ head: '', moves: ['7', 'pass', 'take'] }]);
    expect(shown.groups([])).toEqual([{ head: '', moves: [] }]);
  });
});
