import { beforeAll, describe, expect, it, vi } from 'vitest';
import { scene } from './scene.testing';

vi.stubGlobal('location', { pathname: '/', search: '', hash: '' });
const { loadWords } = await import('../../lib/words.svelte');
const { Play } = await import('../../play/play.svelte');
const { advice, byLetter, say, sayAll, sayEffects, sayLayers, sayLocation, sayStock } = await import('./words');
const plain = { last: null, cancels: false, forbidden: false, hint: false, value: null };
const ALL = ['pink', 'orange', 'green', 'blue', 'yellow', 'violet'];

describe('in English', () => {
  beforeAll(() => loadWords('en'));

  it('a location says its top, its pieces and its base', () => {
    expect(sayLocation(11, ['blue', 'green', 'yellow'], { ...plain, last: 'Daan' })).toBe(
      'location 11: yellow on top, 2 pieces on a blue base; last move, Daan',
    );
    expect(sayLocation(3, ['violet'], plain)).toBe('location 3: bare violet base');
    expect(sayLocation(3, ['violet', 'green'], { ...plain, cancels: true })).toBe(
      'location 3: green on top, 1 piece on a violet base; would cancel out',
    );
    expect(sayLocation(3, ['violet'], { ...plain, forbidden: true })).toContain('not possible');
  });

  it('layers are told from the top', () =>
    expect(sayLayers(['blue', 'green', 'yellow'])).toEqual(['yellow', 'green', 'blue base']));

  it('a stock leaves out what is used up', () => {
    expect(sayStock(scene({}), 0, 'Bram')).toBe('Bram: pink 3, green 3, violet 1');
    expect(sayStock(scene({ state: { stocks: [{ pink: 0 }, {}] } }), 0, 'Bram')).toBe('Bram: no pieces left');
  });

  it('a move, and what it did', () => {
    expect(say('yellow@11')).toBe('yellow on 11');
    expect(sayEffects('green@2', { cancels: true, shows: 'blue', height: 1 })).toBe(
      'Two greens cancel out: blue shows again.',
    );
    expect(sayEffects('green@2', { cancels: false, shows: 'green', height: 1 })).toBe('');
  });

  it('the whole position', () => {
    const said = sayAll(scene({ locations: [['pink'], ['green', 'blue']] }), ['Ana', 'Bram']);
    expect(said).toBe(
      'Piles, each from the top: 2: blue and green base. Bare bases: pink 1. ' +
        'Ana: pink 3, green 3, violet 1. Bram: green 1, blue 2.',
    );
  });

  it('advice: take, put, what would follow, what is not possible', () => {
    const play = new Play(scene({ locations: [['pink'], ['green', 'blue']], legal: ['blue@1', 'blue@2', 'pink@2'] }));
    expect(advice(play)).toBe('Take one of your pieces.');
    play.held = 'blue';
    expect(advice(play)).toBe('Put blue on a location.');
    play.foreseen = {
      'blue@2': { cancels: true, shows: 'green', height: 0 },
      'blue@1': { cancels: false, shows: 'blue', height: 1 },
    };
    expect(advice(play)).toBe('Put blue on a location. Dashed ring: two cancel out.');
    play.aim = 'blue@2';
    expect(advice(play)).toBe('Two blues would cancel out: green counts again.');
    play.aim = 'blue@1';
    expect(advice(play)).toBe('Location 1 would turn from pink to blue.');
    play.aim = 'pink@1';
    expect(advice(play)).toBe('Not possible: pink on 1.');
  });

  it('every colour has its letter', () =>
    expect(ALL.map((colour) => byLetter(colour[0]!.toUpperCase(), null, ALL))).toEqual(ALL));
});

describe('a colour by its first letter', () => {
  it('in French V is green, then violet', async () => {
    await loadWords('fr');
    expect(byLetter('v', null, ALL)).toBe('green');
    expect(byLetter('v', 'green', ALL)).toBe('violet');
    expect(byLetter('v', 'violet', ALL)).toBe('green');
    expect(byLetter('j', null, ALL)).toBe('yellow');
    expect(byLetter('r', null, ALL)).toBe('pink');
  });

  it('in Dutch G is green, then yellow; what is used up is passed over', async () => {
    await loadWords('nl');
    expect(byLetter('g', 'green', ALL)).toBe('yellow');
    expect(byLetter('g', null, ['yellow'])).toBe('yellow');
    expect(byLetter('x', null, ALL)).toBeNull();
  });
});
