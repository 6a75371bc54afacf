/** The games and levels that this server has, in the reader's language; asked for once a language. */

import { face } from '../games/registry';
import { get } from './api';
import { settings } from './settings.svelte';
import type { GameInfo } from './types';

interface Told {
  games: Record<string, number[]>;
  levels: string[];
  about: Record<string, GameInfo>;
}

let told: Told = $state.raw({ games: {}, levels: [], about: {} });
let heard = $state(false);
let asked = '';

async function ask(language: string): Promise<void> {
  try {
    const answer = await get<Told>(`/games?language=${language}`);
    if (asked === language) tell(answer);
  } catch {
    if (asked === language) asked = ''; // the next look asks again
  }
}

function tell(answer: Told): void {
  told = answer;
  heard = true;
}

function look(): Told {
  if (asked !== settings.language) {
    asked = settings.language;
    void ask(asked);
  }
  return told;
}

const LAST = 1_000;

export const known = {
  /** Whether the server has told. */
  get heard(): boolean {
    look();
    return heard;
  },
  get levels(): string[] {
    return look().levels;
  },
  /** The games' names, in the order in which they are shown. */
  get names(): string[] {
    return Object.keys(look().about).toSorted((one, other) => (face(one).order ?? LAST) - (face(other).order ?? LAST));
  },
  /** Everything about a game; null: the server has not told, or has no such game. */
  about(game: string): GameInfo | null {
    return look().about[game] ?? null;
  },
  /** What a game is called. */
  title(game: string): string {
    return look().about[game]?.title ?? '';
  },
  /** How many may play that game together. */
  players(game: string): number[] {
    return (look().games[game] ?? [2]).filter((count) => count > 1);
  },
  /** As if the server had told this. */
  tell(answer: Told): void {
    asked = settings.language;
    tell(answer);
  },
};
