/** The tables of this device: those who look at them, and what is asked about them, by the server's own paths. */

import type { Damaged } from '../../lib/here';
import type { FinishedGame, FromClient, FromServer, OwnTable, RunningGame, Step, Viewer } from '../../lib/types';
import { COMMANDS, type Said } from './commands';
import { deal } from './entries';
import { opened, written } from './files';
import { Keeper } from './keeper';
import { shown } from './log';
import { brought, post } from './online';
import { Progress } from './progress';
import { steps } from './replay';
import { type Line, replayed, Room } from './room';
import { type Host, No, type Reason } from './rules';
import { newRow, read, type Row, shownTable, standing, type TableWish } from './row';
import { Indexed, type Store } from './store';
import { BrowserTabs, type Tabs } from './tabs';

export { No } from './rules';
export type { Host } from './rules';

export type Hear = (line: number, message: FromServer) => void;

/** Where the page finds that file; what is in it does not come to the page. */
const addressOf = (text: string): string => URL.createObjectURL(new Blob([text], { type: 'application/json' }));

/** A line that is open. */
interface Open {
  line: Line;
  room: Promise<Room>;
  joined: boolean;
  queue: Promise<void>;
}

export class Tables {
  #rooms = new Map<string, Promise<Room>>();
  #lines = new Map<number, Open>();
  #keeper: Keeper;
  #tabs: Tabs;
  /** What is to be said once, to whoever is there. */
  #trouble: 'full' | 'forbidden' | null = null;

  constructor(
    readonly host: Host,
    readonly hear: Hear,
    store: Store = new Indexed(),
    tabs: Tabs = new BrowserTabs(),
  ) {
    this.#keeper = new Keeper(store);
    this.#keeper.ontrouble = (why) => {
      this.#trouble = why;
      this.#sayTrouble();
    };
    this.#tabs = tabs;
    this.#tabs.onnews = ({ table, gone }) => void this.#heard(table, gone === true);
  }

  // lines

  /** Somebody comes to a table; they say `join` next. */
  open(number: number, id: string, language: string): void {
    const hear = (message: FromServer): void => this.hear(number, message);
    const line: Line = { viewer: 'spectator', knowledge: false, effects: false, language, hear };
    const room = this.#room(id);
    this.#lines.set(number, { line, room, joined: false, queue: Promise.resolve() });
    room.catch((error: unknown) => void this.#refuse(line, null, error));
  }

  /** What is said on a line is done in its order; nobody waits for a hint. */
  say(number: number, message: FromClient): void {
    const found = this.#lines.get(number);
    if (found === undefined) return;
    const said: Said = message;
    found.queue = found.queue.then(async () => {
      const doing = this.#do(number, found, said);
      if (said.type !== 'hint') await doing;
    });
  }

  async #do(number: number, found: Open, said: Said): Promise<void> {
    const { line } = found;
    const room = await found.room.catch(() => null);
    if (room === null || this.#lines.get(number) !== found) return; // said when it was opened, or closed meanwhile
    const id = typeof said.id === 'string' ? said.id : null;
    try {
      const command = COMMANDS[said.type];
      if (command === undefined) throw new No('bad_message', 400);
      if (said.type === 'join') {
        if (!room.lines.has(line)) this.#enter(room, line);
        found.joined = true;
      } else if (!found.joined) throw new No('join_first');
      await command(room, line, said, id);
      if (said.type === 'join') this.#sayTrouble();
    } catch (error) {
      await this.#refuse(line, id, error);
    }
  }

  #enter(room: Room, line: Line): void {
    room.lines.add(line);
    if (room.lines.size === 1) room.thought.go();
  }

  close(number: number): void {
    const found = this.#lines.get(number);
    this.#lines.delete(number);
    void found?.room.then(
      (room) => {
        room.lines.delete(found.line);
        if (room.lines.size > 0) return;
        room.leave();
        if (room.kept === room.progress.seq) this.#rooms.delete(room.id); // otherwise it is nowhere else
      },
      () => {},
    );
  }

  async #refuse(line: Line, id: string | null, error: unknown): Promise<void> {
    const { code, message, clause } = await this.reason(error, line.language);
    line.hear({ type: 'refused', id, code, message, clause });
  }

  /** How a refusal is said; without a sentence where the page has the words. */
  async reason(error: unknown, language: string): Promise<Reason & { status: number }> {
    if (error instanceof No) return { status: error.status, code: error.code, message: error.said, clause: null };
    const said = await this.host.say(error, language).catch(() => null);
    if (said === null) console.error(error);
    return { status: 400, ...(said ?? { code: 'internal', message: '', clause: null }) };
  }

  #sayTrouble(): void {
    const there = [...this.#lines.values()].find((found) => found.joined);
    if (this.#trouble === null || there === undefined) return;
    there.line.hear({ type: 'refused', id: null, code: `not_kept_${this.#trouble}`, message: '', clause: null });
    this.#trouble = null;
  }

  // rooms

  #room(id: string): Promise<Room> {
    let found = this.#rooms.get(id);
    if (found === undefined) {
      found = Room.find(this.host, this.#keeper, this.#tabs, id).then((room) => this.#wire(room));
      this.#rooms.set(id, found);
      found.catch(() => this.#rooms.delete(id));
    }
    return found;
  }

  #wire(room: Room): Room {
    room.onagain = async (row) => {
      const { settings, names } = row;
      return (await this.make({ settings: { ...settings, names } })).id;
    };
    return room;
  }

  async #heard(id: string, gone: boolean): Promise<void> {
    const room = await this.#rooms.get(id)?.catch(() => null);
    if (room == null) return;
    if (!gone) return room.catchUp();
    this.#rooms.delete(id);
    room.leave();
    room.toAll({ type: 'refused', id: null, code: 'no_table', message: '', clause: null });
  }

  /** A new table, dealt at once where nobody chooses who starts. */
  async make(wish: TableWish): Promise<OwnTable> {
    const game = await this.host.game(wish.settings.game);
    return this.#take(newRow(game, wish), (room) => (room.progress.wantsDeal ? [deal(room)] : []));
  }

  /** Keep a new table with these entries, and hold it. */
  async #take(row: Row, begin: (room: Room) => unknown[]): Promise<OwnTable> {
    const game = await this.host.game(row.settings.game);
    const blank = new Room(this.host, this.#keeper, this.#tabs, row, new Progress(game, row.settings, row.chooser), 0);
    const progress = replayed(game, row, begin(blank));
    const room = new Room(this.host, this.#keeper, this.#tabs, standing(row, progress), progress, 0);
    this.#rooms.set(row.id, Promise.resolve(this.#wire(room)));
    if ((await this.#keeper.keep(room.row, progress.entries)) === 'kept') room.kept = progress.seq;
    return shownTable(room.row, progress.bots);
  }

  // what is asked, by the server's paths

  /** The answer; throws a No, or what the rules refuse. */
  async ask(method: string, path: string, body: unknown, language = 'en'): Promise<unknown> {
    const { pathname, searchParams } = new URL(path, 'http://device');
    const [, what, id = '', part, number, more] = pathname.split('/');
    if (what === 'me') return this.#mine();
    if (method === 'POST' && id === '') return this.#post(body as TableWish & { file?: Blob; names?: string[] });
    if (method === 'DELETE') return this.#remove(id);
    if (id === 'warm') return this.#warm(body as { games: string[] });
    const room = await this.#room(id);
    if (part === undefined) return shownTable(room.row, room.progress.bots);
    if (part === 'file') return { url: addressOf(written(room.row, room.progress.entries)) };
    if (part === 'online') return post(brought(room, body as TableWish), language);
    if (part === 'view') return this.#fromOutside(room);
    if (more === undefined) return this.#round(room, Number(number));
    return this.#replay(room, Number(number), searchParams.get('viewer') ?? 'all');
  }

  /** Have these games at hand. */
  async #warm({ games }: { games: string[] }): Promise<null> {
    await Promise.all([this.#keeper.rows(), ...games.map((name) => this.host.game(name).catch(() => null))]);
    return null;
  }

  async #post(body: TableWish & { file?: Blob; names?: string[] }): Promise<OwnTable> {
    if (body.file === undefined) return this.make(body);
    const { row, log } = await opened(this.host, await body.file.text(), body.names ?? []);
    return this.#take(row, () => log);
  }

  async #mine(): Promise<(OwnTable | Damaged)[]> {
    const rows = await this.#keeper.rows();
    const kept = rows.map((row): OwnTable | Damaged => {
      try {
        return shownTable(read(row));
      } catch {
        return { id: String((row as Row | null)?.id), damaged: true };
      }
    });
    const names = new Set(kept.map((table) => table.id));
    const rooms = await Promise.all([...this.#rooms.values()].map((room) => room.catch(() => null)));
    const here = rooms.filter((room) => room !== null && !names.has(room.id));
    return [...here.map((room) => shownTable(room!.row, room!.progress.bots)), ...kept];
  }

  async #remove(id: string): Promise<void> {
    await this.#keeper.remove(id);
    await this.#heard(id, true);
    this.#tabs.tell({ table: id, gone: true });
  }

  #finished(room: Room, number: number): Progress['rounds'][number] {
    if (!room.progress.over) throw new No('not_over');
    const found = room.progress.rounds[number - 1];
    if (found === undefined) throw new No('not_found', 404);
    return found;
  }

  /** The running game, as a spectator sees it: whoever asks need not be the one whose turn it is. */
  #fromOutside({ progress, thought }: Room): RunningGame {
    return {
      seq: progress.seq,
      view: progress.message('spectator', true, true),
      match: progress.matchState(),
      clock: thought.clock(),
      events: progress.entries.map(shown),
    };
  }

  #round(room: Room, number: number): FinishedGame {
    const { position, result } = this.#finished(room, number);
    return { record: position.record, fair: null, result, link: position.link() };
  }

  #replay(room: Room, number: number, viewer: string): Step[] {
    const { position } = this.#finished(room, number);
    const seat = Number(viewer);
    const who: Viewer | 'all' = viewer === 'all' || viewer === 'spectator' ? viewer : seat;
    const there = Number.isInteger(seat) && seat >= 0 && seat < position.players;
    if (who === seat && !there) throw new No('bad_request', 400);
    return steps(room.progress.game, position, who);
  }
}
