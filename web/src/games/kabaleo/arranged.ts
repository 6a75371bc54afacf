/** Piles, stocks and objectives that are asked for, and how they change. The rules judge them elsewhere. */

import { SYMBOLS } from '../../lib/colours';
import type { Scene } from '../../play/play.svelte';
import { type Asked, turnIn } from '../../study/asked';
import { parse, piles } from './position';

export const COLOURS = ['pink', 'orange', 'green', 'blue', 'yellow', 'violet'];
const BASE = 'base:';

export type Stocks = Record<string, number>[];

/** The tool that lays a base of that colour; and which colour a tool's base has, null where it puts pieces. */
export const baseBrush = (colour: string): string => BASE + colour;
export const baseOf = (brush: string): string | null => (brush.startsWith(BASE) ? brush.slice(BASE.length) : null);

export function told(scene: Scene): Asked {
  const { setup, moves } = scene.record;
  const last = moves.at(-1);
  return {
    colours: setup['colours'],
    locations: piles(scene),
    stocks: scene.state['stocks'],
    objectives: setup['objectives'],
    to_move: turnIn(scene),
    last: last === undefined ? null : String(parse(last).location),
  };
}

export const pilesIn = (asked: Asked): string[][] => asked['locations'] as string[][];
export const stocksIn = (asked: Asked): Stocks | null => asked['stocks'] as Stocks | null;
export const objectivesIn = (asked: Asked): (string | null)[] => asked['objectives'] as (string | null)[];
export const lastIn = (asked: Asked): string | null => asked['last'] as string | null;

/** The colours in play, always in the same order. */
export function coloursIn(asked: Asked): string[] {
  const order = Object.keys(SYMBOLS);
  return [...(asked['colours'] as string[])].sort((a, b) => order.indexOf(a) - order.indexOf(b));
}

/** Bare bases; nothing is known of what anybody has. */
export const cleared = (asked: Asked): Asked => ({
  ...asked,
  locations: pilesIn(asked).map((pile) => pile.slice(0, 1)),
  stocks: null,
  objectives: objectivesIn(asked).map(() => null),
  last: null,
});

/** Another pile there. Stocks that nobody set by hand are drawn again; where the last move was is open. */
function piled(asked: Asked, location: number, pile: string[], pinned: boolean): Asked {
  const locations = pilesIn(asked).with(location - 1, pile);
  return { ...asked, locations, stocks: pinned ? asked['stocks'] : null, last: null };
}

/** One more piece on top, or another base under all of them. */
export function put(asked: Asked, location: number, brush: string, pinned: boolean): Asked {
  const pile = pilesIn(asked)[location - 1]!;
  const base = baseOf(brush);
  return base === null
    ? piled(asked, location, [...pile, brush], pinned)
    : { ...asked, locations: pilesIn(asked).with(location - 1, [base, ...pile.slice(1)]) };
}

/** Without the piece on top; a bare base stays. */
export function taken(asked: Asked, location: number, pinned: boolean): Asked {
  const pile = pilesIn(asked)[location - 1]!;
  return pile.length === 1 ? asked : piled(asked, location, pile.slice(0, -1), pinned);
}

/** How many pieces, or bases, of each colour lie on the table. */
export function counted(asked: Asked, bases: boolean): Record<string, number> {
  const lying = pilesIn(asked).flatMap((pile) => (bases ? pile.slice(0, 1) : pile.slice(1)));
  return Object.fromEntries(coloursIn(asked).map((one) => [one, lying.filter((colour) => colour === one).length]));
}

/** Another colour in play in place of that one, wherever it is. */
export function recoloured(asked: Asked, from: string, to: string): Asked {
  const other = (colour: string): string => (colour === from ? to : colour);
  return {
    ...asked,
    colours: (asked['colours'] as string[]).map(other),
    locations: pilesIn(asked).map((pile) => pile.map(other)),
    stocks:
      stocksIn(asked)?.map((stock) => Object.fromEntries(Object.entries(stock).map(([c, n]) => [other(c), n]))) ?? null,
    objectives: objectivesIn(asked).map((colour) => colour && other(colour)),
  };
}
