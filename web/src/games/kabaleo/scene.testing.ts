/** A small scene for the tests. */

import type { Scene } from '../../play/play.svelte';

interface Given {
  locations?: string[][];
  moves?: string[];
  effects?: Record<string, unknown>[];
  setup?: Record<string, unknown>;
  state?: Record<string, unknown>;
  viewer?: Scene['viewer'];
  toMove?: number | null;
  legal?: string[];
}

/** Two players, four colours; the rest as given. */
export function scene(given: Given): Scene {
  const stocks = [
    { pink: 3, green: 3, blue: 0, violet: 1 },
    { pink: 0, green: 1, blue: 2, violet: 0 },
  ];
  const moves = given.moves ?? [];
  return {
    game: 'kabaleo',
    players: 2,
    record: {
      format: 'sommet-record/1',
      game: 'kabaleo',
      players: 2,
      options: {},
      setup: { colours: ['pink', 'green', 'blue', 'violet'], ...given.setup },
      moves,
    },
    state: { locations: given.locations ?? [['pink'], ['green'], ['blue'], ['violet']], stocks, ...given.state },
    effects: given.effects ?? moves.map(() => ({})),
    toMove: given.toMove ?? 0,
    legal: given.legal ?? [],
    viewer: given.viewer ?? 0,
    result: null,
  };
}
