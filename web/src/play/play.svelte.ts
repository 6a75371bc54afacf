/**
 * What a board draws and what the player does on it. A board is given a Play and knows nothing else: no rules, no
 * network.
 */

import { untrack } from 'svelte';
import type { Effects, GameRecord, Result, Seat, View, Viewer } from '../lib/types';
import { Counting } from './counting.svelte';

/** A position as somebody sees it. */
export interface Scene {
  game: string;
  players: number;
  record: GameRecord;
  /** As the engine protocol shows it. */
  state: Record<string, unknown>;
  /** What each move so far did. */
  effects: Effects[];
  toMove: Seat | null;
  legal: string[];
  viewer: Viewer | 'all';
  result: Result | null;
}

/** The first hint says which piece, the second where. */
export interface Hint {
  move: string;
  step: 1 | 2;
  why: string;
}

export class Play {
  scene: Scene = $state.raw(null!);
  names: string[] = $state.raw([]);
  /** What is in the player's hand, as the game's board writes it: a colour, a place, the way a tile is turned. */
  held: string | null = $state(null);
  /** The move being thought of, with the pointer or the keyboard: what would follow is shown. */
  aim: string | null = $state(null);
  /** What each legal move would do, as far as the server has told. */
  foreseen: Record<string, Effects> = $state.raw({});
  /** A move on its way to the server: drawn as if it were made. */
  pending: string | null = $state(null);
  hint: Hint | null = $state.raw(null);
  /** Analysis: what each move is worth to the mover, from 0 to 1. */
  values: Record<string, number> | null = $state.raw(null);
  /** Analysis: how many moves it is to the end after each move, that one included, where that is known. */
  ends: Record<string, number> | null = $state.raw(null);
  /** Whether this player may act on the board now: to move, or to plan a move. */
  active = $state(false);
  /** Somebody else is to move: what is done on the board is a plan. */
  planning = $state(false);
  /** The move that is to be made when it is this player's turn, if it is legal then. */
  planned: string | null = $state(null);
  /** The last move of all is still landing: what the end reveals stays hidden. */
  landing = $state(false);
  /** The table leaves the corners of its place free: players may sit there. */
  corners = $state(false);
  /** How far the end has been counted out. */
  readonly counting = new Counting();

  /** Make this move; whoever owns the Play decides what becomes of it. An illegal one is answered with its reason.
   *  `asked`: the player is asked once more first, and meanwhile holds what they held, as they do where it is not
   * possible. */
  onmove: (move: string) => 'asked' | void = () => {};

  constructor(scene?: Scene) {
    if (scene) this.scene = scene;
  }

  /** Whether it is this player's turn. */
  get turn(): boolean {
    return this.active && !this.planning;
  }

  /** What the board points at: the planned move, or a hint as far as it goes. */
  get pointed(): { move: string; step: 1 | 2; planned: boolean } | null {
    if (this.planned !== null) return { move: this.planned, step: 2, planned: true };
    return this.hint === null ? null : { ...this.hint, planned: false };
  }

  /** The last move made, or null. */
  get last(): string | null {
    return this.scene.record.moves.at(-1) ?? null;
  }

  /** What the last move did. */
  get lastEffects(): Effects | null {
    return this.scene.effects.at(-1) ?? null;
  }

  /** Who made the last move: the seat that was to move before it, as the record's order of turns tells. */
  lastMover: Seat | null = $state(null);

  choose(move: string): void {
    const { held, aim } = this;
    const possible = this.scene.legal.includes(move);
    this.letGo();
    if (this.onmove(move) === 'asked' || !possible) [this.held, this.aim] = [held, aim];
  }

  /** Nothing in hand, nothing aimed at. */
  letGo(): void {
    this.held = null;
    this.aim = null;
  }

  /** While somebody else thinks: these moves may be planned, in the way in which they are made. */
  plan(moves: string[]): void {
    this.scene = { ...this.scene, legal: moves };
    this.active = this.planning = true;
  }

  /** A new position: what was in hand stays only if the player may still move. */
  show(scene: Scene, active: boolean): void {
    // looked at, not followed: an effect that shows a position must not begin again because of it
    const before = untrack(() => this.scene as Scene | null);
    const same = before?.record.moves.length === scene.record.moves.length;
    this.scene = scene;
    this.active = active;
    this.planning = false;
    this.pending = null;
    if (!same) {
      this.letGo();
      this.hint = null;
      this.values = null;
      this.ends = null;
      this.foreseen = {};
    }
  }
}

/** A view over the socket as a scene. */
export function sceneOf(view: View): Scene {
  const record = view.knowledge!;
  return {
    game: record.game,
    players: record.players,
    record,
    state: view.state,
    effects: view.effects ?? [],
    toMove: view.to_move,
    legal: view.legal,
    viewer: view.viewer,
    result: view.result,
  };
}
