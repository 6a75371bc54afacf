/** What the page asks: this device where it can answer by itself, the server otherwise. */

import { trouble } from '../device/trouble.svelte';
import { server } from './reach.svelte';
import { settings } from './settings.svelte';
import { t } from './words.svelte';

/** What is refused, in the user's language; `clause` names the rule where it is one. */
export class Refused extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    readonly clause: string | null = null,
  ) {
    super(message);
  }
}

/** What files of the page hold the answer to. */
const DATA = /^\/(games|lessons\/\w+|rules\/\w+|games\/\w+\/layouts\/[^/]+)(\?|$)/;
/** What the games' own kernels can answer. */
const COMPUTED = /^\/(positions|deals|analyses|games\/\w+\/puzzles)\b|^\/tables\/local-/;

/** Ask; Refused when the answer is no, with code `offline` when a server is needed and cannot be reached. */
export async function ask<T>(method: string, path: string, body?: unknown): Promise<T> {
  if (method === 'GET' && DATA.test(path)) return fromData<T>(path);
  const own = COMPUTED.test(path) ? await fromDevice<T>(method, path, body) : null;
  return own ?? fromServer<T>(method, path, body);
}

/** Ask this device; null: only a server can tell. */
export async function fromDevice<T>(method: string, path: string, body?: unknown): Promise<T | null> {
  const { device, ELSEWHERE } = await import('../device');
  const answer = await device.ask(method, path, body);
  return answer === ELSEWHERE ? null : (answer as T);
}

async function fromData<T>(path: string): Promise<T> {
  const { fileOf, read } = await import('../device/data');
  const file = fileOf(path);
  return file === null ? fromServer<T>('GET', path) : ((await read(file).catch(() => fromServer<T>('GET', path))) as T);
}

/** Why nothing comes of it, where there is no server. */
const alone = (): string =>
  trouble.why === null ? t('needs.server') : `${t(`trouble.${trouble.why}`)} ${t('trouble.alone')}`;

/** Ask the server, whatever this device knows. */
export async function fromServer<T>(method: string, path: string, body?: unknown): Promise<T> {
  if (server.reach === 'none') throw new Refused(0, 'no_server', alone());
  const headers: Record<string, string> = { 'accept-language': settings.language };
  if (body !== undefined) headers['content-type'] = 'application/json';
  let answer: Response;
  try {
    const request: RequestInit = { method, headers };
    if (body !== undefined) request.body = JSON.stringify(body);
    answer = await fetch(`/api/v1${path}`, request);
  } catch {
    server.heard(false);
    throw new Refused(0, 'offline', '');
  }
  server.heard(true);
  if (answer.status === 204) return undefined as T;
  const said = (await answer.json().catch(() => null)) as {
    error?: { code: string; message: string; clause: string | null };
  } | null;
  if (!answer.ok) {
    const error = said?.error;
    throw new Refused(answer.status, error?.code ?? 'internal', error?.message ?? '', error?.clause ?? null);
  }
  return said as T;
}

export const get = <T>(path: string): Promise<T> => ask<T>('GET', path);
export const post = <T>(path: string, body: unknown = {}): Promise<T> => ask<T>('POST', path, body);
