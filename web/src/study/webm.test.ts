import { describe, expect, it } from 'vitest';
import { webm } from './webm';

const INSIDE = [0x1a45dfa3, 0x18538067, 0x1549a966, 0x1654ae6b, 0xae, 0xe0, 0x1f43b675];
type Element = { id: number; content: Uint8Array };

/** Every element of the file, those inside others too. */
function elements(file: Uint8Array): Element[] {
  const found: Element[] = [];
  let at = 0;
  while (at < file.length) {
    const length = Math.clz32(file[at]!) - 23;
    const id = file.subarray(at, at + length).reduce((sum, byte) => sum * 256 + byte, 0);
    at += length;
    expect(file[at], 'sizes have eight bytes').toBe(1);
    const size = file.subarray(at + 1, at + 8).reduce((sum, byte) => sum * 256 + byte, 0);
    const content = file.subarray(at + 8, at + 8 + size);
    at += 8 + size;
    found.push({ id, content });
    if (INSIDE.includes(id)) found.push(...elements(content));
  }
  expect(at, 'elements fill what they stand in').toBe(file.length);
  return found;
}

describe('a WebM file', () => {
  const samples = [
    { data: Uint8Array.of(1, 2, 3), key: true },
    { data: Uint8Array.of(4, 5), key: false },
    { data: Uint8Array.of(6), key: true },
  ];
  const all = elements(webm(samples, { width: 640, height: 600, each: 200 }));
  const of = (id: number): number[][] => all.filter((one) => one.id === id).map(({ content }) => [...content]);

  it('says what it is, how large and how long', () => {
    expect(String.fromCharCode(...of(0x4282)[0]!)).toBe('webm');
    expect(String.fromCharCode(...of(0x86)[0]!)).toBe('V_VP8');
    expect([of(0xb0)[0], of(0xba)[0]]).toEqual([
      [2, 128],
      [2, 88],
    ]);
    expect(new DataView(Uint8Array.from(of(0x4489)[0]!).buffer).getFloat64(0)).toBe(600);
  });
  it('begins anew with every picture that can stand alone', () => {
    expect(of(0xe7)).toEqual([[0], [1, 144]]);
    expect(of(0xa3)).toEqual([
      [0x81, 0, 0, 0x80, 1, 2, 3],
      [0x81, 0, 200, 0, 4, 5],
      [0x81, 0, 0, 0x80, 6],
    ]);
  });
});
