/**
 * Was this game dealt fairly? This device finds out by itself: it compares, and deals again with the games' own
 * kernels.
 */

import { type Dealt, judge, type ToDeal, type Verdict } from '../engine/fair';
import type { Kept } from '../engine/seals';
import { fromDevice, Refused } from '../lib/api';
import type { FinishedGame, GameRecord } from '../lib/types';

/** Of a finished round, as the server gives it, what is to be checked. */
export type Revealed = Pick<FinishedGame, 'record' | 'fair'>;

async function dealt(wanted: ToDeal): Promise<Dealt> {
  try {
    return (await fromDevice<GameRecord>('POST', '/deals', { ...wanted, seed: String(wanted.seed) }))?.setup ?? null;
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    return error.status === 400 ? 'refused' : null;
  }
}

const ORDER = ['not_fair', 'cannot_be_checked', 'fair'] as const;

/** Of all rounds, the one of which the least good is to be said. */
async function worst(rounds: Revealed[], mine: Kept | null): Promise<Verdict> {
  const found = await Promise.all(rounds.map(({ record, fair }) => judge(record, fair, mine, dealt)));
  return found.sort((one, other) => ORDER.indexOf(one.outcome) - ORDER.indexOf(other.outcome))[0]!;
}

export class Proof {
  verdict: Verdict | null = $state.raw(null);
  /** The server did not answer. */
  failed = $state(false);

  constructor(
    readonly reveal: () => Promise<Revealed[]>,
    readonly mine: Kept | null,
  ) {
    void this.check();
  }

  async check(): Promise<void> {
    this.failed = false;
    try {
      this.verdict = await worst(await this.reveal(), this.mine);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      this.failed = true;
    }
  }
}
