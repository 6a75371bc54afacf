/** What the server tells for learning. */

import type { GameRecord, Seat } from '../lib/types';

export interface LessonStep {
  id: string;
  title: string;
  text: string;
  task: string;
  record: GameRecord;
  view: Seat;
  /** The moves that are wanted; null: any legal one. */
  answers: string[] | null;
  after: string;
  otherwise?: string | null;
  clause?: string | null;
  /** A try that is refused teaches a clause. */
  refused?: { move: string; clause: string } | null;
}

export interface LessonAnswer {
  steps: LessonStep[];
}

/** A few moves on a board; `refused` is tried first and does not go. */
export interface Picture {
  record: GameRecord;
  from: number;
  refused?: { move: string; clause: string } | null;
}

export interface Clause {
  id: string;
  title: string;
  section?: string | null;
  html: string;
  picture: Picture | null;
}

export interface RulesAnswer {
  title: string;
  intro: string;
  clauses: Clause[];
  notes?: { title: string; html: string }[];
}

const KEY = 'sommet.lessons';

/** How far each lesson was taken, on this device. */
export function reached(): Record<string, number> {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? '{}') as Record<string, number>;
  } catch {
    return {};
  }
}

/** Remember that a lesson was taken so far. */
export function reach(game: string, step: number): void {
  const before = reached();
  try {
    localStorage.setItem(KEY, JSON.stringify({ ...before, [game]: Math.max(step, before[game] ?? 0) }));
  } catch {
    // a private window may not keep anything
  }
}
