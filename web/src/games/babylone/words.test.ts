import { beforeAll, describe, expect, it, vi } from 'vitest';
import type { Scene } from '../../play/play.svelte';

vi.stubGlobal('location', { pathname: '/', search: '', hash: '' });
const { loadWords } = await import('../../lib/words.svelte');
const { Play } = await import('../../play/play.svelte');
const { chips } = await import('./chips');
const { advice, colourName, inHand, say, sayAll, sayEffects, spotName, tokensOf, worth } = await import('./words');

const tokens = ['red', 'yellow', 'red', 'blue', 'yellow'];
function scene(more: Partial<Scene> = {}): Scene {
  return {
    game: 'babylone',
    players: 2,
    record: {
      format: 'sommet-record/1',
      game: 'babylone',
      players: 2,
      options: {},
      setup: { tokens, first: 0 },
      moves: ['2>1'],
    },
    state: { stacks: { '1': ['red', 'yellow'], '3': ['red'], '4': ['blue'], '5': ['yellow'] }, out: [] },
    effects: [{ seat: 1, why: ['height'], out: [] }],
    toMove: 0,
    legal: ['1>5', '5>1', '3>4', '4>3', '3>5', '5>3', '4>5', '5>4'],
    viewer: 0,
    result: null,
    ...more,
  };
}
function playing(): InstanceType<typeof Play> {
  const play = new Play(scene());
  play.names = ['Ana', 'Bram'];
  play.active = true;
  return play;
}

describe('in English', () => {
  beforeAll(() => loadWords('en'));

  it('a spot says its height and its layers, top first', () => {
    expect(spotName(1, ['red', 'yellow'], scene())).toBe('spot 1: height 2, yellow on red');
    expect(spotName(7, ['green', 'red', 'green'], scene())).toBe('spot 7: height 3, green on red on green');
  });

  it('colours that look alike are told apart by number', () => {
    const many = scene();
    many.record.setup['tokens'] = ['red', 'c9'];
    expect(colourName('red', many)).toBe('red');
    expect(colourName('c9', many)).toBe('red 2');
    many.record.setup['tokens'] = tokens;
  });

  it('a move, its colours, and what it did', () => {
    expect(say('11>12')).toBe('11 → 12');
    expect(tokensOf('2>1', scene())).toEqual(['yellow', 'red']);
    expect(tokensOf('1>5', scene())).toEqual(['yellow', 'yellow']);
    expect(sayEffects('2>1', { why: ['height', 'colour'], out: [] }, scene(), ['Ana', 'Bram'])).toBe(
      'Same height and same colour.',
    );
    expect(sayEffects('2>1', { why: ['colour'], out: [0] }, scene(), ['Ana', 'Bram'])).toBe(
      'Same colour. Ana can’t move.',
    );
    expect(sayEffects('2>1', { why: ['colour'], out: [0, 2] }, scene({ players: 3 }), ['Ana', 'Bram', 'Chloé'])).toBe(
      'Same colour. Ana is out. Chloé is out.',
    );
  });

  it('the whole position', () => {
    expect(sayAll(scene(), ['Ana', 'Bram'])).toBe(
      '4 stacks. spot 1: height 2, yellow on red. spot 3: height 1, red. ' +
        'spot 4: height 1, blue. spot 5: height 1, yellow. Ana’s turn.',
    );
  });

  it('advice: take, put, what would follow', () => {
    const play = playing();
    expect(advice(play)).toBe('Take a stack: 8 moves are possible.');
    play.held = '1';
    expect(inHand(1, play.scene)).toBe('Stack 1 in hand: yellow on top, height 2.');
    expect(advice(play)).toBe('Put it on the highlighted stack.');
    play.held = '5';
    expect(advice(play)).toBe('Put it on one of the 3 highlighted stacks.');
    play.foreseen = { '5>1': { why: ['colour'], out: [1] } };
    play.aim = '5>1';
    expect(advice(play)).toBe(
      '5 on 1: same colour. The stack will be 3 high, with yellow on top. After that, Bram can’t move.',
    );
    play.aim = '1>4';
    expect(advice(play)).toBe('Neither the same height nor the same colour on top.');
  });

  it('what a move is worth: exact where it is proved', () => {
    expect(worth(1, 5)).toBe('wins in 5');
    expect(worth(0, 4)).toBe('loses in 4');
    expect(worth(1, undefined)).toBe('wins');
    expect(worth(0.5, 7.2)).toBe('50%');
  });

  it('on the table: reasons where the stack may go, else who moved last', () => {
    const play = playing();
    expect(chips(play, null, new Set())).toEqual([{ spot: 1, kind: 'last', text: '1 · Bram', why: null }]);
    play.names = ['Ana', 'Nabu 2 (Medium)'];
    expect(chips(play, null, new Set())[0]!.text).toBe('1 · Nabu 2');
    play.foreseen = { '5>1': { why: ['colour'], out: [] }, '5>3': { why: ['height'], out: [] } };
    expect(chips(play, 5, new Set([1, 3]))).toEqual([
      { spot: 1, kind: 'why', text: 'same colour', why: 'colour' },
      { spot: 3, kind: 'why', text: 'same height', why: 'height' },
    ]);
  });

  it('on the table: of each stack its best move, of the one in hand every move', () => {
    const play = playing();
    play.values = { '5>1': 1, '5>3': 0, '3>4': 0 };
    play.ends = { '5>1': 3, '5>3': 2, '3>4': 2 };
    expect(chips(play, null, new Set()).filter((chip) => chip.kind !== 'last')).toEqual([
      { spot: 5, kind: 'good', text: 'wins in 3', why: null },
      { spot: 3, kind: 'bad', text: 'loses in 2', why: null },
    ]);
    expect(chips(play, 5, new Set([1, 3])).map(({ spot, text }) => [spot, text])).toEqual([
      [1, 'wins in 3'],
      [3, 'loses in 2'],
    ]);
  });
});

describe('in other languages', () => {
  it('the same sentences', async () => {
    await loadWords('fr');
    expect(spotName(5, ['red', 'yellow'], scene())).toBe('emplacement 5\u00a0: hauteur 2, jaune sur rouge');
    expect(inHand(1, scene())).toBe('Pile 1 en main\u00a0: jaune au sommet, hauteur 2.');
    await loadWords('nl');
    expect(spotName(5, ['red', 'yellow'], scene())).toBe('plek 5: hoogte 2, geel op rood');
    expect(inHand(1, scene())).toBe('Stapel 1 in de hand: geel bovenop, hoogte 2.');
    await loadWords('de');
    expect(spotName(5, ['red', 'yellow'], scene())).toBe('Stelle 5: Höhe 2, Gelb auf Rot');
  });
});
