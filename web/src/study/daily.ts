/** The puzzle of the day: one a level, the same for everybody, from midnight to midnight in Greenwich. */

/** Its seed: the date, as a number such as 20260314. */
export const dailySeed = (now = new Date()): number =>
  10_000 * now.getUTCFullYear() + 100 * (now.getUTCMonth() + 1) + now.getUTCDate();
