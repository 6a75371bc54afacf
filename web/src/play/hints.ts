/** A hint in words; a game may have its own for what is marked on its board. */

import type { GamePage } from '../games/registry';
import { has, t } from '../lib/words.svelte';
import type { Hint, Scene } from './play.svelte';

export function sayHint(hint: Hint, page: GamePage, scene: Scene): string {
  const key = hint.step === 1 ? 'hint.piece' : 'hint.move';
  const own = `${scene.game}.${key}`;
  return t(has(own) ? own : key, { move: page.say(hint.move, scene), why: hint.why });
}
