/** One worker that thinks, from the side of whoever asks it. */

import type { Description } from './description.ts';
import { SommetError } from './errors.ts';
import type { Answered, Asked, Task } from './serve.ts';

/** What a page's and Node's workers have in common. */
export interface WorkerLike {
  postMessage(message: unknown): void;
  terminate(): unknown;
  /** Of a page's worker. */
  addEventListener?(kind: string, hear: (event: any) => void): void;
  /** Of Node's. */
  on?(kind: string, hear: (value: any) => void): unknown;
}

const SILENT = 30_000; // milliseconds

/** The worker is gone. */
export class Died extends Error {}

/** One worker, and what it was asked. */
export class Thinker {
  busy = false;
  onprogress: ((part: number) => void) | null = null;
  private readonly worker: WorkerLike;
  private readonly asked = new Map<number, { resolve: (answer: never) => void; reject: (why: unknown) => void }>();
  private readonly games = new Set<string>();
  private readonly learned = new Set<string>();
  private readonly ondeath: (thinker: Thinker) => void;
  private next = 0;
  private dead = false;
  private watching = false;
  private heard = 0;

  constructor(worker: WorkerLike, ondeath: (thinker: Thinker) => void) {
    this.worker = worker;
    this.ondeath = ondeath;
    if (worker.on) {
      worker.on('message', (message: Answered) => this.hear(message));
      for (const kind of ['error', 'exit', 'messageerror']) worker.on(kind, () => this.die());
    } else {
      worker.addEventListener!('message', (event: MessageEvent<Answered>) => this.hear(event.data));
      for (const kind of ['error', 'messageerror']) worker.addEventListener!(kind, () => this.die());
    }
  }

  async ask<T>(task: Task): Promise<T> {
    if (this.dead) throw new Died();
    const id = this.next++;
    this.heard = performance.now();
    this.watch();
    return new Promise<T>((resolve, reject) => {
      this.asked.set(id, { resolve, reject });
      this.worker.postMessage({ id, task } satisfies Asked);
    });
  }

  /** Give it a game that it has not, and what the game's minds have learned, if that is needed. */
  async learn(description: Description, module: WebAssembly.Module, learned: ArrayBuffer | null = null): Promise<void> {
    const game = description.name;
    if (!this.games.has(game)) {
      await this.ask({ do: 'game', description, module });
      this.games.add(game);
    }
    if (learned && !this.learned.has(game)) {
      await this.ask({ do: 'learned', game, learned });
      this.learned.add(game);
    }
  }

  stop(): void {
    if (!this.dead) this.worker.postMessage({ stop: true } satisfies Asked);
  }

  die(): void {
    if (this.dead) return;
    this.dead = true;
    void this.worker.terminate();
    for (const { reject } of this.asked.values()) reject(new Died());
    this.asked.clear();
    this.ondeath(this);
  }

  /** One that owes an answer and says nothing for long is dead, even if nobody was told: whoever thinks reports. */
  private watch(): void {
    if (this.watching) return;
    this.watching = true;
    const timer: unknown = setTimeout(() => {
      this.watching = false;
      if (this.dead || !this.asked.size) return;
      if (performance.now() - this.heard >= SILENT) this.die();
      else this.watch();
    }, SILENT);
    (timer as { unref?: () => void }).unref?.(); // it keeps no process alive
  }

  private hear(message: Answered): void {
    this.heard = performance.now();
    if ('progress' in message) {
      this.onprogress?.(message.progress);
      return;
    }
    const waiting = this.asked.get(message.id);
    this.asked.delete(message.id);
    if ('answer' in message) waiting?.resolve(message.answer as never);
    else if ('refused' in message) waiting?.reject(SommetError.revived(message.refused));
    else {
      waiting?.reject(new Died(message.failed)); // what it was about is in an unknown state
      this.die();
    }
  }
}
