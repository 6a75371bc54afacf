/** Puzzles, as the server's paths answer them. A solution stays here until it is found or given up. */

import type { Engine, Puzzle } from '../engine';
import type { PuzzleAnswer, PuzzleInfo, PuzzleVerdict } from '../lib/types';

const MOST_KEPT = 50;
const kept = new Map<string, Puzzle>();

/** The puzzle of that level and seed; null: the game has none. It is asked for again when it is answered. */
async function find(engine: Engine, game: string, level: number, seed: number | null): Promise<Puzzle | null> {
  const { puzzles } = await engine.game(game);
  if (puzzles === null) return null;
  const wanted = seed ?? Math.floor(Math.random() * puzzles.info.seeds);
  const key = `${game} ${level} ${wanted}`;
  const found = kept.get(key) ?? puzzles.puzzle(level, wanted);
  kept.set(key, found);
  for (const old of [...kept.keys()].slice(0, -MOST_KEPT)) kept.delete(old);
  return found;
}

/** One kind of move is better than all others: which? */
export async function puzzle(
  engine: Engine,
  game: string,
  level: number,
  seed: number | null,
): Promise<PuzzleInfo | null> {
  const found = await find(engine, game, level, seed);
  if (found === null) return null;
  const { position, kinds, movesToEnd: moves_to_end } = found;
  return { level, seed: found.seed, link: position.link(), record: position.record, kinds, moves_to_end };
}

/** Whether it is the right move, and what both bring; the solutions when it is, or to whoever gives up. */
export async function judge(
  engine: Engine,
  game: string,
  level: number,
  seed: number,
  said: PuzzleAnswer,
): Promise<PuzzleVerdict | null> {
  const found = await find(engine, game, level, seed);
  if (found === null) return null;
  const { verdicts } = found;
  if (said.move != null) found.position.play(said.move); // throws what the rules refuse
  const verdict = said.move == null ? null : verdicts.get(said.move)!;
  const nothing = { wins: false, refutation: null, movesToEnd: found.movesToEnd, share: null, told: null };
  const { wins, refutation, movesToEnd, share, told } = verdict ?? nothing;
  const solutions = [...verdicts].filter(([, { wins: winning }]) => winning).map(([move]) => move);
  const best = verdicts.get(solutions[0]!)!;
  return {
    wins,
    refutation,
    moves_to_end: movesToEnd,
    share,
    best_share: best.share,
    told,
    best_told: best.told,
    ...(wins || said.give_up ? { solutions } : {}),
  };
}
