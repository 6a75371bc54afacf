/** The server's HTTP doors. */

import { settings } from './settings.svelte';

/** What the server refuses, in the user's language; `clause` names the rule where it is one. */
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

/** Ask the server; Refused when it says no, with code `offline` when it cannot be reached. */
export async function ask<T>(method: string, path: string, body?: unknown): Promise<T> {
  const headers: Record<string, string> = { 'accept-language': settings.language };
  if (body !== undefined) headers['content-type'] = 'application/json';
  let answer: Response;
  try {
    const request: RequestInit = { method, headers };
    if (body !== undefined) request.body = JSON.stringify(body);
    answer = await fetch(`/api/v1${path}`, request);
  } catch {
    throw new Refused(0, 'offline', '');
  }
  if (answer.status === 204) return undefined as T;
  const said = (await answer.json().catch(() => null)) as { error?: { code: string; message: string; clause: string | null } } | null;
  if (!answer.ok) {
    const error = said?.error;
    throw new Refused(answer.status, error?.code ?? 'internal', error?.message ?? '', error?.clause ?? null);
  }
  return said as T;
}

export const get = <T>(path: string): Promise<T> => ask<T>('GET', path);
export const post = <T>(path: string, body: unknown = {}): Promise<T> => ask<T>('POST', path, body);
