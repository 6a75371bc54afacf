/** Games that this device keeps by itself. */

import { Refused } from './api';
import { STORE } from './local';
import { server } from './reach.svelte';
import { settings } from './settings.svelte';
import { session } from './session.svelte';
import type { OwnTable, Settings, SettingsRequest, Table, TableRequest } from './types';
import { has, t } from './words.svelte';

/** A kept game that cannot be read. */
export interface Damaged {
  id: string;
  damaged: true;
}

/** What is said of a refusal that comes without a sentence. */
export const worded = (code: string, message: string): string =>
  message !== '' || !has(`refused.${code}`) ? message : t(`refused.${code}`);

/** Ask this device; null where it cannot play by itself. */
async function ask<T>(method: string, path: string, body?: unknown): Promise<T | null> {
  const { device, ELSEWHERE } = await import('../device');
  try {
    const answer = await device.ask(method, path, body);
    return answer === ELSEWHERE ? null : (answer as T);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    throw new Refused(error.status, error.code, worded(error.code, error.message), error.clause);
  }
}

/** What a table is to be, and where I am to sit. */
export interface Wish extends Pick<TableRequest, 'seat'> {
  settings: SettingsRequest & Pick<Settings, 'players'>;
}

/** Whether nobody else is needed for it: every seat is a person's at this device, or the computer's. */
export function needsNobody({ settings: wanted, seat = 0 }: Wish): boolean {
  if (wanted.public || wanted.rated) return false;
  const bots = wanted.bots ?? [];
  const places = Array.from({ length: wanted.players }, (_, place) => place);
  return wanted.device === true || places.every((place) => place === seat || bots[place] != null);
}

/** Make a table here; null: this device cannot. Throws what the rules refuse. */
export const makeHere = (wish: Wish): Promise<Table | null> =>
  ask<Table>('POST', '/tables', { ...wish, name: session.me?.name ?? (settings.name || t('session.guest')) });

/** Whether anything may be kept here; whoever has nothing need not start the games' worker to hear that. */
async function mayKeep(): Promise<boolean> {
  try {
    const stores = await indexedDB.databases(); // older browsers cannot tell
    return stores.some(({ name }) => name === STORE);
  } catch {
    return true;
  }
}

/** All that this device keeps. */
export const keptHere = async (): Promise<(Table | Damaged)[]> =>
  ((await mayKeep()) ? await ask<(Table | Damaged)[]>('GET', '/me/tables') : null) ?? [];

export const throwAway = (id: string): Promise<unknown> => ask('DELETE', `/tables/${id}`);

/** The game as a file, saved where the browser saves files. What it holds does not come to the page. */
export async function saveFile(id: string, name: string): Promise<void> {
  const { url } = (await ask<{ url: string }>('GET', `/tables/${id}/file`))!;
  Object.assign(document.createElement('a'), { href: url, download: name }).click();
}

/** A file as a table of this device; throws why not. */
export async function openFile(file: File): Promise<Table> {
  const names = Array.from({ length: 8 }, (_, seat) => t('home.person', { n: seat + 1 }));
  const found = await ask<Table>('POST', '/tables', { file, names });
  if (found === null) throw new Refused(0, 'no_device', t('refused.no_device'));
  return found;
}

/** The same game at a table of the server, with these seats; its record does not come to the page. */
export async function continueOnline(id: string, wish: Wish): Promise<Table> {
  const found = await ask<OwnTable>('POST', `/tables/${id}/online`, wish);
  if (found === null) throw new Refused(0, 'offline', '');
  return found;
}

/** Have these games at hand when the page has nothing else to do. */
export function warm(games: readonly string[]): void {
  const saving = (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true;
  if (saving || settings.games !== 'device' || games.length === 0) return;
  void ask('POST', '/tables/warm', { games }).catch(() => {});
}

/** Whether games against the computer and on this device are kept here. */
export const keepsHere = (): boolean => settings.games === 'device' || server.reach === 'none';
