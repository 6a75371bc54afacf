/** The page of a game that brings none of its own: everything is made from what is shown. */

import { sound } from '../../lib/sounds';
import { t } from '../../lib/words.svelte';
import type { Effects } from '../../lib/types';
import type { GamePage } from '../../games/registry';
import type { Play, Scene } from '../play.svelte';
import Board from './Board.svelte';
import End from './End.svelte';
import Picture from './Picture.svelte';
import Player from './Player.svelte';
import { isColour, label, line, said, sections } from './shown';

const sayEffects = (effects: Effects, game: string): string =>
  Object.entries(effects)
    .map(([key, value]) => `${label(game, key)}: ${said(value)}.`)
    .join(' ');

export const page: GamePage = {
  layout: 'row',
  Board,
  Picture,
  Player,
  End,
  advice(play: Play): string {
    const foreseen = play.aim === null ? undefined : play.foreseen[play.aim];
    if (play.aim !== null) return `${play.aim}. ${foreseen ? sayEffects(foreseen, play.scene.game) : ''}`;
    return t('plain.choose', { n: play.scene.legal.length });
  },
  say: (move: string): string => move,
  sayEffects: (_move: string, effects: Effects, scene: Scene): string => sayEffects(effects, scene.game),
  sayAll: (scene: Scene): string => sections(scene.game, scene.state).map(line).join('. '),
  tokens: (move: string): string[] => move.split(/[^a-z]+/).filter(isColour),
  sound: (): void => sound('put', 1),
};
