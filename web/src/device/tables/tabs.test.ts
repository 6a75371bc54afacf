import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { BrowserTabs } from './tabs';

type Grant = (callback: () => Promise<unknown>) => Promise<unknown>;

/** A browser's locks: granted at once, or never. */
function stub(grant: Grant | null): void {
  const request = (_: string, { signal }: { signal: AbortSignal }, callback: () => Promise<unknown>): unknown =>
    grant !== null
      ? grant(callback)
      : new Promise((_, fail) =>
          signal.addEventListener('abort', () => fail(new DOMException('no longer', 'AbortError'))),
        );
  vi.stubGlobal('navigator', { locks: { request } });
}

const signal = (): AbortSignal => new AbortController().signal;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('BroadcastChannel', undefined);
  Reflect.deleteProperty(globalThis, 'BroadcastChannel');
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('doing something alone', () => {
  it('gives what it gave, and throws what it threw, once', async () => {
    stub((callback) => callback());
    const tabs = new BrowserTabs();
    expect(await tabs.alone('a', signal(), () => Promise.resolve(7))).toBe(7);
    const fail = vi.fn(() => Promise.reject(new Error('as it is')));
    await expect(tabs.alone('a', signal(), fail)).rejects.toThrow('as it is');
    expect(fail).toHaveBeenCalledOnce();
  });

  it('waits for another tab, but not for one that never lets go', async () => {
    stub(null);
    const what = vi.fn(() => Promise.resolve(7));
    const done = new BrowserTabs().alone('a', signal(), what);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(what).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(await done).toBe(7);
  });

  it('is not done at all when nobody wants it any longer', async () => {
    stub(null);
    const what = vi.fn(() => Promise.resolve(7));
    const stop = new AbortController();
    const done = new BrowserTabs().alone('a', stop.signal, what);
    stop.abort();
    await expect(done).rejects.toThrow('no longer');
    expect(what).not.toHaveBeenCalled();
  });
});
