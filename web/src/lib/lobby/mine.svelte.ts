/** My tables: asked for when somebody looks, again every few seconds, and when the page is looked at anew. */

import { get } from '../api';
import { session, whoAmI } from '../session.svelte';
import type { Table } from '../types';

const EVERY = 15_000;
const NOT_BEFORE = 3_000;

export class Mine {
  tables: Table[] = $state.raw([]);
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
    const me = session.asked ? session.me : await whoAmI();
    try {
      this.tables = me === null ? [] : await get<Table[]>('/me/tables');
      this.heard = true;
    } catch {
      // what was known stays; the next look may bring more
    }
  }

  leave(): void {
    document.removeEventListener('visibilitychange', this.#wake);
    clearInterval(this.#timer);
  }
}
