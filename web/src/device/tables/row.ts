/** A table as it is kept, beside its log; and as it is shown to everybody. */

import type { Wish } from '../../lib/here';
import type { Clock, ClockRequest, MatchResult, OwnTable, Seat, SeatInfo, Settings, Standing } from '../../lib/types';
import { right } from './clocks';
import type { Progress } from './progress';
import { drawn, No, type Ruled } from './rules';

/** The form in which tables are kept now. A later one gets a number of its own, and `read` goes on reading this one. */
export const FORMAT = 1;
const MOST_ROUNDS = 5;
const MOST_NAME = 40;

export interface Row {
  format: number;
  id: string;
  created: number;
  settings: Settings;
  /** Who sits where, by seat; a computer player's name is not used. */
  names: string[];
  /** Who chooses who starts the first round of a match. */
  chooser: Seat;
  rematch: string | null;
  /** How it stands, for lists. */
  standing: Standing | null;
  outcome: MatchResult | null;
  /** How long the mover has thought so far, after that many entries. */
  thought: { seq: number; used: number };
}

/** What a table has not yet. */
const NEW = { rematch: null, standing: null, outcome: null, thought: { seq: 0, used: 0 } };

/** What is asked for when a table is made. */
export interface TableWish extends Wish {
  /** The person's, who plays alone. */
  name?: string;
}

export const newId = (): string =>
  `local-${Array.from(crypto.getRandomValues(new Uint8Array(10)), (byte) => (byte % 36).toString(36)).join('')}`;

/** A new table; throws what cannot be. */
export function newRow(game: Ruled, { settings: wish, name = '' }: TableWish): Row {
  const settings: Settings = {
    options: {},
    choices: {},
    watch: true,
    delay: 0,
    watchers_chat: false,
    rounds: 1,
    replace: null,
    device: false,
    ...wish,
    clock: wholeClock(wish.clock),
    public: false,
    rated: false,
    bots: Array.from({ length: wish.players }, (_, seat) => wish.bots?.[seat] ?? null),
    names: [],
  };
  check(game, settings);
  // what the game does not offer, or does not deal so, it refuses with its clause
  game.load(game.deal({ players: settings.players, options: settings.options, choices: settings.choices, seed: 0 }));
  const names = settings.bots.map((_, seat) => (wish.names?.[seat] ?? name).trim().slice(0, MOST_NAME));
  const chooser = drawn(settings.players);
  return { ...NEW, format: FORMAT, id: newId(), created: Date.now(), settings, names, chooser };
}

/** A clock with all its numbers; earlier versions kept those that its kind needs. */
const wholeClock = (clock: ClockRequest = {}): Clock => ({ kind: 'none', seconds: 0, increment: 0, days: 0, ...clock });

function check(game: Ruled, { players, bots, clock, rounds }: Settings): void {
  const levels = game.levels.map((level) => level.name);
  const whole = Number.isInteger(rounds) && rounds >= 1 && rounds <= MOST_ROUNDS;
  const known = bots.every((level) => level === null || levels.includes(level));
  if (bots.length > players || !known || !whole || !right(clock)) throw new No('bad_request', 400);
}

/** A kept table, of any version; throws `damaged`, or `newer` for one of a version that is not known yet. */
export function read(kept: unknown): Row {
  const row = kept as Row | null;
  if (typeof row !== 'object' || !Number.isInteger(row?.format) || row!.format < 1) throw new No('damaged');
  if (row!.format > FORMAT) throw new No('newer');
  const { settings, names, id, chooser, created } = row!;
  const whole =
    typeof id === 'string' &&
    typeof settings?.game === 'string' &&
    Number.isInteger(settings.players) &&
    Array.isArray(settings.bots) &&
    settings.bots.length === settings.players &&
    typeof settings.clock === 'object' &&
    Number.isInteger(settings.rounds) &&
    Array.isArray(names) &&
    Number.isInteger(chooser) &&
    Number.isFinite(created);
  if (!whole) throw new No('damaged');
  const { device = false, names: none = [], clock } = settings as Partial<Settings>;
  return { ...NEW, ...row!, settings: { ...settings, device, names: none, clock: wholeClock(clock) } };
}

/** The row with how the table stands now. */
export function standing(row: Row, progress: Progress): Row {
  return { ...row, standing: progress.standing(), outcome: progress.outcome() };
}

/** The table as the page knows tables. `bots`: as they sit now. */
export function shownTable(row: Row, bots: ReadonlyMap<Seat, string> = new Map()): OwnTable {
  const seats = row.settings.bots.map((first, seat): SeatInfo => {
    const bot = bots.get(seat) ?? first;
    return { name: row.names[seat] ?? '', kind: bot === null ? 'guest' : 'bot', ready: true, bot, user: null };
  });
  const mine = seats.findIndex((seat) => seat.kind !== 'bot');
  return {
    id: row.id,
    status: row.outcome === null ? 'running' : 'over',
    created: row.created,
    settings: row.settings,
    seats,
    commitment: '',
    seals: null,
    result: row.outcome,
    rematch: row.rematch,
    brought: false,
    seat: mine < 0 ? null : mine,
    owner: true,
    progress: row.standing,
  };
}
