/** Keeps tables in the store as long as it takes them. Where it does not, that is said once and play goes on. */

import type { Entry } from './log';
import type { Row } from './row';
import { type Found, type Store, whyNot } from './store';

export class Keeper {
  /** Why something is not kept; said once. */
  ontrouble: (why: 'full' | 'forbidden') => void = () => {};
  #said = false;

  constructor(readonly store: Store) {}

  #trouble(error: unknown): void {
    if (this.#said) return;
    this.#said = true;
    this.ontrouble(whyNot(error));
  }

  async rows(): Promise<unknown[]> {
    return this.store.rows().catch(() => []);
  }

  async find(id: string): Promise<Found | null> {
    return this.store.find(id).catch((error: unknown) => {
      this.#trouble(error);
      return null;
    });
  }

  /** What others have added; nothing where the store does not tell. */
  async after(id: string, seq: number): Promise<unknown[]> {
    return this.store.after(id, seq).catch(() => []);
  }

  /** `taken`: another tab was faster; `lost`: it is not kept, now. */
  async keep(row: Row, entries: readonly Entry[]): Promise<'kept' | 'taken' | 'lost'> {
    try {
      return (await this.store.keep(row, entries)) ? 'kept' : 'taken';
    } catch (error) {
      this.#trouble(error);
      return 'lost';
    }
  }

  async note(row: Row): Promise<void> {
    await this.store.note(row).catch(() => {});
  }

  async remove(id: string): Promise<void> {
    await this.store.remove(id).catch(() => {});
  }
}
