/** Pictures as a video that chats play: encoded by the browser itself, where it can. */

import { mp4, type Sample } from './mp4';
import { type Shape, webm } from './webm';

const RATE = 5; // pictures a second: still ones are stored again for nearly nothing, and every player keeps up
const KEY = 50;

/** What browsers may be able to make, the one that most chats play first. */
export interface Format {
  type: 'video/mp4' | 'video/webm';
  config: Partial<VideoEncoderConfig> & { codec: string };
  file(samples: Sample[], shape: Shape, description: Uint8Array | null): Uint8Array<ArrayBuffer>;
}

const FORMATS: Format[] = [
  {
    type: 'video/mp4',
    config: { codec: 'avc1.42E01F', avc: { format: 'avc' } },
    file: (samples, shape, description) => {
      if (description === null) throw new Error('no description');
      return mp4(samples, { ...shape, description });
    },
  },
  { type: 'video/webm', config: { codec: 'vp8' }, file: webm },
];

const how = ({ config }: Format, width: number, height: number): VideoEncoderConfig => ({
  ...config,
  width,
  height,
  bitrate: 2_500_000,
  framerate: RATE,
});

/** What this browser says that it can make of that size, the best first. */
export async function formats(width: number, height: number): Promise<Format[]> {
  if (typeof VideoEncoder === 'undefined') return [];
  const able = await Promise.all(
    FORMATS.map((format) =>
      VideoEncoder.isConfigSupported(how(format, width, height)).then(
        ({ supported }) => supported === true,
        () => false,
      ),
    ),
  );
  return FORMATS.filter((_, index) => able[index]);
}

export class Video {
  #samples: Sample[] = [];
  #description: Uint8Array | null = null;
  #shown = 0;
  #encoder: VideoEncoder;

  constructor(
    readonly format: Format,
    readonly width: number,
    readonly height: number,
  ) {
    this.#encoder = new VideoEncoder({
      output: (chunk, more) => {
        const data = new Uint8Array(chunk.byteLength);
        chunk.copyTo(data);
        this.#samples.push({ data, key: chunk.type === 'key' });
        const given = more?.decoderConfig?.description;
        if (given) this.#description = new Uint8Array(given instanceof ArrayBuffer ? given.slice() : bytes(given));
      },
      error: () => {}, // whoever waits for the end is told
    });
    this.#encoder.configure(how(format, width, height));
  }

  /** Show that so long. */
  async add(canvas: HTMLCanvasElement, milliseconds: number): Promise<void> {
    for (let times = Math.max(1, Math.round((milliseconds * RATE) / 1000)); times > 0; times--) {
      const frame = new VideoFrame(canvas, { timestamp: (this.#shown * 1e6) / RATE, duration: 1e6 / RATE });
      this.#encoder.encode(frame, { keyFrame: this.#shown % KEY === 0 });
      frame.close();
      this.#shown += 1;
    }
    await this.#encoder.flush();
  }

  /** The whole; fails where the browser failed. */
  async done(): Promise<Blob> {
    await this.#encoder.flush();
    this.#encoder.close();
    const { format, width, height } = this;
    const file = format.file(this.#samples, { width, height, each: 1000 / RATE }, this.#description);
    return new Blob([file], { type: format.type });
  }
}

function bytes(given: AllowSharedBufferSource): Uint8Array<ArrayBuffer> {
  return ArrayBuffer.isView(given)
    ? Uint8Array.from(new Uint8Array(given.buffer, given.byteOffset, given.byteLength))
    : Uint8Array.from(new Uint8Array(given));
}
