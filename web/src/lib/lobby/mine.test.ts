import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

const asked: string[] = [];
let me: unknown = null;
let answer: unknown = [];

beforeEach(() => {
  asked.length = 0;
  vi.resetModules();
  vi.useFakeTimers();
  vi.stubGlobal('location', { pathname: '/', search: '', hash: '' });
  vi.stubGlobal('document', {
    querySelector: () => null,
    addEventListener: () => {},
    removeEventListener: () => {},
    visibilityState: 'visible',
  });
  vi.stubGlobal('fetch', async (path: string) => {
    asked.push(path.replace('/api/v1', ''));
    if (answer instanceof Error) throw answer;
    return new Response(JSON.stringify(path.endsWith('/session') ? me : answer));
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('my tables', () => {
  it('are not asked for without a person', async () => {
    me = null;
    const { Mine } = await import('./mine.svelte');
    const mine = new Mine();
    await vi.advanceTimersByTimeAsync(10);
    expect([mine.heard, mine.tables.length, asked]).toEqual([true, 0, ['/session']]);
    mine.leave();
  });

  it('are asked for again after a while, not again and again, and stay when the server is away', async () => {
    [me, answer] = [{ id: 'u', name: 'Ana', guest: true }, [{ id: 'a' }]];
    const { Mine } = await import('./mine.svelte');
    const mine = new Mine();
    await vi.advanceTimersByTimeAsync(10);
    expect(mine.tables.map(({ id }) => id)).toEqual(['a']);
    await mine.look();
    expect(asked).toEqual(['/session', '/me/tables']);
    answer = new Error('away');
    await vi.advanceTimersByTimeAsync(15_000);
    expect(asked).toEqual(['/session', '/me/tables', '/me/tables']);
    expect(mine.tables.map(({ id }) => id)).toEqual(['a']);
    mine.leave();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(asked).toHaveLength(3);
  });
});
