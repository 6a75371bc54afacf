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
  /** What a value is: one of these four, or else a number of the enumeration `names`. */
  number?: [number, number];
  real?: true;
  flag?: true;
  group?: FieldInfo[];
  names?: number;
  per: number[];
  up_to: number;
  piled: number;
  late: boolean;
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

export interface Contract {
  format: string;
  link: { version: number; most_moves: number };
  refusal_bits: number;
  /** The words for what may be right, but is not in this description. */
  elsewhere: string;
  bag: number;
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
  kernels: Record<string, KernelInfo>;
  records: Record<string, RecordInfo>;
  memory: { export: string; heap: string };
}
