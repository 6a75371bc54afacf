import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { FromDevice, Question, ToDevice } from './messages';

/** A worker that says what the test lets it say. */
class Hands {
  static made: Hands[] = [];
  onmessage: (event: { data: FromDevice }) => void = () => {};
  onerror: (event: object) => void = () => {};
  heard: ToDevice[] = [];
  given: unknown[] = [];
  ended = false;
  constructor() {
    Hands.made.push(this);
  }
  postMessage(message: ToDevice, given: unknown[] = []): void {
    this.given.push(...given);
    if (given.length === 0) this.heard.push(structuredClone(message));
  }
  terminate(): void {
    this.ended = true;
  }
  say(data: FromDevice): void {
    this.onmessage({ data });
  }
  get questions(): Question[] {
    return this.heard.filter((one): one is Question => 'ask' in one && one.ask[0] !== 'PING');
  }
}

const hands = (): Worker => new Hands() as unknown as Worker;

async function load(): Promise<typeof import('./index') & typeof import('./trouble.svelte')> {
  return { ...(await import('./index')), ...(await import('./trouble.svelte')) };
}

beforeEach(() => {
  Hands.made = [];
  vi.resetModules();
  vi.useFakeTimers();
  vi.stubGlobal('location', { pathname: '/', search: '', hash: '' });
  vi.stubGlobal('document', { querySelector: () => null, addEventListener: () => {}, visibilityState: 'visible' });
  vi.stubGlobal('Worker', Hands);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('the device', () => {
  it('starts its worker when it is first asked, once, and gives its answers to whoever asked', async () => {
    const { Device } = await load();
    const device = new Device(hands, hands);
    expect(Hands.made).toEqual([]);
    const [one, other] = [device.ask('POST', '/a', { n: 1 }), device.ask('GET', '/b')];
    const [worker] = Hands.made;
    expect(Hands.made.length).toBe(1);
    const [first, second] = worker!.questions.map(({ id }) => id);
    worker!.say({ id: second!, answer: 'B' });
    worker!.say({ id: first!, answer: 'A' });
    expect(await Promise.all([one, other])).toEqual(['A', 'B']);
  });

  it('refuses with the clause and the sentence; what a server may know is elsewhere', async () => {
    const { Device, ELSEWHERE } = await load();
    const device = new Device(hands, hands);
    const asked = [device.ask('POST', '/a'), device.ask('POST', '/b')];
    const [a, b] = Hands.made[0]!.questions.map(({ id }) => id);
    Hands.made[0]!.say({ id: a!, refused: { status: 400, code: 'illegal_move', message: 'Not so.', clause: 'K9' } });
    Hands.made[0]!.say({
      id: b!,
      refused: { status: 400, code: 'elsewhere', message: 'Not here.', clause: null },
      elsewhere: true,
    });
    await expect(asked[0]).rejects.toMatchObject({
      status: 400,
      code: 'illegal_move',
      message: 'Not so.',
      clause: 'K9',
    });
    expect(await asked[1]).toBe(ELSEWHERE);
  });

  it('asks again when its worker dies, and not for ever', async () => {
    const { Device, ELSEWHERE } = await load();
    const device = new Device(hands, hands);
    const asked = device.ask('POST', '/a');
    Hands.made[0]!.say({ id: 0, answer: null });
    Hands.made[0]!.onerror({});
    expect(Hands.made.map(({ ended }) => ended)).toEqual([true, false]);
    expect(Hands.made[1]!.questions.map(({ ask }) => ask[1])).toEqual(['/a']);
    Hands.made[1]!.say({ id: 0, answer: null });
    Hands.made[1]!.onerror({});
    expect(await asked).toBe(ELSEWHERE);
  });

  it('takes a worker that says nothing at all for a dead one', async () => {
    const { Device } = await load();
    const device = new Device(hands, hands);
    const asked = device.ask('POST', '/a');
    Hands.made[0]!.say({ id: 0, answer: null });
    await vi.advanceTimersByTimeAsync(60_000);
    expect(Hands.made.length).toBeGreaterThan(1);
    const last = Hands.made.at(-1)!;
    for (const { id } of last.questions) last.say({ id, answer: 'late' });
    await asked;
  });

  it('breaks the lines to its tables when its worker dies; their owners open new ones', async () => {
    const { Device } = await load();
    const device = new Device(hands, hands);
    const heard: unknown[] = [];
    const breaks = vi.fn();
    const line = device.line('local-1', (message) => heard.push(message), breaks);
    const worker = Hands.made[0]!;
    const opened = worker.heard[0] as { line: number; open: string };
    expect(opened.open).toBe('local-1');
    worker.say({ line: opened.line, hear: { type: 'bye', retry: 1 } });
    expect(heard).toEqual([{ type: 'bye', retry: 1 }]);
    worker.onerror({});
    expect(breaks).toHaveBeenCalledOnce();
    line.say({ type: 'ping' });
    expect(Hands.made.length).toBe(1);
  });

  it('starts workers that think, each with its own port, and ends them with itself', async () => {
    const { Device } = await load();
    const minds: Hands[] = [];
    const device = new Device(hands, () => {
      minds.push(new Hands());
      Hands.made.pop();
      return minds.at(-1) as unknown as Worker;
    });
    void device.ask('POST', '/a');
    const [worker] = Hands.made;
    const ports = [new MessageChannel().port1, new MessageChannel().port1, new MessageChannel().port1];
    ports.forEach((port, mind) => worker!.say({ mind, port }));
    expect(minds.map(({ given }) => given)).toEqual(ports.map((port) => [port]));
    worker!.say({ mind: 0, end: true });
    expect(minds.map(({ ended }) => ended)).toEqual([true, false, false]);
    minds[1]!.onerror({});
    minds[0]!.onerror({}); // it is no longer asked
    expect(worker!.heard.filter((one) => 'mind' in one)).toEqual([{ mind: 1, died: true }]);
    worker!.onerror({});
    expect(minds.map(({ ended }) => ended)).toEqual([true, true, true]);
  });

  it('says why it cannot, and leaves it to the server', async () => {
    const { Device, ELSEWHERE, trouble } = await load();
    vi.stubGlobal('Worker', undefined);
    Reflect.deleteProperty(globalThis, 'Worker');
    expect(await new Device(hands, hands).ask('GET', '/a')).toBe(ELSEWHERE);
    expect(trouble.why).toBe('no_workers');
    vi.stubGlobal('Worker', Hands);
    const { WebAssembly: kept } = globalThis;
    Reflect.deleteProperty(globalThis, 'WebAssembly');
    expect(await new Device(hands, hands).ask('GET', '/a')).toBe(ELSEWHERE);
    vi.stubGlobal('WebAssembly', kept);
    expect(trouble.why).toBe('no_wasm');
    const broken = new Device(hands, hands);
    const asked = broken.ask('GET', '/a');
    Hands.made.at(-1)!.onerror({});
    expect(await asked).toBe(ELSEWHERE);
    expect(trouble.why).toBe('broken');
  });
});
