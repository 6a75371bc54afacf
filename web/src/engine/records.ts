/** The form of records: what can be said of one before a game's rules look at it. */

import { badRecord, shown } from './errors.ts';
import { SPECTATOR, type Dict, type GameRecord, type Viewer } from './types.ts';

export const FORMAT = 'sommet-record/1';

const KEYS = ['format', 'game', 'players', 'options', 'setup', 'moves'];

/** Whether that is a whole number within bounds. */
export function isNumber(value: unknown, least: number, most: number): value is number {
  return Number.isInteger(value) && least <= (value as number) && (value as number) <= most;
}

/** Whether that is a seat of the game, or the spectator. */
export function isViewer(value: unknown, players: number): value is Viewer {
  return value === SPECTATOR || isNumber(value, 0, players - 1);
}

/** A JSON object. */
export function checkObject(data: unknown, what: string): Dict {
  if (typeof data !== 'object' || data === null || Array.isArray(data)) {
    throw badRecord('error.not_an_object', null, { what });
  }
  return data as Dict;
}

/** A JSON object with no unknown key and no missing one. */
export function checkKeys(
  data: unknown,
  allowed: readonly unknown[],
  what: string,
  required: readonly string[] = [],
): Dict {
  const found = checkObject(data, what);
  for (const key of Object.keys(found)) {
    if (!allowed.includes(key)) throw badRecord('error.unknown_key', null, { what, given: shown(key) });
  }
  for (const key of required) {
    if (!Object.hasOwn(found, key)) throw badRecord('error.missing_key', null, { what, missing: key });
  }
  return found;
}

/** Read a record's form. `games` says which games there are and for how many players. */
export function parseRecord(data: unknown, games: ReadonlyMap<string, readonly number[]>): GameRecord {
  const found = checkKeys(data, [...KEYS, 'viewer'], 'record', KEYS);
  if (found['format'] !== FORMAT) {
    throw badRecord('error.format', null, { given: shown(found['format']), expected: FORMAT });
  }
  const { game, players, moves } = found;
  const counts = typeof game === 'string' ? games.get(game) : undefined;
  if (!counts) {
    throw badRecord('error.game', null, { given: shown(game), games: [...games.keys()].join(', ') });
  }
  checkPlayers(players, counts);
  if (!Array.isArray(moves) || !moves.every((move) => typeof move === 'string')) throw badRecord('error.moves');
  if (Object.hasOwn(found, 'viewer') && !isViewer(found['viewer'], players as number)) {
    throw badRecord('error.viewer', null, { given: shown(found['viewer']) });
  }
  const options = checkObject(found['options'], 'options');
  const setup = checkObject(found['setup'], 'setup');
  return record(game as string, players as number, options, setup, moves, found['viewer'] as Viewer | undefined);
}

/** BadRecord unless that many may play it. */
export function checkPlayers(players: unknown, counts: readonly number[]): void {
  if (!Number.isInteger(players) || !counts.includes(players as number)) {
    const [least, most] = [Math.min(...counts), Math.max(...counts)];
    throw badRecord('error.players', null, { given: shown(players), least, most });
  }
}

export function record(
  game: string,
  players: number,
  options: Dict,
  setup: Dict,
  moves: string[],
  viewer?: Viewer,
): GameRecord {
  const made: GameRecord = { format: FORMAT, game, players, options, setup, moves };
  if (viewer !== undefined && viewer !== null) made.viewer = viewer;
  return made;
}
