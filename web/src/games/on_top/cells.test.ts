import { beforeAll, describe, expect, it, vi } from 'vitest';
import type { Board } from './cells';

let boards: typeof import('./cells');
beforeAll(async () => {
  vi.stubGlobal('location', { pathname: '/', search: '', hash: '' });
  boards = await import('./cells');
});

const high = Math.sqrt(3) / 2;
const small: Board = {
  rows: 1,
  start: null,
  cells: {
    A1: { x: 0.5, y: high * (2 / 3), up: true, corners: ['a1', 'b2', 'b1'] },
    A2: { x: 1, y: high / 3, up: false, corners: ['a1', 'a2', 'b2'] },
    A3: { x: 1.5, y: high * (2 / 3), up: true, corners: ['a2', 'b3', 'b2'] },
  },
  crossings: {
    a1: { x: 0.5, y: 0, gold: true, cells: ['A1', 'A2'] },
    a2: { x: 1.5, y: 0, gold: true, cells: ['A2', 'A3'] },
    b1: { x: 0, y: high, gold: true, cells: ['A1'] },
    b2: { x: 1, y: high, gold: true, cells: ['A1', 'A2', 'A3'] },
    b3: { x: 2, y: high, gold: true, cells: ['A3'] },
  },
};

describe('a board', () => {
  it('draws a cell by its corners', () => expect(boards.triangle(small, 'A1', 100)).toBe('50,0 100,86.6 0,86.6'));
  it('is framed with a margin', () => expect(boards.frame(small, 100, 0.1)).toBe('-10 -10 220 106.6'));
  it('is walked by arrow keys', () => {
    expect(boards.neighbour(small, 'A1', 1, 0)).toBe('A2');
    expect(boards.neighbour(small, 'A2', 1, 0)).toBe('A3');
    expect(boards.neighbour(small, 'A3', 1, 0)).toBe('A3');
    expect(boards.neighbour(small, 'A3', -1, 0)).toBe('A2');
  });
});
