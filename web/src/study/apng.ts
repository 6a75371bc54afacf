/** Several PNG pictures as one animated PNG (the format's own chunks; every browser shows it). */

const SIGNATURE = [137, 80, 78, 71, 13, 10, 26, 10];

const TABLE = Uint32Array.from({ length: 256 }, (_, number) => {
  let value = number;
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  return value >>> 0;
});

function checksum(bytes: Uint8Array): number {
  let value = 0xffffffff;
  for (const byte of bytes) value = TABLE[(value ^ byte) & 255]! ^ (value >>> 8);
  return (value ^ 0xffffffff) >>> 0;
}

export interface Chunk {
  kind: string;
  data: Uint8Array;
}

/** The chunks of a PNG file. */
export function chunks(file: Uint8Array): Chunk[] {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  const found: Chunk[] = [];
  for (let at = SIGNATURE.length; at + 12 <= file.length;) {
    const size = view.getUint32(at);
    found.push({
      kind: String.fromCharCode(...file.subarray(at + 4, at + 8)),
      data: file.subarray(at + 8, at + 8 + size),
    });
    at += 12 + size;
  }
  return found;
}

function chunk(kind: string, data: Uint8Array): Uint8Array {
  const made = new Uint8Array(12 + data.length);
  const view = new DataView(made.buffer);
  view.setUint32(0, data.length);
  for (let letter = 0; letter < 4; letter++) made[4 + letter] = kind.charCodeAt(letter);
  made.set(data, 8);
  view.setUint32(8 + data.length, checksum(made.subarray(4, 8 + data.length)));
  return made;
}

function numbers(...parts: [size: 1 | 2 | 4, value: number][]): Uint8Array {
  const made = new Uint8Array(parts.reduce((sum, [size]) => sum + size, 0));
  const view = new DataView(made.buffer);
  let at = 0;
  for (const [size, value] of parts) {
    if (size === 4) view.setUint32(at, value);
    else if (size === 2) view.setUint16(at, value);
    else view.setUint8(at, value);
    at += size;
  }
  return made;
}

/** A picture of the whole, or of the part of it that changed. */
export interface Frame {
  png: Uint8Array;
  x: number;
  y: number;
}

/** The smallest box that holds every pixel that differs; one pixel where none does. */
export function changed(
  before: Uint32Array,
  after: Uint32Array,
  width: number,
): { x: number; y: number; width: number; height: number } {
  let [left, right, top, bottom] = [width, -1, Infinity, -1];
  for (let at = 0; at < after.length; at++) {
    if (before[at] === after[at]) continue;
    const [x, y] = [at % width, Math.floor(at / width)];
    left = Math.min(left, x);
    right = Math.max(right, x);
    top = Math.min(top, y);
    bottom = Math.max(bottom, y);
  }
  return right < 0
    ? { x: 0, y: 0, width: 1, height: 1 }
    : { x: left, y: top, width: right - left + 1, height: bottom - top + 1 };
}

/** One animation, played over and over; the first frame is whole. `delays` in milliseconds, one for each frame. */
export function animated(frames: Frame[], delays: number[]): Uint8Array<ArrayBuffer> {
  const made: Uint8Array[] = [];
  let order = 0;
  for (const [index, frame] of frames.entries()) {
    const parts = chunks(frame.png);
    const head = parts.find((one) => one.kind === 'IHDR')!.data;
    const size = new DataView(head.buffer, head.byteOffset, head.byteLength);
    if (index === 0)
      made.push(Uint8Array.from(SIGNATURE), chunk('IHDR', head), chunk('acTL', numbers([4, frames.length], [4, 0])));
    made.push(
      chunk(
        'fcTL',
        numbers(
          [4, order++],
          [4, size.getUint32(0)],
          [4, size.getUint32(4)],
          [4, frame.x],
          [4, frame.y],
          [2, delays[index] ?? 500],
          [2, 1000],
          [1, 0],
          [1, 0],
        ),
      ),
    );
    for (const { data } of parts.filter((one) => one.kind === 'IDAT')) {
      if (index === 0) made.push(chunk('IDAT', data));
      else {
        const numbered = new Uint8Array(4 + data.length);
        new DataView(numbered.buffer).setUint32(0, order++);
        numbered.set(data, 4);
        made.push(chunk('fdAT', numbered));
      }
    }
  }
  made.push(chunk('IEND', new Uint8Array()));
  const whole = new Uint8Array(made.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of made) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
