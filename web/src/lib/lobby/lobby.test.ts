import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

class Wire {
  static readonly OPEN = 1;
  static all: Wire[] = [];
  readyState = Wire.OPEN;
  said: string[] = [];
  onmessage: (event: { data: string }) => void = () => {};
  onclose: () => void = () => {};
  closed = false;
  constructor(readonly url: string) {
    Wire.all.push(this);
  }
  close(): void {
    this.closed = true;
  }
  send(text: string): void {
    this.said.push(text);
  }
  say(message: object): void {
    this.onmessage({ data: JSON.stringify(message) });
  }
}

const heard = new Map<string, () => void>();

beforeEach(() => {
  Wire.all = [];
  vi.useFakeTimers();
  vi.stubGlobal('WebSocket', Wire);
  vi.stubGlobal('location', { protocol: 'https:', host: 'games.example' });
  vi.stubGlobal('addEventListener', (name: string, call: () => void) => heard.set(name, call));
  vi.stubGlobal('removeEventListener', (name: string) => heard.delete(name));
  vi.stubGlobal('document', {
    querySelector: () => null,
    addEventListener: () => {},
    removeEventListener: () => {},
    visibilityState: 'visible',
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('the lobby', () => {
  it('shows what it is told and tells when it changes', async () => {
    const { Lobby } = await import('./lobby.svelte');
    const lobby = new Lobby();
    const changes = vi.fn();
    lobby.onchange = changes;
    expect(Wire.all[0]!.url).toBe('wss://games.example/api/v1/lobby/ws');
    expect(lobby.heard).toBe(false);
    Wire.all[0]!.say({ type: 'lobby', open: [{ id: 'a' }], running: [{ id: 'b' }] });
    expect([lobby.heard, lobby.live, lobby.open[0]!.id, lobby.running[0]!.id]).toEqual([true, true, 'a', 'b']);
    expect(changes).toHaveBeenCalledOnce();
    lobby.leave();
    expect(Wire.all[0]!.closed).toBe(true);
  });

  it('comes back by itself, later each time, at once with the network, and keeps its lists meanwhile', async () => {
    const { Lobby } = await import('./lobby.svelte');
    const lobby = new Lobby();
    Wire.all[0]!.say({ type: 'lobby', open: [{ id: 'a' }], running: [] });
    Wire.all[0]!.onclose();
    expect([lobby.live, lobby.open.length]).toEqual([false, 1]);
    vi.advanceTimersByTime(700);
    expect(Wire.all).toHaveLength(2);
    Wire.all[1]!.onclose();
    vi.advanceTimersByTime(500);
    expect(Wire.all).toHaveLength(2);
    heard.get('online')!();
    expect(Wire.all).toHaveLength(3);
    Wire.all[2]!.say({ type: 'lobby', open: [], running: [] });
    expect([lobby.live, lobby.open.length]).toEqual([true, 0]);
    lobby.leave();
    Wire.all[2]!.onclose();
    vi.advanceTimersByTime(60_000);
    expect(Wire.all).toHaveLength(3);
  });

  it('asks whether anybody is there when it hears nothing, and comes back where nobody is', async () => {
    const { Lobby } = await import('./lobby.svelte');
    const lobby = new Lobby();
    const [wire] = Wire.all;
    wire!.say({ type: 'lobby', open: [], running: [] });
    vi.advanceTimersByTime(24_000);
    expect(wire!.said).toEqual([]);
    vi.advanceTimersByTime(4_000);
    expect(wire!.said).toEqual(['{"type":"ping"}']);
    wire!.say({ type: 'done', id: null, seq: 0 });
    vi.advanceTimersByTime(25_000);
    expect([lobby.live, wire!.closed, wire!.said.length]).toEqual([true, false, 1]);
    vi.advanceTimersByTime(12_000);
    expect([lobby.live, wire!.closed]).toEqual([false, true]);
    vi.advanceTimersByTime(700);
    expect(Wire.all).toHaveLength(2);
    Wire.all[1]!.say({ type: 'lobby', open: [], running: [] });
    expect(lobby.live).toBe(true);
    lobby.leave();
    vi.advanceTimersByTime(60_000);
    expect([Wire.all.length, Wire.all[1]!.said.length]).toEqual([2, 0]);
  });

  it('asks before it gives up, though it is woken only once in a while', async () => {
    const { Lobby } = await import('./lobby.svelte');
    const lobby = new Lobby();
    Wire.all[0]!.say({ type: 'lobby', open: [], running: [] });
    vi.setSystemTime(Date.now() + 600_000);
    vi.advanceTimersByTime(4_000);
    expect([lobby.live, Wire.all[0]!.said.length]).toEqual([true, 1]);
    Wire.all[0]!.say({ type: 'done', id: null, seq: 0 });
    vi.advanceTimersByTime(20_000);
    expect([lobby.live, Wire.all.length]).toEqual([true, 1]);
    lobby.leave();
  });

  it('asks at once when the device has lost its network', async () => {
    const { Lobby } = await import('./lobby.svelte');
    const lobby = new Lobby();
    Wire.all[0]!.say({ type: 'lobby', open: [], running: [] });
    vi.advanceTimersByTime(1_000);
    heard.get('offline')!();
    vi.advanceTimersByTime(4_000);
    expect(Wire.all[0]!.said).toHaveLength(1);
    vi.advanceTimersByTime(8_000);
    expect(lobby.live).toBe(false);
    lobby.leave();
  });

  it('does not listen to a connection it has given up', async () => {
    const { Lobby } = await import('./lobby.svelte');
    const lobby = new Lobby();
    heard.get('online')!();
    Wire.all[0]!.say({ type: 'lobby', open: [{ id: 'old' }], running: [] });
    expect(lobby.heard).toBe(false);
    lobby.leave();
  });
});
