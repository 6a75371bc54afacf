/** A game of this device at a table of the server. The record goes to the server from here, and never to the page. */

import type { ErrorBody, GameRecord, OwnTable, TableRequest } from '../../lib/types';
import type { Room } from './room';
import { No } from './rules';
import type { TableWish } from './row';

export interface Brought extends TableRequest {
  record: GameRecord;
}

/** What is asked of the server: the round in hand, with these seats. */
export function brought(room: Room, { settings, seat = null }: TableWish): Brought {
  const { progress } = room;
  if (!progress.playing) throw new No(progress.over ? 'over' : 'not_started');
  const { record } = progress.position!;
  const { game, players, options } = record;
  const same = { game, players, options, choices: {}, rounds: 1, public: false, rated: false };
  return { settings: { ...settings, ...same }, seat, record };
}

/** Ask the server; the answer says nothing of the record. */
export async function post(asked: Brought, language: string): Promise<OwnTable> {
  const headers = { 'content-type': 'application/json', 'accept-language': language };
  const body = JSON.stringify(asked);
  const answer = await fetch('/api/v1/tables', { method: 'POST', headers, body }).catch(() => null);
  if (answer === null) throw new No('offline', 0);
  const said = (await answer.json()) as OwnTable & Partial<ErrorBody>;
  if (!answer.ok) throw new No(said.error?.code ?? 'internal', answer.status, said.error?.message ?? '');
  return said;
}
