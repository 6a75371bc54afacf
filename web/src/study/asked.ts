/** What is asked for on a board that is set up by hand, and what it is made from. */

import type { PositionAnswer } from '../lib/types';
import type { Scene } from '../play/play.svelte';

/** A position as its game has it told. */
export type Asked = Readonly<Record<string, unknown>>;

/** A tap takes away what lies there. */
export const TAKE = '';

/** Whose turn it is; after the end, whose it would be. */
export function turnIn(scene: Scene): number {
  const { setup, moves, players } = scene.record;
  return scene.toMove ?? ((setup['first'] as number) + moves.length) % players;
}

/** A position that a server or this device told, as a scene. */
export function sceneOf(answer: PositionAnswer): Scene {
  const { record } = answer;
  return {
    game: record.game,
    players: record.players,
    record,
    state: answer.state,
    effects: answer.effects ?? [],
    toMove: answer.to_move,
    legal: answer.legal,
    viewer: 'all',
    result: answer.result,
  };
}
