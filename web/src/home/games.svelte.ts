/** The games and levels that this server has; asked for once. */

import { get } from '../lib/api';

/** In the order in which they are shown. */
export const GAMES = ['kabaleo', 'babylone', 'on_top'];

const told: { games: Record<string, number[]>; levels: string[] } = $state({ games: {}, levels: [] });
let asked = false;

async function ask(): Promise<void> {
  try {
    Object.assign(told, await get<typeof told>('/games'));
  } catch {
    asked = false; // the next look asks again
  }
}

export const known = {
  get levels(): string[] {
    look();
    return told.levels;
  },
  /** How many may play that game together. */
  players(game: string): number[] {
    look();
    return (told.games[game] ?? [2]).filter((count) => count > 1);
  },
};

function look(): void {
  if (asked) return;
  asked = true;
  void ask();
}
