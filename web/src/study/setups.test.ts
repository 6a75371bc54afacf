import { describe, expect, it } from 'vitest';
import type { GameRecord } from '../lib/types';
import { changed, parts, tilesToCome, withTile } from './setups';

const record = (game: string, setup: Record<string, unknown>): GameRecord => ({ format: 'sommet-record/1', game, players: 2, options: {}, setup, moves: ['x'] });

describe('parts', () => {
  it('offers the tokens of Babylone, other colours too', () => {
    const [tokens] = parts(record('babylone', { tokens: ['red', 'c5'], first: 0 }));
    expect(tokens).toMatchObject({ key: 'tokens', values: ['red', 'c5'], open: true });
    expect(tokens!.choices).toContain('c5');
  });
  it('offers objectives and bases of Kabaleo', () => {
    const found = parts(record('kabaleo', { colours: ['pink', 'blue'], bases: ['pink'], objectives: ['blue', 'pink'], first: 0 }));
    expect(found.map((part) => part.key)).toEqual(['objectives', 'bases']);
  });
});

describe('changed', () => {
  it('forgets the moves', () => {
    expect(changed(record('babylone', { tokens: ['red'] }), 'tokens', ['blue'])).toMatchObject({ setup: { tokens: ['blue'] }, moves: [] });
  });
});

describe('withTile', () => {
  const on_top = record('on_top', { tiles: ['RBYW', 'BRWY', 'RYBW', 'WYBR'] });
  it('swaps with a later tile of that kind', () => {
    expect(withTile(on_top, 1, 'RYBW').setup['tiles']).toEqual(['RBYW', 'RYBW', 'BRWY', 'WYBR']);
  });
  it('knows a tile by either writing', () => {
    expect(withTile(on_top, 2, 'BRWY').setup['tiles']).toEqual(['RBYW', 'BRWY', 'WYBR', 'RYBW']);
    expect(withTile(on_top, 0, 'BRWY').setup['tiles']).toEqual(['BRWY', 'RBYW', 'RYBW', 'WYBR']);
  });
  it('lists what is to come', () => {
    expect(tilesToCome(on_top, 2)).toEqual(['RYBW', 'WYBR']);
  });
});
