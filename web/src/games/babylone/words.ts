/** Babylone in words. */

import { paint } from '../../lib/colours';
import type { Effects, Seat } from '../../lib/types';
import { listed, percent, t } from '../../lib/words.svelte';
import type { Play, Scene } from '../../play/play.svelte';
import { marks, outBy, outOf, parse, reason, stacksOf, stacksOfMove, targets, top } from './stacks';

const tokens = (scene: Scene): string[] => scene.record.setup['tokens'] as string[];

/** A colour's name; with its number where another one looks the same. */
export const colourName = (colour: string, scene: Scene): string => named(colour, marks(tokens(scene)));

/** The same, where those numbers are known. */
export function named(colour: string, numbers: Map<string, string>): string {
  const mark = numbers.get(colour) ?? '';
  const name = t(`colour.${paint(colour)}`);
  return mark === '' ? name : t('babylone.colour_numbered', { colour: name, n: mark });
}

/** "yellow on red": top first. */
export const layersName = (colours: string[], scene: Scene): string => layersSaid(colours, marks(tokens(scene)));

export function layersSaid(colours: string[], numbers: Map<string, string>): string {
  return [...colours]
    .reverse()
    .map((colour) => named(colour, numbers))
    .reduce((said, under) => t('babylone.on', { top: said, under }));
}

/** "spot 5: height 2, yellow on red". */
export function spotName(spot: number, colours: string[], scene: Scene): string {
  return t('babylone.spot', { spot, height: colours.length, layers: layersName(colours, scene) });
}

/** "same height", "same colour", "both", or nothing while it is not known. */
export function reasonName(effects: Effects | undefined | null): string {
  const why = reason(effects);
  return why === null ? '' : t(`babylone.why.${why}`);
}

/** "Stack 5 in hand: yellow on top, height 2." */
export function inHand(spot: number, scene: Scene): string {
  const colours = stacksOf(scene).get(spot) ?? [];
  return t('babylone.in_hand', { spot, colour: colourName(top(colours), scene), height: colours.length });
}

/** What a move is worth, in a word or two: exact where it is proved, else a share of a win. */
export function worth(value: number, ends: number | undefined): string {
  if (value > 0.9995) return ends === undefined ? t('babylone.wins') : t('babylone.wins_in', { n: ends });
  if (value < 0.0005) return ends === undefined ? t('babylone.loses') : t('babylone.loses_in', { n: ends });
  return percent(value);
}

export function say(move: string): string {
  const [from, to] = parse(move);
  return t('babylone.move', { from, to });
}

/** What the move aimed at would do. */
function consequence(move: string, play: Play): string {
  const [from, to] = parse(move);
  const [taken, under] = stacksOfMove(move, play.scene);
  const said = [
    t('babylone.would', { to, height: taken.length + under.length, colour: colourName(top(taken), play.scene) }),
  ];
  const out = outBy(play.foreseen[move]);
  if (out.length > 0)
    said.push(t('babylone.would_block', { names: listed(out.map((seat) => play.names[seat] ?? '')), n: out.length }));
  const why = reasonName(play.foreseen[move]);
  return [why === '' ? t('babylone.move', { from, to }) : t('babylone.because', { from, to, why }), ...said].join(' ');
}

export function advice(play: Play): string {
  const { scene } = play;
  if (scene.toMove === null) return '';
  if (play.held === null) return t('babylone.take', { n: scene.legal.length });
  if (play.aim !== null) {
    return scene.legal.includes(play.aim) ? consequence(play.aim, play) : t('babylone.not_there');
  }
  const open = targets(scene.legal, Number(play.held)).length;
  return open === 0 ? t('babylone.put.none') : t('babylone.put', { n: open });
}

function blocked(seats: Seat[], scene: Scene, names: string[]): string {
  const key = scene.players > 2 ? 'babylone.out' : 'babylone.blocked';
  return seats.map((seat) => t(key, { name: names[seat] ?? '' })).join(' ');
}

export function sayEffects(_move: string, effects: Effects, scene: Scene, names: string[]): string {
  const why = reason(effects);
  const said = why === null ? [] : [t(`babylone.said.${why}`)];
  const out = outBy(effects);
  if (out.length > 0) said.push(blocked(out, scene, names));
  return said.join(' ');
}

export function sayAll(scene: Scene, names: string[]): string {
  const stacks = [...stacksOf(scene)].map(([spot, colours]) =>
    t('babylone.sentence', { text: spotName(spot, colours, scene) }),
  );
  const said = [t('babylone.stacks', { n: stacks.length }) + '.', ...stacks];
  if (outOf(scene).length > 0) said.push(blocked(outOf(scene), scene, names));
  if (scene.toMove !== null) said.push(t('turn.of', { name: names[scene.toMove] ?? '' }));
  return said.join(' ');
}

export function tokensOf(move: string, scene: Scene): string[] {
  return stacksOfMove(move, scene)
    .map(top)
    .filter((colour) => colour !== '');
}
