/** What a game brings to the page: how it is drawn and said. No rules.
 *
 *  A game's folder here has its own name: `face.ts` (loaded at once, small), `index.ts` (its board, loaded when it is
 *  needed), `words/`, `puzzles.ts` where it has puzzles, `arranging.ts` where its positions can be set up by hand.
 *  A game without a folder gets the plain board.
 */

import type { Component } from 'svelte';
import type { Effects, GameRecord, OptionInfo, Seat } from '../lib/types';
import type { Play, Scene } from '../play/play.svelte';
import type { Arranger } from '../study/arranger.svelte';
import type { Asked } from '../study/asked';
import PlainCard from '../play/plain/Card.svelte';
import type { Sayings } from '../puzzles/sayings';

/** What is agreed, by the options' names; what is not named is as usual. */
export type Agreed = Readonly<Record<string, unknown>>;

/** A part of a form that asks for an option. */
export interface FieldProps {
  game: string;
  option: OptionInfo;
  agreed: Agreed;
  players: number;
  onagree: (agreed: Agreed) => void;
}

/** What is seen of a game before it is played. */
export interface Face {
  /** Its place among the games; those without one come last. */
  order?: number;
  /** How long it takes, about. */
  minutes?: number;
  /** The picture on its card, an svg, and what is behind it. */
  Card: Component;
  ground?: string;
  /** The clause about matches of several rounds. */
  match?: string;
  /** Its own way to ask for an option, where the usual one does not do. */
  fields?: Record<string, Component<FieldProps>>;
  /** What is asked beside each seat. */
  Seat?: Component<{ agreed: Agreed; seat: Seat; players: number; onagree: (agreed: Agreed) => void }>;
}

/** Positions set up by hand: how they are told and changed. The rules judge them. */
export interface Arrange {
  /** A position as its game has it told, from one that is seen. */
  told(scene: Scene): Asked;
  /** The same with nothing on the board. */
  cleared(asked: Asked): Asked;
  /** What a tap puts at first. */
  brush(asked: Asked): string;
  /** The board: draws what is asked for; a tap puts, or takes away. */
  Board: Component<{ arranger: Arranger }>;
  /** What can be put. */
  Palette: Component<{ arranger: Arranger }>;
  /** What else there is to say: stocks, secrets, the next tile. */
  More?: Component<{ arranger: Arranger }>;
}

export interface GamePage {
  /** Desk: others above the board and one side column (`row`), or a column on each side (`sides`). */
  layout: 'row' | 'sides';
  /** The board. Draws `play`, lets the player act on it, calls `play.choose`. Keys: arrows, Enter, Space, Escape. */
  Board: Component<{ play: Play }>;
  /** The board at rest as one svg of class `board`, to be saved; where the board itself is more than that. */
  Picture?: Component<{ play: Play }>;
  /** What I hold, under the board (phone) or beside it. */
  Mine?: Component<{ play: Play }>;
  /** What hides a player's secret; on the curtain while the device goes round. */
  Hidden?: Component;
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
  /** Who won, with what: where it was counted. `mine`: the winner is the one who reads it. */
  headline?(play: Play, winner: Seat, mine: boolean): string | null;
  /** The winner's piece, beside that. */
  Emblem?: Component<{ play: Play; seat: Seat }>;
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
  /** What each seat hides, to be shown beside what others believed of it. */
  secrets?(record: GameRecord): (string | null)[];
  /** The board is higher than it is wide. */
  tall?: boolean;
  /** Analysis: what chance could bring instead at this ply, each with its record. */
  chances?(record: GameRecord, ply: number): { label: string; of: { text: string; record: GameRecord }[] } | null;
}

const FACES = import.meta.glob<{ face: Face }>('./*/face.ts', { eager: true });
const PAGES = import.meta.glob<{ page: GamePage }>('./*/index.ts');
const PUZZLES = import.meta.glob<{ puzzles: Sayings }>('./*/puzzles.ts');
const ARRANGING = import.meta.glob<{ arrange: Arrange }>('./*/arranging.ts');
const PLAIN: Face = { Card: PlainCard };

/** What is seen of a game before it is played. */
export const face = (game: string): Face => FACES[`./${game}/face.ts`]?.face ?? PLAIN;

/** A game's part of the page; loaded when it is needed. */
export async function gamePage(game: string): Promise<GamePage> {
  const load = PAGES[`./${game}/index.ts`] ?? (() => import('../play/plain'));
  return (await load()).page;
}

/** The games whose puzzles this page can show. */
export const hasPuzzles = (game: string): boolean => `./${game}/puzzles.ts` in PUZZLES;

/** The games whose positions can be set up by hand on this page. */
export const canArrange = (game: string): boolean => `./${game}/arranging.ts` in ARRANGING;

/** How they are; loaded when it is needed. */
export const arrangePage = async (game: string): Promise<Arrange> =>
  (await ARRANGING[`./${game}/arranging.ts`]!()).arrange;

/** What a game says about its puzzles; loaded when it is needed. */
export const puzzleSayings = async (game: string): Promise<Sayings> =>
  (await PUZZLES[`./${game}/puzzles.ts`]!()).puzzles;
