import { describe, expect, it } from 'vitest';
import { mp4 } from './mp4';

type Box = { kind: string; from: number; to: number };
const INSIDE = ['moov', 'trak', 'mdia', 'minf', 'stbl', 'dinf'];

/** Every box of the file, those inside others too. */
function boxes(file: Uint8Array, from = 0, to = file.length): Box[] {
  const view = new DataView(file.buffer);
  const found: Box[] = [];
  while (from < to) {
    const size = view.getUint32(from);
    const kind = String.fromCharCode(...file.subarray(from + 4, from + 8));
    found.push({ kind, from: from + 8, to: from + size });
    if (INSIDE.includes(kind)) found.push(...boxes(file, from + 8, from + size));
    from += size;
  }
  expect(from, 'boxes fill what they stand in').toBe(to);
  return found;
}

describe('an MP4 file', () => {
  const samples = [
    { data: Uint8Array.of(1, 2, 3), key: true },
    { data: Uint8Array.of(4, 5), key: false },
    { data: Uint8Array.of(6), key: true },
  ];
  const file = mp4(samples, { width: 640, height: 600, description: Uint8Array.of(1, 66, 224, 31), each: 200 });
  const view = new DataView(file.buffer);
  const of = (kind: string): Box => boxes(file).find((one) => one.kind === kind)!;

  it('is described before it begins', () => {
    expect(
      boxes(file)
        .filter((one) => ['ftyp', 'moov', 'mdat'].includes(one.kind))
        .map((one) => one.kind),
    ).toEqual(['ftyp', 'moov', 'mdat']);
  });
  it('says where its pictures are, and how large', () => {
    expect(view.getUint32(of('stco').from + 8)).toBe(of('mdat').from);
    expect([...file.subarray(of('mdat').from, of('mdat').to)]).toEqual([1, 2, 3, 4, 5, 6]);
    expect([0, 1, 2].map((index) => view.getUint32(of('stsz').from + 12 + 4 * index))).toEqual([3, 2, 1]);
  });
  it('says which can stand alone, and how long it lasts', () => {
    expect(view.getUint32(of('stss').from + 4)).toBe(2);
    expect([view.getUint32(of('stss').from + 8), view.getUint32(of('stss').from + 12)]).toEqual([1, 3]);
    expect(view.getUint32(of('mvhd').from + 16)).toBe(600);
  });
});
