/** Which games there are, and the ways to a position of one: a new deal, a record, a link. */

import { badRecord } from './errors.ts';
import { Game } from './game.ts';
import { kept } from './kept.ts';
import { gameOf } from './links.ts';
import type { Position } from './position.ts';
import { parseRecord, record } from './records.ts';
import type { Source, Words } from './types.ts';

/** Games by name, each loaded once, when it is first asked for. */
export class Engine {
  readonly source: Source;
  private readonly loaded = new Map<string, Promise<Game>>();
  private readonly spoken = new Map<string, Promise<Words>>();

  constructor(source: Source) {
    this.source = source;
  }

  /** The game of that name; SommetError when there is none. */
  async game(name: string): Promise<Game> {
    if (!(await this.source.games()).includes(name)) await this.noGame(record(name, 0, {}, {}, []));
    return kept(this.loaded, name, async () => {
      const [description, module] = await Promise.all([this.source.description(name), this.source.module(name)]);
      return new Game(description, module);
    });
  }

  /** The words of a language. */
  words(language: string): Promise<Words> {
    return kept(this.spoken, language, () => this.source.words(language));
  }

  /** The position of a record or knowledge record, as JSON has it; SommetError. */
  async load(data: unknown): Promise<Position> {
    const name = (data as { game?: unknown } | null | undefined)?.game;
    const ours = typeof name === 'string' && (await this.source.games()).includes(name);
    return ours ? (await this.game(name)).load(data) : this.noGame(data);
  }

  /** The position of a link; SommetError. */
  async link(text: string): Promise<Position> {
    const name = gameOf(text);
    if (!(await this.source.games()).includes(name)) throw badRecord('error.link');
    return (await this.game(name)).link(text);
  }

  /** Throws what is wrong with a record that names no game of ours; only its form is looked at. */
  private async noGame(data: unknown): Promise<never> {
    parseRecord(data, new Map((await this.source.games()).map((each) => [each, []] as const)));
    throw new Error('unreachable');
  }
}
