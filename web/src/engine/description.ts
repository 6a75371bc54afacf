/** A game's description: what `python -m sommet.wasm` writes beside each module of kernels. */

import type { Dict } from './types.ts';

/** An enumeration: named things of a game, which kernels know by their numbers. */
export interface NamesInfo {
  word: string;
  most: number;
  /** Counted along it, things are an object by name; otherwise a list. */
  keyed: boolean;
  seats?: true;
  texts?: string[];
  /** How many of the first texts are all that most games need. */
  usual?: number | null;
  by_players?: Record<string, number>;
  by_field?: string;
  /** Those that a list of the set-up names. */
  field?: string;
  by_options?: { options: Dict; texts: string[] }[];
}

export interface FieldInfo {
  name: string;
  /** What a value is: one of these, or else a number of the enumeration `names`. */
  number?: [number, number];
  real?: true;
  move?: true;
  flag?: true;
  group?: FieldInfo[];
  names?: number;
  per: number[];
  up_to: number;
  piled: number;
  late: boolean;
  /** Of findings: left out where nothing was found. */
  optional?: boolean;
}

export interface FindingsInfo {
  fields: FieldInfo[];
  places: Record<string, { at: number; shape: number[] }>;
  size: number;
}

/** A computer player's strength: its budget, and numbers for the fields of its game's guide. */
export interface LevelInfo {
  name: string;
  simulations: number | null;
  seconds: number | null;
  numbers: Record<string, number>;
}

/** An array that a game's minds write on: the size of an item in bytes, and the shape. */
export interface DeskInfo {
  name: string;
  item: number;
  shape: number[];
}

/** A key of the words, or a text that is the same in every language, and its gaps: filled as their kinds say. */
export interface PhraseInfo {
  key: string;
  text: string;
  gaps: { name: string; kind?: 'number' | 'move' | 'part' | 'start'; names?: number; words: string }[];
}

/** The computer players of a game, and how a host runs them. */
export interface MindsInfo {
  levels: LevelInfo[];
  others: LevelInfo[];
  /** By the kind of records, then by the number of players. */
  desks: Record<string, DeskInfo[]>[];
  about: FindingsInfo | null;
  notes: FindingsInfo | null;
  /** Numbers for an analysis, which has nothing to hide, in place of a level's. */
  openly: Record<string, number>;
  /** The desk's array of what was learned, which comes in a file of its own; null: there is none. */
  learned: string | null;
  /** The finding about a position that says, by seat, what is believed of it. */
  beliefs: string | null;
  /** What is said of why a move, by number; and the room for it: rows, and numbers in each. */
  phrases: PhraseInfo[];
  said: [number, number];
  answers: Record<'answered' | 'search' | 'playouts' | 'unfinished', number>;
  /** Units of work between two looks at the clock, and the share of the time that may go by before simulations. */
  units: number;
  share_of_time: number;
  /** For a budget of simulations there are so many trees, on however many cores. */
  trees: number;
  most_nodes: number;
  slots_a_node: number;
  portion: number;
  first_portion: number;
  playouts_portion: number;
}

/** How a game's puzzles are asked for. */
export interface PuzzlesInfo {
  players: number;
  levels: number[];
  /** Seeds are below this. */
  seeds: number;
  /** How many moves lead to a puzzle, and are legal there, at most. */
  plies: number;
  moves: number;
  facts: number;
  row: number;
  /** Shares are parts of this. */
  whole: number;
  chances: number;
  desk: DeskInfo[];
}

/** How positions are set up by hand. */
export interface ArrangingInfo {
  /** How a position is told. */
  asked: SetupInfo;
  /** How many blank states the kernel is given. */
  states: number;
  /** How many moves lead to a position, at most, and how many numbers there are to work on. */
  plies: number;
  work: number;
  /** Options that say how a game is dealt: such a position has none of them. */
  forgotten: string[];
}

export interface LayoutInfo {
  fields: FieldInfo[];
  /** Where the numbers of a column are: the first one's index, and the shape. */
  places: Record<string, { at: number; shape: number[] }>;
  size: number;
}

export interface SetupFieldInfo extends FieldInfo {
  known: 'everybody' | 'own seat' | 'as turned' | null;
  clause: string | null;
  least: number;
  exactly: Record<string, number>;
  distinct: boolean;
}

export interface SetupInfo extends LayoutInfo {
  fields: SetupFieldInfo[];
  packed: string[];
}

interface AnyOption {
  name: string;
  clause: string;
  default: unknown;
  players: number[];
  stored: boolean;
  /** The version of links that first has a place for it. */
  since: number;
}

export interface ChoiceInfo extends AnyOption {
  kind: 'choice' | 'flag';
  values: unknown[];
  only: Record<string, number[]>;
  refusals: Record<string, string>;
}

export interface TextInfo extends AnyOption {
  kind: 'text';
  values: string[];
  pattern: string;
  count: number;
  size: number;
  refusal: string;
  parts: Record<string, number[]>;
}

export interface SomeInfo extends AnyOption {
  kind: 'some';
  names: number;
  least?: number;
  most?: number;
  exactly?: Record<string, number>;
  refusals: Record<'count' | 'member' | 'twice' | 'missing', string>;
  implied: { options: Dict; members: string[] | null }[];
  implied_clause: string;
}

export interface CountsInfo extends AnyOption {
  kind: 'counts';
  default: number[];
  kinds: number;
  total: number;
  refusal: string;
}

export type OptionInfo = ChoiceInfo | TextInfo | SomeInfo | CountsInfo;

export interface RefusalInfo {
  refusal: string;
  clause: string;
  value: string | null;
  record: boolean;
  of?: number;
}

export interface MovesInfo extends RefusalInfo {
  pattern: string;
  parts: ({ name: string; names: number; written: string } & RefusalInfo)[];
  no_move: RefusalInfo | null;
}

/** Templates of records, and the games they are for. */
export interface RoomInfo {
  /** The number of its record types among those that the kernels were made for. */
  kind: number;
  options: Dict;
  up_to: Record<string, number>;
  setting: string;
  state: string;
  shown: LayoutInfo;
  own: LayoutInfo;
  effects: LayoutInfo;
}

export interface ArgumentInfo {
  name: string;
  kind: 'array' | 'number';
  of: string;
  ndim?: number;
}

export interface KernelInfo {
  export: string;
  args: ArgumentInfo[];
  returns: 'int64' | 'float64' | 'bool' | null;
}

export interface RecordInfo {
  size: number;
  fields: Record<string, { offset: number; type: string; shape: number[] }>;
}

/** How the lines of an analysis are made. */
export interface AnalysisInfo {
  /** What a move is called, by its least loss, the worst first. */
  names: [number, string][];
  digits: number;
  few: number;
  most_told: number;
}

export interface Contract {
  format: string;
  link: { version: number; most_moves: number };
  refusal_bits: number;
  /** The words for what may be right, but is not in this description. */
  elsewhere: string;
  bag: number;
  analysis: AnalysisInfo;
  replay: Record<'mover' | 'outcome' | 'played' | 'legal' | 'scores' | 'moves' | 'running' | 'most_players', number>;
}

export interface Description {
  contract: Contract;
  name: string;
  players: number[];
  /** Whether some know what others do not. */
  private: boolean;
  /** Whether there is anything that not everybody knows from the start. */
  secret: boolean;
  rounds: number;
  starter_is_chosen: boolean;
  endings: string[];
  most_moves: number;
  /** The fields of the set-up that tell the names of things. */
  naming: string[];
  options: OptionInfo[];
  setup: SetupInfo;
  moves: MovesInfo;
  refusals: RefusalInfo[];
  rooms: RoomInfo[];
  names: NamesInfo[];
  minds: MindsInfo;
  puzzles: PuzzlesInfo | null;
  arranging: ArrangingInfo | null;
  kernels: Record<string, KernelInfo>;
  records: Record<string, RecordInfo>;
  memory: { export: string; heap: string };
}
