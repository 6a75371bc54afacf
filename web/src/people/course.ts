/** A rating over time, as a line in a box. */

import type { RatingPoint } from '../lib/types';

export interface Drawn {
  /** The line, as SVG wants it. */
  path: string;
  /** Marks on the left: their height in the box, and what they stand for. */
  marks: [number, number][];
  end: { x: number; y: number };
}

const STEPS = [0.5, 1, 2, 5, 10, 20];

/**
 * The points one after the other, each as far from the next: some play ten games in an evening, and none for a month.
 */
export function drawn(points: Pick<RatingPoint, 'rating'>[], width: number, height: number): Drawn {
  const ratings = points.map((point) => point.rating);
  const step = STEPS.find((one) => (Math.max(...ratings) - Math.min(...ratings)) / one <= 4) ?? 20;
  const low = Math.floor(Math.min(...ratings) / step) * step;
  const high = Math.max(Math.ceil(Math.max(...ratings) / step) * step, low + step);
  const x = (place: number): number => (points.length === 1 ? width / 2 : (place / (points.length - 1)) * width);
  const y = (rating: number): number => ((high - rating) / (high - low)) * height;
  const marks = Array.from({ length: Math.round((high - low) / step) + 1 }, (_, n): [number, number] => [
    y(low + n * step),
    low + n * step,
  ]);
  const path = `M${ratings.map((rating, place) => `${x(place).toFixed(1)} ${y(rating).toFixed(1)}`).join('L')}`;
  return { path, marks, end: { x: x(points.length - 1), y: y(ratings.at(-1)!) } };
}
