/** Kabaleo in words, for the eye and for the ear. */

import type { Effects, Seat } from '../../lib/types';
import { listed, t } from '../../lib/words.svelte';
import type { Play, Scene } from '../../play/play.svelte';
import { colours, objective, parse, piles, stock } from './position';
import { tabletop } from './tabletop.svelte';

/** "yellow on 11". */
export function say(move: string): string {
  const { colour, location } = parse(move);
  return t('kabaleo.move', { colour: t(`colour.${colour}`), n: location });
}

/** Who won, and with which colour. */
export function headline(play: Play, winner: Seat, mine: boolean): string {
  return t(`kabaleo.won.${mine ? 'you' : 'name'}`, {
    name: play.names[winner] ?? '',
    colour: t(`colour.${objective(play.scene, winner)}`),
  });
}

/** What a move did beyond lying there: two pieces left, and something shows again. */
export function sayEffects(move: string, effects: Effects): string {
  if (effects['cancels'] !== true) return '';
  return t('kabaleo.cancelled', {
    two: t(`kabaleo.two.${parse(move).colour}`),
    shows: t(`colour.${effects['shows'] as string}`),
  });
}

/** What the list of legal moves adds to a move: that two pieces would cancel. */
export function sayWhere(move: string, play: Play): string {
  return play.foreseen[move]?.['cancels'] === true ? t('kabaleo.would_cancel') : '';
}

/** A pile: "yellow on top, 4 pieces on a blue base", or a bare base. */
export function sayPile(pile: string[]): string {
  if (pile.length === 1) return t(`kabaleo.bare.${pile[0]}`);
  return t('kabaleo.pile', { top: t(`colour.${pile.at(-1)}`), n: pile.length - 1, upon: t(`kabaleo.upon.${pile[0]}`) });
}

/** What else is to be said of a location now. */
export interface Said {
  last: string | null;
  cancels: boolean;
  forbidden: boolean;
  hint: boolean;
  planned?: boolean;
  value: string | null;
}

/** A location's name for those who hear the page. */
export function sayLocation(location: number, pile: string[], also: Said): string {
  const parts = [t('kabaleo.location', { n: location, pile: sayPile(pile) })];
  if (also.last !== null) parts.push(t('kabaleo.last', { name: also.last }));
  if (also.hint) parts.push(t(also.planned ? 'plan.here' : 'kabaleo.hinted'));
  if (also.cancels) parts.push(t('kabaleo.would_cancel'));
  if (also.forbidden) parts.push(t('kabaleo.not_possible'));
  if (also.value !== null) parts.push(also.value);
  return parts.join('; ');
}

/** A pile's layers in words, top first. */
export function sayLayers(pile: string[]): string[] {
  return pile.map((colour, index) => t(index === 0 ? `kabaleo.base.${colour}` : `colour.${colour}`)).reverse();
}

/** "Bram: pink 3, green 1"; those that are used up are left out. */
export function sayStock(scene: Scene, seat: number, name: string): string {
  const left = stock(scene, seat);
  const held = colours(scene).filter((colour) => (left[colour] ?? 0) > 0);
  const said = held.map((colour) => t('kabaleo.count', { colour: t(`colour.${colour}`), n: left[colour]! }));
  return t('kabaleo.stock', { name, pieces: said.length === 0 ? t('kabaleo.stock.empty') : said.join(', ') });
}

/** The whole position. */
export function sayAll(scene: Scene, names: string[]): string {
  const all = piles(scene);
  const bare = all.flatMap((pile, index) =>
    pile.length === 1 ? [t('kabaleo.count', { colour: t(`colour.${pile[0]}`), n: index + 1 })] : [],
  );
  const high = all.flatMap((pile, index) =>
    pile.length > 1 ? [t('kabaleo.at', { n: index + 1, pile: listed(sayLayers(pile)) })] : [],
  );
  const parts = [];
  if (high.length > 0) parts.push(t('kabaleo.all.piles', { piles: high.join('; ') }));
  if (bare.length > 0) parts.push(t('kabaleo.all.bare', { bases: bare.join(', ') }));
  for (let seat = 0; seat < scene.players; seat++) parts.push(`${sayStock(scene, seat, names[seat] ?? '')}.`);
  return parts.join(' ');
}

/** One sentence: what to do now, or what the move aimed at would do. */
export function advice(play: Play): string {
  const { scene, held, aim } = play;
  const { chosen } = tabletop(play);
  if (aim !== null) {
    const { colour, location } = parse(aim);
    if (!scene.legal.includes(aim))
      return t('kabaleo.advice.forbidden', { colour: t(`colour.${colour}`), n: location });
    const effects = play.foreseen[aim];
    if (effects !== undefined) return sayForeseen(aim, effects, piles(scene)[location - 1]!);
  }
  if (held === null) return chosen === null ? t('kabaleo.advice.take') : t('kabaleo.advice.chosen', { n: chosen });
  const cancels = scene.legal.some((move) => parse(move).colour === held && play.foreseen[move]?.['cancels'] === true);
  const put = t(`kabaleo.advice.put.${held}`);
  return cancels ? `${put} ${t('kabaleo.advice.dashed')}` : put;
}

function sayForeseen(move: string, effects: Effects, pile: string[]): string {
  const { colour, location } = parse(move);
  const shows = t(`colour.${effects['shows'] as string}`);
  if (effects['cancels'] === true) return t('kabaleo.advice.cancels', { two: t(`kabaleo.two.${colour}`), shows });
  return t('kabaleo.advice.covers', { shows, under: t(`colour.${pile.at(-1)}`), n: location });
}

/** The next of these colours whose name begins with that letter, after the one in hand; null where none does. */
export function byLetter(letter: string, held: string | null, choice: string[]): string | null {
  const wanted = letter.toLowerCase();
  const found = choice.filter((colour) => t(`colour.${colour}`).toLowerCase().startsWith(wanted));
  if (found.length === 0) return null;
  return found[(found.indexOf(held ?? '') + 1) % found.length]!;
}
