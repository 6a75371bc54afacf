/** Reading a scene: which stacks stand where. No rules: moves are only followed. */

import type { Effects, Seat } from '../../lib/types';
import { paint } from '../../lib/colours';
import type { Play, Scene } from '../../play/play.svelte';

/** By spot, from 1: the colours, bottom to top. */
export type Stacks = Map<number, string[]>;

export function stacksOf(scene: Scene): Stacks {
  const stacks = scene.state['stacks'] as Record<string, string[]>;
  return new Map(
    Object.entries(stacks)
      .map(([spot, colours]) => [Number(spot), colours] as const)
      .sort((a, b) => a[0] - b[0]),
  );
}

/** How many spots the table has. */
export function spotsOf(scene: Scene): number {
  return (scene.record.setup['tokens'] as string[]).length;
}

/** From which spot to which. */
export function parse(move: string): [number, number] {
  const [from, to] = move.split('>').map(Number);
  return [from ?? 0, to ?? 0];
}

export const written = (from: number, to: number): string => `${from}>${to}`;

/** The stacks after a move. */
export function moved(stacks: Stacks, move: string): Stacks {
  const [from, to] = parse(move);
  const taken = stacks.get(from);
  const under = stacks.get(to);
  if (!taken || !under) return stacks;
  const after = new Map(stacks);
  after.delete(from);
  after.set(to, [...under, ...taken]);
  return after;
}

export const top = (colours: string[]): string => colours.at(-1) ?? '';

/** The two stacks of a move as they were before it: of one already made, or of one that could be made now. */
export function stacksOfMove(move: string, scene: Scene): [string[], string[]] {
  const [from, to] = parse(move);
  const made = scene.record.moves.indexOf(move);
  let stacks = stacksOf(scene);
  if (made >= 0) {
    stacks = new Map((scene.record.setup['tokens'] as string[]).map((colour, index) => [index + 1, [colour]]));
    for (const earlier of scene.record.moves.slice(0, made)) stacks = moved(stacks, earlier);
  }
  return [stacks.get(from) ?? [], stacks.get(to) ?? []];
}

/** The spots on which the stack of that spot may be put. */
export function targets(legal: string[], from: number): number[] {
  return legal.map(parse).flatMap(([source, to]) => (source === from ? [to] : []));
}

/** Why the two stacks of a move can join. */
export function reason(effects: Effects | undefined | null): 'height' | 'colour' | 'both' | null {
  const why = effects?.['why'] as string[] | undefined;
  if (!why || why.length === 0) return null;
  return why.length > 1 ? 'both' : (why[0] as 'height' | 'colour');
}

/** The seats that are out because of a move, in order. */
export function outBy(effects: Effects | undefined | null): number[] {
  return (effects?.['out'] as number[] | undefined) ?? [];
}

/** Seats out so far, in order. */
export function outOf(scene: Scene): number[] {
  return (scene.state['out'] as number[] | undefined) ?? [];
}

/** Who made the last move; the server says it with what the move did. */
export function lastMover(play: Play): Seat | null {
  const seat = play.lastEffects?.['seat'];
  return typeof seat === 'number' ? seat : play.lastMover;
}

/** How many stacks there are of each colour on top (rows) and height (columns). */
export interface Tally {
  colours: string[];
  heights: number[];
  count(colour: string, height: number): number;
}

export function tally(stacks: Stacks, tokens: string[]): Tally {
  const found = new Map<string, number>();
  const heights = new Set<number>();
  for (const colours of stacks.values()) {
    const key = `${top(colours)} ${colours.length}`;
    found.set(key, (found.get(key) ?? 0) + 1);
    heights.add(colours.length);
  }
  return {
    colours: ordered(tokens),
    heights: [...heights].sort((a, b) => a - b),
    count: (colour, height) => found.get(`${colour} ${height}`) ?? 0,
  };
}

const NAMED = ['red', 'yellow', 'green', 'blue'];

/** The colours of a set, each once: the four by name first, then by number. */
export function ordered(tokens: string[]): string[] {
  const rank = (colour: string): number =>
    NAMED.includes(colour) ? NAMED.indexOf(colour) - NAMED.length : Number(colour.slice(1));
  return [...new Set(tokens)].sort((a, b) => rank(a) - rank(b));
}

/** Sets of many colours share paints: a number tells apart those that look the same. No number where none is needed. */
export function marks(tokens: string[]): Map<string, string> {
  const used = new Map<string, number>();
  const found = new Map<string, string>();
  for (const colour of ordered(tokens)) {
    const times = (used.get(paint(colour)) ?? 0) + 1;
    used.set(paint(colour), times);
    found.set(colour, times > 1 ? String(times) : '');
  }
  return found;
}
