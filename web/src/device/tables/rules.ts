/** What a table needs of the rules and of those who think. The engine has it; a test may bring its own. */

import type { Advice } from '../../engine/types';
import type { Effects, GameRecord, Result, Seat, Viewer } from '../../lib/types';

export type { Advice } from '../../engine/types';

/** What a viewer may see of a position. */
export interface Seen {
  /** The position as the viewer knows it; there is no way from here to the one it was taken from. */
  readonly known: Placed;
  readonly legal: readonly string[];
  readonly shown: Record<string, unknown>;
  readonly knowledge: GameRecord;
}

/** A position: of the whole record, or of somebody's knowledge. */
export interface Placed {
  readonly record: GameRecord;
  readonly players: number;
  readonly over: boolean;
  readonly toMove: Seat | null;
  readonly legal: readonly string[];
  readonly result: Result | null;
  readonly shown: Record<string, unknown>;
  readonly sides: readonly (readonly Seat[])[];
  readonly standings: readonly number[];
  nextSeats(): readonly Seat[];
  effects(move: string): Effects;
  play(move: string): Placed;
  positions(): Iterable<readonly [Placed, string]>;
  view(viewer: Viewer): Seen;
  link(): string;
}

export interface Wanted {
  players: number;
  options?: Record<string, unknown>;
  choices?: Record<string, unknown>;
  first?: Seat;
  seed?: number;
}

/** A game's rules. */
export interface Ruled {
  readonly name: string;
  /** Seats know different things: a device is handed over unseen. */
  readonly private: boolean;
  readonly levels: readonly { readonly name: string }[];
  deal(wanted: Wanted): GameRecord;
  load(record: unknown): Placed;
}

export interface ThinkHow {
  seconds?: number;
  signal?: AbortSignal;
}

/** Why not, for programs, for players and for referees. */
export interface Reason {
  code: string;
  message: string;
  clause: string | null;
}

/** Where a table lives: rules, thinkers, chance and time are its host's. */
export interface Host {
  game(name: string): Promise<Ruled>;
  /** From what a seat knows and nothing else. */
  think(knowledge: GameRecord, level: string, how: ThinkHow): Promise<Advice>;
  /** Why the advice's first move, in a sentence or two of that language. */
  why(knowledge: GameRecord, advice: Advice, language: string): Promise<string>;
  /** The sentence of what the rules refuse; null: it was no refusal of theirs. */
  say(error: unknown, language: string): Promise<Reason | null>;
}

/** Something that is not done, with the code that the server has for it; the page has the words. */
export class No extends Error {
  constructor(
    readonly code: string,
    readonly status = 409,
    /** Its sentence, where somebody has said it already. */
    readonly said = '',
  ) {
    super(code);
  }
}

/** A whole number below that one, by chance. */
export function drawn(below: number): number {
  const limit = 2 ** 32 - (2 ** 32 % below);
  for (;;) {
    const [found] = crypto.getRandomValues(new Uint32Array(1));
    if (found! < limit) return found! % below;
  }
}

/** A seed for a deal: 53 bits of chance. */
export const seed = (): number => drawn(2 ** 21) * 2 ** 32 + crypto.getRandomValues(new Uint32Array(1))[0]!;
