/** What travels between the page and the device worker. */

import type { FromClient, FromServer } from '../lib/types';

/** A question by the server's own paths; what is refused is said in that language. */
export interface Question {
  id: number;
  ask: [method: string, path: string, body: unknown];
  language: string;
}

/** A line to a table of this device: opened, spoken on, closed. */
export type LineMessage =
  { line: number; open: string; language: string } | { line: number; say: FromClient } | { line: number; close: true };

/** A worker that thinks: the device asks the page to start it with a port of its own, or to end it. */
export type ToMind = { mind: number; port: MessagePort } | { mind: number; end: true };
export type FromMind = { mind: number; died: true };

export type ToDevice = Question | LineMessage | FromMind;

export interface Refusal {
  status: number;
  code: string;
  message: string;
  clause: string | null;
}

/** `elsewhere`: this device cannot tell, a server may; `refused` is what to say where there is none. */
export type Answer = { id: number; answer: unknown } | { id: number; refused: Refusal; elsewhere?: boolean };

export type FromDevice = Answer | ToMind | { line: number; hear: FromServer };
