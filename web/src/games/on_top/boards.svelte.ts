/** Boards by name: asked of the server once each. */

import { get } from '../../lib/api';
import { shapeOf, type BoardAnswer, type Shape } from './shape';

const AGAIN = 3_000;
let shapes: Record<string, Shape> = $state.raw({});
const asked = new Set<string>();

async function fetchBoard(name: string): Promise<void> {
  try {
    const answer = await get<BoardAnswer>(`/games/on_top/layouts/${encodeURIComponent(name)}`);
    shapes = { ...shapes, [name]: shapeOf(answer) };
  } catch {
    setTimeout(() => void fetchBoard(name), AGAIN);
  }
}

/** The board of that name; null until the server has told. */
export function boardShape(name: string): Shape | null {
  const found = shapes[name];
  if (found) return found;
  if (!asked.has(name)) {
    asked.add(name);
    void fetchBoard(name);
  }
  return null;
}
