/** One line that tells each event once, for those who hear the page. */

import { untrack } from 'svelte';

export const announced: { text: string; turn: number } = $state({ text: '', turn: 0 });

/** Say this. The same text twice is said twice. */
export function announce(text: string): void {
  announced.text = text;
  announced.turn = untrack(() => announced.turn) + 1; // whoever says something does not listen for it
}
