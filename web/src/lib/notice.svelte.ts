/** A sentence that the page shows for a while, wherever one goes; in its own place where the page has one for it. */

import { untrack } from 'svelte';

let places = $state(0);

export const notice = new (class Notice {
  text = $state('');

  /** Whether somebody shows it in a place of their own. */
  get placed(): boolean {
    return places > 0;
  }

  /** For an effect: it is shown here from now on. */
  place(): () => void {
    untrack(() => (places += 1));
    return () => (places -= 1);
  }
})();
