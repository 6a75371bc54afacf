import { describe, expect, it, vi } from 'vitest';
import type { FromClient, GameRecord, Table } from '../../lib/types';
import type { Damaged } from '../../lib/here';
import { Tables } from './index';
import { Ears, Memory, Quick, Tabbed } from './testing';
import type { TableWish } from './row';

const settle = async (): Promise<void> => {
  for (let n = 0; n < 60; n++) await Promise.resolve();
  await new Promise((done) => setTimeout(done, 0));
  for (let n = 0; n < 60; n++) await Promise.resolve();
};

function device(store = new Memory(), tabs = new Tabbed()) {
  const ears = new Ears();
  const host = new Quick();
  const tables = new Tables(host, ears.hear, store, tabs.tab());
  let number = 0;
  const say = async (line: number, type: string, more: Record<string, unknown> = {}): Promise<void> => {
    tables.say(line, { type, id: `${++number}`, ...more } as FromClient);
    await settle();
  };
  const come = async (line: number, id: string, more: Record<string, unknown> = {}): Promise<void> => {
    tables.open(line, id, 'en');
    await say(line, 'join', { knowledge: true, effects: true, seq: 0, seat: null, ...more });
  };
  const move = async (line: number, move: string): Promise<void> =>
    say(line, 'move', { move, ply: ears.view(line).ply });
  return { ears, host, tables, store, tabs, say, come, move };
}

const ALONE: TableWish = { settings: { game: 'heap', players: 2, bots: [null, 'easy'] }, seat: 0, name: 'Ana' };
const ROUND: TableWish = { settings: { game: 'heap', players: 3, device: true, names: ['Ana', 'Bob', 'Cleo'] } };

describe('against the computer', () => {
  it('is dealt at once, answers with the server’s messages, and the computer moves from its own view', async () => {
    const { ears, host, tables, come, move } = device();
    const table = await tables.make(ALONE);
    expect(table.status).toBe('running');
    await come(1, table.id);
    const [welcome] = ears.of(1, 'welcome');
    expect(welcome).toMatchObject({ viewer: 0, seats: [0], private: true, seq: 1, clock: null, chat: [], offers: [] });
    expect(welcome!.view).toMatchObject({ ply: 0, to_move: 0, legal: ['1', '2', '3'], effects: [] });
    await move(1, '3');
    const [mine, its] = ears.of(1, 'update');
    expect(mine).toMatchObject({ id: '2', seq: 2, events: [{ kind: 'move', move: '3', seat: 0 }] });
    expect(its).toMatchObject({ seq: 3, events: [{ kind: 'move', move: '1', seat: 1 }] });
    expect(its!.view!.effects).toEqual([
      { seat: 0, left: 6 },
      { seat: 1, left: 5 },
    ]);
    expect(host.asked).toHaveLength(1);
    expect(host.asked[0]).toMatchObject({
      level: 'easy',
      knowledge: { viewer: 1, setup: { secrets: [null, expect.any(Number)] } },
    });
  });

  it('takes back to before my own last move; a hint is from what I know; a dead thinker thinks again', async () => {
    const { ears, host, tables, come, move, say } = device();
    const { id } = await tables.make(ALONE);
    await come(1, id);
    host.dies = 2;
    await move(1, '2');
    await vi.waitFor(() => expect(ears.view(1).ply).toBe(2));
    await say(1, 'ask', { what: 'take_back' });
    expect(ears.view(1)).toMatchObject({ ply: 0, to_move: 0 });
    await say(1, 'ask', { what: 'take_back' });
    expect(ears.of(1, 'refused').at(-1)).toMatchObject({ code: 'nothing_to_take_back' });
    await say(1, 'hint');
    expect(ears.of(1, 'hint')[0]).toMatchObject({ ply: 0, best: '1', why: '1 for 0' });
    expect(host.asked.at(-1)).toMatchObject({ level: 'master', knowledge: { viewer: 0 } });
  });

  it('refuses with a clause what the rules refuse, and with a code what the table does', async () => {
    const { ears, tables, come, say } = device();
    const { id } = await tables.make(ALONE);
    await come(1, id);
    await say(1, 'move', { move: '7', ply: 0 });
    expect(ears.of(1, 'refused').at(-1)).toMatchObject({ code: 'illegal_move', message: 'not 7', clause: 'H1' });
    await say(1, 'move', { move: '1', ply: 4 });
    expect(ears.of(1, 'refused').at(-1)).toMatchObject({ code: 'stale' });
    await say(1, 'move', { move: '1', ply: 0, seq: 1 });
    await say(1, 'move', { move: '1', ply: 0, seq: 1 });
    expect(ears.of(1, 'done')).toHaveLength(1);
    await say(1, 'join', { seat: 1 });
    expect(ears.of(1, 'refused').at(-1)).toMatchObject({ code: 'not_your_seat' });
    await expect(tables.make({ settings: { game: 'heap', players: 9 } })).rejects.toThrow('players');
    await expect(tables.ask('GET', `/tables/${id}/rounds/1`, undefined)).rejects.toMatchObject({ code: 'not_over' });
  });

  it('is over, is replayed, and is played again', async () => {
    const { ears, tables, come, move, say } = device();
    const { id } = await tables.make(ALONE);
    await come(1, id);
    for (const count of ['3', '3']) await move(1, count);
    await move(1, '1');
    expect(ears.view(1).result).toEqual({ winners: [0], reason: 'last', scores: [1, 0] });
    expect(ears.of(1, 'table').at(-1)!.table).toMatchObject({
      status: 'over',
      result: { winners: [0], places: [1, 2] },
    });
    const steps = (await tables.ask('GET', `/tables/${id}/rounds/1/replay?viewer=0`, undefined)) as {
      setup: GameRecord['setup'];
    }[];
    expect(steps).toHaveLength(6);
    expect(steps[0]!.setup['secrets']).toEqual([expect.any(Number), null]);
    expect(await tables.ask('GET', `/tables/${id}/rounds/1`, undefined)).toMatchObject({
      fair: null,
      record: { moves: ['3', '1', '3', '1', '1'] },
    });
    await say(1, 'ask', { what: 'rematch' });
    await say(1, 'ask', { what: 'rematch' });
    const [first, second] = ears.of(1, 'rematch');
    expect(first!.table).toMatch(/^local-/);
    expect(second!.table).toBe(first!.table);
  });
});

describe('round one device', () => {
  it('shows nobody a new round’s secret before the curtain is lifted for it', async () => {
    const { ears, tables, store, come, say } = device();
    const sit = (seat: number): Promise<void> => say(1, 'join', { seat, knowledge: true, effects: true, seq: 1 });
    /** Whoever chooses sits there, and chooses: what is told then is nobody's. */
    async function choose(mine: number, first: number): Promise<void> {
      await sit(mine);
      const from = ears.heard.length;
      await say(1, 'choose', { first });
      const deal = [...store.log.values()].findLast((entry) => entry.kind === 'deal')!;
      const told = JSON.stringify(ears.heard.slice(from));
      expect(told).toContain('"kind":"deal"');
      for (const secret of (JSON.parse(deal.text) as GameRecord).setup['secrets'] as number[])
        expect(told).not.toContain(String(secret));
      expect(ears.view(1).viewer).toBe('spectator');
    }
    const { id } = await tables.make({ settings: { ...ROUND.settings, players: 2, names: ['Ana', 'Bob'], rounds: 2 } });
    await come(1, id);
    const { choosing } = ears.of(1, 'welcome').at(-1)!.match;
    await choose(choosing!, choosing!);
    while (ears.view(1).result === null) {
      await sit(ears.view(1).to_move!);
      await say(1, 'move', { move: '1', ply: ears.view(1).ply });
    }
    const loser = ears.of(1, 'update').at(-1)!.match.choosing!;
    await choose(loser, loser);
  });

  it('tells nobody’s secret but theirs who lifted the curtain, in any message', async () => {
    const { ears, tables, store, come, say } = device();
    const { id } = await tables.make(ROUND);
    const { setup } = JSON.parse([...store.log.values()][0]!.text) as GameRecord;
    const secrets = setup['secrets'] as number[];
    await come(1, id);
    for (let turn = 0; ears.view(1).result === null; turn++) {
      const mover = ears.view(1).to_move!;
      expect(ears.view(1).viewer).toBe('spectator');
      const from = ears.heard.length;
      await say(1, 'join', { seat: mover, knowledge: true, effects: true, seq: ears.of(1, 'update').at(-1)?.seq ?? 1 });
      await say(1, 'hint');
      await say(1, 'foresee');
      if (turn === 3) {
        await say(1, 'ask', { what: 'take_back' });
        const after = JSON.stringify(ears.of(1, 'update').at(-1));
        expect(secrets.some((secret) => after.includes(String(secret)))).toBe(false);
        continue;
      }
      await say(1, 'move', { move: '1', ply: ears.view(1).ply });
      const heard = ears.heard.slice(from);
      const last = heard.findLast(({ message }) => message.type === 'update')!;
      for (const one of heard) {
        if (ears.view(1).result !== null && one === last) continue;
        const text = JSON.stringify(one.message);
        secrets.forEach((secret, seat) => {
          // once it is the next one's turn nothing is the mover's any longer
          if (seat !== mover || one === last) expect(text).not.toContain(String(secret));
        });
      }
    }
    expect(JSON.stringify(await tables.ask('GET', '/me/tables', undefined))).not.toContain('secret');
    expect(JSON.stringify(await tables.ask('GET', `/tables/${id}`, undefined))).not.toContain('secret');
  });

  it('does not move for somebody behind the curtain', async () => {
    const { ears, tables, come, say } = device();
    const { id } = await tables.make(ROUND);
    await come(1, id);
    await say(1, 'move', { move: '1', ply: 0 });
    expect(ears.of(1, 'refused').at(-1)).toMatchObject({ code: 'not_seated' });
    await say(1, 'resign');
    expect(ears.of(1, 'refused').at(-1)).toMatchObject({ code: 'not_seated' });
  });

  it('lets a computer player take the seat of one who resigns among three', async () => {
    const { ears, tables, come, say } = device();
    const { id } = await tables.make(ROUND);
    await come(1, id);
    const mover = ears.view(1).to_move!;
    await say(1, 'join', { seat: mover, knowledge: true });
    await say(1, 'resign');
    const welcome = ears.of(1, 'welcome').at(-1)!;
    expect(welcome.table.seats[mover]).toMatchObject({ kind: 'bot', bot: 'easy' });
    expect(welcome.seats).not.toContain(mover);
    expect(ears.view(1).ply).toBe(1);
  });

  it('plays a match: somebody chooses who starts, the loser next, until one has two rounds', async () => {
    const { ears, tables, come, say } = device();
    const settings = { ...ROUND.settings, players: 2, rounds: 2, names: ['Ana', 'Bob'] };
    const { id } = await tables.make({ settings });
    await come(1, id);
    expect(ears.of(1, 'welcome')[0]).toMatchObject({ view: null, match: { round: 1, won: [0, 0], to_win: 2 } });
    const match = () => ears.of(1, 'update').at(-1)?.match ?? ears.of(1, 'welcome')[0]!.match;
    for (let rounds = 0; match().winners === null; rounds++) {
      expect(rounds).toBeLessThan(3);
      const chooser = match().choosing!;
      await say(1, 'join', { seat: 1 - chooser, knowledge: true });
      await say(1, 'choose', { first: 0 });
      expect(ears.of(1, 'refused').at(-1)).toMatchObject({ code: 'not_choosing' });
      await say(1, 'join', { seat: chooser, knowledge: true });
      await say(1, 'choose', { first: chooser });
      await say(1, 'join', { seat: ears.view(1).to_move!, knowledge: true });
      await say(1, 'resign');
      expect(ears.view(1).result).toMatchObject({ winners: [1 - chooser], reason: 'resigned' });
      expect(match().choosing ?? chooser).toBe(chooser);
    }
    expect(match().won.toSorted()).toEqual([0, 2]);
  });
});

describe('clocks', () => {
  it('run only while somebody looks, and end the round', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'setInterval', 'clearTimeout', 'clearInterval', 'performance'] });
    try {
      const store = new Memory();
      const settings = {
        ...ALONE.settings,
        bots: [null, null],
        device: true,
        clock: { kind: 'total' as const, seconds: 60, increment: 5 },
      };
      const first = device(store);
      const pass = async (milliseconds: number): Promise<void> =>
        void (await vi.advanceTimersByTimeAsync(milliseconds));
      const { id } = await first.tables.make({ settings });
      first.tables.open(1, id, 'en');
      first.tables.say(1, { type: 'join', seat: 0, knowledge: true });
      await pass(10_000);
      first.tables.say(1, { type: 'move', move: '1', ply: 0, id: 'a' });
      await pass(0);
      expect(first.ears.of(1, 'update').at(-1)!.clock).toMatchObject({ running: 1 });
      expect(first.ears.of(1, 'update').at(-1)!.clock!.left[0]).toBeCloseTo(55_000, -2);
      await pass(20_000);
      first.tables.close(1);
      await pass(500_000);
      const again = device(store);
      again.tables.open(1, id, 'en');
      again.tables.say(1, { type: 'join', seat: 1, knowledge: true });
      await pass(0);
      expect(again.ears.of(1, 'welcome')[0]!.clock!.left[1]).toBeCloseTo(40_000, -2);
      await pass(39_000);
      expect(again.ears.view(1).result).toBeNull();
      await pass(1_100);
      expect(again.ears.view(1).result).toMatchObject({ winners: [0], reason: 'time' });
      expect(again.ears.of(1, 'update').at(-1)!.clock).toMatchObject({ running: null, left: [expect.any(Number), 0] });
    } finally {
      vi.useRealTimers();
    }
  });
});

describe('what is kept', () => {
  it('is there after a reload, and the computer goes on', async () => {
    const one = device();
    const { id } = await one.tables.make(ALONE);
    await one.come(1, id);
    one.host.dies = 99;
    await one.move(1, '2');
    const two = device(one.store);
    await two.come(1, id);
    await vi.waitFor(() => expect(two.ears.view(1).ply).toBe(2));
    const [listed] = (await two.tables.ask('GET', '/me/tables', undefined)) as Table[];
    expect(listed).toMatchObject({ id, status: 'running', progress: { ply: 2, to_move: 0 }, seat: 0 });
  });

  it('is followed by a second tab, whose late move is refused; one computer player thinks', async () => {
    const tabs = new Tabbed();
    const store = new Memory();
    const [one, two] = [device(store, tabs), device(store, tabs)];
    const { id } = await one.tables.make(ALONE);
    await one.come(1, id);
    await two.come(1, id);
    one.tables.say(1, { type: 'move', move: '1', ply: 0, seq: 1, id: 'a' });
    two.tables.say(1, { type: 'move', move: '2', ply: 0, seq: 1, id: 'b' });
    await settle();
    await settle();
    expect(two.ears.of(1, 'refused')).toMatchObject([{ id: 'b', code: 'stale' }]);
    expect(one.ears.view(1)).toEqual(two.ears.view(1));
    expect(one.ears.view(1).ply).toBe(2);
    expect(one.host.asked.length + two.host.asked.length).toBe(1);
  });

  it('may not be kept: that is said once, play goes on, and is kept again when it can be', async () => {
    const { ears, store, tables, come, move } = device();
    store.fails = new DOMException('', 'QuotaExceededError');
    const { id } = await tables.make(ALONE);
    await come(1, id);
    await move(1, '1');
    expect(ears.of(1, 'refused')).toMatchObject([{ id: null, code: 'not_kept_full' }]);
    expect(ears.view(1).ply).toBe(2);
    expect((await tables.ask('GET', '/me/tables', undefined)) as Table[]).toMatchObject([{ id }]);
    tables.close(1);
    await come(2, id);
    expect(ears.view(2).ply).toBe(2);
    store.fails = null;
    await move(2, '1');
    expect(store.log.size).toBe(5);
    expect(ears.of(2, 'refused')).toEqual([]);
  });

  it('may be damaged: it gets a sentence, the others are as they were, and it can be thrown away', async () => {
    const { ears, store, tables, come } = device();
    const { id: good } = await tables.make(ALONE);
    const bad: string[] = [];
    for (let n = 0; n < 5; n++) bad.push((await tables.make(ALONE)).id);
    const again = device(store);
    store.log.get(`${bad[0]} 0`)!.text = '{"setup":';
    (store.log.get(`${bad[1]} 0`) as { seq: number }).seq = 7;
    store.log.get(`${bad[2]} 0`)!.text = '{"setup":{}}';
    store.tables.set(bad[3]!, { id: bad[3] } as never);
    store.tables.get(bad[4]!)!.format = 99;
    const codes: string[] = [];
    for (const [n, id] of bad.entries()) {
      await again.come(n, id);
      codes.push(again.ears.of(n, 'refused')[0]!.code);
    }
    expect(codes).toEqual(['damaged', 'damaged', 'illegal_move', 'damaged', 'newer']);
    const listed = (await again.tables.ask('GET', '/me/tables', undefined)) as (Table | Damaged)[];
    expect(listed.map((table) => 'damaged' in table)).toEqual([false, false, false, false, true, true]);
    for (const id of bad) await again.tables.ask('DELETE', `/tables/${id}`, undefined);
    expect([...store.tables.keys()]).toEqual([good]);
    await come(9, good);
    expect(ears.of(9, 'welcome')).toHaveLength(1);
  });

  it('opens as the first version kept it', async () => {
    const { ears, store, come } = device();
    const settings = {
      game: 'heap',
      players: 2,
      options: {},
      choices: {},
      public: false,
      watch: true,
      watchers_chat: false,
      clock: { kind: 'none' },
      rounds: 1,
      rated: false,
      bots: [null, 'easy'],
      replace: null,
      names: [],
    };
    const row = {
      format: 1,
      id: 'local-1',
      created: 1,
      settings,
      names: ['Ana', ''],
      chooser: 0,
      rematch: null,
      standing: null,
      outcome: null,
      thought: { seq: 0, used: 0 },
    };
    store.tables.set('local-1', row as never);
    const text = '{"setup":{"first":0,"secrets":[1111,2222]},"first":null,"moves":[]}';
    store.log.set('local-1 0', { seq: 0, kind: 'deal', seat: null, text, at: 1, used: 0 });
    store.log.set('local-1 1', { seq: 1, kind: 'move', seat: 0, text: '3', at: 2, used: 0 });
    await come(1, 'local-1');
    expect(ears.of(1, 'welcome')[0]).toMatchObject({ seq: 2, view: { ply: 1, viewer: 0 } });
  });
});

describe('files', () => {
  it('hold a whole table, with nothing to be read at a glance, and open as another table', async () => {
    const { ears, tables, come, move } = device();
    const { id } = await tables.make(ALONE);
    await come(1, id);
    await move(1, '2');
    const { url } = (await tables.ask('GET', `/tables/${id}/file`, undefined)) as { url: string };
    const file = await (await fetch(url)).blob();
    expect(await file.text()).not.toContain('secrets');
    const copy = (await tables.ask('POST', '/tables', { file })) as Table;
    expect(copy.id).not.toBe(id);
    await come(2, copy.id);
    expect(ears.view(2)).toEqual(ears.view(1));
  });

  it('hold a record that people play on; damaged and foreign ones are refused, and nothing is kept', async () => {
    const { ears, tables, store, come } = device();
    const record = {
      format: 'sommet-record/1',
      game: 'heap',
      players: 2,
      options: {},
      setup: { first: 0, secrets: [1, 2] },
      moves: ['2'],
    };
    const open = (value: unknown): Promise<unknown> =>
      tables.ask('POST', '/tables', {
        file: new Blob([typeof value === 'string' ? value : JSON.stringify(value)]),
        names: ['A', 'B'],
      });
    const made = (await open({ record, fair: null })) as Table;
    await come(1, made.id);
    expect(ears.of(1, 'welcome')[0]).toMatchObject({
      seats: [0, 1],
      view: { ply: 1 },
      table: { seats: [{ name: 'A' }, { name: 'B' }] },
    });
    await expect(open('not json')).rejects.toMatchObject({ code: 'foreign_file' });
    await expect(open({ hello: 1 })).rejects.toMatchObject({ code: 'foreign_file' });
    await expect(open({ ...record, viewer: 0 })).rejects.toMatchObject({ code: 'knowledge_file' });
    await expect(open({ ...record, moves: ['9'] })).rejects.toThrow('9');
    await expect(open({ format: 'sommet-table/1', table: '!!' })).rejects.toMatchObject({ code: 'damaged_file' });
    await expect(open({ format: 'sommet-table/2', table: '' })).rejects.toMatchObject({ code: 'newer' });
    expect(store.tables.size).toBe(1);
  });
});
