/** What a game says about its puzzles: a file `puzzles.ts` in its folder. */

import type { PuzzleInfo } from '../lib/types';

/** A move that was tried, or shown. */
export interface Tried {
  move: string;
  /** The answer to it. */
  reply: string | null;
  /** To the end, that one included. */
  moves: number;
  /** The mover's share of the win, and that of the right move. */
  share: number;
  best: number;
  /** How much of a secret it tells, and the right move. */
  told: number;
  bestTold: number;
}

export interface Sayings {
  /** What to find. */
  title(): string;
  intro(): string;
  /** How far it is to the end. */
  task(given: PuzzleInfo): string;
  /** What a right and a wrong move are called. */
  right(move: string): string;
  wrong(move: string): string;
  /** Why it is right, or not. Moves are in words. */
  why(tried: Tried, right: boolean, say: (move: string) => string): string;
  /** What everybody has must be seen, and what I hold. */
  seats: boolean;
  /** It can be played to the end against the computer: what is said then. */
  ended?(won: boolean): { head: string; text: string };
  /** Where solved ones are kept, if not where every game's are. */
  kept?: string;
}
