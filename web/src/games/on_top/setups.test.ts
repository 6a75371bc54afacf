import { describe, expect, it, vi } from 'vitest';
import type { GameRecord } from '../../lib/types';
import { chances, tilesToCome, withTile } from './setups';

vi.hoisted(() => vi.stubGlobal('location', { pathname: '/', search: '', hash: '' }));

const record: GameRecord = {
  format: 'sommet-record/1',
  game: 'on_top',
  players: 2,
  options: {},
  setup: { tiles: ['RBYW', 'BRWY', 'RYBW', 'WYBR'] },
  moves: ['x'],
};

describe('withTile', () => {
  it('swaps with a later tile of that kind', () => {
    expect(withTile(record, 1, 'RYBW').setup['tiles']).toEqual(['RBYW', 'RYBW', 'BRWY', 'WYBR']);
  });
  it('knows a tile by either writing', () => {
    expect(withTile(record, 2, 'BRWY').setup['tiles']).toEqual(['RBYW', 'BRWY', 'WYBR', 'RYBW']);
    expect(withTile(record, 0, 'BRWY').setup['tiles']).toEqual(['BRWY', 'RBYW', 'RYBW', 'WYBR']);
  });
});

describe('what chance could bring', () => {
  it('is what is to come, each kind once', () => {
    expect(tilesToCome(record, 2)).toEqual(['RYBW', 'WYBR']);
    expect(chances(record, 2)?.of.map(({ text }) => text)).toEqual(['RYBW', 'WYBR']);
  });
  it('is nothing where one tile is left', () => expect(chances(record, 3)).toBeNull());
});
