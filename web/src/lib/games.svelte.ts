/**
 * The games and levels that there are, in the reader's language: those that come with the page at once, then what the
 * server has.
 */

import { face } from '../games/registry';
import { fromServer, get } from './api';
import { server } from './reach.svelte';
import { settings } from './settings.svelte';
import type { GameInfo, Games, Level, ServerStatus } from './types';

let told: Games = $state.raw({ games: {}, levels: [], about: {} });
let heard = $state(false);
let asked = '';

async function ask(language: string): Promise<void> {
  const path = `/games?language=${language}`;
  const own = await get<Games>(path).catch(() => null);
  if (own !== null && asked === language) tell(own);
  const served = (await theSame(own)) ? null : await fromServer<Games>('GET', path).catch(() => null);
  if (served !== null && asked === language) tell(served);
  if (own === null && served === null && asked === language) asked = ''; // the next look asks again
}

/** Whether the server, if there is one, has the games that the page has: then it need not tell all about them. */
async function theSame(own: Games | null): Promise<boolean> {
  if (server.reach === 'none') return true;
  if (own === null) return false;
  const { games } = await fromServer<Pick<ServerStatus, 'games'>>('GET', '/status').catch(() => ({ games: null }));
  return games === null || games.toSorted().join() === Object.keys(own.games).toSorted().join();
}

function tell(answer: Games): void {
  if (JSON.stringify(answer) !== JSON.stringify(told)) told = answer; // nothing is drawn anew for the same
  heard = true;
}

function look(): Games {
  if (asked !== settings.language) {
    asked = settings.language;
    void ask(asked);
  }
  return told;
}

const LAST = 1_000;

export const known = {
  /** Whether it has been told. */
  get heard(): boolean {
    look();
    return heard;
  },
  get levels(): Level[] {
    return look().levels;
  },
  /** The games' names, in the order in which they are shown. */
  get names(): string[] {
    return Object.keys(look().about).toSorted((one, other) => (face(one).order ?? LAST) - (face(other).order ?? LAST));
  },
  /** Everything about a game; null: it has not been told, or there is no such game. */
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
  /** As if this had been told. */
  tell(answer: Games): void {
    asked = settings.language;
    tell(answer);
  },
};
