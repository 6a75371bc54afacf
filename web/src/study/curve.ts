/** The numbers behind the curve: each seat's share of a win, ply by ply, stacked. */

import type { Line } from '../lib/types';

/**
 * Layers from the bottom: for each seat the lower and upper edge at each ply. Plies without a value repeat the one
 * before.
 */
export function layers(lines: Line[], seats: number): { low: number; high: number }[][] {
  const found: { low: number; high: number }[][] = Array.from({ length: seats }, () => []);
  let before = Array.from({ length: seats }, () => 1 / seats);
  for (const line of lines) {
    const values = line.values.length === seats ? line.values : before;
    const sum = values.reduce((total, value) => total + Math.max(0, value), 0) || 1;
    let edge = 0;
    for (const [seat, value] of values.entries()) {
      const share = Math.max(0, value) / sum;
      found[seat]!.push({ low: edge, high: edge + share });
      edge += share;
    }
    before = values;
  }
  return found;
}

/** An SVG path of one layer in a box of that width and height; 0 is at the bottom. */
export function area(layer: { low: number; high: number }[], width: number, height: number): string {
  if (layer.length === 0) return '';
  const x = (index: number): string => (layer.length === 1 ? 0 : (index / (layer.length - 1)) * width).toFixed(1);
  const y = (share: number): string => ((1 - share) * height).toFixed(1);
  const above = layer.map((edge, index) => `${x(index)} ${y(edge.high)}`);
  const below = layer.map((edge, index) => `${x(index)} ${y(edge.low)}`).reverse();
  return `M${above.join('L')}L${below.join('L')}Z`;
}
