/** This device's parts of deals, kept until they can be compared: a reload must not lose them. */

import { type Kept, keptIn } from '../engine/seals';

export interface Parts {
  find(table: string): Kept | null;
  keep(part: Kept): void;
}

const PREFIX = 'sommet.deal.';
const MOST = 200;

interface Dated {
  at: number;
  part: unknown;
}

function read(key: string): Dated | null {
  try {
    const found = JSON.parse(localStorage.getItem(key) ?? 'null') as Dated | null;
    return typeof found?.at === 'number' ? found : null;
  } catch {
    return null;
  }
}

/** In the browser's store; where there is none, as in some private windows, for as long as the page lives. */
export class DeviceParts implements Parts {
  #now = new Map<string, Kept>();

  find(table: string): Kept | null {
    return this.#now.get(table) ?? keptIn(read(PREFIX + table)?.part);
  }

  keep(part: Kept): void {
    this.#now.set(part.table, part);
    try {
      const key = PREFIX + part.table;
      if (localStorage.getItem(key) === null) this.#makeRoom();
      localStorage.setItem(key, JSON.stringify({ at: Date.now(), part } satisfies Dated));
    } catch {
      // the page itself still has it
    }
  }

  /** The oldest go. */
  #makeRoom(): void {
    const keys = Object.keys(localStorage).filter((key) => key.startsWith(PREFIX));
    if (keys.length < MOST) return;
    const dated = keys.map((key) => [read(key)?.at ?? 0, key] as const).sort(([one], [other]) => one - other);
    for (const [, key] of dated.slice(0, keys.length - MOST + 1)) localStorage.removeItem(key);
  }
}

export const parts = new DeviceParts();
