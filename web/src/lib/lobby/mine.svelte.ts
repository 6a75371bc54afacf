/** My tables, the server's and this device's: asked for when somebody looks, every few seconds, and when the page is
 *  looked at anew. */

import { get } from '../api';
import { type Damaged, keptHere, throwAway } from '../here';
import { session, whoAmI } from '../session.svelte';
import type { OwnTable, Table } from '../types';

const EVERY = 15_000;
const NOT_BEFORE = 3_000;

const isWhole = (table: Table | Damaged): table is Table => !('damaged' in table);

export class Mine {
  #online: Table[] = $state.raw([]);
  #kept: (Table | Damaged)[] = $state.raw([]);
  /** All of them, wherever they are kept. */
  readonly tables: Table[] = $derived([...this.#kept.filter(isWhole), ...this.#online]);
  /** What this device kept and cannot read. */
  readonly damaged: string[] = $derived(this.#kept.flatMap((table) => ('damaged' in table ? [table.id] : [])));
  heard = $state(false);
  #timer: ReturnType<typeof setInterval>;
  #looked = -Infinity;
  #wake = (): void => {
    if (document.visibilityState === 'visible') void this.look();
  };

  constructor() {
    document.addEventListener('visibilitychange', this.#wake);
    this.#timer = setInterval(this.#wake, EVERY);
    void this.look();
  }

  /** Ask again, if it was not just asked. */
  async look(): Promise<void> {
    if (performance.now() - this.#looked < NOT_BEFORE) return;
    this.#looked = performance.now();
    await Promise.all([this.#look(), this.lookHere()]);
  }

  async #look(): Promise<void> {
    try {
      const me = session.asked ? session.me : await whoAmI();
      this.#online = me === null ? [] : await get<OwnTable[]>('/me/tables');
      this.heard = true;
    } catch {
      // what was known stays; the next look may bring more
    }
  }

  /** What this device keeps. */
  async lookHere(): Promise<void> {
    try {
      this.#kept = await keptHere();
      this.heard = true;
    } catch {
      // nothing is kept where nothing can be
    }
  }

  /** Throw one of this device's away. */
  async forget(id: string): Promise<void> {
    await throwAway(id);
    await this.lookHere();
  }

  leave(): void {
    document.removeEventListener('visibilitychange', this.#wake);
    clearInterval(this.#timer);
  }
}
