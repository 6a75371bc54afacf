/** Pictures encoded as VP8 as one WebM file: those elements of Matroska without which no player can do. */

import { joined, letters } from './bytes';
import type { Sample } from './mp4';

export interface Shape {
  width: number;
  height: number;
  /** Milliseconds that each picture is shown. */
  each: number;
}

/** A whole number, in as few bytes as it needs. */
function whole(value: number): Uint8Array {
  const bytes: number[] = [];
  for (let rest = value; rest > 0 || bytes.length === 0; rest = Math.floor(rest / 256)) bytes.unshift(rest % 256);
  return Uint8Array.from(bytes);
}

function double(value: number): Uint8Array {
  const made = new Uint8Array(8);
  new DataView(made.buffer).setFloat64(0, value);
  return made;
}

/** An element: what it is, its size in eight bytes, and what is in it. */
function element(id: number, ...parts: Uint8Array[]): Uint8Array {
  const size = parts.reduce((sum, part) => sum + part.length, 0);
  const length = new Uint8Array(8);
  const view = new DataView(length.buffer);
  view.setUint32(0, 0x01000000 + Math.floor(size / 2 ** 32));
  view.setUint32(4, size % 2 ** 32);
  return joined([whole(id), length, ...parts]);
}

/** From one picture that can stand alone up to the next. */
function cluster(samples: Sample[], first: number, each: number): Uint8Array {
  const blocks = samples.map(({ data, key }, index) => {
    const head = new Uint8Array(4);
    const view = new DataView(head.buffer);
    view.setUint8(0, 0x81); // the first track
    view.setInt16(1, index * each);
    view.setUint8(3, key ? 0x80 : 0);
    return element(0xa3, head, data);
  });
  return element(0x1f43b675, element(0xe7, whole(first * each)), ...blocks);
}

/** The file. */
export function webm(samples: Sample[], { width, height, each }: Shape): Uint8Array<ArrayBuffer> {
  const head = element(
    0x1a45dfa3,
    element(0x4286, whole(1)),
    element(0x42f7, whole(1)),
    element(0x42f2, whole(4)),
    element(0x42f3, whole(8)),
    element(0x4282, letters('webm')),
    element(0x4287, whole(2)),
    element(0x4285, whole(2)),
  );
  const about = element(
    0x1549a966,
    element(0x2ad7b1, whole(1_000_000)), // times in milliseconds
    element(0x4489, double(samples.length * each)),
    element(0x4d80, letters('Sommet')),
    element(0x5741, letters('Sommet')),
  );
  const track = element(
    0xae,
    element(0xd7, whole(1)),
    element(0x73c5, whole(1)),
    element(0x9c, whole(0)),
    element(0x86, letters('V_VP8')),
    element(0x83, whole(1)),
    element(0x23e383, whole(each * 1_000_000)),
    element(0xe0, element(0xb0, whole(width)), element(0xba, whole(height))),
  );
  const starts = samples.flatMap(({ key }, index) => (key ? [index] : []));
  const clusters = starts.map((start, index) => cluster(samples.slice(start, starts[index + 1]), start, each));
  return joined([head, element(0x18538067, about, element(0x1654ae6b, track), ...clusters)]);
}
