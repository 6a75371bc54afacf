/** A piece on its way to a location, and what happens where it lands. Nothing waits for it: the next input completes it. */

import { lasting } from '../../lib/settings.svelte';
import type { Effects, Seat } from '../../lib/types';
import type { Scene } from '../../play/play.svelte';
import { parse, piles } from './position';

/** `fly`: under way. `flash`, `rise`: it cancels. `pulse`: what lay under. `land`: it lies. `rest`: nothing moves. */
export type Phase = 'fly' | 'flash' | 'rise' | 'pulse' | 'land' | 'rest';

const LASTS: Record<Phase, number> = { fly: 260, flash: 140, rise: 280, pulse: 300, land: 80, rest: 0 };
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
  putting: Putting | null = $state.raw(null);
  phase: Phase = $state('rest');
  #last: { ply: number; piles: string[][] } | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** Look at the scene and at the move under way to the server; begin what is new. */
  follow(scene: Scene, pending: string | null, foreseen: Record<string, Effects>): void {
    const ply = scene.record.moves.length;
    const last = this.#last;
    const under = this.putting;
    this.#last = { ply, piles: piles(scene) };
    if (pending !== null) {
      if (under?.ply === ply && under.move === pending) return;
      this.#begin(pending, ply, scene.toMove, piles(scene), foreseen[pending]?.['cancels'] === true);
    } else if (last !== null && last.ply + 1 === ply) {
      const move = scene.record.moves.at(-1)!;
      const effects = scene.effects.at(-1) ?? {};
      if (under?.ply === last.ply && under.move === move) this.#told(under, effects['cancels'] === true);
      else this.#begin(move, last.ply, typeof effects['seat'] === 'number' ? effects['seat'] : null, last.piles, effects['cancels'] === true);
    } else if (last === null || last.ply !== ply || under?.ply === ply) this.finish(true);
  }

  #begin(move: string, ply: number, seat: Seat | null, before: string[][], cancels: boolean): void {
    const { colour, location } = parse(move);
    const pile = before[location - 1];
    if (pile === undefined) return;
    this.putting = { move, ply, colour, location, seat, before: pile, cancels };
    this.#enter('fly');
  }

  /** The server's word on a move that was drawn before it came. */
  #told(under: Putting, cancels: boolean): void {
    if (under.cancels === cancels) return;
    this.putting = { ...under, cancels };
    if (cancels && this.phase !== 'fly') this.#enter('flash');
  }

  #enter(phase: Phase): void {
    clearTimeout(this.#timer);
    const lasts = lasting(LASTS[phase]);
    this.phase = phase;
    if (phase === 'rest') return;
    if (lasts === 0) this.finish();
    else this.#timer = setTimeout(() => this.#enter(NEXT[phase](this.putting?.cancels ?? false)), lasts);
  }

  /** All that moves is where it goes; `forget`: and the scene alone says what lies where. */
  finish(forget = false): void {
    clearTimeout(this.#timer);
    this.phase = 'rest';
    if (forget) this.putting = null;
  }

  /** What stands on a location now: the scene's pile, or while a piece is on its way what stood there before. */
  standing(location: number, scene: Scene): string[] {
    const lies = piles(scene)[location - 1]!;
    const put = this.putting;
    if (put === null || put.location !== location) return lies;
    if (this.phase === 'fly') return put.before;
    if (put.ply < scene.record.moves.length) return lies;
    return put.cancels ? put.before.slice(0, -1) : [...put.before, put.colour];
  }
}

/** How long a phase lasts here, in milliseconds. */
export function lasts(phase: Phase): number {
  return lasting(LASTS[phase]);
}
