/** What Babylone brings to the page. */

import { sound } from '../../lib/sounds';
import type { GamePage } from '../registry';
import Board from './Board.svelte';
import Counts from './Counts.svelte';
import Emblem from './Emblem.svelte';
import End from './End.svelte';
import Mine from './Mine.svelte';
import Picture from './Picture.svelte';
import Player from './Player.svelte';
import { parse, stacksOf } from './stacks';
import { advice, say, sayAll, sayEffects, tokensOf } from './words';

export const page: GamePage = {
  layout: 'row',
  Board,
  Picture,
  Mine,
  Player,
  chip: true,
  Counts,
  End,
  counted: (play) => play.counting.done,
  Emblem,
  advice,
  say,
  sayEffects,
  sayAll,
  tokens: tokensOf,
  sound: (move, _effects, scene) => sound('put', stacksOf(scene).get(parse(move)[1])?.length ?? 1),
};
