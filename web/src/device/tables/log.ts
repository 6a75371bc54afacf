/** A table's log: what happened, in order. All that a table is follows from it. */

import type { LogEvent, Seat } from '../../lib/types';

export const KINDS = ['deal', 'move', 'back', 'end', 'replace'] as const;

/** `deal` (a round's set-up; the seat that chose who starts), `move`, `back` (a take-back to a ply), `end` (a seat gave
 *  up or ran out of time), `replace` (a computer player took a seat). */
export interface Entry {
  seq: number;
  kind: (typeof KINDS)[number];
  seat: Seat | null;
  text: string;
  /** Milliseconds since 1970. */
  at: number;
  /** How long the mover had thought, in milliseconds. */
  used: number;
}

/** A deal's text. */
export interface Dealt {
  setup: Record<string, unknown>;
  first: Seat | null;
  /** Those that a game brought along already has. */
  moves: string[];
}

/** An entry as everybody may see it: of a deal only that there was one. */
export function shown(entry: Entry): LogEvent {
  const { seq, kind, seat, text, at } = entry;
  const event: LogEvent = { seq, kind, at };
  if (seat !== null) event.seat = seat;
  if (kind === 'move') event.move = text;
  else if (kind === 'back') event.ply = Number(text);
  else if (kind === 'end') event.reason = text as 'resigned' | 'time';
  else if (kind === 'replace') event.bot = text;
  return event;
}

/** Whether that has the form of the log's next entry. */
export function isEntry(value: unknown, seq: number, players: number): value is Entry {
  if (typeof value !== 'object' || value === null) return false;
  const found = value as Record<string, unknown>;
  const seat = found['seat'];
  return (
    found['seq'] === seq &&
    KINDS.includes(found['kind'] as Entry['kind']) &&
    (seat === null || (Number.isInteger(seat) && (seat as number) >= 0 && (seat as number) < players)) &&
    typeof found['text'] === 'string' &&
    Number.isFinite(found['at']) &&
    Number.isFinite(found['used'])
  );
}
