/** Other tabs of this device at the same tables: they hear of what was kept, and only one of them thinks. */

export interface News {
  table: string;
  /** It is no longer there. */
  gone?: boolean;
}

export interface Tabs {
  tell(news: News): void;
  onnews: (news: News) => void;
  /** Do this while no other tab does anything of that name. A tab that ends lets go. */
  alone<T>(name: string, signal: AbortSignal, what: () => Promise<T>): Promise<T>;
}

/** How long to wait for another tab: one that hangs or sleeps may hold a name for ever. */
const PATIENCE = 15_000;

/** By the browser's own means; where it has none, every tab does all by itself, and the store keeps what came first. */
export class BrowserTabs implements Tabs {
  onnews: (news: News) => void = () => {};
  #channel = 'BroadcastChannel' in globalThis ? new BroadcastChannel('sommet-tables') : null;

  constructor() {
    if (this.#channel) this.#channel.onmessage = (event: MessageEvent<News>) => this.onnews(event.data);
  }

  tell(news: News): void {
    this.#channel?.postMessage(news);
  }

  async alone<T>(name: string, signal: AbortSignal, what: () => Promise<T>): Promise<T> {
    const locks = navigator.locks as LockManager | undefined; // none where the page is not served securely
    if (locks === undefined) return what();
    const waiting = new AbortController();
    const stop = (): void => waiting.abort();
    const timer = setTimeout(stop, PATIENCE);
    signal.addEventListener('abort', stop);
    let alone = false;
    try {
      return (await locks.request(`sommet-${name}`, { signal: waiting.signal }, () => {
        alone = true;
        clearTimeout(timer);
        return what();
      })) as T;
    } catch (error) {
      if (alone || signal.aborted) throw error;
      return await what(); // two may do it then; the store keeps what came first
    } finally {
      clearTimeout(timer);
      signal.removeEventListener('abort', stop);
    }
  }
}
