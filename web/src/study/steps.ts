/** A game's positions as scenes. */

import type { GameRecord, Step, Viewer } from '../lib/types';
import type { Scene } from '../play/play.svelte';

/** The scene of one step, as that viewer saw it. */
export function sceneAt(record: GameRecord, steps: Step[], ply: number, viewer: Viewer | 'all'): Scene {
  const step = steps[ply]!;
  return {
    game: record.game,
    players: record.players,
    record: { ...record, setup: step.setup, moves: record.moves.slice(0, ply) },
    state: step.state,
    effects: steps.slice(1, ply + 1).map((one) => one.effects ?? {}),
    toMove: step.to_move,
    legal: step.legal,
    viewer,
    result: step.result,
  };
}
