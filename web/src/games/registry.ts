/** What a game brings to the page: how it is drawn and said. No rules. */

import type { Component } from 'svelte';
import type { Effects, Seat } from '../lib/types';
import type { Play, Scene } from '../play/play.svelte';

export interface GamePage {
  /** Desk: others above the board and one side column (`row`), or a column on each side (`sides`). */
  layout: 'row' | 'sides';
  /** The board. Draws `play`, lets the player act on it, calls `play.choose`. Keys: arrows, Enter, Space, Escape. */
  Board: Component<{ play: Play }>;
  /** The board at rest as one svg of class `board`, to be saved; where the board itself is more than that. */
  Picture?: Component<{ play: Play }>;
  /** What I hold, under the board (phone) or beside it. */
  Mine?: Component<{ play: Play }>;
  /** Inside a player's card: stock, pawns, points. */
  Player: Component<{ play: Play; seat: Seat }>;
  /** `Player` is no more than a chip: it stands beside the name. */
  chip?: boolean;
  /** Cards after the players': colours that nobody plays. */
  Neutral?: Component<{ play: Play }>;
  /** The side column's own cards: what shows now, tiles left. */
  Counts?: Component<{ play: Play }>;
  /** After the end: how it was counted, step by step. */
  End: Component<{ play: Play; winners: Seat[]; reason: string | null }>;
  /** Whether the count has been shown to its end; until then the winner is not named. */
  counted?(play: Play): boolean;
  /** One sentence: what to do now, or what the move aimed at would do. */
  advice(play: Play): string;
  /** A move in words, short: for the list of moves and the list of legal moves. */
  say(move: string, scene: Scene): string;
  /** What else the list of legal moves says of a move, where its name alone tells too little. */
  where?(move: string, play: Play): string;
  /** What a move did, in words, for those who hear the page; empty when the move says it all. */
  sayEffects(move: string, effects: Effects, scene: Scene, names: string[]): string;
  /** The whole position in words. */
  sayAll(scene: Scene, names: string[]): string;
  /** The colours of a move in a list, drawn before its text. */
  tokens(move: string, scene: Scene): string[];
  /** The sound of a move. */
  sound(move: string, effects: Effects, scene: Scene): void;
}

const LOADERS: Record<string, () => Promise<{ page: GamePage }>> = {
  babylone: () => import('./babylone'),
  kabaleo: () => import('./kabaleo'),
  on_top: () => import('./on_top'),
};

export const GAMES = Object.keys(LOADERS);

/** A game's part of the page; loaded when it is needed. */
export async function gamePage(name: string): Promise<GamePage> {
  return (await LOADERS[name]!()).page;
}
