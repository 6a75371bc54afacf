/** The device's own next step at a table: deal, let a computer player choose or move. */

import type { GameRecord, Seat } from '../../lib/types';
import { deal, entryOf } from './entries';
import type { Made, Room } from './room';
import { type Advice, drawn, No, type ThinkHow } from './rules';

const HINT_SECONDS = 1;
const TRIES = 4;
const PAUSE = 300;

export class Turns {
  #running: AbortController | null = null;
  /** How many entries there were when it began. */
  #about = 0;

  constructor(readonly room: Room) {}

  #due(): boolean {
    const { progress, lines } = this.room;
    if (lines.size === 0 || progress.over) return false;
    if (progress.playing) return progress.bots.has(progress.toMove!);
    return progress.wantsDeal || progress.bots.has(progress.choosing!);
  }

  /** Take the next step, if there is one. About a position that has gone nobody thinks any longer. */
  advance(): void {
    const { seq } = this.room.progress;
    if (this.#running !== null && this.#about === seq) return;
    this.stop();
    if (!this.#due()) return;
    const stop = (this.#running = new AbortController());
    this.#about = seq;
    this.room.tabs
      .alone(this.room.id, stop.signal, async () => {
        if (stop.signal.aborted || !this.#due()) return;
        await this.#step(stop.signal);
      })
      .catch((error: unknown) => {
        if (!stop.signal.aborted) this.#failed(error);
      })
      .finally(() => {
        if (this.#running === stop) this.#running = null;
      });
  }

  stop(): void {
    this.#running?.abort();
    this.#running = null;
  }

  async #step(signal: AbortSignal): Promise<void> {
    const { room } = this;
    const { progress } = room;
    const dealt = (...how: [Seat, Seat] | []): Made => ({ entry: deal(room, ...how), after: null });
    if (progress.wantsDeal) await room.commit(() => (room.progress.wantsDeal ? dealt() : null));
    else if (progress.choosing !== null) {
      const chooser = progress.choosing;
      const first = drawn(room.row.settings.players);
      await room.commit(() => (room.progress.choosing === chooser ? dealt(first, chooser) : null));
    } else await this.#move(signal);
  }

  /** The computer player is given the seat's knowledge and nothing else. */
  async #move(signal: AbortSignal): Promise<void> {
    const { room } = this;
    const { seq, ply, toMove: seat, bots } = room.progress;
    const advice = await this.think(room.progress.view(seat!).knowledge, bots.get(seat!)!, { signal });
    const move = advice.moves[0]!.move;
    await room.commit(() => {
      if (room.progress.seq !== seq || signal.aborted) return null;
      const { used } = room.thought;
      if (room.progress.clocks.fallen(used)) return { entry: entryOf(room, 'end', seat!, 'time'), after: null };
      return { entry: entryOf(room, 'move', seat!, move), after: room.progress.tryMove(seat!, { move, ply }, used) };
    });
  }

  /** Whoever thinks may die of it: then it is thought over. */
  async think(knowledge: GameRecord, level: string, how: ThinkHow): Promise<Advice> {
    for (let left = TRIES; ; left--) {
      try {
        return await this.room.host.think(knowledge, level, how);
      } catch (error) {
        if (left <= 1 || how.signal?.aborted) throw error;
        await new Promise((done) => setTimeout(done, PAUSE));
      }
    }
  }

  /** The strongest computer player's advice, from what the seat knows, and why. */
  async advise(seat: Seat, language: string): Promise<[Advice, string]> {
    const { progress, host } = this.room;
    const { knowledge } = progress.view(seat);
    const advice = await this.think(knowledge, progress.game.levels.at(-1)!.name, { seconds: HINT_SECONDS });
    return [advice, await host.why(knowledge, advice, language).catch(() => '')];
  }

  #failed(error: unknown): void {
    console.warn(error);
    const code = error instanceof No ? error.code : 'no_thinking';
    this.room.toAll({ type: 'refused', id: null, code, message: '', clause: null });
  }
}
