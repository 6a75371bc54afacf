/** A game to step through: a table's round, or one that came as a link. */

import { get, post } from '../lib/api';
import { isLocal } from '../lib/local';
import type {
  AnalysisRequest,
  FinishedGame,
  OwnTable,
  PositionAnswer,
  Result,
  Step,
  Table,
  Viewer,
} from '../lib/types';

export interface Finished extends Omit<FinishedGame, 'result'> {
  result: Result | null;
  /** Whose game it was; null: a link does not say. */
  table: Table | null;
  steps(who: Viewer | 'all'): Promise<Step[]>;
  /** What to ask a server for an analysis of it. */
  served: AnalysisRequest;
}

export async function ofTable(id: string, round: string): Promise<Finished> {
  const table = await get<OwnTable>(`/tables/${id}`);
  const game = await get<FinishedGame>(`/tables/${id}/rounds/${round}`);
  const steps = (who: Viewer | 'all'): Promise<Step[]> => get(`/tables/${id}/rounds/${round}/replay?viewer=${who}`);
  return { ...game, table, steps, served: isLocal(id) ? { record: game.record } : { table: id, round: Number(round) } };
}

export async function ofLink(link: string): Promise<Finished> {
  const { record, result } = await post<PositionAnswer>('/positions', { link });
  const steps = async (who: Viewer | 'all'): Promise<Step[]> =>
    (await post<PositionAnswer>('/positions', { link, steps: true, ...(who === 'all' ? {} : { view: who }) })).steps ??
    [];
  return { record, result, link, fair: null, table: null, steps, served: { record } };
}
