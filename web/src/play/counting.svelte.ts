/** A count that is shown step by step: how far it is. The same count begins only once, whoever draws it. */

import { lasting } from '../lib/settings.svelte';

const STEP = 900;

export class Counting {
  shown = $state(0);
  steps = $state(0);
  #what: string | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** Whether all of it has been shown. */
  get done(): boolean {
    return this.steps > 0 && this.shown >= this.steps;
  }

  /** Show it in so many steps. */
  begin(what: string, steps: number): void {
    if (this.#what === what) return;
    clearTimeout(this.#timer);
    this.#what = what;
    this.shown = 0;
    this.steps = steps;
    const each = lasting(STEP);
    const further = (): void => {
      this.shown += 1;
      if (!this.done) this.#timer = setTimeout(further, each);
    };
    if (each === 0) this.skip();
    else this.#timer = setTimeout(further, each / 2);
  }

  /** Show all of it now. */
  skip(): void {
    clearTimeout(this.#timer);
    this.shown = this.steps;
  }
}
