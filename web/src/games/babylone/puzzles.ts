/** What Babylone says about its puzzles. */

import { t } from '../../lib/words.svelte';
import type { Sayings } from '../../puzzles/sayings';

export const puzzles: Sayings = {
  title: () => t('babylone.puzzles.title'),
  intro: () => t('babylone.puzzles.intro'),
  task: (given) => t('babylone.puzzles.ends', { n: given.moves_to_end }),
  right: (move) => t('babylone.puzzles.right', { move }),
  wrong: (move) => t('babylone.puzzles.refuted', { move }),
  why({ reply, moves }, right, say) {
    if (right) return moves > 1 ? t('babylone.puzzles.wins_in', { n: moves }) : t('babylone.puzzles.wins_now');
    const left = moves - 2;
    return [
      t('babylone.puzzles.reply', { reply: reply === null ? '' : say(reply) }),
      left > 0 ? t('babylone.puzzles.then', { n: left }) : t('babylone.puzzles.stuck'),
    ].join(' ');
  },
  seats: false,
  ended: (won) =>
    won
      ? { head: t('babylone.puzzles.won'), text: t('babylone.puzzles.won.how') }
      : { head: t('babylone.puzzles.lost'), text: t('babylone.puzzles.lost.how') },
  kept: 'sommet.puzzles',
};
