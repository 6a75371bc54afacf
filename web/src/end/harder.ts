/** Who has won against the computer may try the next level, at a table that is otherwise the same. */

import type { Wish } from '../lib/here';
import type { Level, Seat, Table } from '../lib/types';

export interface Harder {
  level: Level;
  /** That table, for whoever sits there. */
  wish(seat: Seat): Wish;
}

/** The next level after the strongest of that table's; null: somebody else plays too, or there is none. */
export function harder(table: Table, levels: Level[]): Harder | null {
  const { settings, seats } = table;
  if (seats.filter((seat) => seat.kind !== 'bot').length !== 1) return null;
  const met = seats.map((seat) => levels.indexOf(seat.bot as Level));
  const level = levels[Math.max(...met) + 1];
  if (level === undefined) return null;
  const { game, players, options, choices, rounds } = settings;
  const bots = seats.map((seat) => (seat.kind === 'bot' ? level : null));
  return { level, wish: (seat) => ({ settings: { game, players, options, choices, rounds, bots }, seat }) };
}
