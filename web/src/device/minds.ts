/** Those who think on this device: workers with the games' own computer players, on every core there is. */

import type { Source } from '../engine';
import type { WorkerLike } from '../engine/thinker';
import { Thinkers } from '../engine/thinkers';
import type { FromMind, ToMind } from './messages';

const MOST = 8; // each has trees of its own to keep

/** A worker that the page starts for this one: in Firefox a worker that starts another may wait for it for ever. What
 *  is thought about goes from worker to worker; the page sees nothing of it. */
class Mind implements WorkerLike {
  readonly #port: MessagePort;
  #ondeath: (() => void)[] = [];

  constructor(
    readonly number: number,
    readonly tell: (message: ToMind, given: Transferable[]) => void,
  ) {
    const { port1, port2 } = new MessageChannel();
    this.#port = port1;
    tell({ mind: number, port: port2 }, [port2]);
  }

  postMessage(message: unknown): void {
    this.#port.postMessage(message);
  }

  addEventListener(kind: string, hear: (event: Event) => void): void {
    if (kind === 'error') this.#ondeath.push(() => hear(new Event(kind)));
    else this.#port.addEventListener(kind, hear);
    this.#port.start();
  }

  died(): void {
    this.#ondeath.forEach((tell) => tell());
  }

  terminate(): void {
    this.#port.close();
    this.tell({ mind: this.number, end: true }, []);
  }
}

export class Minds {
  readonly thinkers: Thinkers;
  #minds = new Map<number, Mind>();
  #number = 0;

  constructor(source: Source, tell: (message: ToMind, given: Transferable[]) => void) {
    const make = (): Mind => {
      const mind = new Mind(++this.#number, tell);
      this.#minds.set(mind.number, mind);
      return mind;
    };
    this.thinkers = new Thinkers(source, make, Math.min(MOST, navigator.hardwareConcurrency || 1));
  }

  hear({ mind }: FromMind): void {
    this.#minds.get(mind)?.died();
    this.#minds.delete(mind);
  }
}
