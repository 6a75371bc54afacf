import { describe, expect, it } from 'vitest';
import { type Kept, sealOf } from '../engine/seals';
import type { Table } from '../lib/types';
import type { Parts } from './kept';
import { Part } from './part';

/** A store that copies, as a browser's does. */
class Memory implements Parts {
  all = new Map<string, string>();
  find = (table: string): Kept | null => JSON.parse(this.all.get(table) ?? 'null') as Kept | null;
  keep = (part: Kept): void => void this.all.set(part.table, JSON.stringify(part));
}

const OTHER = 'ab'.repeat(32);
const table = (seals: (string | null)[] | null, ready = [true, true], more: Partial<Table> = {}): Table =>
  ({
    id: 't',
    status: 'open',
    commitment: 'c0'.repeat(32),
    seals,
    seats: ready.map((is) => ({ ready: is })),
    ...more,
  }) as unknown as Table;

describe('this device’s part', () => {
  it('says nothing of its bytes before everybody has sealed', () => {
    const part = new Part('t', new Memory());
    const seal = part.seal();
    expect(part.hear(table(null, [true, false]), [0], true)).toBeNull();
    expect(part.seal()).toBe(seal);
    const said = part.hear(table([seal, OTHER]), [0], false);
    expect(said).toEqual({ say: 'open', bytes: part.kept!.bytes });
    expect(sealOf('t', part.kept!.bytes)).toBe(seal);
    part.taken();
    expect(part.hear(table([seal, OTHER]), [0], false)).toBeNull();
    expect(part.kept).toMatchObject({
      seat: 0,
      seals: [seal, OTHER],
      commitment: 'c0'.repeat(32),
      opened: 'taken',
      again: 0,
    });
  });

  it('has it again after a reload, and opens again what may have been lost', () => {
    const memory = new Memory();
    const before = new Part('t', memory);
    const seal = before.seal();
    before.hear(table(null, [true, false]), [0], true);
    const after = new Part('t', memory);
    expect(after.seal()).toBe(seal);
    const said = after.hear(table([seal, OTHER]), [0], true);
    const third = new Part('t', memory);
    third.seal();
    expect(third.hear(table([seal, OTHER]), [0], true)).toEqual(said);
  });

  it('never seals again what it has opened, and counts', () => {
    const memory = new Memory();
    const part = new Part('t', memory);
    const seal = part.seal();
    part.hear(table([seal, OTHER]), [0], true);
    part.taken();
    expect(part.hear(table(null, [false, false]), [0], false)).toEqual({ say: 'seal' });
    const again = part.seal();
    expect(again).not.toBe(seal);
    expect(part.kept).toMatchObject({ opened: 'no', again: 1, seals: null, seat: null });
    expect(part.hear(table([again, OTHER]), [0], false)).toMatchObject({ say: 'open' });
    // the same for one who was away meanwhile
    const away = new Part('t', memory);
    const fresh = away.seal();
    expect([seal, again]).not.toContain(fresh);
    expect(away.hear(table([fresh, OTHER]), [0], true)).toMatchObject({ say: 'open' });
    expect(away.kept!.again).toBe(2);
    // and for one who comes back to the same deal nothing is new
    const back = new Part('t', memory);
    back.seal();
    expect(back.hear(table([fresh, OTHER]), [0], true)).toMatchObject({ say: 'open' });
    expect(back.kept!.again).toBe(2);
  });

  it('does not open for a seal that is not its own, nor twice for other seals', () => {
    const memory = new Memory();
    const part = new Part('t', memory);
    const seal = part.seal();
    expect(part.hear(table([OTHER, OTHER]), [0], true)).toBeNull();
    expect(part.hear(table([seal, OTHER]), [0], false)).toMatchObject({ say: 'open' });
    expect(part.hear(table([seal, 'cd'.repeat(32)]), [0], true)).toBeNull();
    expect(part.kept!.seals).toEqual([seal, OTHER]);
  });

  it('keeps the first commitment that it saw, and what it was first shown', () => {
    const part = new Part('t', new Memory());
    const seal = part.seal();
    part.hear(table(null, [true, false]), [0], true);
    part.hear(table([seal, OTHER], [true, true], { commitment: 'dd'.repeat(32) }), [0], false);
    expect(part.kept!.commitment).toBe('c0'.repeat(32));
    part.saw(1, { first: 0 });
    part.saw(1, { first: 1 });
    expect(part.kept!.shown).toEqual({ 1: { first: 0 } });
  });

  it('is none for those who watch', () => {
    const memory = new Memory();
    const part = new Part('t', memory);
    part.seal();
    expect(part.hear(table([OTHER, OTHER]), [], true)).toBeNull();
    part.saw(1, {});
    expect(memory.all.size).toBe(0);
  });
});
