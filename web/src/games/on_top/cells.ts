/** A board as the server tells it: places in units of a cell's side, y downwards. */

import { get } from '../../lib/api';

export interface Board {
  cells: Record<string, { x: number; y: number; up: boolean; corners: string[] }>;
  crossings: Record<string, { x: number; y: number; gold: boolean; cells: string[] }>;
  start: string[] | null;
  rows: number;
}

const found = new Map<string, Promise<Board>>();

/** The board of that name; asked for once. */
export function board(name: string): Promise<Board> {
  let answer = found.get(name);
  if (answer === undefined) {
    answer = get<Board>(`/games/on_top/layouts/${name}`);
    answer.catch(() => found.delete(name));
    found.set(name, answer);
  }
  return answer;
}

/** A cell's three corners as points of a polygon. */
export function triangle(on: Board, cell: string, scale = 1): string {
  return on.cells[cell]!.corners.map(
    (name) => `${round(on.crossings[name]!.x * scale)},${round(on.crossings[name]!.y * scale)}`,
  ).join(' ');
}

/** The frame of a whole board, for a viewBox. */
export function frame(on: Board, scale = 1, margin = 0.15): string {
  const all = Object.values(on.crossings);
  const [left, top] = [Math.min(...all.map(({ x }) => x)), Math.min(...all.map(({ y }) => y))];
  const [right, bottom] = [Math.max(...all.map(({ x }) => x)), Math.max(...all.map(({ y }) => y))];
  return [left - margin, top - margin, right - left + 2 * margin, bottom - top + 2 * margin]
    .map((value) => round(value * scale))
    .join(' ');
}

/** The nearest cell in that direction, for the arrow keys; the cell itself where there is none. */
export function neighbour(on: Board, cell: string, dx: number, dy: number): string {
  const here = on.cells[cell]!;
  let best = cell;
  let least = Infinity;
  for (const [name, there] of Object.entries(on.cells)) {
    const along = (there.x - here.x) * dx + (there.y - here.y) * dy;
    const across = Math.abs((there.x - here.x) * dy) + Math.abs((there.y - here.y) * dx);
    if (along > 0.1 && along + across < least) [best, least] = [name, along + across];
  }
  return best;
}

const round = (value: number): number => Math.round(value * 100) / 100;
