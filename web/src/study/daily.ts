/** The puzzle of the day: one a game and level, the same for everybody, from midnight to midnight in Greenwich. */

/** Its seed: the date, as a number such as 20260314. */
export const dailySeed = (now = new Date()): number =>
  10_000 * now.getUTCFullYear() + 100 * (now.getUTCMonth() + 1) + now.getUTCDate();

/** The game whose puzzle is the day's: each in its turn. */
export const dailyOf = (games: readonly string[], now = new Date()): string | undefined =>
  games[Math.floor(now.getTime() / 86_400_000) % Math.max(1, games.length)];
