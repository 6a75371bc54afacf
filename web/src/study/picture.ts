/** The board as a picture, and a game as an animation: drawn by the browser from the board's own SVG. */

import { mount, tick, unmount } from 'svelte';
import type { GamePage } from '../games/registry';
import { Play, type Scene } from '../play/play.svelte';
import { animated, changed, type Frame } from './apng';
import { type Caption, framed, heightWith } from './poster';
import { type Format, formats, Video } from './video';

const FILM = { width: 640, height: 480 };

const PAINT = [
  'fill',
  'fill-opacity',
  'stroke',
  'stroke-width',
  'stroke-opacity',
  'stroke-dasharray',
  'stroke-linejoin',
  'stroke-linecap',
  'opacity',
  'display',
  'visibility',
  'font-family',
  'font-size',
  'font-weight',
  'text-anchor',
  'dominant-baseline',
  'stop-color',
  'stop-opacity',
  'transform',
  'transform-origin',
  'transform-box',
];

/** A copy that needs no style sheet: every painted property stands in the copy itself. */
function frozen<E extends SVGElement>(element: E): E {
  const copy = element.cloneNode(true) as E;
  const from = [element, ...element.querySelectorAll<SVGElement>('*')];
  const to = [copy, ...copy.querySelectorAll<SVGElement>('*')];
  for (const [index, one] of from.entries()) {
    if (one.closest('symbol')) continue; // painted by whoever uses it
    const seen = getComputedStyle(one);
    const text = PAINT.map((name) => `${name}:${seen.getPropertyValue(name)}`).join(';');
    to[index]!.style.cssText = text;
  }
  return copy;
}

/** The board in that element as an SVG text of its own, on its table's colour. */
export function drawn(place: Element, width: number, height: number): string {
  const board = place.querySelector('svg.board') as SVGSVGElement;
  const copy = frozen(board);
  const defs = document.querySelector<SVGDefsElement>('svg defs:has(#g-shadow)');
  if (defs) copy.prepend(frozen(defs));
  const box = (board.getAttribute('viewBox') ?? `0 0 ${width} ${height}`).split(/[\s,]+/).map(Number);
  const ground = document.createElementNS('http://www.w3.org/2000/svg', 'rect');
  const table = board.closest('.table') ?? board;
  const colour = getComputedStyle(table).getPropertyValue('--table-1').trim() || '#efe7d6';
  for (const [name, value] of Object.entries({
    x: box[0]! - box[2]!,
    y: box[1]! - box[3]!,
    width: box[2]! * 3,
    height: box[3]! * 3,
    fill: colour,
  }))
    ground.setAttribute(name, String(value));
  copy.prepend(ground);
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
  copy.setAttribute('width', String(width));
  copy.setAttribute('height', String(height));
  return new XMLSerializer().serializeToString(copy);
}

/** That SVG, painted. */
async function painted(svg: string, width: number, height: number): Promise<HTMLCanvasElement> {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await image.decode();
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  canvas.getContext('2d', { willReadFrequently: true })!.drawImage(image, 0, 0, width, height);
  return canvas;
}

function png(canvas: HTMLCanvasElement): Promise<Blob> {
  return new Promise((done, failed) =>
    canvas.toBlob((blob) => (blob ? done(blob) : failed(new Error('no picture'))), 'image/png'),
  );
}

/** What changed since the picture before, as a picture of its own. */
async function difference(canvas: HTMLCanvasElement, before: HTMLCanvasElement | null): Promise<Frame> {
  const { width, height } = canvas;
  const pixels = (one: HTMLCanvasElement): Uint32Array =>
    new Uint32Array(one.getContext('2d')!.getImageData(0, 0, width, height).data.buffer);
  const box = before === null ? { x: 0, y: 0, width, height } : changed(pixels(before), pixels(canvas), width);
  const part = document.createElement('canvas');
  part.width = box.width;
  part.height = box.height;
  part.getContext('2d')!.drawImage(canvas, -box.x, -box.y);
  return { png: new Uint8Array(await (await png(part)).arrayBuffer()), x: box.x, y: box.y };
}

/** A board beside the page, for pictures: draws one scene after another. */
export class Studio {
  #place = document.createElement('div');
  #play: Play;
  #board: Record<string, unknown>;

  constructor(
    page: GamePage,
    scene: Scene,
    names: string[],
    readonly width = 960,
    readonly height = 720,
  ) {
    this.#place.setAttribute('aria-hidden', 'true');
    this.#place.inert = true;
    Object.assign(this.#place.style, {
      position: 'fixed',
      left: '-4000px',
      top: '0',
      width: `${width}px`,
      height: `${height}px`,
      display: 'flex',
      flexDirection: 'column',
    });
    this.#place.className = `game ${scene.game}`;
    document.body.append(this.#place);
    this.#play = new Play(scene);
    this.#play.names = names;
    this.#board = mount(page.Picture ?? page.Board, { target: this.#place, props: { play: this.#play } });
  }

  /** This scene, painted. */
  async paint(scene: Scene): Promise<HTMLCanvasElement> {
    this.#play.show(scene, false);
    await tick();
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    await Promise.all(
      this.#place.getAnimations({ subtree: true }).map((animation) => (animation.finish(), animation.finished)),
    ).catch(() => {});
    return painted(drawn(this.#place, this.width, this.height), this.width, this.height);
  }

  close(): void {
    void unmount(this.#board);
    this.#place.remove();
  }
}

/** A whole game as frames, each with its caption; `progress` from 0 to 1. */
async function shot(
  page: GamePage,
  scenes: Scene[],
  names: string[],
  caption: (ply: number) => Caption,
  take: (canvas: HTMLCanvasElement, milliseconds: number) => Promise<void>,
  progress: (part: number) => void,
): Promise<void> {
  const studio = new Studio(page, scenes[0]!, names, FILM.width, FILM.height);
  try {
    for (const [ply, scene] of scenes.entries()) {
      const last = ply === scenes.length - 1;
      await take(framed(await studio.paint(scene), caption(ply)), last ? 3000 : 800);
      progress((ply + 1) / scenes.length);
    }
  } finally {
    studio.close();
  }
}

type Film = (
  page: GamePage,
  scenes: Scene[],
  names: string[],
  caption: (ply: number) => Caption,
  progress: (part: number) => void,
) => Promise<Blob>;

/** A whole game as a video of that kind; fails where the browser cannot make one. */
const video =
  (format: Format): Film =>
  async (page, scenes, names, caption, progress) => {
    const made = new Video(format, FILM.width, heightWith(FILM.width, FILM.height));
    await shot(page, scenes, names, caption, (canvas, milliseconds) => made.add(canvas, milliseconds), progress);
    return made.done();
  };

/** A whole game as an animated PNG. */
const animation: Film = async (page, scenes, names, caption, progress) => {
  const frames: Frame[] = [];
  const delays: number[] = [];
  let before: HTMLCanvasElement | null = null;
  const take = async (canvas: HTMLCanvasElement, milliseconds: number): Promise<void> => {
    frames.push(await difference(canvas, before));
    delays.push(milliseconds);
    before = canvas;
  };
  await shot(page, scenes, names, caption, take, progress);
  return new Blob([animated(frames, delays)], { type: 'image/png' });
};

/** A whole game as a video that chats play, or as an animated PNG where the browser makes no videos. */
export const film: Film = async (...given) => {
  for (const format of await formats(FILM.width, heightWith(FILM.width, FILM.height))) {
    try {
      return await video(format)(...given);
    } catch {
      // it said that it could, and could not
    }
  }
  return animation(...given);
};

/** A scene as a picture with its caption. */
export async function picture(page: GamePage, scene: Scene, names: string[], caption: Caption): Promise<Blob> {
  const studio = new Studio(page, scene, names);
  try {
    return await png(framed(await studio.paint(scene), caption));
  } finally {
    studio.close();
  }
}
