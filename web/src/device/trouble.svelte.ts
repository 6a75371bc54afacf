/** Why this device cannot run the games by itself, once that has turned out. */

export type Trouble = 'no_wasm' | 'no_workers' | 'memory' | 'broken';

let found: Trouble | null = $state(null);

export const trouble = {
  get why(): Trouble | null {
    return found;
  },
  /** That is why; null: it works after all. */
  tell(why: Trouble | null): void {
    found = why;
  },
};
