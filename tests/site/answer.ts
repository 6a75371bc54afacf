// The page's own answers, in Node: a line of JSON for each line of JSON, as a device worker would give them.

import { createInterface } from 'node:readline';
import { deal, position } from '../../web/src/device/positions.ts';
import { judge, puzzle, type PuzzleAnswer } from '../../web/src/device/puzzles.ts';
import { Engine, SommetError } from '../../web/src/engine/index.ts';
import { folder } from '../../web/src/engine/node.ts';

const engine = new Engine(folder(process.argv[2]!));
const ask: Record<string, (body: never) => Promise<unknown>> = {
  '/positions': (body) => position(engine, body),
  '/deals': (body) => deal(engine, body),
  '/puzzles': ({ game, level, seed, said }: { game: string; level: number; seed: number; said?: PuzzleAnswer }) =>
    said === undefined ? puzzle(engine, game, level, seed) : judge(engine, game, level, seed, said),
};

for await (const line of createInterface({ input: process.stdin })) {
  const { path, body, language } = JSON.parse(line) as { path: string; body: never; language: string };
  let said: unknown;
  try {
    said = { answer: await ask[path]!(body) };
  } catch (error) {
    if (!(error instanceof SommetError)) throw error;
    const message = error.say(await engine.words(language));
    said = { refused: { code: error.code, message, clause: error.clause } };
  }
  process.stdout.write(`${JSON.stringify(said)}\n`);
}
