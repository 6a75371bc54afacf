/** A position being studied: a record, the line played on it, and lines left aside. The server says what is legal. */

import { post, Refused } from '../lib/api';
import type { Effects, GameRecord, PositionAnswer } from '../lib/types';
import { Play } from '../play/play.svelte';
import { sceneOf } from './asked';

export class Line {
  record: GameRecord | null = $state.raw(null);
  /** The line as far as it was played; `ply` says where we are in it. */
  moves: string[] = $state.raw([]);
  ply = $state(0);
  /** What each move of the line did, as far as it was looked at. */
  effects: Effects[] = $state.raw([]);
  /** How many of the first moves nobody made: the position after them was set up by hand. */
  unplayed = $state(0);
  link = $state('');
  refused: Refused | null = $state.raw(null);
  /** Lines that were left for another: where they begin, and their moves. */
  aside: { ply: number; moves: string[] }[] = $state.raw([]);
  readonly play = new Play();
  #turn = 0;

  constructor() {
    this.play.onmove = (move) => void this.go(move);
  }

  /** Begin with this record or link. */
  async open(what: { record: GameRecord } | { link: string }, ply?: number, unplayed = 0): Promise<boolean> {
    try {
      const answer = await post<PositionAnswer>('/positions', what);
      const { record } = answer;
      this.record = { ...record, moves: [] };
      this.moves = record.moves;
      this.unplayed = Math.min(unplayed, record.moves.length);
      this.aside = [];
      return await this.look(Math.min(Math.max(ply ?? Infinity, this.unplayed), record.moves.length));
    } catch (error) {
      this.#refuse(error);
      return false;
    }
  }

  /** Play a move here. Another move than the line's: the rest of the line is put aside. */
  async go(move: string): Promise<void> {
    const { moves: before, ply } = this;
    const known = before[ply] === move;
    const moves = known ? before : [...before.slice(0, ply), move];
    if (await this.look(ply + 1, moves)) {
      if (!known && before.length > ply)
        this.aside = [
          { ply, moves: before },
          ...this.aside.filter((line) => line.moves.join() !== before.join()),
        ].slice(0, 12);
    }
  }

  /** Another place in this line, or in another. */
  async look(ply: number, moves: string[] = this.moves): Promise<boolean> {
    const turn = ++this.#turn;
    this.refused = null;
    try {
      const record = { ...this.record!, moves: moves.slice(0, ply) };
      const answer = await post<PositionAnswer>('/positions', { record, effects: true, foresee: true });
      if (turn !== this.#turn) return false;
      const known = answer.effects ?? [];
      if (known.length >= this.effects.length || moves !== this.moves) this.effects = known;
      this.moves = moves;
      this.ply = ply;
      this.link = answer.link;
      this.play.names = Array.from({ length: record.players }, (_, seat) => this.name(seat));
      this.play.show(sceneOf(answer), answer.result === null);
      this.play.foreseen = answer.foreseen ?? {};
      return true;
    } catch (error) {
      this.#refuse(error);
      return false;
    }
  }

  /** What a seat is called here. */
  name: (seat: number) => string = (seat) => String(seat + 1);

  #refuse(error: unknown): void {
    if (!(error instanceof Refused)) throw error;
    this.refused = error;
    this.play.pending = null;
  }
}
