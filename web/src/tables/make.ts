/** Make a table and go to it; whoever needs the server and was nobody is a guest from then on. */

import { post, Refused } from '../lib/api';
import { known } from '../lib/games.svelte';
import { keepsHere, makeHere, needsNobody, type Wish } from '../lib/here';
import { notice } from '../lib/notice.svelte';
import { server } from '../lib/reach.svelte';
import { go } from '../lib/route.svelte';
import { beSomebody } from '../lib/session.svelte';
import { settings } from '../lib/settings.svelte';
import type { ClockRequest, Level, OwnTable, Table } from '../lib/types';
import { t } from '../lib/words.svelte';

/** Make it: here where nobody else is needed, otherwise on the server; throws what is refused. */
export async function make(wish: Wish): Promise<Table> {
  if (needsNobody(wish) && keepsHere()) {
    const made = await makeHere(wish);
    if (made !== null) return made;
    if (server.reach === 'none') throw new Refused(0, 'no_device', t('refused.no_device'));
    notice.text = t('here.server');
  }
  await beSomebody();
  return post<OwnTable>('/tables', wish);
}

/** Challenge somebody: a table with a seat that is kept for them. */
export const challenge = (user: string, { settings: wanted, seat }: Wish): Promise<OwnTable> =>
  post<OwnTable>('/challenges', { user, settings: wanted, seat: seat ?? 0 });

export const USUAL_LEVEL: Level = 'easy';

/** As few as may play it together. */
export const fewest = (game: string): number => known.players(game)[0] ?? 2;

/** The level and the number of players last chosen against the computer. */
export const usual = (game: string): { level: Level; players: number } => ({
  level: settings.levels[game] ?? USUAL_LEVEL,
  players: settings.players[game] ?? fewest(game),
});

/** Play against the computer: all other seats are its. */
export async function playComputer(game: string): Promise<void> {
  const { level, players } = usual(game);
  const bots = [null, ...Array.from({ length: players - 1 }, () => level)];
  go(`/t/${(await make({ settings: { game, players, bots } })).id}`);
}

/** A table by invitation; its room shows the link. */
export async function inviteFriends(game: string, players = fewest(game)): Promise<void> {
  go(`/t/${(await make({ settings: { game, players } })).id}`);
}

/** The clocks of quick games, from fast to slow. */
export const CLOCKS: ClockRequest[] = [
  { kind: 'total', seconds: 180, increment: 2 },
  { kind: 'total', seconds: 300, increment: 5 },
  { kind: 'total', seconds: 900, increment: 10 },
  { kind: 'days', days: 1 },
];

/** Whoever wants to play: where somebody waits, or at a new table. The address says so, also after a reload. */
export async function playAnybody(game: string, rated: boolean): Promise<void> {
  await beSomebody();
  const clock = CLOCKS[settings.quick.clock] ?? CLOCKS[1]!;
  go(`/t/${(await post<OwnTable>('/quick', { game, players: fewest(game), clock, rated })).id}?quick=1`);
}
