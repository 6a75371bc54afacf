/** Challenges that wait for an answer, to me and by me. Asked for anew when the server says that they have changed. */

import { announce } from '../lib/announce.svelte';
import { get } from '../lib/api';
import { known } from '../lib/games.svelte';
import { notice } from '../lib/notice.svelte';
import { route } from '../lib/route.svelte';
import { session } from '../lib/session.svelte';
import type { Challenge } from '../lib/types';
import { t } from '../lib/words.svelte';

export const challenges: { list: Challenge[] } = $state({ list: [] });

/** Ask for them; `aloud`: whatever is new is said, wherever one is. Guests have none. */
export async function look(aloud: boolean): Promise<void> {
  if (session.me === null || session.me.guest) {
    challenges.list = [];
    return;
  }
  const before = new Set(challenges.list.map(({ table }) => table.id));
  challenges.list = await get<Challenge[]>('/me/challenges').catch(() => challenges.list);
  const fresh = challenges.list.find(({ mine, table }) => !mine && !before.has(table.id));
  if (!aloud || fresh === undefined) return;
  const values = { name: fresh.by.name, game: known.title(fresh.table.settings.game) };
  if (route.path === '/') announce(t('friends.challenged.here', values));
  else notice.text = t('friends.challenged', values);
}
