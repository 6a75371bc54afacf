/** How long the mover has thought: counted by a clock that only goes forward, while somebody looks at the table. */

import type { ClockState } from '../../lib/types';
import { lost } from './entries';
import type { Room } from './room';

const KEEP_EVERY = 1_000;

export class Thought {
  /** Before `#since`: in this turn, by another visit. */
  #before = 0;
  #since = performance.now();
  #timers: ReturnType<typeof setTimeout>[] = [];

  constructor(readonly room: Room) {
    const { thought } = room.row;
    if (thought.seq === room.progress.seq) this.#before = thought.used;
  }

  /** Milliseconds in this turn. */
  get used(): number {
    return this.#before + performance.now() - this.#since;
  }

  /** A turn begins. */
  begin(): void {
    this.#before = 0;
    this.#since = performance.now();
    this.go();
  }

  /** Somebody looks: the mover's time runs, and ends the round when it is over. */
  go(): void {
    this.stop();
    this.#since = performance.now();
    const { clocks, bots } = this.room.progress;
    const mover = clocks.running;
    if (clocks.clock.kind === 'none' || mover === null) return;
    this.#timers = [setInterval(() => this.#keep(), KEEP_EVERY)];
    const left = clocks.remaining(this.used)[mover]!;
    if (!bots.has(mover)) this.#timers.push(setTimeout(() => this.#fall(), left + 1));
  }

  /** Nobody looks: the time stands still. */
  stop(): void {
    if (this.#timers.length === 0) return;
    this.#timers.forEach(clearTimeout);
    this.#timers = [];
    this.#before = this.used;
    this.#since = performance.now();
    this.#keep();
  }

  #keep(): void {
    const { room } = this;
    room.row = { ...room.row, thought: { seq: room.progress.seq, used: Math.round(this.used) } };
    if (room.kept === room.progress.seq) void room.keeper.note(room.row);
  }

  #fall(): void {
    const { room } = this;
    void room.commit(() => {
      const { toMove: mover, bots, clocks } = room.progress;
      return mover !== null && !bots.has(mover) && clocks.fallen(this.used) ? lost(room, mover, 'time') : null;
    });
  }

  /** The clocks now. */
  clock(): ClockState | null {
    const { clocks, position } = this.room.progress;
    if (clocks.clock.kind === 'none' || position === null) return null;
    return { left: clocks.remaining(this.used), running: clocks.running, at: Date.now() };
  }
}
