/** This device's part in a table's deal: sealed first, opened when everybody has sealed, and kept throughout.
 *
 * Bytes that were opened are never sealed again. What is kept is written down before anything is said.
 */

import { type Kept, newPart, sealOf } from '../engine/seals';
import type { Seat, Table } from '../lib/types';
import type { Parts } from './kept';

/** What the device has to say now: its seal (with a `join`), or its bytes. */
export type Next = { say: 'seal' } | { say: 'open'; bytes: string } | null;

export class Part {
  #kept: Kept | null;
  /** For a deal after one that we opened for: nobody has told us yet whether there is to be one. */
  #fresh: Kept | null = null;

  constructor(
    readonly table: string,
    readonly parts: Parts,
  ) {
    this.#kept = parts.find(table);
  }

  get kept(): Kept | null {
    return this.#kept;
  }

  /** The seal to come in with, or to sit down with. */
  seal(): string {
    const unopened = this.#kept?.opened === 'no' ? this.#kept : (this.#fresh ??= newPart(this.table));
    return sealOf(this.table, unopened.bytes);
  }

  /** The table is so now, and these seats are mine. `anew`: we have just come in. */
  hear(table: Table, seats: Seat[], anew: boolean): Next {
    if (table.status !== 'open' || seats.length === 0) return null;
    const kept = this.#current(table, seats);
    kept.commitment ??= table.commitment;
    this.parts.keep(kept);
    if (seats.some((seat) => !table.seats[seat]!.ready)) return anew ? null : { say: 'seal' };
    const seat = seats.find((one) => table.seals?.[one] === sealOf(this.table, kept.bytes));
    if (!table.seals || seat === undefined) return null; // not all have sealed; or another device of mine has
    if (kept.opened !== 'no' && kept.seals?.join() !== table.seals.join()) return null; // never for other seals
    if (kept.opened === 'taken' && !anew) return null;
    Object.assign(kept, {
      seat,
      seals: table.seals,
      opened: kept.opened === 'no' ? 'sent' : kept.opened,
    } satisfies Partial<Kept>);
    this.parts.keep(kept);
    return { say: 'open', bytes: kept.bytes };
  }

  /**
   * What this deal is dealt with: what we have, or something new where that was opened for a deal which did not come.
   */
  #current(table: Table, seats: Seat[]): Kept {
    const kept = this.#kept;
    const fresh = this.#fresh;
    const taken = fresh !== null && seats.some((seat) => table.seals?.[seat] === sealOf(this.table, fresh.bytes));
    if (kept !== null && (kept.opened === 'no' || (table.seals && !taken))) return kept;
    const next = fresh ?? newPart(this.table);
    if (kept !== null)
      Object.assign(next, { commitment: kept.commitment, again: kept.again + 1 } satisfies Partial<Kept>);
    this.#fresh = null;
    this.#kept = next;
    return next;
  }

  /** The server has the bytes. */
  taken(): void {
    if (this.#kept?.opened !== 'sent') return;
    this.#kept.opened = 'taken';
    this.parts.keep(this.#kept);
  }

  /** A round has begun: what we were shown of its set-up. */
  saw(round: number, setup: Record<string, unknown>): void {
    const kept = this.#kept;
    if (kept === null || kept.opened === 'no' || kept.shown[round] !== undefined) return;
    kept.shown = { ...kept.shown, [round]: setup };
    this.parts.keep(kept);
  }
}
