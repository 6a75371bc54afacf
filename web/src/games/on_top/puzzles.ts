/** What On Top says about its puzzles. */

import { percent, t } from '../../lib/words.svelte';
import type { Sayings } from '../../puzzles/sayings';

export const puzzles: Sayings = {
  title: () => t('on_top.puzzles.title'),
  intro: () => t('on_top.puzzles.intro'),
  task: (given) => t('on_top.puzzles.ends', { n: given.moves_to_end }),
  right: (move) => t('on_top.puzzles.right', { move }),
  wrong: (move) => t('on_top.puzzles.wrong', { move }),
  why: ({ share, best }, right) =>
    t(right ? 'on_top.puzzles.why' : 'on_top.puzzles.why_not', { share: percent(share), best: percent(best) }),
  seats: true,
};
