/** Analyses that this device makes: asked for, looked at, cancelled, by the server's own paths. One at a time. */

import { Analysis, type Engine, type Minds } from '../engine';
import type { AnalysisRequest, AnalysisState, Seat } from '../lib/types';
import { given } from './positions';

export interface DeviceAnalysis extends Omit<AnalysisRequest, 'table' | 'round'> {
  /** How the game ended, where the rules alone do not say. */
  winners?: Seat[] | null;
}

interface Kept {
  analysis: Analysis;
  status: AnalysisState['status'];
  part: number;
  stop: AbortController;
}

const MOST_KEPT = 20;
const MARK = 'device-';

/** Whether an analysis of that name is this device's. */
export const isOwn = (id: string): boolean => id.startsWith(MARK);

export class Analyses {
  #kept = new Map<string, Kept>();
  #number = 0;
  #before: Promise<unknown> = Promise.resolve();

  constructor(
    readonly engine: Engine,
    readonly minds: Minds,
  ) {}

  async add(request: DeviceAnalysis): Promise<AnalysisState> {
    const { whole = true, level = 'hard', seconds = 1, winners = null, unplayed = 0 } = request;
    const position = await given(this.engine, request);
    const analysis = new Analysis(this.minds, position, { whole, level, seconds, winners, unplayed });
    const id = `${MARK}${++this.#number}`;
    const kept: Kept = { analysis, status: 'waiting', part: 0, stop: new AbortController() };
    this.#kept.set(id, kept);
    for (const old of [...this.#kept.keys()].slice(0, -MOST_KEPT)) this.cancel(old, true);
    this.#before = this.#before.then(() => this.#work(kept));
    return this.state(id)!;
  }

  async #work(kept: Kept): Promise<void> {
    const { analysis, stop } = kept;
    if (stop.signal.aborted) return;
    kept.status = 'running';
    try {
      while (!analysis.done) {
        if (!(await analysis.nextLine(stop.signal, (part) => (kept.part = part))) || stop.signal.aborted) return;
        kept.part = 0;
      }
      kept.status = 'done';
    } catch (error) {
      if (stop.signal.aborted) return;
      console.warn(error);
      kept.status = 'failed';
    }
  }

  /** How it stands, and its lines from that number on; null: there is none of that name. */
  state(id: string, since = 0): AnalysisState | null {
    const kept = this.#kept.get(id);
    if (kept === undefined) return null;
    const { analysis, status, part } = kept;
    const lines = analysis.sofar === null ? analysis.lines : [...analysis.lines, analysis.sofar];
    const progress = Math.min(1, (analysis.lines.length + part) / analysis.count);
    const turning_points = status === 'done' ? analysis.turningPoints() : [];
    return { id, status, progress: status === 'done' ? 1 : progress, results: lines.slice(since), turning_points };
  }

  /** Stop it; what is done stays. */
  cancel(id: string, forget = false): void {
    const kept = this.#kept.get(id);
    if (kept === undefined) return;
    if (kept.status === 'waiting' || kept.status === 'running') {
      kept.status = 'cancelled';
      kept.stop.abort();
    }
    if (forget) this.#kept.delete(id);
  }
}
