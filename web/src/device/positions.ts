/** Positions and deals, as the server's `POST /positions` and `POST /deals` answer them. */

import type { Engine, Position, View } from '../engine';
import type { DealRequest, Effects, GameRecord, PositionAnswer, PositionRequest, Step, Viewer } from '../lib/types';

/** The position that came as a record or as a link, or as it lies on the table. */
export async function given(engine: Engine, { record, link, asked }: PositionRequest): Promise<Position> {
  if (asked != null) return (await engine.game(asked.game)).setUp({ ...asked, players: asked.players ?? 2 });
  return link == null ? engine.load(record) : engine.link(link);
}

/** The position, or one viewer's view of it, with what else was asked for. */
export async function position(engine: Engine, request: PositionRequest): Promise<PositionAnswer> {
  const start = await given(engine, request);
  const found = request.moves?.length ? start.after(request.moves) : start;
  const view = request.view == null ? null : found.view(request.view);
  const asked: Position | View = view ?? found;
  const known = view?.known ?? found;
  const answer: PositionAnswer = {
    to_move: asked.toMove,
    legal: asked.legal,
    state: asked.shown,
    result: asked.result,
    link: known.link(),
    record: known.record,
  };
  if (request.effects) answer.effects = [...known.positions()].map(([before, move]) => before.effects(move));
  if (request.foresee) answer.foreseen = asked.legal.length ? foreseen(known) : {};
  if (request.steps) answer.steps = steps(found, request.view ?? 'all');
  return answer;
}

/** What each legal move would do. */
const foreseen = (known: Position): Record<string, Effects> =>
  Object.fromEntries(known.legal.map((move) => [move, known.effects(move)]));

/** From the first position to this one: what that viewer could see, or all; and what the last move did. */
export function steps(last: Position, who: Viewer | 'all'): Step[] {
  const { moves } = last.record;
  const all = [...last.positions()].map(([before]) => before);
  let effects: Effects | null = null;
  return [...all, last].map((here, ply) => {
    const view = who === 'all' ? null : here.view(who);
    const known = view?.known ?? here;
    const step: Step = {
      ply,
      move: moves[ply - 1] ?? null,
      to_move: known.toMove,
      legal: known.legal,
      setup: known.record.setup,
      state: view?.shown ?? here.shown,
      result: known.result,
      effects,
    };
    effects = ply < moves.length ? known.effects(moves[ply]!) : null;
    return step;
  });
}

/** A seed that is longer than a number comes as text. */
type LongDeal = Omit<DealRequest, 'seed'> & { seed?: number | string | null };

/** A full record to study, belonging to no table. */
export async function deal(engine: Engine, request: LongDeal): Promise<GameRecord> {
  const { game, players = 2, options = {}, choices = {}, first = null } = request;
  const seed = typeof request.seed === 'string' ? BigInt(request.seed) : (request.seed ?? null);
  return (await engine.game(game)).deal({ players, options, choices, seed, first });
}
