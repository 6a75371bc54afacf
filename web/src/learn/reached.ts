/** How far the lessons were taken, on this device. */

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
