/**
 * The tile in hand, shared by the board and by what lies beside it: how it is turned, and whether it is being dragged.
 */

import type { Play } from '../../play/play.svelte';
import { turned } from './aiming';
import { TURNS, type Place, type Shape } from './shape';

export class Hand {
  /** 0 to 5: sixths of a turn clockwise. */
  turn = $state(0);
  /** Where the tile is while it is dragged off the hand, on the screen. */
  drag: { x: number; y: number; size: number } | null = $state.raw(null);
  /** How many cards beside the board show the tile: without one the board has its own buttons. */
  cards = $state(0);
  /** The cell round which the ghost turns. */
  anchor: string | null = null;
  /** The board's answer to the tile being over a point of the screen; set by the board. */
  over: (x: number, y: number) => void = () => {};

  constructor(readonly play: Play) {}

  /** Whether this player may lay a tile now. */
  get acting(): boolean {
    return this.play.active && this.play.pending === null && this.play.scene.toMove !== null;
  }

  /** Put the ghost here. */
  aimAt(place: Place, anchor: string = place.cells[0]): void {
    this.play.aim = place.move;
    this.turn = place.turn;
    this.anchor = anchor;
  }

  /** Turn by a sixth: the ghost where it lies, as far as that is legal, else only the tile in hand. */
  turnBy(step: 1 | -1, shape: Shape | null): Place | null {
    const { aim, scene } = this.play;
    const here = aim === null ? undefined : shape?.places.get(aim);
    if (shape && here) {
      const anchor = this.anchor !== null && here.cells.includes(this.anchor) ? this.anchor : here.cells[0];
      const place = turned(shape, new Set(scene.legal), anchor, here.turn, step);
      if (place) this.aimAt(place, anchor);
      return place;
    }
    this.turn = (this.turn + step + TURNS) % TURNS;
    return null;
  }

  /** Lay the tile where the ghost is. */
  lay(): void {
    if (this.acting && this.play.aim !== null) this.play.choose(this.play.aim);
  }
}

const hands = new WeakMap<Play, Hand>();

/** The hand of that play. */
export function handOf(play: Play): Hand {
  let hand = hands.get(play);
  if (!hand) {
    hand = new Hand(play);
    hands.set(play, hand);
  }
  return hand;
}
