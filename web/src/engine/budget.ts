/** How long to think: a time, a number of simulations, or whichever comes first. */

import { BAD_REQUEST, badArgument, SommetError } from './errors.ts';
import type { MindsInfo } from './description.ts';

export interface Budget {
  seconds: number | null;
  simulations: number | null;
}

/** A budget of these, or that of a level where nothing is said; a level without one takes a single look. */
export function budgetOf(given: Partial<Budget>, level: Budget): Budget {
  const { seconds = null, simulations = null } = given;
  if (seconds !== null && !(typeof seconds === 'number' && seconds > 0)) throw badArgument('seconds', seconds);
  if (simulations !== null && !(Number.isInteger(simulations) && simulations > 0)) {
    throw badArgument('simulations', simulations);
  }
  if (seconds !== null || simulations !== null) return { seconds, simulations };
  if ('seconds' in given || 'simulations' in given) throw new SommetError(BAD_REQUEST, 'error.budget');
  if (level.seconds === null && level.simulations === null) return { seconds: null, simulations: 1 };
  return { seconds: level.seconds, simulations: level.simulations };
}

/** The budget among other things that are said; what is not said is not in it. */
export function budgetIn({ seconds, simulations }: Partial<Budget>): Partial<Budget> {
  return { ...(seconds === undefined ? {} : { seconds }), ...(simulations === undefined ? {} : { simulations }) };
}

/** A budget being spent: asked between portions whether, and with how many simulations, to go on. */
export class Thinking {
  readonly budget: Budget;
  done = 0;
  stopped = false;
  private readonly began: number;

  /** `spent`: seconds that went by before. */
  constructor(budget: Budget, spent = 0) {
    this.budget = budget;
    this.began = performance.now() - 1000 * spent;
  }

  /** Seconds since it began. */
  get spent(): number {
    return (performance.now() - this.began) / 1000;
  }

  /** How much of it is spent, from 0 to 1. */
  get progress(): number {
    const { seconds, simulations } = this.budget;
    const parts = [simulations === null ? 0 : this.done / simulations, seconds === null ? 0 : this.spent / seconds];
    return Math.min(1, Math.max(...parts));
  }

  /** How many simulations to do next; 0: enough. */
  portion(most: number): number {
    if (this.stopped) return 0;
    const { seconds, simulations } = this.budget;
    const { spent } = this;
    let next = simulations === null ? most : Math.min(most, simulations - this.done);
    if (seconds !== null && this.done) {
      if (spent >= seconds) return 0;
      // as many as fit into a twentieth of the time
      next = Math.min(next, Math.max(1, Math.floor(((this.done / Math.max(spent, 1e-6)) * seconds) / 20)));
    }
    if (this.done) next = Math.min(next, Math.max(1, Math.ceil((this.done / Math.max(spent, 1e-6)) * LONGEST)));
    return Math.max(next, 0);
  }
}

const LONGEST = 0.1; // seconds without listening whether to stop

/** Nodes of each tree: each simulation can add one. */
export function nodesOf(info: MindsInfo, simulations: number | null, trees: number): number {
  const most = simulations === null ? info.most_nodes : Math.min(info.most_nodes, simulations);
  return Math.floor(most / trees) + (simulations === null ? 0 : 1) + 1;
}
