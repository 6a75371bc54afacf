/** The engine behind a pipe: one question a line, one answer a line, both in JSON. For the tests. */

import { createInterface } from 'node:readline';
import { Worker } from 'node:worker_threads';
import {
  Analysis, beliefs, Engine, Match, readAll, SommetError, Thinkers, type Advice, type Dict, type GameRecord, type Position,
} from '../../web/src/engine/index.ts';

import { judge, type Dealt, type ToDeal } from '../../web/src/engine/fair.ts';
import type { Kept } from '../../web/src/engine/seals.ts';
import { folder, thinkers } from '../../web/src/engine/node.ts';

const engine = new Engine(folder(process.argv[2]!));
const teams = [1, 2, 3].map((count) => thinkers(engine.source, count));
const LANGUAGES = ['de', 'en', 'fr', 'nl'];

async function refused(error: unknown): Promise<Dict> {
  if (!(error instanceof SommetError)) return { broken: error instanceof Error ? error.stack : String(error) };
  const said = await Promise.all(LANGUAGES.map(async (language) => error.say(await engine.words(language))));
  return { refused: { code: error.code, key: error.key, clause: error.clause, at: error.at, said } };
}

/** Everything that can be asked of a position. */
function told(position: Position): Dict {
  const viewers = [...Array(position.players).keys(), 'spectator' as const];
  return {
    record: position.record,
    to_move: position.toMove,
    legal: position.legal,
    scores: position.scores,
    result: position.result,
    shown: position.shown,
    sides: position.sides,
    standings: position.standings,
    next_seats: position.nextSeats(),
    views: viewers.map((viewer) => {
      const view = position.view(viewer);
      const { legal, toMove, result, knowledge, shown } = view;
      return { viewer, legal, to_move: toMove, result, knowledge, shown, link: view.known.link() };
    }),
  };
}

function caught(make: () => unknown): unknown {
  try {
    return make();
  } catch (error) {
    return refused(error);
  }
}

const questions: Record<string, (asked: Dict) => Promise<unknown>> = {
  deal: async ({ game, ...wanted }) => {
    const seed = BigInt(wanted['seed'] as string);
    return (await engine.game(game as string)).deal({ ...(wanted as { players: number }), seed });
  },
  load: async ({ record, every, moves }) => {
    const position = await engine.load(record);
    return {
      ...told(position),
      link: position.link(),
      effects: Object.fromEntries((every ? position.legal : []).map((move) => [move, position.effects(move)])),
      tried: await Promise.all(((moves ?? []) as string[]).map((move) => caught(() => told(position.play(move))))),
    };
  },
  set_up: async ({ game, seed, ...asked }) => {
    const wanted = { ...(asked as { position: Dict; players: number }), seed: BigInt(seed as string) };
    return told((await engine.game(game as string)).setUp(wanted));
  },
  game: async ({ record }) => {
    const position = await engine.load(record);
    return [...position.positions()].map(([before, move]) => ({ ...told(before), effects: before.effects(move) }));
  },
  link: async ({ link }) => {
    const position = await engine.link(link as string);
    return { record: position.record, link: position.link() };
  },
  file: async ({ text }) => {
    const found: GameRecord[] = [];
    for await (const position of readAll(engine, text as string)) found.push(position.record);
    return found;
  },
  redeal: async ({ record, viewer, seed }) => {
    const view = (await engine.load(record)).view(viewer as number);
    return view.redeal(BigInt(seed as string)).record;
  },
  think: async ({ knowledge, level, workers, explain, seed, ...budget }) => {
    const how = { ...budget, seed: BigInt(seed as string), explain: explain as boolean };
    return teams[(workers as number) - 1]!.think(knowledge as GameRecord, level as string, how);
  },
  /** Several at once, with a team whose first workers are killed at their work. */
  troubled: async ({ knowledge, level, simulations, seeds, deaths }) => {
    let left = deaths as number;
    const team = new Thinkers(engine.source, () => {
      const worker = new Worker(new URL('../../web/src/engine/node-worker.ts', import.meta.url));
      if (left-- > 0) worker.once('message', () => void worker.terminate());
      return worker;
    }, 2);
    const how = (seed: string) => ({ simulations: simulations as number, seed: BigInt(seed) });
    const all = (seeds as string[]).map((seed) => team.think(knowledge as GameRecord, level as string, how(seed)));
    return Promise.all(all).finally(() => team.close());
  },
  /** Without an end, but for whoever stops it. */
  stopped: async ({ knowledge, level }) => {
    const stop = new AbortController();
    const how = { seconds: 1e6, signal: stop.signal, onprogress: () => stop.abort() };
    return teams[1]!.think(knowledge as GameRecord, level as string, how);
  },
  why: async ({ knowledge, advice }) => {
    const words = await Promise.all(LANGUAGES.map((language) => engine.words(language)));
    const asked = [knowledge as GameRecord, advice as Advice] as const;
    return Promise.all(words.map((each) => teams[1]!.why(...asked, each, (move) => `<${move}>`)));
  },
  judge: async ({ record, fair, mine }) => {
    const dealt = async ({ game, ...wanted }: ToDeal): Promise<Dealt> => {
      try {
        return (await engine.game(game)).deal(wanted).setup;
      } catch (error) {
        if (error instanceof SommetError) return 'refused';
        throw error;
      }
    };
    return judge(record as GameRecord, fair, mine as Kept | null, dealt);
  },
  beliefs: async ({ record, unplayed }) => beliefs(await engine.load(record), teams[0]!, (unplayed as number) ?? 0),
  analyse: async ({ record, ...wished }) => {
    const analysis = new Analysis(teams[1]!, await engine.load(record), wished);
    while (!analysis.done) await analysis.nextLine();
    return { lines: analysis.lines, turning_points: analysis.turningPoints() };
  },
  match: async ({ game, players, options, rounds, chooser, steps }) => {
    let match = Match.start(await engine.game(game as string), players as number, options as Dict, rounds as number,
      chooser as number);
    const lines: Dict[] = [];
    for (const step of steps as Dict[]) {
      match = 'first' in step ? match.choose(step['first'] as number, BigInt(step['seed'] as string))
        : match.play(step['move'] as string);
      const { won, winners, position, records } = match;
      lines.push({ won, winners, chooser: match.chooser, records: records.length, legal: position?.legal ?? null });
    }
    return lines;
  },
};

for await (const line of createInterface({ input: process.stdin })) {
  const asked = JSON.parse(line) as Dict & { ask: string; record?: GameRecord };
  const answer = await questions[asked.ask]!(asked).then((found) => ({ answer: found }), refused);
  process.stdout.write(`${JSON.stringify(answer)}\n`);
}
teams.forEach((team) => team.close());
