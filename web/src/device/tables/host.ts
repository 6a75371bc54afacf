/** The engine as a table's host. */

import { type Engine, type Game, SommetError } from '../../engine';
import type { Minds } from '../../engine/thinkers';
import type { GameRecord } from '../../lib/types';
import { type Advice, type Host, No, type Reason, type Ruled, type ThinkHow } from './rules';

export class EngineHost implements Host {
  #games = new Map<string, Promise<Ruled>>();

  constructor(
    readonly engine: Engine,
    readonly minds: Pick<Minds, 'think' | 'why'>,
  ) {}

  game(name: string): Promise<Ruled> {
    const found = this.#games.get(name) ?? this.#load(name);
    this.#games.set(name, found);
    found.catch(() => this.#games.delete(name));
    return found;
  }

  async #load(name: string): Promise<Ruled> {
    if (!(await this.engine.source.games()).includes(name)) throw new No('elsewhere', 0); // a server may have it
    return ruled(await this.engine.game(name));
  }

  think(knowledge: GameRecord, level: string, how: ThinkHow): Promise<Advice> {
    return this.minds.think(knowledge, level, how);
  }

  async why(knowledge: GameRecord, advice: Advice, language: string): Promise<string> {
    return this.minds.why(knowledge, advice, await this.engine.words(language));
  }

  async say(error: unknown, language: string): Promise<Reason | null> {
    if (!(error instanceof SommetError)) return null;
    return { code: error.code, message: error.say(await this.engine.words(language)), clause: error.clause };
  }
}

function ruled(game: Game): Ruled {
  const { name, private: hidden, minds } = game.description;
  return {
    name,
    private: hidden,
    levels: minds.levels,
    deal: (wanted) => game.deal(wanted),
    load: (record) => game.load(record),
  };
}
