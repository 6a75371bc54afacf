/**
 * For tests: a small game with a secret, a store in memory, tabs of one device, and a thinker who is told when to
 * answer.
 *
 * The game: a heap of nine; who is to move takes one to three; who takes the last wins. Each seat has a secret
 * number. */

import type { FromServer, GameRecord, Result, Viewer } from '../../lib/types';
import { type Entry } from './log';
import type { Advice, Host, Placed, Ruled, Seen, Wanted } from './rules';
import type { Row } from './row';
import type { Found, Store } from './store';
import type { News, Tabs } from './tabs';

const HEAP = 9;

export class Illegal extends Error {}

class Heap implements Placed {
  readonly record: GameRecord;

  constructor(record: GameRecord) {
    this.record = record;
  }

  get players(): number {
    return this.record.players;
  }

  get #taken(): number {
    return this.record.moves.reduce((sum, move) => sum + Number(move), 0);
  }

  get #first(): number {
    return Number(this.record.setup['first']);
  }

  get over(): boolean {
    return this.#taken === HEAP;
  }

  get toMove(): number | null {
    return this.over ? null : (this.#first + this.record.moves.length) % this.players;
  }

  get legal(): string[] {
    return ['1', '2', '3'].filter((count) => Number(count) <= HEAP - this.#taken);
  }

  get result(): Result | null {
    const last = (this.#first + this.record.moves.length - 1) % this.players;
    return this.over
      ? { winners: [last], reason: 'last', scores: this.sides.map(([seat]) => Number(seat === last)) }
      : null;
  }

  get shown(): Record<string, unknown> {
    return { heap: HEAP - this.#taken, ...(this.over ? { secrets: this.record.setup['secrets'] } : {}) };
  }

  get sides(): number[][] {
    return Array.from({ length: this.players }, (_, seat) => [seat]);
  }

  get standings(): number[] {
    return this.sides.map(([seat]) => Number(this.result?.winners?.includes(seat!)));
  }

  nextSeats(): number[] {
    const from = this.#first + this.record.moves.length;
    return this.sides.map(([seat]) => (from + seat!) % this.players);
  }

  effects(move: string): Record<string, unknown> {
    return { seat: this.toMove, left: HEAP - this.#taken - Number(move) };
  }

  play(move: string): Heap {
    if (!this.legal.includes(move)) throw new Illegal(move);
    return new Heap({ ...this.record, moves: [...this.record.moves, move] });
  }

  *positions(): Iterable<[Heap, string]> {
    let here = new Heap({ ...this.record, moves: [] });
    for (const move of this.record.moves) {
      yield [here, move];
      here = here.play(move);
    }
  }

  view(viewer: Viewer): Seen {
    const secrets = this.record.setup['secrets'] as (number | null)[];
    const own = this.over ? secrets : secrets.map((secret, seat) => (seat === viewer ? secret : null));
    const known = new Heap({ ...this.record, setup: { ...this.record.setup, secrets: own }, viewer });
    const mine = typeof viewer === 'number' && !this.over ? { secret: secrets[viewer] } : {};
    return {
      known,
      knowledge: known.record,
      legal: viewer === this.toMove ? this.legal : [],
      shown: { ...known.shown, ...mine },
    };
  }

  link(): string {
    return `heap~${this.record.moves.join('')}`;
  }
}

export const heap: Ruled = {
  name: 'heap',
  private: true,
  levels: [{ name: 'easy' }, { name: 'master' }],
  deal({ players, options = {}, first = 0, seed = 1 }: Wanted): GameRecord {
    if (players > 4) throw new Illegal('players');
    const secrets = Array.from({ length: players }, (_, seat) => 1000 + ((seed * 7919 + seat * 104_729) % 8999));
    return { format: 'sommet-record/1', game: 'heap', players, options, setup: { first, secrets }, moves: [] };
  },
  load(record: unknown): Placed {
    const { moves, ...rest } = record as GameRecord;
    if (!Array.isArray(rest.setup?.['secrets'])) throw new Illegal('secrets');
    return moves.reduce((here, move) => here.play(move), new Heap({ ...rest, moves: [] }));
  },
};

/** The same as the browser's store, in memory; `fails` is what it fails with. */
export class Memory implements Store {
  tables = new Map<string, Row>();
  log = new Map<string, Entry>();
  fails: unknown = null;

  #work(): void {
    if (this.fails !== null) throw this.fails;
  }

  async rows(): Promise<unknown[]> {
    this.#work();
    return [...this.tables.values()];
  }

  async find(id: string): Promise<Found | null> {
    this.#work();
    const row = this.tables.get(id);
    return row === undefined ? null : structuredClone({ row, log: await this.after(id, 0) });
  }

  async after(id: string, seq: number): Promise<unknown[]> {
    this.#work();
    return [...this.log]
      .filter(([key, entry]) => key.startsWith(`${id} `) && entry.seq >= seq)
      .map(([, entry]) => entry);
  }

  async keep(row: Row, entries: readonly Entry[]): Promise<boolean> {
    this.#work();
    if (entries.some((entry) => this.log.has(`${row.id} ${entry.seq}`))) return false;
    for (const entry of entries) this.log.set(`${row.id} ${entry.seq}`, structuredClone(entry));
    this.tables.set(row.id, structuredClone(row));
    return true;
  }

  async note(row: Row): Promise<void> {
    this.#work();
    if (this.tables.has(row.id)) this.tables.set(row.id, structuredClone(row));
  }

  async remove(id: string): Promise<void> {
    this.#work();
    this.tables.delete(id);
    for (const key of [...this.log.keys()]) if (key.startsWith(`${id} `)) this.log.delete(key);
  }
}

/** Several tabs of one device. */
export class Tabbed {
  #tabs: Tabs[] = [];
  #held = new Map<string, Promise<unknown>>();

  tab(): Tabs {
    const tab: Tabs = {
      onnews: () => {},
      tell: (news: News) => this.#tabs.filter((other) => other !== tab).forEach((other) => other.onnews(news)),
      alone: async <T>(name: string, signal: AbortSignal, what: () => Promise<T>): Promise<T> => {
        const before = this.#held.get(name) ?? Promise.resolve();
        const mine = before.then(() => {
          if (signal.aborted) throw new Error('aborted');
          return what();
        });
        this.#held.set(
          name,
          mine.catch(() => {}),
        );
        return mine;
      },
    };
    this.#tabs.push(tab);
    return tab;
  }
}

/** Thinks at once: the first legal move. Remembers what it was given. */
export class Quick implements Host {
  asked: { knowledge: GameRecord; level: string }[] = [];
  /** How often thinking fails before it does not. */
  dies = 0;

  game(name: string): Promise<Ruled> {
    return name === 'heap' ? Promise.resolve(heap) : Promise.reject(new Illegal(name));
  }

  async think(knowledge: GameRecord, level: string): Promise<Advice> {
    this.asked.push({ knowledge, level });
    if (this.dies-- > 0) throw new Error('died');
    const [move] = heap.load(knowledge).legal;
    return { moves: [{ move: move!, value: 0.5, visits: 1 }], exact: false, simulations: 1, by: level, more: {} };
  }

  async why(knowledge: GameRecord, advice: Advice): Promise<string> {
    return `${advice.moves[0]!.move} for ${String(knowledge.viewer)}`;
  }

  async say(error: unknown): Promise<{ code: string; message: string; clause: string | null } | null> {
    return error instanceof Illegal ? { code: 'illegal_move', message: `not ${error.message}`, clause: 'H1' } : null;
  }
}

/** What each line was told. */
export class Ears {
  heard: { line: number; message: FromServer }[] = [];
  readonly hear = (line: number, message: FromServer): void => void this.heard.push(structuredClone({ line, message }));

  of<Type extends FromServer['type']>(line: number, type: Type): Extract<FromServer, { type: Type }>[] {
    return this.heard.flatMap((one) =>
      one.line === line && one.message.type === type ? [one.message as Extract<FromServer, { type: Type }>] : [],
    );
  }

  /** The newest view that a line was given. */
  view(line: number) {
    const views = this.heard.flatMap(({ line: to, message }) =>
      to === line && 'view' in message && message.view !== null ? [message.view] : [],
    );
    return views.at(-1)!;
  }
}
