/** What lies on the table, read from a scene: tiles, triangles, towers, points, pawns. */

import type { Effects, Seat } from '../../lib/types';
import type { Scene } from '../../play/play.svelte';
import type { Shape } from './shape';

export const COLOURS = ['red', 'yellow', 'blue', 'white'] as const;
const LETTERS: Record<string, string> = { R: 'red', Y: 'yellow', B: 'blue', W: 'white' };

/** A circle that a move finished or would finish. */
export interface Circle {
  crossing: string;
  gold: boolean;
  sixths: Record<string, number>;
  tower: string[];
  leader: string | null;
  points: number;
  tied: boolean;
}

export interface OnTopEffects {
  black: string[];
  void: string[];
  circles: Circle[];
  last_pawn: string | null;
}

export interface OnTopState {
  cells: Record<string, 'empty' | 'tile' | 'black' | 'void'>;
  towers: Record<string, string[]>;
  scores: number[];
  pawns: Record<string, number>;
  black_left: number;
  tile: string | null;
  tiles_left: number;
}

/** The four colours of a tile, as it is written. */
export function coloursOf(tile: string): string[] {
  return [...tile].map((letter) => LETTERS[letter]!);
}

export function stateOf(scene: Scene): OnTopState {
  return scene.state as unknown as OnTopState;
}

export function effectsOf(effects: Effects | null | undefined): OnTopEffects {
  const told = (effects ?? {}) as Partial<OnTopEffects>;
  return {
    black: told.black ?? [],
    void: told.void ?? [],
    circles: told.circles ?? [],
    last_pawn: told.last_pawn ?? null,
  };
}

/** The board's name: every option has a default. */
export function boardName(scene: Scene): string {
  return (scene.record.options['board'] as string | undefined) ?? 'hex-1-5-5';
}

export function tilesOf(scene: Scene): string[] {
  return (scene.record.setup['tiles'] as string[] | undefined) ?? [];
}

/** The colour of a seat. */
export function colourOf(scene: Scene, seat: Seat): string {
  return (scene.record.setup['colours'] as string[])[seat] ?? 'white';
}

/** Whose colour that is; null: nobody's, it is neutral. */
export function seatOf(scene: Scene, colour: string): Seat | null {
  const seat = (scene.record.setup['colours'] as string[]).indexOf(colour);
  return seat < 0 ? null : seat;
}

export function neutralOf(scene: Scene): string[] {
  return COLOURS.filter((colour) => seatOf(scene, colour) === null);
}

/** In team play: 0 for seats 0 and 2, 1 for the others; null where everybody plays for themselves. */
export function teamOf(scene: Scene, seat: Seat): number | null {
  return scene.record.options['teams'] === true ? seat % 2 : null;
}

/** A colour's pawns at the start, as its first state tells: what it has left and what stands in towers. */
export function pawnsAtStart(scene: Scene, colour: string): number {
  const state = stateOf(scene);
  const placed = Object.values(state.towers)
    .flat()
    .filter((one) => one === colour).length;
  return (state.pawns[colour] ?? 0) + placed;
}

/** Crossings that were finished without a leader although colours lie there. */
export function tiedOf(scene: Scene): string[] {
  return scene.effects.flatMap((effects) =>
    effectsOf(effects)
      .circles.filter((circle) => circle.tied)
      .map((circle) => circle.crossing),
  );
}

/** What is known of a finished circle. */
export function circleOf(scene: Scene, crossing: string): Circle | null {
  for (const effects of scene.effects) {
    const found = effectsOf(effects).circles.find((circle) => circle.crossing === crossing);
    if (found) return found;
  }
  return null;
}

/** The tile that lies or would lie on a cell: which move put it there and its number. */
export function tileOn(scene: Scene, cell: string): number | null {
  const found = scene.record.moves.findIndex((move) => move.split('-').includes(cell));
  return found < 0 ? null : found;
}

/** How many cells round a crossing are filled. */
export function filledAt(scene: Scene, shape: Shape, crossing: string): { filled: number; of: number } {
  const cells = shape.answer.crossings[crossing]!.cells;
  const state = stateOf(scene);
  return { filled: cells.filter((cell) => state.cells[cell] !== 'empty').length, of: cells.length };
}

/** A tile may be written from either of its acute corners. */
export function sameKind(one: string, other: string): boolean {
  return one === other || one === other.slice(2) + other.slice(0, 2);
}

/** How many tiles of each kind nobody has seen yet. */
export function stillHidden(scene: Scene, shape: Shape): { kind: string; left: number }[] {
  const seen = tilesOf(scene).slice(0, scene.record.moves.length + (stateOf(scene).tile === null ? 0 : 1));
  return Object.entries(shape.answer.tiles).map(([kind, count]) => ({
    kind,
    left: count - seen.filter((tile) => sameKind(tile, kind)).length,
  }));
}
