/** Bots in workers: as many trees at once as there are workers; one that dies is replaced, the move thought over. */

import { budgetIn, budgetOf, type Budget } from './budget.ts';
import { checkSeed, freshSeed, type Seed } from './chance.ts';
import type { Description, LevelInfo } from './description.ts';
import { BAD_REQUEST, shown, SommetError } from './errors.ts';
import { kept } from './kept.ts';
import { textOf, type Said } from './phrases.ts';
import { Died, Thinker, type WorkerLike } from './thinker.ts';
import type { Advice, Dict, GameRecord, Source, Words } from './types.ts';

export interface How extends Partial<Budget> {
  seed?: Seed | null;
  /** Whoever aborts it gets the answer that is there by then. */
  signal?: AbortSignal | null;
  onprogress?: ((part: number) => void) | null;
  /** With all that the game's own analysis has to tell besides. */
  explain?: boolean;
  /** All of the budget, even where a player is content with less: an analysis has nothing to hide. */
  whole?: boolean;
  /** So many of the first moves nobody made: the position after them was set up by hand. */
  unplayed?: number;
}

const MOST_DEATHS = 3; // of workers over one move

/** Those who think, each from the knowledge that they are given and from nothing else. */
export type Minds = Pick<Thinkers, 'think' | 'explain' | 'why'>;

export class Thinkers {
  private readonly source: Source;
  private readonly makeWorker: () => WorkerLike;
  private readonly count: number;
  private readonly thinkers = new Set<Thinker>();
  private readonly waiting: (() => void)[] = [];
  private readonly games = new Map<string, Promise<[Description, WebAssembly.Module]>>();
  private readonly lessons = new Map<string, Promise<ArrayBuffer>>();
  private closed = false;

  /** `count`: how many workers at most; they are started when they are first needed. */
  constructor(source: Source, makeWorker: () => WorkerLike, count: number) {
    this.source = source;
    this.makeWorker = makeWorker;
    this.count = Math.max(1, Math.floor(count));
  }

  /** What this level would do: every legal move, the one to play first. With a seed and simulations: repeatable to the
   * bit, on any number of workers. `knowledge` is the mover's knowledge record, and nothing else is known to it. */
  async think(knowledge: GameRecord, level: string, how: How = {}): Promise<Advice> {
    const [description, module] = await this.game(knowledge.game);
    const found = levelOf(description, level);
    const budget = budgetOf(budgetIn(how), found);
    const learned = light(found) ? null : await this.learned(description);
    const seed = how.seed === undefined || how.seed === null ? freshSeed() & 0xffffffffn : checkSeed(how.seed);
    for (let deaths = 0; ; deaths++) {
      const job = new Job(this, description, module, learned, knowledge, found, budget, seed, how);
      try {
        return await job.run();
      } catch (error) {
        if (!(error instanceof Died) || this.closed || deaths + 1 >= MOST_DEATHS) throw error;
      } finally {
        job.end();
      }
    }
  }

  /** The advice, whoever gave it, with all that the game's own analysis has to tell besides. */
  async explain(knowledge: GameRecord, advice: Advice, unplayed = 0): Promise<Advice> {
    const [description] = await this.game(knowledge.game);
    return description.minds.about ? this.ask('explain', knowledge, advice, unplayed) : advice;
  }

  /** Why the advice's first move, in one sentence or two, in the language of these words; moves as `written`. */
  async why(
    knowledge: GameRecord,
    advice: Advice,
    words: Words,
    written: (move: string) => string = (move) => move,
    unplayed = 0,
  ): Promise<string> {
    const [description] = await this.game(knowledge.game);
    const said = await this.ask<Said[]>('why', knowledge, advice, unplayed);
    return textOf(description.minds.phrases, said, words, written);
  }

  /** Something about an advice, of the strongest mind; asked again of another worker if one dies over it. */
  private async ask<T>(what: 'explain' | 'why', knowledge: GameRecord, advice: Advice, unplayed: number): Promise<T> {
    const [description, module] = await this.game(knowledge.game);
    const { numbers } = description.minds.levels.at(-1)!;
    for (let deaths = 0; ; deaths++) {
      const thinker = await this.free();
      try {
        await thinker.learn(description, module);
        return await thinker.ask<T>({ do: what, game: description.name, knowledge, unplayed, numbers, advice });
      } catch (error) {
        if (!(error instanceof Died) || this.closed || deaths + 1 >= MOST_DEATHS) throw error;
      } finally {
        this.release(thinker);
      }
    }
  }

  /** End all workers; whatever is being thought over is never answered but refused. */
  close(): void {
    this.closed = true;
    for (const thinker of [...this.thinkers]) thinker.die();
    for (const wake of this.waiting.splice(0)) wake();
  }

  /** A game's description and module. */
  private game(name: string): Promise<[Description, WebAssembly.Module]> {
    return kept(this.games, name, () => Promise.all([this.source.description(name), this.source.module(name)]));
  }

  /** What its minds have learned; null where they have not. */
  private learned({ name, minds }: Description): Promise<ArrayBuffer> | null {
    return minds.learned === null ? null : kept(this.lessons, name, () => this.source.learned(name));
  }

  /** A worker that has nothing to do, as soon as there is one. */
  async free(): Promise<Thinker> {
    for (;;) {
      const thinker = this.freeNow();
      if (thinker) return thinker;
      await new Promise<void>((resolve) => this.waiting.push(resolve));
    }
  }

  /** The same, or null. */
  freeNow(): Thinker | null {
    if (this.closed) throw new Died();
    let found = [...this.thinkers].find((thinker) => !thinker.busy);
    if (!found && this.thinkers.size < this.count) {
      found = new Thinker(this.makeWorker(), (dead) => {
        this.thinkers.delete(dead);
        this.waiting.shift()?.();
      });
      this.thinkers.add(found);
    }
    if (found) found.busy = true;
    return found ?? null;
  }

  release(thinker: Thinker): void {
    thinker.busy = false;
    thinker.onprogress = null;
    this.waiting.shift()?.();
  }

  get most(): number {
    return this.count;
  }
}

const GETTING_READY = 0.5;

/** One move thought over: a worker that considers and concludes, and others that grow trees with it. */
class Job {
  private readonly own: Thinkers;
  private readonly description: Description;
  private readonly module: WebAssembly.Module;
  private readonly learned: ArrayBuffer | null;
  private readonly knowledge: GameRecord;
  private readonly level: LevelInfo;
  private budget: Budget;
  private readonly seed: bigint;
  private readonly how: How;
  private readonly team: Thinker[] = [];
  private readonly stop = () => {
    for (const thinker of this.team) thinker.stop();
  };

  constructor(
    own: Thinkers,
    description: Description,
    module: WebAssembly.Module,
    learned: ArrayBuffer | null,
    knowledge: GameRecord,
    level: LevelInfo,
    budget: Budget,
    seed: bigint,
    how: How,
  ) {
    this.own = own;
    this.description = description;
    this.module = module;
    this.learned = learned;
    this.knowledge = knowledge;
    this.level = level;
    this.budget = budget;
    this.seed = seed;
    this.how = how;
  }

  async run(): Promise<Advice> {
    const { knowledge, seed, budget, level, how } = this;
    const { answers, openly } = this.description.minds;
    const numbers = { ...level.numbers, ...(how.whole ? openly : {}) };
    const game = this.description.name;
    const { unplayed = 0 } = how;
    const lead = await this.own.free();
    this.team.push(lead);
    lead.onprogress = how.onprogress ?? null;
    const asked = performance.now();
    await lead.learn(this.description, this.module, this.learned);
    how.signal?.addEventListener('abort', this.stop);
    // getting ready is part of the time, but not of more than half of it
    const began = Math.max(asked, performance.now() - 1000 * GETTING_READY * (budget.seconds ?? 0));
    const spent = () => (performance.now() - began) / 1000;
    const considering = lead.ask<{ way: number; guide: Uint8Array }>({
      do: 'consider',
      game,
      knowledge,
      unplayed,
      numbers,
      seed,
      budget,
    });
    if (how.signal?.aborted) this.stop();
    const { way, guide } = await considering;
    const most = way - answers.unfinished; // simulations
    if (most > 0 && !how.whole) this.budget = { ...budget, simulations: Math.min(budget.simulations ?? most, most) };
    let roots: Float64Array[] = [];
    let simulations = 0;
    if (way === answers.search || most > 0) {
      [roots, simulations] = await this.search(lead, guide, spent);
    } else if (way === answers.playouts && !light(level)) {
      simulations = await lead.ask<number>({ do: 'play out', budget, spent: spent() });
    }
    return lead.ask({ do: 'conclude', roots, simulations, by: level.name, explain: how.explain ?? false });
  }

  /** Several trees at once; a budget of simulations is always shared by as many. */
  private async search(lead: Thinker, guide: Uint8Array, spent: () => number): Promise<[Float64Array[], number]> {
    const { knowledge, seed, budget } = this;
    const { unplayed = 0 } = this.how;
    const game = this.description.name;
    const fixed = budget.simulations === null ? null : this.description.minds.trees;
    for (let more = (fixed ?? this.own.most) - 1; more > 0; more--) {
      const helper = this.own.freeNow();
      if (!helper) break;
      this.team.push(helper);
    }
    const of = fixed ?? this.team.length;
    const trees = Array.from({ length: of }, (_, tree) => tree);
    const grown = this.team.map(async (thinker, place) => {
      const own = trees.filter((tree) => tree % this.team.length === place);
      if (thinker !== lead) {
        await thinker.learn(this.description, this.module);
        await thinker.ask({ do: 'join', game, knowledge, unplayed, guide, seed });
        if (this.how.signal?.aborted) thinker.stop();
      }
      const task = { do: 'grow', trees: own, of, seed, budget, spent: spent() } as const;
      return { own, ...(await thinker.ask<{ roots: Float64Array[]; simulations: number }>(task)) };
    });
    const parts = await Promise.all(grown);
    const roots = trees.map((tree) => parts.flatMap(({ own, roots }) => roots.filter((_, k) => own[k] === tree))[0]!);
    return [roots, parts.reduce((sum, part) => sum + part.simulations, 0)];
  }

  /** The workers are free for others. */
  end(): void {
    this.how.signal?.removeEventListener('abort', this.stop);
    for (const thinker of this.team) {
      thinker.ask({ do: 'leave' }).then(
        () => this.own.release(thinker),
        () => undefined,
      );
    }
    this.team.length = 0;
  }
}

/** Whether a level has no budget of its own: it answers without any simulation. */
function light({ seconds, simulations }: LevelInfo): boolean {
  return seconds === null && simulations === null;
}

/** The level of that name; SommetError when there is none. */
export function levelOf(description: Description, name: string): LevelInfo {
  const every = [...description.minds.levels, ...description.minds.others];
  const found = every.find((level) => level.name === name);
  if (found) return found;
  const values: Dict = { given: shown(name), bots: every.map((level) => level.name).join(', ') };
  throw new SommetError(BAD_REQUEST, 'bots.error.name', null, values);
}
