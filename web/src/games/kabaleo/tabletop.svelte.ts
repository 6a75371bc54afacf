/**
 * What the parts of one Play share on the screen: where pieces are to be seen, what is being dragged, how far the count
 * is.
 */

import { announce } from '../../lib/announce.svelte';
import { lasting } from '../../lib/settings.svelte';
import { sound } from '../../lib/sounds';
import type { Seat } from '../../lib/types';
import { t } from '../../lib/words.svelte';
import type { Play } from '../../play/play.svelte';
import type { Point } from './geometry';

export interface Drag {
  colour: string;
  /** Where the dragged piece's foot is on the screen. */
  foot: Point;
}

export class Tabletop {
  drag: Drag | null = $state.raw(null);
  /** The location under the dragged piece. */
  over: number | null = $state(null);
  /** The location that was chosen before a piece. */
  chosen: number | null = $state(null);
  /** The width of a piece's foot on the board. */
  w = $state(60);
  /** The colour whose locations are lit while the objectives are counted. */
  lit: string[] = $state.raw([]);
  /**
   * How many steps of the count have been shown, and of how many; the first steps lift the objectives, seat by seat.
   */
  stage = $state(0);
  steps = $state(0);
  /** How many counts are on the page. */
  counts = $state(0);
  /** How many trays are on the page: where there is one, my objective stays under its cone. */
  trays = $state(0);
  /** Whether all parts are on the page: before, nobody knows if there is a tray. */
  settled = $state(false);
  /** Which location is at a point of the screen; the board answers. */
  locate: (point: Point) => number | null = () => null;
  /** Let the keys go to the board. */
  focus: () => void = () => {};
  /** Where the piece that was let go last was let go; used once. */
  dropped: Point | null = null;

  constructor(readonly play: Play) {}

  #places = new Map<string, Set<Element>>();
  #counted: string | null = null;
  #ondone: (() => void) | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** For `{@attach}`: this element is where such a piece is to be seen. */
  place(name: string): (element: Element) => () => void {
    return (element) => {
      const found = this.#places.get(name) ?? new Set();
      found.add(element);
      this.#places.set(name, found);
      return () => found.delete(element);
    };
  }

  /** The middle of the place of that name on the screen, or null if it is not shown. */
  find(name: string): Point | null {
    for (const element of this.#places.get(name) ?? []) {
      const box = element.getBoundingClientRect();
      if (box.width > 0) return { x: box.x + box.width / 2, y: box.y + box.height * 0.74 };
    }
    return null;
  }

  /** Whether the count has been shown to its end. */
  get counted(): boolean {
    return this.steps > 0 && this.stage >= this.steps;
  }

  /** Whether that seat's objective is still to be lifted. */
  covered(seat: Seat): boolean {
    return this.play.landing || (this.counts > 0 && this.stage <= seat);
  }

  /** Show the count step by step; the same count begins only once. `ondone`: when all of it is shown. */
  count(what: string, steps: number, ondone: () => void): void {
    if (this.#counted === what) return;
    this.#counted = what;
    this.#ondone = ondone;
    this.stage = 0;
    this.steps = steps;
    clearTimeout(this.#timer);
    const each = lasting(900);
    const further = (): void => {
      if (this.stage + 1 >= steps) this.skip();
      else {
        this.stage += 1;
        this.#timer = setTimeout(further, each);
      }
    };
    if (each === 0) this.skip();
    else this.#timer = setTimeout(further, each / 2);
  }

  /** Show all of the count now. */
  skip(): void {
    clearTimeout(this.#timer);
    this.stage = this.steps;
    this.#ondone?.();
    this.#ondone = null;
  }
}

const all = new WeakMap<Play, Tabletop>();

/** Take a piece of that colour, or put it back; where a location is chosen it goes there at once. */
export function take(play: Play, colour: string | null): void {
  const { chosen } = tabletop(play);
  if (colour !== null && chosen !== null) {
    play.choose(`${colour}@${chosen}`);
    return;
  }
  if (colour !== null && play.held !== colour) {
    sound('pick');
    announce(t('kabaleo.in_hand', { colour: t(`colour.${colour}`) }));
  }
  play.held = colour;
}

/** The tabletop of a Play. */
export function tabletop(play: Play): Tabletop {
  let found = all.get(play);
  if (found === undefined) all.set(play, (found = new Tabletop(play)));
  return found;
}
