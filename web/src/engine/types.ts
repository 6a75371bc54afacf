/** What the engine takes and gives, as JSON has it: the same shapes everywhere in Sommet. */

export type Dict = Record<string, unknown>;
export type Seat = number;
export type Viewer = Seat | 'spectator';
export type Effects = Dict;

export const SPECTATOR = 'spectator';

/** A game from its set-up to its last move so far; with a `viewer` only what that viewer knows of it. */
export interface GameRecord {
  format: string;
  game: string;
  players: number;
  options: Dict;
  setup: Dict;
  moves: string[];
  viewer?: Viewer;
}

/** How a game ended; all null when what is unknown to the viewer decides. */
export interface Result {
  winners: Seat[] | null;
  reason: string | null;
  scores: number[] | null;
}

/** A move and what it is worth to the mover: the expected share of a win, from 0 to 1; and what the game adds. */
export interface MoveValue {
  move: string;
  /** Only where it is known. */
  value?: number;
  visits: number;
  [more: string]: unknown;
}

/** Every legal move, best first. `exact` when that is proved; `by` says which bot answered. */
export interface Advice {
  moves: MoveValue[];
  exact: boolean;
  simulations: number;
  by: string;
  more: Dict;
}

/** What a game is played on: how many play, the record's options, and its set-up. */
export interface Terms {
  players: number;
  options: Dict;
  setup: Dict;
}

/** The texts of one language, by key. */
export type Words = Record<string, string>;

/** Where modules, descriptions and words come from: a page's assets, or files. */
export interface Source {
  games(): Promise<string[]>;
  description(game: string): Promise<import('./description.ts').Description>;
  module(game: string): Promise<WebAssembly.Module>;
  /** What its minds have learned; asked for only where they have, and when one of them is to think for a while. */
  learned(game: string): Promise<ArrayBuffer>;
  words(language: string): Promise<Words>;
}
