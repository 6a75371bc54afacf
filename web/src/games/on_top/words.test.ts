import { beforeAll, describe, expect, it, vi } from 'vitest';
import { SCENES, SHAPES } from './samples.testing';
import { colourOf, coloursOf, neutralOf, stateOf, type Circle } from './table';

vi.stubGlobal('location', { pathname: '/', search: '', hash: '' });
const { loadWords } = await import('../../lib/words.svelte');
const { Play } = await import('../../play/play.svelte');
const { advice, sayAim, sayAll, sayCell, sayCrossing, sayEffects, sayPreview, sayTile, sayWhere } =
  await import('./words');

const shape = SHAPES['hex-1-5-5']!;
const { middle, usedUp } = SCENES;
const names = ['Ana', 'Bram'];
const circle = (given: Partial<Circle>): Circle => ({
  crossing: 'a2',
  gold: false,
  sixths: {},
  tower: [],
  leader: null,
  points: 0,
  tied: false,
  ...given,
});
const mine = circle({ leader: colourOf(middle, 0), tower: ['white', colourOf(middle, 0)], points: 4, gold: true });
const theirs = circle({ crossing: 'c3', leader: colourOf(middle, 1), tower: [colourOf(middle, 1)], points: 1 });
const nobodys = circle({ crossing: 'd1', leader: neutralOf(middle)[0]!, tower: [neutralOf(middle)[0]!] });
const tied = circle({ crossing: 'e5', tied: true });
const told = (circles: Circle[], more = {}) => ({ black: [], void: [], circles, last_pawn: null, ...more });

describe('in English', () => {
  beforeAll(() => loadWords('en'));

  it('a preview says who would score, one side after the other', () => {
    expect(sayPreview(told([]), middle, names)).toBe('This finishes no circle.');
    expect(sayPreview(told([mine, { ...mine, crossing: 'b1', points: 2 }, theirs, tied]), middle, names)).toBe(
      'This finishes 4 circles: +4, +2 for you; +1 for Bram; tied.',
    );
    expect(sayPreview(told([nobodys], { black: ['A1'] }), middle, names)).toMatch(
      /^This finishes 1 circle: \w+ leads, no points\. It fills a hole with a black triangle\.$/,
    );
    expect(sayPreview(told([mine], { last_pawn: mine.leader }), middle, names)).toContain(
      'Your last pawn would win the game.',
    );
    expect(sayPreview(told([theirs], { last_pawn: theirs.leader }), middle, names)).toContain(
      'The last pawn of Bram would win the game.',
    );
    expect(sayPreview(told([nobodys], { last_pawn: nobodys.leader }), middle, names)).toContain('would end the game.');
  });

  it('the ghost is read colour by colour and circle by circle', () => {
    const play = new Play(middle);
    play.names = names;
    expect(sayAim(play, shape)).toBe('');
    expect(advice(play)).toBe('Lay the tile on two of the lighter cells.');
    play.aim = middle.legal[0]!;
    const [a, b, c, d] = coloursOf(stateOf(middle).tile!).map(
      (colour, index) => `${colour} at ${shape.places.get(play.aim!)!.crossings[index]}`,
    );
    const corners = `${a}, ${b}, ${c}, and ${d}`;
    expect(sayAim(play, shape)).toBe(`${middle.legal[0]}: ${corners}.`);
    play.foreseen = { [middle.legal[0]!]: told([mine, theirs, tied]) };
    expect(sayAim(play, shape)).toBe(
      `${middle.legal[0]}: ${corners}. ` +
        'a2 in gold: you lead, 4 points. c3: Bram leads, 1 point. e5: a tie, nobody scores.',
    );
    expect(advice(play)).toBe('This finishes 3 circles: +4 for you; +1 for Bram; tied.');
  });

  it('a move in the list tells which colour comes to lie where, and what it finishes', () => {
    const play = new Play(middle);
    play.names = names;
    const move = middle.legal[0]!;
    const { crossings } = shape.places.get(move)!;
    const [a, b, c, d] = coloursOf(stateOf(middle).tile!).map((colour, index) => `${colour} at ${crossings[index]}`);
    expect(sayWhere(move, play, shape)).toBe(`${a}, ${b}, ${c}, and ${d}.`);
    play.foreseen = { [move]: told([mine]) };
    expect(sayWhere(move, play, shape)).toContain('. This finishes 1 circle: +4 for you.');
    expect(sayWhere(move, play, null)).toBe('');
  });

  it('what a move did', () => {
    expect(sayEffects('A1-A2', told([theirs], { black: ['B1', 'C2'] }), middle, names)).toBe(
      'Black triangles on B1 and C2. c3: Bram leads, 1 point.',
    );
    expect(sayEffects('A1-A2', told([], { last_pawn: colourOf(middle, 1) }), middle, names)).toBe(
      'Bram places their last pawn and wins.',
    );
    expect(sayEffects('x', usedUp.effects.at(-1)!, usedUp, ['A', 'B', 'C'])).toContain(
      'Blue has no pawn left: the game ends.',
    );
  });

  it('cells tell what lies on them', () => {
    expect(sayCell('D5', middle, shape, false)).toBe('D5, black triangle');
    const [move] = middle.record.moves;
    const cell = move!.split('-')[0]!;
    const first = { R: 'red', Y: 'yellow', B: 'blue', W: 'white' }[(middle.record.setup['tiles'] as string[])[0]![0]!];
    const place = shape.places.get(move!)!;
    expect(sayCell(cell, middle, shape, false)).toContain(`${cell}, tile: `);
    expect(sayCell(cell, middle, shape, false)).toContain(`${first} at ${place.crossings[0]}`);
    expect(sayCell(middle.record.moves.at(-1)!.split('-')[1]!, middle, shape, false)).toMatch(/; last move$/);
    const open = middle.legal[0]!.split('-')[0]!;
    expect(sayCell(open, middle, shape, true)).toBe(`${open}, empty, a tile can go here`);
  });

  it('crossings tell their tower, a tie, or how far they are', () => {
    const all = Object.keys(shape.answer.crossings).map((name) => sayCrossing(name, middle, shape));
    expect(all.some((text) => / on top$/.test(text))).toBe(true);
    expect(all.some((text) => /a tie, no pawns$/.test(text))).toBe(true);
    expect(all.some((text) => /\d of \d cells filled$/.test(text))).toBe(true);
    expect(all.filter((text) => text.includes('(gold)'))).toHaveLength(22);
  });

  it('the whole position', () => {
    const all = sayAll(middle, names, shape);
    expect(all).toMatch(/^(Ana|Bram) lays the tile /);
    expect(all).toMatch(/Ana, \w+, \d+ points?, \d+ pawns? left\./);
    expect(all.match(/neutral/g)).toHaveLength(2);
    expect(all).toMatch(/Towers: /);
    for (const move of middle.record.moves) expect(all).toMatch(new RegExp(`${move} \\w+ at \\w+, `));
  });
});

describe('in other languages', () => {
  it('nothing is left unsaid', async () => {
    for (const language of ['de', 'fr', 'nl'] as const) {
      await loadWords(language);
      const all = [
        sayAll(middle, names, shape),
        sayPreview(
          told([mine, theirs, nobodys, tied], { black: ['A1'], void: ['A2'], last_pawn: mine.leader }),
          middle,
          names,
        ),
        sayEffects('x', told([mine], { black: ['A1'] }), middle, names),
        sayTile('RBYW'),
      ];
      for (const text of all) expect(text).not.toMatch(/on_top\.|[{}]/);
    }
  });
});
