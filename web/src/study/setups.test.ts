import { expect, it } from 'vitest';
import type { GameRecord } from '../lib/types';
import { changed } from './setups';

it('forgets the moves', () => {
  const record: GameRecord = { format: 'sommet-record/1', game: 'any', players: 2, options: {}, setup: { line: ['red'] }, moves: ['x'] };
  expect(changed(record, 'line', ['blue'])).toMatchObject({ setup: { line: ['blue'] }, moves: [] });
});
