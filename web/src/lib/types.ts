/** What travels between the server and the page, as the server's documents say. */

export type Seat = number;
export type Viewer = Seat | 'spectator';
export type Effects = Record<string, unknown>;

export interface Result {
  winners: Seat[] | null;
  reason: string | null;
  scores: number[] | null;
}

/** A record, or what a viewer knows of it. */
export interface GameRecord {
  format: string;
  game: string;
  players: number;
  options: Record<string, unknown>;
  setup: Record<string, unknown>;
  moves: string[];
  viewer?: Viewer;
}

export interface View {
  viewer: Viewer;
  ply: number;
  to_move: Seat | null;
  legal: string[];
  state: Record<string, unknown>;
  result: Result | null;
  knowledge?: GameRecord;
  effects?: Effects[];
}

export interface SeatInfo {
  name: string;
  kind: 'empty' | 'guest' | 'account' | 'bot';
  ready: boolean;
  bot: string | null;
  user: string | null;
}

export interface ClockSetting {
  kind: 'none' | 'move' | 'total' | 'days';
  seconds?: number;
  increment?: number;
  days?: number;
}

export interface TableSettings {
  game: string;
  players: number;
  options: Record<string, unknown>;
  choices: Record<string, unknown>;
  public: boolean;
  watch: boolean;
  watchers_chat: boolean;
  clock: ClockSetting;
  rounds: number;
  rated: boolean;
  bots: (string | null)[];
  replace: string | null;
  device?: boolean;
  names?: string[];
}

/** Where a running table stands. */
export interface Progress {
  round: number;
  ply: number;
  /** Whose turn it is: to move, or to choose who starts. */
  to_move: Seat | null;
}

export interface Table {
  id: string;
  status: 'open' | 'running' | 'over' | 'closed';
  created: number;
  settings: TableSettings;
  seats: SeatInfo[];
  commitment: string;
  result: { winners: Seat[]; rounds: Result[]; places: number[] } | null;
  rematch: string | null;
  seat?: Seat | null;
  invite?: string;
  /** Whether I made it. */
  owner?: boolean;
  progress?: Progress | null;
}

export interface LogEvent {
  seq: number;
  kind: 'deal' | 'move' | 'back' | 'end' | 'replace';
  at: number;
  seat?: Seat;
  move?: string;
  ply?: number;
  reason?: 'resigned' | 'time';
  bot?: string;
}

export interface MatchState {
  round: number;
  won: number[];
  to_win: number;
  choosing: Seat | null;
  winners: Seat[] | null;
}

export interface ClockState {
  left: number[];
  running: Seat | null;
  at: number;
}

export interface Presence {
  seats: boolean[];
  watching: number;
}

export interface ChatLine {
  name: string;
  seat: Seat | null;
  text: string;
  at: number;
}

export interface Offer {
  what: 'take_back' | 'rematch';
  seats: Seat[];
}

export interface MoveValue {
  move: string;
  value: number;
  visits: number;
  [more: string]: unknown;
}

/** What `POST /positions` answers. */
export interface PositionAnswer {
  to_move: Seat | null;
  legal: string[];
  state: Record<string, unknown>;
  result: Result | null;
  link: string;
  record: GameRecord;
  effects?: Effects[];
  foreseen?: Record<string, Effects>;
  steps?: Step[];
}

/** One position of a replay. */
export interface Step {
  ply: number;
  move: string | null;
  to_move: Seat | null;
  legal: string[];
  /** What the viewer knew of the set-up then. */
  setup: Record<string, unknown>;
  state: Record<string, unknown>;
  result: Result | null;
  effects: Effects | null;
}

/** What `GET /analyses/{id}` answers. */
export interface AnalysisAnswer {
  id: string;
  status: 'waiting' | 'running' | 'done' | 'cancelled' | 'failed';
  progress: number;
  results: AnalysisLine[];
  turning_points?: TurningPoint[] | null;
}

export interface AnalysisLine {
  ply: number;
  to_move: Seat | null;
  best?: string;
  exact?: boolean;
  moves?: MoveValue[];
  /** Each seat's expected share of a win. */
  values?: number[];
  /** Where something is hidden: viewer (a seat, or "outside") -> seat -> what it may be -> probability. */
  beliefs?: Record<string, Record<string, Record<string, number>>>;
  played?: string;
}

export interface TurningPoint {
  ply: number;
  seat: Seat;
  loss: number;
  better: string | null;
}

/** The names that an option's members come from. */
export interface NamesInfo {
  word: string;
  /** Always the same. */
  texts?: string[];
  /** By the options they are for. */
  by_options?: { options: Record<string, unknown>; texts: string[] }[];
  /** How many, counted from 1, by the number of players. */
  by_players?: Record<string, number>;
}

/** Something to agree on before a game, as the game declares it, with its words. */
export interface OptionInfo {
  name: string;
  kind: 'choice' | 'flag' | 'text' | 'some' | 'counts';
  clause: string;
  default: unknown;
  /** The numbers of players it is offered for; empty: all. */
  players: number[];
  /** Part of the record; otherwise a choice about the deal. */
  stored: boolean;
  label: string;
  help?: string;
  /** What a summary says when it is not as usual; `note_one` where that counts one thing. */
  note?: string;
  note_one?: string;
  value_words: Record<string, string>;
  value_help: Record<string, string>;
  /** choice, flag: all values. text: those suggested. */
  values?: unknown[];
  /** choice, flag: values kept for some numbers of players. */
  only?: Record<string, number[]>;
  /** some: of which names, how many. */
  names?: NamesInfo;
  least?: number;
  most?: number;
  exactly?: Record<string, number>;
  /** counts: the most kinds, and the most things together. */
  kinds?: number;
  total?: number;
}

/** What `GET /games` tells about a game. */
export interface GameInfo {
  name: string;
  title: string;
  tagline: string;
  players: number[];
  /** Seats know different things. */
  private: boolean;
  options: OptionInfo[];
  lessons: boolean;
  rules: boolean;
  puzzles: boolean;
  /** What is shown of it, in words. */
  words: Record<string, string>;
}

export type FromServer =
  | { type: 'welcome'; table: Table; viewer: Viewer; seats: Seat[]; private: boolean; seq: number; events: LogEvent[]; view: View | null; match: MatchState; clock: ClockState | null; presence: Presence; chat: ChatLine[]; offers: Offer[] }
  | { type: 'update'; seq: number; events: LogEvent[]; view: View | null; match: MatchState; clock: ClockState | null; id?: string }
  | { type: 'table'; table: Table }
  | ({ type: 'presence' } & Presence)
  | ({ type: 'chat' } & ChatLine)
  | ({ type: 'offer' } & Offer)
  | { type: 'done'; id: string | null; seq: number }
  | { type: 'refused'; id: string | null; code: string; message: string; clause: string | null }
  | { type: 'rematch'; table: string }
  | { type: 'foreseen'; id: string | null; ply: number; moves: Record<string, Effects> }
  | { type: 'hint'; id: string | null; ply: number; best: string; moves: MoveValue[]; exact: boolean; why?: string }
  | { type: 'bye'; retry: number };
