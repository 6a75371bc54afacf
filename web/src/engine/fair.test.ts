import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { commitmentOf, type Dealt, judge } from './fair.ts';
import { keptIn, newPart, sealOf, type Kept } from './seals.ts';
import { streamOf } from './seeds.ts';
import { sha256 } from './sha256.ts';
import type { GameRecord } from './types.ts';

test('SHA-256 is the one that everybody has, at every length', () => {
  for (let length = 0; length < 300; length++) {
    const data = crypto.getRandomValues(new Uint8Array(length));
    const found = Buffer.from(sha256(data)).toString('hex');
    expect(found, String(length)).toBe(createHash('sha256').update(data).digest('hex'));
  }
});

test('a long seed begins the stream that NumPy begins', () => {
  // numpy.random.PCG64(seed).state
  const seed = (1n << 255n) + 12345678901234567890123456789n;
  expect(streamOf(seed)).toEqual({
    state: 303117815188716391610797057797033900931n,
    step: 330510565886636572352416951651946651561n,
  });
});

const TABLE = 'table';
const SECRET = '5e'.repeat(32);
const setup = { first: 0, hidden: ['red', 'blue'], row: [1, 2, 3] };
const record: GameRecord = { format: '', game: 'any', players: 2, options: {}, setup, moves: [] };
const deal = async (): Promise<Dealt> => setup;

/** A deal in which this device, at seat 0, took part, and what the server reveals of it. */
function played(): { mine: Kept; facts: Record<string, unknown> } {
  const [mine, other] = [newPart(TABLE), newPart(TABLE)];
  const seals = [sealOf(TABLE, mine.bytes), sealOf(TABLE, other.bytes)];
  const commitment = commitmentOf(TABLE, SECRET);
  Object.assign(mine, { seat: 0, commitment, seals, opened: 'taken' });
  mine.shown = { 1: { first: 0, hidden: ['red', null], row: [1] } };
  const opened = [mine.bytes, other.bytes];
  return {
    mine,
    facts: {
      scheme: 'sommet-fair/2',
      table: TABLE,
      commitment,
      secret: SECRET,
      seals,
      opened,
      round: 1,
      first: null,
      choices: {},
    },
  };
}

/** Which check was the first to fail or to be left out, and why. */
async function outcome(facts: unknown, mine: Kept | null, of = record): Promise<string> {
  const { outcome: found, checks } = await judge(of, facts, mine, deal);
  const first = checks.find((one) => one.found === 'differs') ?? checks.find((one) => one.found !== 'same');
  return [found, first?.what, first?.why].filter((text) => text != null).join(' ');
}

describe('the proof', () => {
  test('fair, where everything was compared', async () => {
    const { mine, facts } = played();
    expect(await outcome(facts, mine)).toBe('fair');
  });

  test('nothing of one’s own, nothing proved', async () => {
    const { mine, facts } = played();
    expect(await outcome(facts, null)).toBe('cannot_be_checked promise no_commitment');
    expect(await outcome(facts, { ...mine, table: 'another' })).toBe('cannot_be_checked promise no_commitment');
    expect(await outcome(facts, { ...mine, opened: 'no' })).toBe('cannot_be_checked mine not_opened');
    expect(await outcome(facts, { ...mine, shown: {} })).toBe('cannot_be_checked shown not_kept');
    expect(await outcome({ scheme: 'sommet-fair/1' }, null)).toBe('cannot_be_checked facts first_scheme');
  });

  test('a server that has other bytes than those that were sealed is found out', async () => {
    const { mine, facts } = played();
    const others = '00'.repeat(32);
    const seals = [sealOf(TABLE, others), (facts['seals'] as string[])[1]];
    const opened = [others, (facts['opened'] as string[])[1]];
    expect(await outcome({ ...facts, seals, opened }, mine)).toBe('not_fair mine swapped');
    expect(await outcome({ ...facts, seals: (facts['seals'] as string[]).slice().reverse() }, mine)).toBe(
      'not_fair seals',
    );
    expect(await outcome({ ...facts, opened: [null, opened[1]] }, mine)).toBe('not_fair mine denied');
    expect(await outcome({ ...facts, opened: [null, opened[1]] }, { ...mine, opened: 'sent' })).toBe(
      'cannot_be_checked mine unacknowledged',
    );
  });

  test('so is one that changes what somebody else had sealed, its secret, or the game', async () => {
    const { mine, facts } = played();
    const other = '11'.repeat(32);
    const seals = [(facts['seals'] as string[])[0], sealOf(TABLE, other)];
    expect(await outcome({ ...facts, seals, opened: [mine.bytes, other] }, mine)).toBe('not_fair others');
    const secret = '22'.repeat(32);
    expect(await outcome({ ...facts, secret }, mine)).toBe('not_fair secret');
    expect(await outcome({ ...facts, secret, commitment: commitmentOf(TABLE, secret) }, mine)).toBe('not_fair promise');
    expect(await outcome(facts, mine, { ...record, setup: { ...setup, first: 1 } })).toBe('not_fair deal');
    const shown = { 1: { hidden: ['blue', null] } };
    expect(await outcome(facts, { ...mine, shown })).toBe('not_fair shown');
    for (const damaged of [null, 'x', {}, { ...facts, scheme: 'sommet-fair/3' }]) {
      expect(await outcome(damaged, mine)).toBe('not_fair facts damaged');
      expect(await outcome(damaged, null)).toBe('cannot_be_checked facts damaged');
    }
  });

  test('whoever sealed and did not open is named', async () => {
    const { mine, facts } = played();
    const { outcome: found, absent } = await judge(record, { ...facts, opened: [mine.bytes, null] }, mine, deal);
    expect([found, absent]).toEqual(['fair', [1]]);
  });
});

test('what was kept comes back; anything else is nothing', () => {
  const { mine } = played();
  expect(keptIn(JSON.parse(JSON.stringify(mine)))).toEqual(mine);
  for (const wrong of [null, 1, [], {}, { ...mine, bytes: 'x' }, { ...mine, seals: 1 }, { ...mine, shown: [] }])
    expect(keptIn(wrong)).toBeNull();
});
