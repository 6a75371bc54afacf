/**
 * Pieces on their way to locations, one after another, and what happens where they land. The next input completes all
 * of it.
 */

import { lasting } from '../../lib/settings.svelte';
import type { Effects, Seat } from '../../lib/types';
import type { Scene } from '../../play/play.svelte';
import { parse, piles } from './position';

/** `fly`: under way. `flash`, `rise`: it cancels. `pulse`: what lay under. `land`: it lies. `rest`: nothing moves. */
export type Phase = 'fly' | 'flash' | 'rise' | 'pulse' | 'land' | 'rest';

const LASTS: Record<Phase, number> = { fly: 260, flash: 140, rise: 280, pulse: 240, land: 80, rest: 0 };
const NEXT: Record<Phase, (cancels: boolean) => Phase> = {
  fly: (cancels) => (cancels ? 'flash' : 'land'),
  flash: () => 'rise',
  rise: () => 'pulse',
  pulse: () => 'rest',
  land: () => 'rest',
  rest: () => 'rest',
};

export interface Putting {
  move: string;
  /** Moves made before it. */
  ply: number;
  colour: string;
  location: number;
  seat: Seat | null;
  /** The location's pile before it. */
  before: string[];
  cancels: boolean;
}

export class Motion {
  /** The piece that moves, or moved last. */
  putting: Putting | null = $state.raw(null);
  phase: Phase = $state('rest');
  /** Those that came while it moved. */
  waiting: Putting[] = $state.raw([]);
  #last: { ply: number; piles: string[][] } | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** Look at the scene and at the move under way to the server; begin what is new. */
  follow(scene: Scene, pending: string | null, foreseen: Record<string, Effects>): void {
    const ply = scene.record.moves.length;
    const last = this.#last;
    const newest = this.waiting.at(-1) ?? this.putting;
    this.#last = { ply, piles: piles(scene) };
    if (pending !== null) {
      if (newest?.ply === ply && newest.move === pending) return;
      this.#add(pending, ply, scene.toMove, piles(scene), foreseen[pending]?.['cancels'] === true);
    } else if (last !== null && last.ply + 1 === ply) {
      const move = scene.record.moves.at(-1)!;
      const effects = scene.effects.at(-1) ?? {};
      const cancels = effects['cancels'] === true;
      if (newest?.ply === last.ply && newest.move === move) this.#told(newest, cancels);
      else this.#add(move, last.ply, typeof effects['seat'] === 'number' ? effects['seat'] : null, last.piles, cancels);
    } else if (last === null || last.ply !== ply || newest?.ply === ply) this.finish(true);
  }

  #add(move: string, ply: number, seat: Seat | null, before: string[][], cancels: boolean): void {
    const { colour, location } = parse(move);
    const pile = before[location - 1];
    if (pile === undefined) return;
    const put: Putting = { move, ply, colour, location, seat, before: pile, cancels };
    if (this.phase !== 'rest') this.waiting = [...this.waiting, put];
    else this.#begin(put);
  }

  #begin(put: Putting): void {
    this.putting = put;
    this.#enter('fly');
  }

  /** The server's word on a move that was drawn before it came. */
  #told(newest: Putting, cancels: boolean): void {
    if (newest.cancels === cancels || newest !== this.putting) return;
    this.putting = { ...newest, cancels };
    if (cancels && this.phase !== 'fly') this.#enter('flash');
  }

  #enter(phase: Phase): void {
    clearTimeout(this.#timer);
    this.phase = phase;
    if (phase === 'rest') {
      const [first, ...others] = this.waiting;
      this.waiting = others;
      if (first !== undefined) this.#begin(first);
      return;
    }
    const time = lasting(LASTS[phase]);
    if (time === 0) this.finish();
    else this.#timer = setTimeout(() => this.#enter(NEXT[phase](this.putting?.cancels ?? false)), time);
  }

  /** All that moves is where it goes; `forget`: and the scene alone says what lies where. */
  finish(forget = false): void {
    clearTimeout(this.#timer);
    this.phase = 'rest';
    this.putting = forget ? null : (this.waiting.at(-1) ?? this.putting);
    this.waiting = [];
  }

  /** What stands on a location now: the scene's pile, or what stood there before the pieces that are still to land. */
  standing(location: number, scene: Scene): string[] {
    const put = this.putting?.location === location ? this.putting : null;
    if (put !== null && this.phase === 'fly') return put.before;
    const coming = this.waiting.find((one) => one.location === location);
    if (coming !== undefined) return coming.before;
    if (put === null || put.ply < scene.record.moves.length) return piles(scene)[location - 1]!;
    return put.cancels ? put.before.slice(0, -1) : [...put.before, put.colour];
  }

  /** The last move as far as it is shown: where, and whose. Null: what the scene says. */
  get shown(): Putting | null {
    return this.phase === 'rest' ? null : this.putting;
  }
}

/** How long a phase lasts here, in milliseconds. */
export function lasts(phase: Phase): number {
  return lasting(LASTS[phase]);
}
