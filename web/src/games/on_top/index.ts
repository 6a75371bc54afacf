/** On Top on the page. */

import type { Effects } from '../../lib/types';
import { sound } from '../../lib/sounds';
import type { Play, Scene } from '../../play/play.svelte';
import type { GamePage } from '../registry';
import Board from './Board.svelte';
import Counts from './Counts.svelte';
import Emblem from './Emblem.svelte';
import End from './End.svelte';
import Mine from './Mine.svelte';
import Neutral from './Neutral.svelte';
import Picture from './Picture.svelte';
import Player from './Player.svelte';
import { boardShape } from './boards.svelte';
import { chances } from './setups';
import { boardName, effectsOf } from './table';
import { advice, headline, sayAll, sayEffects, sayWhere } from './words';

export const page: GamePage = {
  layout: 'sides',
  Board,
  Picture,
  Mine,
  Player,
  Neutral,
  Counts,
  End,
  counted: (play) => play.counting.done,
  headline,
  Emblem,
  advice,
  tall: true,
  chances,
  say: (move: string): string => move,
  where: (move: string, play: Play): string => sayWhere(move, play, boardShape(boardName(play.scene))),
  sayEffects,
  sayAll: (scene: Scene, names: string[]): string => sayAll(scene, names, boardShape(boardName(scene))),
  /** Who led in the circles that the move finished. */
  tokens(move: string, scene: Scene): string[] {
    const { circles } = effectsOf(scene.effects[scene.record.moves.indexOf(move)]);
    return circles.flatMap((circle) => circle.leader ?? []).slice(0, 3);
  },
  sound(_move: string, effects: Effects): void {
    sound('put', 0);
    const { circles } = effectsOf(effects);
    const best = circles.filter((circle) => circle.tower.length > 0).sort((a, b) => b.points - a.points)[0];
    if (best) sound('circle', best.tower.length, best.gold ? 1 : 0);
  },
};
