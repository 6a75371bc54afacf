/**
 * The page's own device: a worker with the games' engine, started when it is first needed, and again when it has died.
 */

import { Refused } from '../lib/api';
import { server } from '../lib/reach.svelte';
import { settings } from '../lib/settings.svelte';
import type { FromClient, FromServer } from '../lib/types';
import type { Answer, FromDevice, LineMessage, Question, ToDevice, ToMind } from './messages';
import { trouble } from './trouble.svelte';

/** What this device cannot answer; a server may. */
export const ELSEWHERE: unique symbol = Symbol('elsewhere');

/** A line to a table of this device. */
export interface DeviceLine {
  say(message: FromClient): void;
  close(): void;
}

interface Waiting {
  question: Question;
  done: (answer: Answer | null) => void;
  tries: number;
}

interface Ear {
  hear: (message: FromServer) => void;
  onbreak: () => void;
}

const TRIES = 2; // a question that has ended a worker twice is not asked a third time
const LOOK = 3000; // milliseconds between looks whether the worker still lives
const SILENT = 5; // so many looks without a word, and it does not

export class Device {
  #worker: Worker | null = null;
  #spoke = false;
  #silence = 0;
  #number = 0;
  #waiting = new Map<number, Waiting>();
  #lines = new Map<number, Ear>();
  #minds = new Map<number, Worker>();
  #watch: ReturnType<typeof setInterval> | undefined;

  /** `make` and `makeMind`: the worker itself, and one that thinks for it. */
  constructor(
    readonly make: () => Worker,
    readonly makeMind: () => Worker,
  ) {}

  /** Ask by the server's own paths; ELSEWHERE when only a server can tell. Throws Refused. */
  async ask(method: string, path: string, body?: unknown): Promise<unknown> {
    const id = ++this.#number;
    const question: Question = { id, ask: [method, path, body], language: settings.language };
    const said = await new Promise<Answer | null>((done) => {
      this.#waiting.set(id, { question, done, tries: 0 });
      this.#send(question);
    });
    if (said === null) return ELSEWHERE;
    if ('answer' in said) return said.answer;
    const { status, code, message, clause } = said.refused;
    if (code === 'memory') trouble.tell('memory');
    if (said.elsewhere && (server.reach !== 'none' || message === '')) return ELSEWHERE;
    throw new Refused(status, code, message, clause);
  }

  /** A line to that table; `onbreak`: the worker has died, and whoever still wants the line opens a new one. */
  line(table: string, hear: Ear['hear'], onbreak: () => void = () => {}): DeviceLine {
    const line = ++this.#number;
    this.#lines.set(line, { hear, onbreak });
    const send = (message: LineMessage): void => void (this.#lines.has(line) && this.#send(message));
    send({ line, open: table, language: settings.language });
    return {
      say: (message) => send({ line, say: message }),
      close: () => {
        send({ line, close: true });
        this.#lines.delete(line);
      },
    };
  }

  #send(message: ToDevice): void {
    const worker = this.#worker ?? this.#start();
    if (worker === null) return;
    try {
      worker.postMessage(message);
    } catch {
      worker.postMessage(JSON.parse(JSON.stringify(message))); // what the page watches cannot be sent as it is
    }
    this.#watch ??= setInterval(() => this.#look(), LOOK);
  }

  #start(): Worker | null {
    if (!('WebAssembly' in globalThis)) return this.#cannot('no_wasm');
    if (!('Worker' in globalThis)) return this.#cannot('no_workers');
    try {
      const worker = (this.#worker = this.make());
      worker.onmessage = ({ data }: MessageEvent<FromDevice>) => this.#hear(data);
      worker.onerror = (event) => {
        event.preventDefault?.();
        this.#died();
      };
      this.#spoke = false;
      this.#silence = 0;
      return worker;
    } catch {
      return this.#cannot('no_workers');
    }
  }

  /** Nothing will come of it here: whoever waits asks elsewhere. */
  #cannot(why: NonNullable<typeof trouble.why>): null {
    trouble.tell(why);
    this.#end();
    const [waiting, lines] = [[...this.#waiting.values()], [...this.#lines.values()]];
    this.#waiting.clear();
    this.#lines.clear();
    for (const { done } of waiting) done(null);
    for (const { onbreak } of lines) queueMicrotask(onbreak);
    return null;
  }

  #end(): void {
    clearInterval(this.#watch);
    this.#watch = undefined;
    for (const mind of this.#minds.values()) mind.terminate();
    this.#minds.clear();
    this.#worker?.terminate();
    this.#worker = null;
  }

  #hear(data: FromDevice): void {
    this.#spoke = true;
    this.#silence = 0;
    if ('line' in data) {
      this.#lines.get(data.line)?.hear(data.hear);
      return;
    }
    if ('mind' in data) {
      this.#mind(data);
      return;
    }
    const found = this.#waiting.get(data.id);
    this.#waiting.delete(data.id);
    found?.done(data);
  }

  /** Start a worker that thinks, or end it. */
  #mind(data: ToMind): void {
    this.#minds.get(data.mind)?.terminate();
    this.#minds.delete(data.mind);
    if ('end' in data) return;
    const died = (): void => this.#worker?.postMessage({ mind: data.mind, died: true } satisfies ToDevice);
    try {
      const mind = this.makeMind();
      this.#minds.set(data.mind, mind);
      mind.onerror = (event) => {
        event.preventDefault?.();
        if (this.#minds.get(data.mind) === mind) died();
      };
      mind.postMessage(data.port, [data.port]);
    } catch {
      died();
    }
  }

  /** A worker that has nothing to do need not be looked after; one that has must say something now and then. */
  #look(): void {
    if (this.#waiting.size === 0 && this.#lines.size === 0) {
      clearInterval(this.#watch);
      this.#watch = undefined;
      return;
    }
    if (++this.#silence > SILENT) this.#died();
    else this.#worker?.postMessage({ id: 0, ask: ['PING', '/', null], language: settings.language } satisfies Question);
  }

  #died(): void {
    if (!this.#spoke) {
      this.#cannot('broken'); // it never began
      return;
    }
    this.#end();
    const lines = [...this.#lines.values()];
    this.#lines.clear();
    for (const waiting of this.#waiting.values()) {
      waiting.tries += 1;
      if (waiting.tries < TRIES) this.#send(waiting.question);
      else {
        this.#waiting.delete(waiting.question.id);
        waiting.done(null);
      }
    }
    for (const { onbreak } of lines) onbreak();
  }
}

export const device = new Device(
  () => new Worker(new URL('./worker.ts', import.meta.url), { type: 'module', name: 'sommet' }),
  () => new Worker(new URL('./mind.ts', import.meta.url), { type: 'module', name: 'sommet-mind' }),
);
