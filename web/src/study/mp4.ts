/** Pictures encoded as H.264 as one MP4 file: the boxes of ISO/IEC 14496-12, descriptions first. */

import { joined, letters } from './bytes';

/** One encoded picture. `key`: it can be shown without those before it. */
export interface Sample {
  data: Uint8Array;
  key: boolean;
}

export interface Picture {
  width: number;
  height: number;
  /** How to decode them: the `avcC` record that the encoder gives. */
  description: Uint8Array;
  /** Milliseconds that each is shown. */
  each: number;
}

const MATRIX = [0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x40000000];

function long(...values: number[]): Uint8Array {
  const made = new Uint8Array(4 * values.length);
  const view = new DataView(made.buffer);
  for (const [index, value] of values.entries()) view.setUint32(4 * index, value);
  return made;
}

function short(...values: number[]): Uint8Array {
  const made = new Uint8Array(2 * values.length);
  const view = new DataView(made.buffer);
  for (const [index, value] of values.entries()) view.setUint16(2 * index, value);
  return made;
}

function box(kind: string, ...parts: Uint8Array[]): Uint8Array {
  const size = parts.reduce((sum, part) => sum + part.length, 8);
  return joined([long(size), letters(kind), ...parts]);
}

/** How each picture is stored: where, how large, which can stand alone. */
function tables(samples: Sample[], { width, height, description, each }: Picture, start: number): Uint8Array {
  const keys = samples.flatMap((sample, index) => (sample.key ? [index + 1] : []));
  const entry = box(
    'avc1',
    short(0, 0, 0, 1, ...new Array<number>(8).fill(0), width, height),
    long(0x480000, 0x480000, 0),
    short(1),
    new Uint8Array(32),
    short(0x18, 0xffff),
    box('avcC', description),
  );
  return box(
    'stbl',
    box('stsd', long(0, 1), entry),
    box('stts', long(0, 1, samples.length, each)),
    box('stss', long(0, keys.length, ...keys)),
    box('stsc', long(0, 1, 1, samples.length, 1)),
    box('stsz', long(0, 0, samples.length, ...samples.map((sample) => sample.data.length))),
    box('stco', long(0, 1, start)),
  );
}

function described(samples: Sample[], picture: Picture, start: number): Uint8Array {
  const duration = samples.length * picture.each;
  const media = box(
    'mdia',
    box('mdhd', long(0, 0, 0, 1000, duration), short(0x55c4, 0)), // in milliseconds, in no language
    box('hdlr', long(0, 0), letters('vide'), long(0, 0, 0), letters('video\0')),
    box(
      'minf',
      box('vmhd', long(1, 0, 0)),
      box('dinf', box('dref', long(0, 1), box('url ', long(1)))),
      tables(samples, picture, start),
    ),
  );
  const track = box(
    'tkhd',
    long(3, 0, 0, 1, 0, duration, 0, 0, 0, 0, ...MATRIX, picture.width * 0x10000, picture.height * 0x10000),
  );
  const whole = long(0, 0, 0, 1000, duration, 0x10000, 0x1000000, 0, 0, ...MATRIX, 0, 0, 0, 0, 0, 0, 2);
  return box('moov', box('mvhd', whole), box('trak', track, media));
}

/** The file. */
export function mp4(samples: Sample[], picture: Picture): Uint8Array<ArrayBuffer> {
  const head = box('ftyp', letters('isom'), long(0x200), letters('isomiso2avc1mp41'));
  const start = head.length + described(samples, picture, 0).length + 8;
  return joined([head, described(samples, picture, start), box('mdat', ...samples.map((sample) => sample.data))]);
}
