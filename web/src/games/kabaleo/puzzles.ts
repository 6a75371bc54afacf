/** What Kabaleo says about its puzzles: against how many colours a move wins, and how many it could be played for. */

import { t } from '../../lib/words.svelte';
import type { Sayings } from '../../puzzles/sayings';
import { values, WORLDS } from './told';

export const puzzles: Sayings = {
  title: () => t('kabaleo.puzzles.title'),
  intro: () => t('kabaleo.puzzles.intro', { worlds: WORLDS }),
  task: (given) => t('kabaleo.puzzles.ends', { n: given.moves_to_end }),
  right: (move) => t('kabaleo.puzzles.right', { move }),
  wrong: (move) => t('kabaleo.puzzles.wrong', { move }),
  why(tried, right) {
    const said = values(tried);
    if (right) return t('kabaleo.puzzles.why', said);
    return t(tried.share < tried.best ? 'kabaleo.puzzles.why_not' : 'kabaleo.puzzles.tells', said);
  },
  seats: true,
};
