/** Which puzzles were solved on this device, and how many in a row. */

export interface Kept {
  /** How many, by level. */
  solved: Record<string, number>;
  /** How many in a row at the first try and without help, and the most there ever were. */
  streak: number;
  best: number;
  /** The last ones, each once: none counts twice. */
  done: string[];
}

const REMEMBERED = 400;
const nothing: Kept = { solved: {}, streak: 0, best: 0, done: [] };

/** After a puzzle was solved; `alone`: at the first try and without help. */
export function afterSolving(before: Kept, level: number, seed: number, alone: boolean): Kept {
  const name = `${level}-${seed}`;
  if (before.done.includes(name)) return before;
  const streak = alone ? before.streak + 1 : 0;
  return {
    solved: { ...before.solved, [level]: (before.solved[level] ?? 0) + 1 },
    streak,
    best: Math.max(before.best, streak),
    done: [...before.done, name].slice(-REMEMBERED),
  };
}

/**
 * After a move that loses, or with help: what was in a row is over. A puzzle that was solved before is only practice.
 */
export function afterStumbling(before: Kept, level: number, seed: number): Kept {
  return before.done.includes(`${level}-${seed}`) ? before : { ...before, streak: 0 };
}

/** What was kept, whatever stands there. */
export function readKept(text: string | null): Kept {
  try {
    const found = JSON.parse(text ?? '{}') as Partial<Kept>;
    const number = (value: unknown): number => (typeof value === 'number' && value > 0 ? Math.floor(value) : 0);
    const solved = Object.entries(found.solved ?? {}).map(([level, count]) => [level, number(count)] as const);
    const done = Array.isArray(found.done) ? found.done.filter((name) => typeof name === 'string') : [];
    return { solved: Object.fromEntries(solved), streak: number(found.streak), best: number(found.best), done };
  } catch {
    return nothing;
  }
}

export class Keeping {
  kept: Kept = $state.raw(nothing);

  constructor(readonly place: string) {
    try {
      this.kept = readKept(localStorage.getItem(place));
    } catch {
      // nothing may be kept here: counted for as long as the page is open
    }
  }

  /** Whether that one was solved here. */
  did(level: number, seed: number): boolean {
    return this.kept.done.includes(`${level}-${seed}`);
  }

  solved(level: number, seed: number, alone: boolean): void {
    this.#keep(afterSolving(this.kept, level, seed, alone));
  }

  stumbled(level: number, seed: number): void {
    this.#keep(afterStumbling(this.kept, level, seed));
  }

  #keep(now: Kept): void {
    this.kept = now;
    try {
      localStorage.setItem(this.place, JSON.stringify(now));
    } catch {
      // see above
    }
  }
}
