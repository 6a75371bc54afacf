/** What stands round a board that is given away: which game, who played, how it ended, where it can be seen. */

import { known } from '../lib/games.svelte';
import type { Result } from '../lib/types';
import { listed, t } from '../lib/words.svelte';
import type { Scene } from '../play/play.svelte';

export interface Caption {
  /** Which game. */
  over: string;
  /** How it ended, or how far it is. */
  head: string;
  /** Who played; a winner is marked. */
  players: { name: string; won: boolean }[];
  /** Where. */
  place: string;
}

const HEAD = 0.15; // of the width
const FOOT = 0.06;
const even = (length: number): number => 2 * Math.round(length / 2); // as videos want it

/** How large a board of that size is with its caption. */
export const heightWith = (width: number, height: number): number => height + even(width * HEAD) + even(width * FOOT);

/** Who won, as everybody would say it; nothing while it goes on. */
function wonBy(result: Result | null, names: string[]): string {
  const winners = (result?.winners ?? []).map((seat) => names[seat] ?? '');
  if (winners.length === 0) return '';
  if (winners.length === 1) return t('end.winner', { name: winners[0]! });
  return t(result!.reason === 'shared' ? 'end.shared' : 'end.together', { names: listed(winners) });
}

/** What to say of that scene. */
export function captionOf(scene: Scene, names: string[], result: Result | null, ply: string, place: string): Caption {
  const winners = result?.winners ?? [];
  return {
    over: known.title(scene.game),
    head: wonBy(result, names) || ply,
    players: names.map((name, seat) => ({ name, won: winners.includes(seat) })),
    place,
  };
}

/** As much of the text as there is room for. */
function fitted(pen: CanvasRenderingContext2D, text: string, room: number): string {
  if (pen.measureText(text).width <= room) return text;
  let kept = text;
  while (kept.length > 1 && pen.measureText(`${kept}…`).width > room) kept = kept.slice(0, -1);
  return `${kept.trimEnd()}…`;
}

/** That board with its caption. */
export function framed(board: HTMLCanvasElement, caption: Caption): HTMLCanvasElement {
  const { width } = board;
  const [head, foot, edge] = [even(width * HEAD), even(width * FOOT), width * 0.035];
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = heightWith(width, board.height);
  const pen = canvas.getContext('2d', { willReadFrequently: true })!;
  const look = getComputedStyle(document.documentElement);
  const [paper, ink, soft, mark, serif, sans] = [
    '--surface',
    '--text',
    '--text-2',
    '--accent',
    '--font-display',
    '--font-ui',
  ].map((name) => look.getPropertyValue(name).trim()) as [string, string, string, string, string, string];
  const say = (text: string, font: string, colour: string, x: number, y: number, room: number): number => {
    pen.font = font;
    pen.fillStyle = colour;
    const shown = fitted(pen, text, room);
    pen.fillText(shown, x, y);
    return pen.measureText(shown).width;
  };
  pen.fillStyle = paper;
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.drawImage(board, 0, head);
  pen.textBaseline = 'middle';

  const room = width - 2 * edge;
  say(caption.over, `600 ${head * 0.16}px ${sans}`, soft, edge, head * 0.2, room);
  say(caption.head, `600 ${head * 0.3}px ${serif}`, ink, edge, head * 0.47, room);
  const each = room / caption.players.length - edge / 2;
  let x = edge;
  for (const { name, won } of caption.players) {
    const size = head * 0.17;
    pen.fillStyle = won ? mark : soft;
    pen.beginPath();
    pen.arc(x + size * 0.3, head * 0.79, size * (won ? 0.3 : 0.16), 0, 7);
    pen.fill();
    x += size * 0.85;
    x += say(name, `${won ? 700 : 500} ${size}px ${sans}`, won ? ink : soft, x, head * 0.79, each - size) + edge / 2;
  }

  const below = head + board.height + foot / 2;
  const brand = say('Sommet', `600 ${foot * 0.5}px ${serif}`, ink, edge, below, room / 3);
  pen.textAlign = 'right';
  say(caption.place, `500 ${foot * 0.4}px ${sans}`, soft, width - edge, below, room - brand - edge);
  return canvas;
}
