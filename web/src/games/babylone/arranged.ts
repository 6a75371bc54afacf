/** Stacks that are asked for, and how they change. The rules judge them elsewhere. */

import { type Asked, turnIn } from '../../study/asked';
import type { Scene } from '../../play/play.svelte';
import { ordered, type Stacks } from './stacks';

/** A table has at least the spots of the usual set. */
const SPOTS = 12;
const MOST = 64;
const USUAL = ['red', 'yellow', 'green', 'blue'];

export function told(scene: Scene): Asked {
  return { stacks: scene.state['stacks'], to_move: turnIn(scene) };
}

export const cleared = (asked: Asked): Asked => ({ ...asked, stacks: {} });

export function stacksIn(asked: Asked): Stacks {
  const stacks = asked['stacks'] as Record<string, string[]>;
  return new Map(Object.entries(stacks).map(([spot, colours]) => [Number(spot), colours]));
}

const written = (asked: Asked, stacks: Stacks): Asked => ({
  ...asked,
  stacks: Object.fromEntries([...stacks].filter(([, colours]) => colours.length > 0).sort(([a], [b]) => a - b)),
});

/** One more on top of what stands there. */
export function put(asked: Asked, spot: number, colour: string): Asked {
  const stacks = stacksIn(asked);
  return written(asked, stacks.set(spot, [...(stacks.get(spot) ?? []), colour]));
}

/** Without the one on top. */
export function taken(asked: Asked, spot: number): Asked {
  const stacks = stacksIn(asked);
  return written(asked, stacks.set(spot, (stacks.get(spot) ?? []).slice(0, -1)));
}

/** Every token on the table. */
export const tokensIn = (asked: Asked): string[] => [...stacksIn(asked).values()].flat();

/** How many spots are shown: those of the usual set; in a larger one, all that are needed. */
export function spotsFor(asked: Asked): number {
  return Math.min(MOST, Math.max(SPOTS, tokensIn(asked).length, ...stacksIn(asked).keys()));
}

/** The colours to choose from: the usual ones, and whatever else lies there. */
export const coloursFor = (asked: Asked): string[] => ordered([...USUAL, ...tokensIn(asked)]);
