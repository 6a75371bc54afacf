/** Tiles that are asked for on a board, and how they change. The rules judge them elsewhere. */

import type { Scene } from '../../play/play.svelte';
import type { Arranger } from '../../study/arranger.svelte';
import { type Asked, turnIn } from '../../study/asked';
import { TURNS, type Place, type Shape } from './shape';
import { type OnTopState, sameKind, stateOf, tilesOf } from './table';

/** A tile on the board: its four colours, and the cells of the first and of the third. */
export interface Lying {
  tile: string;
  cells: [string, string];
}

export function told(scene: Scene): Asked {
  const { setup, moves } = scene.record;
  const cells = moves.map((move) => move.split('-') as [string, string]);
  return {
    colours: setup['colours'],
    laid: tilesOf(scene).slice(0, moves.length),
    first_cells: cells.map(([first]) => first),
    third_cells: cells.map(([, third]) => third),
    tile: stateOf(scene).tile,
    to_move: turnIn(scene),
  };
}

export function lyingIn(asked: Asked): Lying[] {
  const [first, third] = [asked['first_cells'] as string[], asked['third_cells'] as string[]];
  return (asked['laid'] as string[]).map((tile, number) => ({ tile, cells: [first[number]!, third[number]!] }));
}

const written = (asked: Asked, lying: Lying[]): Asked => ({
  ...asked,
  laid: lying.map(({ tile }) => tile),
  first_cells: lying.map(({ cells }) => cells[0]),
  third_cells: lying.map(({ cells }) => cells[1]),
});

export const cleared = (asked: Asked): Asked => written({ ...asked, tile: null }, []);

/** Where a tile on that cell would lie, turned as wished if it can be. */
export function placeAt(shape: Shape, cell: string, turn: number): Place | null {
  for (let step = 0; step < TURNS; step++) {
    const place = shape.at.get(`${cell}/${(turn + step) % TURNS}`);
    if (place) return place;
  }
  return null;
}

/** One more tile; one that lies on the very same cells gives way to it. */
export function put(asked: Asked, tile: string, { cells }: Place): Asked {
  const others = lyingIn(asked).filter((one) => !one.cells.every((cell) => cells.includes(cell)));
  return written(asked, [...others, { tile, cells }]);
}

/** Without the tile that lies on that cell: the last that was put there. */
export function taken(asked: Asked, cell: string): Asked {
  const lying = lyingIn(asked);
  const at = lying.findLastIndex(({ cells }) => cells.includes(cell));
  return at < 0 ? asked : written(asked, lying.toSpliced(at, 1));
}

/** How many tiles of each kind are neither on the board nor in hand. */
export function leftOver(asked: Asked, shape: Shape): { kind: string; left: number }[] {
  const tile = asked['tile'] as string | null;
  const used = [...(asked['laid'] as string[]), ...(tile === null ? [] : [tile])];
  return Object.entries(shape.answer.tiles).map(([kind, count]) => ({
    kind,
    left: count - used.filter((one) => sameKind(one, kind)).length,
  }));
}

/** What is asked for as a scene to draw: with all that follows from it, where the rules have said what does. */
export function sceneFor(arranger: Arranger, shape: Shape | null): Scene {
  const { asked, answer, players, options, game } = arranger;
  const moves = lyingIn(asked).map(({ cells }) => cells.join('-'));
  const setup = { colours: asked['colours'], tiles: asked['laid'], first: 0 };
  return {
    game,
    players,
    record: { format: '', game, players, options, setup, moves },
    state: (answer?.state ?? bare(arranger, shape)) as Scene['state'],
    effects: answer?.effects ?? [],
    toMove: arranger.toMove,
    legal: [],
    viewer: 'all',
    result: null,
  };
}

/** A board of which the rules say nothing: tiles and starting cells, no more. */
function bare({ asked, options, players }: Arranger, shape: Shape | null): OnTopState {
  const black = (options['black'] as string[] | undefined) ?? shape?.answer.start ?? [];
  const covered = new Set(lyingIn(asked).flatMap(({ cells }) => cells));
  const cells = Object.keys(shape?.answer.cells ?? {}).map(
    (cell) => [cell, covered.has(cell) ? 'tile' : black.includes(cell) ? 'black' : 'empty'] as const,
  );
  return {
    cells: Object.fromEntries(cells),
    towers: {},
    scores: new Array<number>(players).fill(0),
    pawns: {},
    black_left: 0,
    tile: null,
    tiles_left: 0,
  };
}
