/** Boards and positions as the server told them, for the tests. */

import type { Scene } from '../../play/play.svelte';
import hex155 from './samples/hex-1-5-5.json';
import hex234 from './samples/hex-2-3-4.json';
import hex533 from './samples/hex-5-3-3.json';
import lastPawn from './samples/last-pawn.json';
import middle from './samples/middle.json';
import teams from './samples/teams.json';
import usedUp from './samples/used-up.json';
import { shapeOf, type BoardAnswer, type Shape } from './shape';

export const SHAPES: Record<string, Shape> = {
  'hex-1-5-5': shapeOf(hex155 as BoardAnswer),
  'hex-2-3-4': shapeOf(hex234 as BoardAnswer),
  'hex-5-3-3': shapeOf(hex533 as BoardAnswer),
};

function sceneOf(sample: unknown): Scene {
  const told = sample as {
    record: Scene['record'];
    state: Scene['state'];
    effects: Scene['effects'];
    to_move: number | null;
    legal: string[];
    result: Scene['result'];
  };
  return {
    game: 'on_top',
    players: told.record.players,
    record: told.record,
    state: told.state,
    effects: told.effects,
    toMove: told.to_move,
    legal: told.legal,
    viewer: 0,
    result: told.result,
  };
}

export const SCENES = {
  middle: sceneOf(middle),
  usedUp: sceneOf(usedUp),
  teams: sceneOf(teams),
  lastPawn: sceneOf(lastPawn),
};
