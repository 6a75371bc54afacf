/** The words that lie on the table. */

import { t } from '../../lib/words.svelte';
import { short } from '../../play/names';
import type { Play } from '../../play/play.svelte';
import { lastMover, parse, reason, written } from './stacks';
import { reasonName, worth } from './words';

export interface Chip {
  spot: number;
  kind: 'why' | 'last' | 'good' | 'bad' | 'even';
  text: string;
  /** The reason, for where there is no room for its words. */
  why: 'height' | 'colour' | 'both' | null;
}

const kind = (value: number): Chip['kind'] => (value > 0.9995 ? 'good' : value < 0.0005 ? 'bad' : 'even');

/** What the moves are worth: of the stack in hand each, else the best of each stack. */
function worths(play: Play, held: number | null): Chip[] {
  const best = new Map<number, string>();
  for (const move of play.scene.legal) {
    const value = play.values![move];
    if (value === undefined) continue;
    const [from, to] = parse(move);
    if (held !== null && from !== held) continue;
    const spot = held === null ? from : to;
    const now = best.get(spot);
    if (now === undefined || value > play.values![now]!) best.set(spot, move);
  }
  return [...best].map(([spot, move]) => ({
    spot,
    kind: kind(play.values![move]!),
    text: worth(play.values![move]!, play.ends?.[move]),
    why: null,
  }));
}

/** All of them, at most one for a spot. */
export function chips(play: Play, held: number | null, open: Set<number>): Chip[] {
  const found = new Map<number, Chip>();
  if (play.values !== null) for (const chip of worths(play, held)) found.set(chip.spot, chip);
  if (held !== null) {
    for (const spot of open) {
      const effects = play.foreseen[written(held, spot)];
      const text = reasonName(effects);
      if (text !== '' && !found.has(spot)) found.set(spot, { spot, kind: 'why', text, why: reason(effects) });
    }
  }
  const move = play.pending ?? play.last;
  if (move !== null && held === null) {
    const to = parse(move)[1];
    const mover = play.pending !== null ? play.scene.toMove : lastMover(play);
    const name = mover === null ? '' : short(play.names[mover] ?? '');
    if (!found.has(to))
      found.set(to, {
        spot: to,
        kind: 'last',
        text: name === '' ? String(to) : t('babylone.last', { spot: to, name }),
        why: null,
      });
  }
  return [...found.values()];
}
