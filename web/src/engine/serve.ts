/** A worker's side of thinking: it is given a game once, then grows trees and asks its minds. One job at a time. */

import { Thinking, type Budget } from './budget.ts';
import type { Description } from './description.ts';
import { badArgument, GAME_OVER, SommetError } from './errors.ts';
import { Game } from './game.ts';
import { Case } from './mind.ts';
import { View } from './position.ts';
import type { Advice, Dict, GameRecord } from './types.ts';

type Numbers = Record<string, number>;

/** What is thought about. */
interface About {
  game: string;
  knowledge: GameRecord;
  /** So many of the first moves nobody made. */
  unplayed: number;
}

/** What a worker is asked. */
export type Task =
  | { do: 'game'; description: Description; module: WebAssembly.Module }
  | { do: 'learned'; game: string; learned: ArrayBuffer }
  | ({ do: 'consider'; numbers: Numbers; seed: bigint; budget: Budget } & About)
  | ({ do: 'join'; guide: Uint8Array; seed: bigint } & About)
  | { do: 'grow'; trees: number[]; of: number; seed: bigint; budget: Budget; spent: number }
  | { do: 'play out'; budget: Budget; spent: number }
  | { do: 'conclude'; roots: Float64Array[]; simulations: number; by: string; explain: boolean }
  | ({ do: 'explain'; numbers: Numbers; advice: Advice } & About)
  | ({ do: 'why'; numbers: Numbers; advice: Advice } & About)
  | { do: 'leave' };

export type Asked = { id: number; task: Task } | { stop: true };
export type Answered =
  | { id: number; answer: unknown }
  | { id: number; refused: Dict }
  | { id: number; failed: string }
  | { progress: number };

/** A worker's line to whoever started it: a worker's own global, or a port. */
export interface Line {
  send(message: Answered): void;
  listen(hear: (message: Asked) => void): void;
}

/** Answer whatever comes, in its order. */
export function serve(line: Line): void {
  const host = new Host((progress) => line.send({ progress }));
  let before: Promise<unknown> = Promise.resolve();
  line.listen((message) => {
    if ('stop' in message) {
      host.stop();
      return;
    }
    const { id, task } = message;
    before = before.then(async () => {
      try {
        line.send({ id, answer: await host.answer(task) });
      } catch (error) {
        if (error instanceof SommetError) line.send({ id, refused: error.asData() });
        else line.send({ id, failed: String(error) });
      }
    });
  });
}

class Host {
  private readonly games = new Map<string, Game>();
  private readonly report: (progress: number) => void;
  private open: Case | null = null;
  private thinking: Thinking | null = null;
  private stopped = false;

  constructor(report: (progress: number) => void) {
    this.report = report;
  }

  /** Whatever is thought over now has had its time. */
  stop(): void {
    this.stopped = true;
    if (this.thinking) this.thinking.stopped = true;
  }

  async answer(task: Task): Promise<unknown> {
    switch (task.do) {
      case 'game': {
        const game = new Game(task.description, task.module);
        this.games.set(game.name, game);
        return true;
      }
      case 'learned':
        this.games.get(task.game)!.desks.learn(task.learned);
        return true;
      case 'consider': {
        const open = this.begin(task, task.numbers, task.seed);
        if (open.view.toMove === null) throw new SommetError(GAME_OVER, 'bots.error.over');
        this.stopped = false;
        const way = await open.consider(this.spend(task.budget, 0), this.pause);
        return { way, guide: open.guideBytes };
      }
      case 'join':
        this.begin(task, task.guide, task.seed);
        this.stopped = false;
        return true;
      case 'grow':
        return this.grow(task);
      case 'play out': {
        const thinking = this.spend(task.budget, task.spent);
        await this.open!.playOut(thinking, this.pause);
        return thinking.done;
      }
      case 'conclude': {
        this.open!.add(task.roots);
        const advice = this.open!.conclude(task.simulations, task.by, task.explain);
        this.leave();
        return advice;
      }
      case 'explain':
        return this.explain(task);
      case 'why': {
        const said = this.begin(task, task.numbers, 0n).reason(task.advice);
        this.leave();
        return said;
      }
      case 'leave':
        return this.leave();
    }
  }

  private begin({ game: name, knowledge, unplayed }: About, numbers: Numbers | Uint8Array, seed: bigint) {
    this.leave();
    const game = this.games.get(name)!;
    const { viewer } = knowledge;
    if (viewer === undefined) throw badArgument('view', knowledge); // it may hold what nobody should know
    const view = new View(game.load(knowledge), viewer, unplayed);
    this.open = new Case(view, game.desks, numbers, seed);
    return this.open;
  }

  private leave(): boolean {
    this.open?.close();
    this.open = null;
    this.thinking = null;
    return true;
  }

  private spend(budget: Budget, spent: number): Thinking {
    this.thinking = new Thinking(budget, spent);
    this.thinking.stopped = this.stopped;
    return this.thinking;
  }

  /** Grow some of the trees of a search, turn by turn; what each found. */
  private async grow(task: Task & { do: 'grow' }): Promise<{ roots: Float64Array[]; simulations: number }> {
    const { portion, first_portion } = this.open!.info;
    const { simulations } = task.budget;
    const trees = task.trees.map((number) => this.open!.tree(task.seed, number, simulations, task.of));
    // the first trees get the odd ones
    const shares = task.trees.map((number) =>
      simulations === null ? Infinity : Math.floor(simulations / task.of) + Number(number < simulations % task.of),
    );
    const own = simulations === null ? null : shares.reduce((sum, share) => sum + share, 0);
    const thinking = this.spend({ seconds: task.budget.seconds, simulations: own }, task.spent);
    const done = trees.map(() => 0);
    for (let next; (next = thinking.portion(thinking.done ? portion : Math.min(portion, first_portion)));) {
      let left = next;
      trees.forEach((tree, place) => {
        const share = Math.min(Math.ceil(left / (trees.length - place)), shares[place]! - done[place]!);
        tree.run(share);
        done[place]! += share;
        left -= share;
      });
      if (left === next) break;
      thinking.done += next - left;
      await this.pause();
    }
    return { roots: trees.map((tree) => this.open!.rootOf(tree)), simulations: thinking.done };
  }

  /** The advice, whoever gave it, with all that the game's own analysis has to tell besides. */
  private explain(task: Task & { do: 'explain' }): Advice {
    const open = this.begin(task, task.numbers, 0n);
    open.tell(task.advice);
    const [about, notes] = open.findings();
    this.leave();
    const moves = task.advice.moves.map((move, place) => ({ ...move, ...notes[place] }));
    return { ...task.advice, moves, more: { ...task.advice.more, ...about } };
  }

  /** Let messages in, and say how far it is. */
  private readonly pause = async (): Promise<void> => {
    if (this.thinking) this.report(this.thinking.progress);
    await turn();
  };
}

/** The next turn of the event loop, sooner than any timer. */
function turn(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
}
