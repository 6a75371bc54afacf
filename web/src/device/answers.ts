/** What this device answers by itself, by the server's own paths. */

import { ELSEWHERE, type Engine, gameOf, type Minds, SommetError } from '../engine';
import type { DealRequest, PositionRequest } from '../lib/types';
import { Analyses, type DeviceAnalysis, isOwn } from './analyses';
import type { Refusal } from './messages';
import { judge, puzzle } from './puzzles';
import { deal, position } from './positions';

/** Nothing of this device's: a server may know. */
export class Elsewhere extends Error {}

export class Answers {
  #analyses: Analyses;

  constructor(
    readonly engine: Engine,
    minds: Minds,
  ) {
    this.#analyses = new Analyses(engine, minds);
  }

  /** The answer; throws SommetError for what the rules refuse, Elsewhere for what this device does not know. */
  async ask(method: string, path: string, body: unknown): Promise<unknown> {
    if (method === 'PING') return null;
    if (method === 'POST' && path === '/positions') {
      const request = body as PositionRequest;
      await this.#ours(request.asked?.game ?? request.record?.game ?? gameIn(request.link));
      return position(this.engine, request);
    }
    if (method === 'POST' && path === '/deals') {
      const request = body as DealRequest;
      await this.#ours(request.game);
      return deal(this.engine, request);
    }
    const { pathname, searchParams } = new URL(path, 'http://device');
    const [, what, id = '', part, level, seed] = pathname.split('/');
    if (what === 'games' && part === 'puzzles')
      return this.#puzzle(id, Number(level), seed ?? searchParams.get('seed'), body);
    if (what === 'analyses') return this.#analysis(method, id, path, body);
    throw new Elsewhere();
  }

  async #puzzle(game: string, level: number, seed: string | null, body: unknown): Promise<unknown> {
    await this.#ours(game);
    const number = seed === null ? null : Number(seed);
    const said =
      body == null || number === null
        ? await puzzle(this.engine, game, level, number)
        : await judge(this.engine, game, level, number, body);
    if (said === null) throw new Elsewhere();
    return said;
  }

  /** Of a record or a link; the server's own tables are the server's. */
  async #analysis(method: string, id: string, path: string, body: unknown): Promise<unknown> {
    if (method === 'POST') {
      const request = body as DeviceAnalysis;
      const game = request.record?.game ?? gameIn(request.link);
      if (game === null) throw new Elsewhere();
      await this.#ours(game);
      return this.#analyses.add(request);
    }
    if (!isOwn(id)) throw new Elsewhere();
    if (method === 'DELETE') {
      this.#analyses.cancel(id);
      return true;
    }
    const since = Number(new URL(path, 'http://device').searchParams.get('since') ?? 0);
    return this.#analyses.state(id, since) ?? Promise.reject(new Elsewhere());
  }

  /** A game that this device has not may be a server's. */
  async #ours(game: unknown): Promise<void> {
    if (typeof game === 'string' && !(await this.engine.source.games()).includes(game)) throw new Elsewhere();
  }

  /** How a refusal is said; whether a server could say more. */
  async refusal(error: unknown, language: string): Promise<{ refused: Refusal; elsewhere: boolean }> {
    if (!(error instanceof SommetError)) {
      if (!(error instanceof Elsewhere)) console.warn(error);
      const code = error instanceof RangeError ? 'memory' : 'elsewhere'; // a memory that cannot be had is a RangeError
      return { refused: { status: 0, code, message: '', clause: null }, elsewhere: true };
    }
    const message = await this.engine
      .words(language)
      .then((words) => error.say(words))
      .catch(() => '');
    const { code, clause } = error;
    return { refused: { status: 400, code, message, clause }, elsewhere: code === ELSEWHERE };
  }
}

/** The game that a link is of; null: none that can be read. */
function gameIn(link: string | null | undefined): string | null {
  try {
    return link == null ? null : gameOf(link);
  } catch {
    return null;
  }
}
