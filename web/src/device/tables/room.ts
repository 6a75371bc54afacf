/** A table of this device while somebody looks at it: who looks, what they hear, what is kept. */

import type { FromServer, Seat, Viewer } from '../../lib/types';
import type { Keeper } from './keeper';
import { type Entry, isEntry, shown } from './log';
import { Progress } from './progress';
import { type Host, No, type Placed, type Ruled } from './rules';
import { read, type Row, shownTable, standing } from './row';
import type { Tabs } from './tabs';
import { Thought } from './thought';
import { Turns } from './turns';

/** Somebody's line to the table: what they may see is `viewer`'s, and nothing else. */
export interface Line {
  viewer: Viewer;
  knowledge: boolean;
  effects: boolean;
  language: string;
  hear(message: FromServer): void;
}

export type Made = { entry: Entry; after: Placed | null } | null;

export class Room {
  readonly lines = new Set<Line>();
  readonly thought: Thought;
  readonly turns: Turns;
  /** How many entries the store has. */
  kept: number;
  /** Make the same table anew: its name. */
  onagain: (row: Row) => Promise<string> = () => Promise.reject(new No('internal', 500));
  #queue: Promise<unknown> = Promise.resolve();

  constructor(
    readonly host: Host,
    readonly keeper: Keeper,
    readonly tabs: Tabs,
    public row: Row,
    public progress: Progress,
    kept: number,
  ) {
    this.kept = kept;
    this.thought = new Thought(this);
    this.turns = new Turns(this);
  }

  /** A kept table; throws `no_table`, `damaged`, `newer`, or what the rules refuse in its log. */
  static async find(host: Host, keeper: Keeper, tabs: Tabs, id: string): Promise<Room> {
    const found = await keeper.find(id);
    if (found === null) throw new No('no_table', 404);
    const row = read(found.row);
    const game = await host.game(row.settings.game);
    return new Room(host, keeper, tabs, row, replayed(game, row, found.log), found.log.length);
  }

  get id(): string {
    return this.row.id;
  }

  /** The seats that people hold. */
  get humans(): Seat[] {
    return this.row.settings.bots.flatMap((_, seat) => (this.progress.bots.has(seat) ? [] : [seat]));
  }

  /** As whom somebody may look who names a seat, or none. Where seats know different things and several people sit
   *  here, nobody knows in whose hands the device is until a curtain is lifted. */
  viewerFor(wanted: Seat | null): Viewer {
    const { humans, progress } = this;
    if (wanted !== null) {
      if (!humans.includes(wanted)) throw new No('not_your_seat', 403);
      return wanted;
    }
    const hidden = humans.length > 1 && progress.game.private && !progress.over;
    return humans.length === 0 || hidden ? 'spectator' : humans[0]!;
  }

  /** Their welcome is the first that they hear. */
  welcome(line: Line, seq: number): void {
    const { progress } = this;
    line.hear({
      type: 'welcome',
      table: shownTable(this.row, progress.bots),
      viewer: line.viewer,
      seats: this.humans,
      private: progress.game.private,
      seq: progress.seq,
      events: progress.entries.slice(seq).map(shown),
      view: progress.message(line.viewer, line.knowledge, line.effects),
      match: progress.matchState(),
      clock: this.thought.clock(),
      presence: { type: 'presence', seats: this.row.settings.bots.map(() => true), watching: 0 },
      chat: [],
      offers: [],
    });
  }

  toAll(message: FromServer): void {
    for (const line of this.lines) line.hear(message);
  }

  tellTable(): void {
    this.toAll({ type: 'table', table: shownTable(this.row, this.progress.bots) });
  }

  /** Entries were added: to each line its viewer's view. `id`: of the message that did it, for its sender. */
  #broadcast(entries: readonly Entry[], cause: Line | null, id: string | null): void {
    const { progress } = this;
    for (const line of this.lines) {
      line.viewer = this.#after(line.viewer, entries);
      line.hear({
        type: 'update',
        seq: progress.seq,
        events: entries.map(shown),
        view: progress.message(line.viewer, line.knowledge, line.effects),
        match: progress.matchState(),
        clock: this.thought.clock(),
        ...(id !== null && line === cause ? { id } : {}),
      });
    }
  }

  /** Who looks on: the curtain falls for one person when it is another's turn, and for all when a round is dealt, since
   *  they have looked at the end of the last one together. */
  #after(viewer: Viewer, entries: readonly Entry[]): Viewer {
    const mover = this.progress.toMove;
    const { humans, progress } = this;
    if (!progress.game.private || humans.length < 2 || mover === null) return viewer;
    const dealt = entries.some((entry) => entry.kind === 'deal');
    return dealt || (mover !== viewer && humans.includes(mover)) ? 'spectator' : viewer;
  }

  /** Keep the entry that `build` makes of the newest state, then show it; false: there was nothing to keep. `build` is
   *  called again when another tab was faster. */
  commit(build: () => Made, cause: Line | null = null, id: string | null = null): Promise<boolean> {
    const done = this.#queue.then(() => this.#commit(build, cause, id));
    this.#queue = done.catch(() => {});
    return done;
  }

  async #commit(build: () => Made, cause: Line | null, id: string | null): Promise<boolean> {
    for (;;) {
      const made = build();
      if (made === null) return false;
      const next = this.progress.with(made.entry, made.after);
      const row = standing({ ...this.row, thought: { seq: next.seq, used: 0 } }, next);
      const how = await this.keeper.keep(row, next.entries.slice(this.kept));
      if (how === 'taken' && (await this.#catchUp())) continue;
      if (how === 'kept') this.kept = next.seq;
      this.#apply(row, next, [made.entry], cause, id);
      this.tabs.tell({ table: this.id });
      return true;
    }
  }

  #apply(row: Row, next: Progress, entries: readonly Entry[], cause: Line | null, id: string | null): void {
    const over = next.over !== this.progress.over;
    this.row = row;
    this.progress = next;
    this.thought.begin();
    this.#broadcast(entries, cause, id);
    if (entries.some((entry) => entry.kind === 'replace')) this.#rehome();
    if (over) this.tellTable();
    this.turns.advance();
  }

  /** Whoever held a seat that a computer player took looks on as somebody else. */
  #rehome(): void {
    for (const line of this.lines) {
      if (typeof line.viewer !== 'number' || this.humans.includes(line.viewer)) continue;
      line.viewer = this.viewerFor(null);
      this.welcome(line, this.progress.seq);
    }
    this.tellTable();
  }

  /** Take in what another tab has kept. */
  catchUp(): Promise<void> {
    const done = this.#queue.then(async () => {
      if (this.kept === this.progress.seq) await this.#catchUp(); // otherwise what is here, and not kept, goes on
    });
    this.#queue = done.catch(() => {});
    return done;
  }

  /** What is kept counts; false: there was nothing new. */
  async #catchUp(): Promise<boolean> {
    const found = await this.keeper.find(this.id);
    if (found === null) return false;
    const row = read(found.row);
    const { kept } = this;
    if (row.rematch !== this.row.rematch) {
      this.row = { ...this.row, rematch: row.rematch };
      this.tellTable();
    }
    if (found.log.length <= kept) return false;
    const next = replayed(this.progress.game, row, found.log);
    this.kept = next.seq;
    this.#apply(row, next, next.entries.slice(kept), null, null);
    return true;
  }

  /** The same once more: its name; made once. */
  again(): Promise<string> {
    const done = this.#queue.then(async () => {
      await this.#catchUp();
      if (this.row.rematch !== null) return this.row.rematch;
      const rematch = await this.onagain(this.row);
      this.row = { ...this.row, rematch };
      if (this.kept === this.progress.seq) await this.keeper.note(this.row);
      this.tabs.tell({ table: this.id });
      return rematch;
    });
    this.#queue = done.catch(() => {});
    return done;
  }

  /** Nobody looks any longer. */
  leave(): void {
    this.turns.stop();
    this.thought.stop();
  }
}

/** A checked log, replayed; throws `damaged`, or what the rules refuse in it. */
export function replayed(game: Ruled, row: Row, log: readonly unknown[]): Progress {
  try {
    return Progress.of(game, row.settings, row.chooser, log.map(whole(row.settings.players)));
  } catch (error) {
    throw error instanceof SyntaxError || error instanceof TypeError ? new No('damaged') : error;
  }
}

const whole =
  (players: number) =>
  (value: unknown, number: number): Entry => {
    if (!isEntry(value, number, players)) throw new No('damaged');
    const { seq, kind, seat, text, at, used } = value;
    return { seq, kind, seat, text, at, used };
  };
