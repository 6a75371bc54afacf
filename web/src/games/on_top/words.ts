/** On Top in words: moves, what they do, cells, crossings, the whole position. */

import type { Effects, Seat } from '../../lib/types';
import { listed, t } from '../../lib/words.svelte';
import type { Play, Scene } from '../../play/play.svelte';
import type { Shape } from './shape';
import {
  circleOf,
  colourOf,
  coloursOf,
  effectsOf,
  filledAt,
  neutralOf,
  seatOf,
  stateOf,
  tileOn,
  tilesOf,
  type Circle,
} from './table';

/** A player by name, a neutral colour by its colour. */
export function nameOf(colour: string, scene: Scene, names: string[]): string {
  const seat = seatOf(scene, colour);
  return seat === null ? t(`on_top.name.${colour}`) : (names[seat] ?? t(`on_top.name.${colour}`));
}

const isYou = (colour: string, scene: Scene): boolean => scene.viewer === seatOf(scene, colour);

/** Who won, and with how many points, where points decided. */
export function headline(play: Play, winner: Seat, mine: boolean): string | null {
  const { result } = play.scene;
  const points = result?.scores?.[winner];
  if (points === undefined || result?.reason === 'last_pawn') return null;
  return t(`on_top.won.${mine ? 'you' : 'name'}`, {
    name: play.names[winner] ?? '',
    points: t('on_top.points', { n: points }),
  });
}

/** "red, blue, yellow and white" */
export function sayTile(tile: string): string {
  return listed(coloursOf(tile).map((colour) => t(`colour.${colour}`)));
}

/** Circles in a few words, by who leads: "+2, +4 for you; tied". */
function briefly(circles: Circle[], scene: Scene, names: string[]): string {
  const by = new Map<string, Circle[]>();
  for (const circle of circles) {
    const key = circle.leader ?? (circle.tied ? 'tied' : 'bare');
    by.set(key, [...(by.get(key) ?? []), circle]);
  }
  return [...by]
    .map(([key, own]) => {
      const n = own.length;
      if (own[0]!.leader === null) return t(`on_top.preview.${key}`, { n });
      const name = nameOf(key, scene, names);
      if (seatOf(scene, key) === null) return t('on_top.preview.neutral', { name, n });
      return t(isYou(key, scene) ? 'on_top.preview.you' : 'on_top.preview.points', {
        points: own.map((circle) => `+${circle.points}`).join(', '),
        name,
      });
    })
    .join(t('on_top.preview.between'));
}

/** A circle in a sentence of its own. */
export function sayCircle(circle: Circle, scene: Scene, names: string[]): string {
  const crossing = circle.gold ? t('on_top.circle.gold', { crossing: circle.crossing }) : circle.crossing;
  const { leader } = circle;
  if (leader === null) return t(circle.tied ? 'on_top.circle.tied' : 'on_top.circle.bare', { crossing });
  const name = nameOf(leader, scene, names);
  if (seatOf(scene, leader) === null) return t('on_top.circle.neutral', { crossing, name });
  return t(isYou(leader, scene) ? 'on_top.circle.you' : 'on_top.circle.leader', {
    crossing,
    name,
    points: t('on_top.points', { n: circle.points }),
  });
}

/** What a last pawn would mean. */
function sayLastPawn(colour: string | null, scene: Scene, names: string[]): string {
  if (colour === null) return '';
  const name = nameOf(colour, scene, names);
  if (seatOf(scene, colour) === null) return t('on_top.preview.used_up', { name });
  return isYou(colour, scene) ? t('on_top.preview.win_you') : t('on_top.preview.win', { name });
}

const joined = (...sentences: string[]): string => sentences.filter((sentence) => sentence !== '').join(' ');

/** One sentence: what the move would do. */
export function sayPreview(effects: Effects, scene: Scene, names: string[]): string {
  const { black, void: left, circles, last_pawn } = effectsOf(effects);
  const list = briefly(circles, scene, names);
  return joined(
    circles.length > 0 ? t('on_top.preview', { n: circles.length, list }) : t('on_top.preview.none'),
    black.length > 0 ? t('on_top.preview.holes', { n: black.length }) : '',
    left.length > 0 ? t('on_top.preview.voids', { n: left.length }) : '',
    sayLastPawn(last_pawn, scene, names),
  );
}

/** Which colour comes to lie at which crossing, and what that finishes; nothing until the board is known. */
export function sayWhere(move: string, play: Play, shape: Shape | null): string {
  const { scene, names } = play;
  const { tile } = stateOf(scene);
  const place = shape?.places.get(move);
  if (!place || tile === null) return '';
  const foreseen = play.foreseen[move];
  const finishes = foreseen && effectsOf(foreseen).circles.length > 0 ? sayPreview(foreseen, scene, names) : '';
  return joined(`${sayCorners(tile, move, shape)}.`, finishes);
}

/** What to do now, or what the ghost would do. */
export function advice(play: Play): string {
  const foreseen = play.aim === null ? undefined : play.foreseen[play.aim];
  return foreseen ? sayPreview(foreseen, play.scene, play.names) : t('on_top.advice');
}

/** Which colours of a tile lie at which crossings. */
function sayCorners(tile: string, move: string, shape: Shape | null): string {
  const place = shape?.places.get(move);
  return listed(
    coloursOf(tile).map((colour, index) =>
      place
        ? t('on_top.cell.corner', { colour: t(`colour.${colour}`), crossing: place.crossings[index]! })
        : t(`colour.${colour}`),
    ),
  );
}

/** Where the tile would lie, colour by colour, and the preview circle by circle, for those who hear the page. */
export function sayAim(play: Play, shape: Shape | null): string {
  if (play.aim === null) return '';
  const foreseen = play.foreseen[play.aim];
  const { tile } = stateOf(play.scene);
  const place = t('on_top.said.tile', {
    move: play.aim,
    corners: tile === null ? '' : sayCorners(tile, play.aim, shape),
  });
  if (!foreseen) return place;
  const { black, void: left, circles, last_pawn } = effectsOf(foreseen);
  return joined(
    place,
    black.length > 0 ? t('on_top.preview.holes', { n: black.length }) : '',
    left.length > 0 ? t('on_top.preview.voids', { n: left.length }) : '',
    ...circles.map((circle) => sayCircle(circle, play.scene, play.names)),
    circles.length === 0 ? t('on_top.preview.none') : '',
    sayLastPawn(last_pawn, play.scene, play.names),
  );
}

/** What a move did. */
export function sayEffects(_move: string, effects: Effects, scene: Scene, names: string[]): string {
  const { black, circles, last_pawn } = effectsOf(effects);
  let ended = '';
  if (last_pawn !== null)
    ended = t(seatOf(scene, last_pawn) === null ? 'on_top.used_up' : 'on_top.last_pawn', {
      name: nameOf(last_pawn, scene, names),
    });
  return joined(
    black.length > 0 ? t('on_top.holes', { n: black.length, cells: listed(black) }) : '',
    ...circles.map((circle) => sayCircle(circle, scene, names)),
    ended,
  );
}

/** A crossing: its tower, or how far it is. */
export function sayCrossing(name: string, scene: Scene, shape: Shape): string {
  const gold = shape.answer.crossings[name]!.gold;
  const crossing = gold ? t('on_top.crossing.gold', { crossing: name }) : name;
  const tower = stateOf(scene).towers[name];
  if (tower) {
    const top = t(`colour.${tower.at(-1)!}`);
    const under = tower.slice(0, -1).map((colour) => t(`colour.${colour}`));
    return under.length > 0
      ? t('on_top.crossing.tower', { crossing, tower: listed(under), top })
      : t('on_top.crossing.one', { crossing, top });
  }
  const circle = circleOf(scene, name);
  if (circle) return t(circle.tied ? 'on_top.crossing.tied' : 'on_top.crossing.bare', { crossing });
  return t('on_top.crossing.open', { crossing, ...filledAt(scene, shape, name) });
}

/** A cell and what lies on it. */
export function sayCell(cell: string, scene: Scene, shape: Shape, open: boolean): string {
  const content = stateOf(scene).cells[cell] ?? 'empty';
  if (content === 'empty') return t(open ? 'on_top.cell.open' : 'on_top.cell.empty', { cell });
  if (content !== 'tile') return t(`on_top.cell.${content}`, { cell });
  const number = tileOn(scene, cell);
  const place = number === null ? undefined : shape.places.get(scene.record.moves[number]!);
  if (number === null || !place) return t('on_top.cell.tile', { cell, corners: '' });
  const colours = coloursOf(tilesOf(scene)[number]!);
  const here = shape.answer.cells[cell]!.corners;
  const corners = place.crossings.flatMap((crossing, index) =>
    here.includes(crossing) ? [t('on_top.cell.corner', { colour: t(`colour.${colours[index]!}`), crossing })] : [],
  );
  const text = t('on_top.cell.tile', { cell, corners: listed(corners) });
  return number === scene.record.moves.length - 1 ? t('on_top.cell.last', { text }) : text;
}

/** The whole position. */
export function sayAll(scene: Scene, names: string[], shape: Shape | null): string {
  const state = stateOf(scene);
  const turn =
    scene.toMove !== null && state.tile !== null
      ? t('on_top.all.turn', { name: names[scene.toMove] ?? '', colours: sayTile(state.tile) })
      : '';
  const players = Array.from({ length: scene.players }, (_, seat) => {
    const colour = colourOf(scene, seat);
    return t('on_top.all.player', {
      name: names[seat] ?? '',
      colour: t(`colour.${colour}`),
      points: t('on_top.points', { n: state.scores[seat] ?? 0 }),
      pawns: t('on_top.pawns', { n: state.pawns[colour] ?? 0 }),
    });
  });
  const neutral = neutralOf(scene).map((colour) =>
    t('on_top.all.neutral', {
      name: t(`on_top.name.${colour}`),
      pawns: t('on_top.pawns', { n: state.pawns[colour] ?? 0 }),
    }),
  );
  const towers = Object.entries(state.towers).map(
    ([crossing, tower]) => `${crossing} ${listed(tower.map((colour) => t(`colour.${colour}`)))}`,
  );
  const laid = tilesOf(scene);
  const tiles = scene.record.moves.map((move, number) => `${move} ${sayCorners(laid[number]!, move, shape)}`);
  const black = Object.entries(state.cells).flatMap(([cell, content]) => (content === 'black' ? [cell] : []));
  return joined(
    turn,
    ...players,
    ...neutral,
    tiles.length > 0 ? t('on_top.all.tiles', { list: tiles.join('; ') }) : '',
    black.length > 0 ? t('on_top.all.black', { cells: listed(black) }) : '',
    towers.length > 0 ? t('on_top.all.towers', { list: towers.join('; ') }) : '',
    t('on_top.all.stack', {
      tiles: t('on_top.tiles_left', { n: state.tiles_left }),
      black: t('on_top.black_left', { n: state.black_left }),
    }),
  );
}
