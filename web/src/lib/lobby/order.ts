/** My tables in the order in which they want me. */

import type { Table } from '../types';

/** Whether it is my turn there. */
export function myTurn(table: Table): boolean {
  if (table.status !== 'running' || table.progress == null || table.seat == null) return false;
  const mover = table.progress.to_move;
  if (mover === null) return false;
  if (table.settings.device) return table.seats[mover]?.kind !== 'bot';
  return mover === table.seat;
}

/** Where it is my turn, then the other running ones, then those that wait for players; each newest first. */
export function going(tables: Table[]): Table[] {
  const rank = (table: Table): number => (myTurn(table) ? 0 : table.status === 'running' ? 1 : 2);
  return tables
    .filter((table) => table.status === 'running' || table.status === 'open')
    .toSorted((one, other) => rank(one) - rank(other) || other.created - one.created);
}

/** Those that are over, newest first. */
export function finished(tables: Table[]): Table[] {
  return tables.filter((table) => table.status === 'over').toSorted((one, other) => other.created - one.created);
}

/** How it went for me; on one device nobody is "me", and with computer players alone neither. */
export function outcome(table: Table): 'won' | 'lost' | 'shared' | 'over' {
  if (table.result === null || table.seat == null || table.settings.device) return 'over';
  if (!table.result.winners.includes(table.seat)) return 'lost';
  // a team wins together
  return table.result.winners.length > 1 && table.result.rounds.at(-1)?.reason === 'shared' ? 'shared' : 'won';
}
