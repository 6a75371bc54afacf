import { deflateSync, inflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { animated, changed, chunks } from './apng';

/** A grey picture of 2 by 2. */
function picture(grey: number): Uint8Array {
  const pixels = deflateSync(Uint8Array.from([0, grey, grey, 0, grey, grey]));
  const parts: [string, Uint8Array][] = [
    ['IHDR', Uint8Array.from([0, 0, 0, 2, 0, 0, 0, 2, 8, 0, 0, 0, 0])],
    ['IDAT', pixels],
    ['IEND', new Uint8Array()],
  ];
  const bytes = [137, 80, 78, 71, 13, 10, 26, 10];
  for (const [kind, data] of parts) {
    bytes.push(0, 0, 0, data.length, ...[...kind].map((letter) => letter.charCodeAt(0)), ...data, 0, 0, 0, 0);
  }
  return Uint8Array.from(bytes);
}

describe('animated', () => {
  it('holds every picture, in order, with its delay', () => {
    const made = chunks(
      animated(
        [10, 20, 30].map((grey, x) => ({ png: picture(grey), x, y: 0 })),
        [100, 200, 300],
      ),
    );
    expect(made.map((one) => one.kind)).toEqual([
      'IHDR',
      'acTL',
      'fcTL',
      'IDAT',
      'fcTL',
      'fdAT',
      'fcTL',
      'fdAT',
      'IEND',
    ]);
    const greys = [made[3]!.data, made[5]!.data.subarray(4), made[7]!.data.subarray(4)].map(
      (data) => inflateSync(data)[1],
    );
    expect(greys).toEqual([10, 20, 30]);
    const delays = made
      .filter((one) => one.kind === 'fcTL')
      .map(({ data }) => new DataView(data.buffer, data.byteOffset).getUint16(20));
    expect(delays).toEqual([100, 200, 300]);
    const places = made
      .filter((one) => one.kind === 'fcTL')
      .map(({ data }) => new DataView(data.buffer, data.byteOffset).getUint32(12));
    expect(places).toEqual([0, 1, 2]);
    const order = made
      .filter((one) => one.kind === 'fcTL' || one.kind === 'fdAT')
      .map(({ data }) => new DataView(data.buffer, data.byteOffset).getUint32(0));
    expect(order).toEqual([0, 1, 2, 3, 4]);
  });
});

describe('changed', () => {
  const blank = new Uint32Array(12);
  it('boxes what differs', () => {
    const after = blank.slice();
    after[5] = after[10] = 1; // (1, 1) and (2, 2) of 4 by 3
    expect(changed(blank, after, 4)).toEqual({ x: 1, y: 1, width: 2, height: 2 });
  });
  it('keeps one pixel where nothing does', () => {
    expect(changed(blank, blank, 4)).toEqual({ x: 0, y: 0, width: 1, height: 1 });
  });
});
