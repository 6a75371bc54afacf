/** An analysis by the computer: asked for, followed, cancelled. */

import type { DeviceAnalysis } from '../device/analyses';
import { ask, fromDevice, fromServer, get, Refused } from '../lib/api';
import { server } from '../lib/reach.svelte';
import { beSomebody, session } from '../lib/session.svelte';
import type { AnalysisRequest, AnalysisState, Line, TurningPoint } from '../lib/types';

/** Throws where this is a rated game of mine that is still being played: only the server knows, so it is asked. */
async function playsFair({ record, link }: DeviceAnalysis): Promise<void> {
  if (!server.there || session.me === null || session.me.guest) return;
  try {
    await fromServer('POST', '/positions', { ...(record ? { record } : { link }), effects: true });
  } catch (error) {
    if (error instanceof Refused && error.code === 'rated_running') throw error;
  }
}

export class Analysis {
  status: AnalysisState['status'] | 'none' = $state('none');
  progress = $state(0);
  lines: Line[] = $state.raw([]);
  turning: TurningPoint[] = $state.raw([]);
  refused: Refused | null = $state.raw(null);
  #id: string | null = null;
  #turn = 0;

  get busy(): boolean {
    return this.status === 'waiting' || this.status === 'running';
  }

  /**
   * Ask for one, of this device or else, perhaps in other words, of a server (null: of none; then nothing comes of it
   * where this device cannot); an earlier one is cancelled. */
  async ask(what: DeviceAnalysis, served: AnalysisRequest | null = what): Promise<void> {
    const turn = ++this.#turn;
    await this.cancel();
    this.refused = null;
    this.lines = [];
    this.turning = [];
    this.progress = 0;
    this.status = 'waiting';
    try {
      let answer = await this.#begin(what, served);
      if (answer === null) {
        if (turn === this.#turn) this.status = 'none';
        return;
      }
      for (let pause = 60; ; pause = Math.min(600, pause * 1.5)) {
        if (turn !== this.#turn) {
          void ask('DELETE', `/analyses/${answer.id}`).catch(() => {});
          return;
        }
        this.#id = answer.id;
        this.status = answer.status;
        this.progress = answer.progress;
        this.lines = answer.results;
        this.turning = answer.turning_points;
        if (!this.busy) return;
        await new Promise((done) => setTimeout(done, pause));
        answer = await get<AnalysisState>(`/analyses/${answer.id}`);
      }
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      if (turn === this.#turn) {
        this.refused = error;
        this.status = 'failed';
      }
    }
  }

  /** This device needs not know who asks; a server does. */
  async #begin(what: DeviceAnalysis, served: AnalysisRequest | null): Promise<AnalysisState | null> {
    await playsFair(what);
    const own = await fromDevice<AnalysisState>('POST', '/analyses', what);
    if (own !== null || served === null) return own;
    if (server.there) await beSomebody();
    return fromServer<AnalysisState>('POST', '/analyses', served);
  }

  /** Stop it. */
  async cancel(): Promise<void> {
    const id = this.#id;
    this.#id = null;
    if (id !== null && this.busy) {
      this.status = 'cancelled';
      await ask('DELETE', `/analyses/${id}`).catch(() => {});
    }
  }

  /** Stop it and listen no longer. */
  close(): void {
    this.#turn += 1;
    void this.cancel();
  }
}
