/** Kabaleo on the page. */

import { sound } from '../../lib/sounds';
import type { GamePage } from '../registry';
import Board from './Board.svelte';
import Counts from './Counts.svelte';
import Emblem from './Emblem.svelte';
import End from './End.svelte';
import Hidden from './Hidden.svelte';
import Mine from './Mine.svelte';
import Picture from './Picture.svelte';
import Player from './Player.svelte';
import { parse } from './position';
import { tabletop } from './tabletop.svelte';
import { advice, headline, say, sayAll, sayEffects, sayWhere } from './words';

export const page: GamePage = {
  layout: 'row',
  Board,
  Picture,
  Mine,
  Player,
  Counts,
  End,
  counted: (play) => tabletop(play).counted,
  headline,
  Emblem,
  Hidden,
  advice,
  secrets: (record) => (record.setup['objectives'] as (string | null)[] | undefined) ?? [],
  say,
  where: sayWhere,
  sayEffects,
  sayAll,
  tokens: (move) => [parse(move).colour],
  sound(_move, effects) {
    if (effects['cancels'] === true) sound('cancel');
    else sound('put', Number(effects['height'] ?? 1));
  },
};
