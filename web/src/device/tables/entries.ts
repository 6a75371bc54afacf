/** New entries of a table's log. */

import type { Seat } from '../../lib/types';
import type { Entry } from './log';
import type { Made, Room } from './room';
import { seed } from './rules';

const USUAL = 'easy';

/** A new entry of the log, now. */
export function entryOf(room: Room, kind: Entry['kind'], seat: Seat | null, text: string): Entry {
  const timed = room.row.settings.clock.kind !== 'none';
  return { seq: room.progress.seq, kind, seat, text, at: Date.now(), used: timed ? Math.round(room.thought.used) : 0 };
}

/** The entry for a seat that goes on no longer: with two sides the end, with more a computer player. */
export function lost(room: Room, seat: Seat, reason: 'resigned' | 'time'): Made {
  if (room.progress.sides().length === 2) return { entry: entryOf(room, 'end', seat, reason), after: null };
  return { entry: entryOf(room, 'replace', seat, room.row.settings.replace ?? USUAL), after: null };
}

/** The entry that deals the next round. */
export function deal(room: Room, first: Seat | null = null, chooser: Seat | null = null): Entry {
  const { players, options, choices } = room.row.settings;
  const wanted = { players, options, choices, seed: seed(), ...(first === null ? {} : { first }) };
  const { setup } = room.progress.game.deal(wanted);
  return entryOf(room, 'deal', chooser, JSON.stringify({ setup, first, moves: [] }));
}
