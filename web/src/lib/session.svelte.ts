/** Who I am: nobody yet, a guest at once, or an account. */

import { get, post, Refused } from './api';
import { settings } from './settings.svelte';
import type { Who } from './types';
import { t } from './words.svelte';

export const session: { me: Who | null; asked: boolean } = $state({ me: null, asked: false });

/** Recovery codes that were just made, until they have been seen. */
export const fresh: { codes: string[] | null } = $state({ codes: null });

/** Ask the server who I am; nobody is a good answer. */
export async function whoAmI(): Promise<Who | null> {
  try {
    session.me = await get<Who | null>('/session');
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    if (error.status === 0) return session.me; // nobody answered: to be asked again
    if (error.status === 401) session.me = null;
  }
  session.asked = true;
  return session.me;
}

/** I am somebody from now on: a guest, if I was nobody. */
export async function beSomebody(): Promise<Who> {
  const me = session.me ?? (session.asked ? null : await whoAmI());
  if (me !== null) return me;
  session.me = await post<Who>('/session/guest', { name: settings.name || t('session.guest') });
  return session.me;
}
