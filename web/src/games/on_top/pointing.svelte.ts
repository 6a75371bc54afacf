/**
 * Mouse and touch on the board. The ghost follows the mouse, and a click lays it; a tap puts it, a second tap turns it,
 * a button lays it, and a long press enlarges.
 */

import { sound } from '../../lib/sounds';
import { nearest, tried } from './aiming';
import { U } from './drawing';
import type { Hand } from './hand.svelte';
import { cellAt, crossingAt, widened, type Place, type Point, type Shape } from './shape';
import { stateOf } from './table';

const LONG_PRESS = 380;
const STILL = 8;
const WHEEL = 50;
const HOVER = 250;
/** How far above the finger the tile hangs while it is dragged, in pixels. */
export const ABOVE = 58;

export class Pointing {
  /** Empty cells on which the tile may not lie: the ghost is grey there. */
  wrong: Place | null = $state.raw(null);
  /** What is enlarged, and where on the screen. */
  lens: { point: Point; x: number; y: number } | null = $state.raw(null);
  /** The crossing under the mouse. */
  crossing: string | null = $state(null);
  svg: SVGSVGElement | null = null;

  #down: { x: number; y: number; id: number; touch: boolean; grip: Point | null } | null = null;
  #press: ReturnType<typeof setTimeout> | undefined;
  #hover: ReturnType<typeof setTimeout> | undefined;
  #wheel = 0;
  /** What a tap here would try in vain: the answer says why. */
  #vain: Place | null = null;

  constructor(
    readonly hand: Hand,
    readonly shape: () => Shape | null,
  ) {
    hand.over = (x, y) => this.#follow(this.#at(x, y));
  }

  /** A point of the screen on the board, in sides of a cell. */
  #at(x: number, y: number): Point {
    const matrix = this.svg!.getScreenCTM()!.inverse();
    const point = new DOMPoint(x, y).matrixTransform(matrix);
    return { x: point.x / U, y: point.y / U };
  }

  #inside(point: Point): boolean {
    const outline = widened(this.shape()!.outline, 0.3);
    return outline.every((from, index) => {
      const to = outline[(index + 1) % outline.length]!;
      return (to.x - from.x) * (point.y - from.y) - (to.y - from.y) * (point.x - from.x) >= 0;
    });
  }

  /** The ghost goes where the pointer is: to the nearest legal place, or grey to where the tile may not lie. */
  #follow(point: Point): void {
    const shape = this.shape();
    if (!shape || !this.hand.acting) return;
    const { play } = this.hand;
    this.wrong = this.#vain = null;
    if (!this.#inside(point)) return;
    const place = nearest(shape, play.scene.legal, point, this.hand.turn);
    if (place) {
      const cell = cellAt(shape, point);
      const turn = this.hand.turn;
      this.hand.aimAt(place, place.cells.includes(cell) ? cell : place.cells[0]);
      // a place that had to be turned does not change what the player wishes
      this.hand.turn = turn;
    } else {
      play.aim = null;
      this.#vain = tried(shape, point, this.hand.turn);
      if (this.#vain?.cells.every((cell) => stateOf(play.scene).cells[cell] === 'empty')) this.wrong = this.#vain;
    }
  }

  down = (event: PointerEvent): void => {
    if (event.button !== 0 || !this.svg) return;
    const touch = event.pointerType === 'touch';
    const point = this.#at(event.clientX, event.clientY);
    const place = this.#ghost();
    const on = place !== null && this.#covers(place, point);
    this.#down = {
      x: event.clientX,
      y: event.clientY,
      id: event.pointerId,
      touch,
      grip: touch && on ? { x: place.centre.x - point.x, y: place.centre.y - point.y } : null,
    };
    if (touch) {
      clearTimeout(this.#press);
      this.#press = setTimeout(() => {
        this.lens = { point, x: event.clientX, y: event.clientY };
      }, LONG_PRESS);
      if (on) this.svg.setPointerCapture(event.pointerId);
    }
  };

  move = (event: PointerEvent): void => {
    const point = this.#at(event.clientX, event.clientY);
    const down = this.#down;
    if (event.pointerType !== 'touch') {
      this.#follow(point);
      this.#look(point);
      return;
    }
    if (!down || down.id !== event.pointerId) return;
    if (this.lens) this.lens = { point, x: event.clientX, y: event.clientY };
    else if (Math.hypot(event.clientX - down.x, event.clientY - down.y) > STILL) {
      clearTimeout(this.#press);
      if (down.grip) this.#follow({ x: point.x + down.grip.x, y: point.y + down.grip.y });
    }
  };

  up = (event: PointerEvent): void => {
    const down = this.#down;
    const looking = this.lens !== null;
    this.cancel();
    if (!down || down.id !== event.pointerId || looking) return;
    if (Math.hypot(event.clientX - down.x, event.clientY - down.y) > STILL) return;
    this.#tap(this.#at(event.clientX, event.clientY), down.touch);
  };

  cancel = (): void => {
    clearTimeout(this.#press);
    this.lens = null;
    this.#down = null;
  };

  leave = (): void => {
    this.wrong = null;
    clearTimeout(this.#hover);
    this.crossing = null;
  };

  /** While something is dragged or enlarged the page does not scroll. */
  hold = (event: TouchEvent): void => {
    if (this.lens || this.#down?.grip) event.preventDefault();
  };

  wheel = (event: WheelEvent): void => {
    if (!this.hand.acting || event.ctrlKey || this.hand.play.aim === null) return;
    event.preventDefault();
    this.#wheel += event.deltaY;
    if (Math.abs(this.#wheel) < WHEEL) return;
    this.hand.turnBy(this.#wheel > 0 ? 1 : -1, this.shape());
    this.#wheel = 0;
  };

  #ghost(): Place | null {
    const { aim } = this.hand.play;
    return (aim === null ? null : this.shape()?.places.get(aim)) ?? null;
  }

  #covers(place: Place, point: Point): boolean {
    return this.#inside(point) && place.cells.includes(cellAt(this.shape()!, point));
  }

  #tap(point: Point, touch: boolean): void {
    if (!this.hand.acting || !this.#inside(point)) return;
    const place = this.#ghost();
    if (place !== null && !touch) {
      this.hand.lay();
      return;
    }
    if (place !== null && this.#covers(place, point)) {
      if (this.hand.turnBy(1, this.shape())) sound('pick');
      return;
    }
    this.#follow(point);
    if (this.hand.play.aim !== null) sound('pick');
    else if (this.#vain) this.hand.play.choose(this.#vain.move);
  }

  #look(point: Point): void {
    const found = crossingAt(this.shape()!, point, 0.22);
    if (found === this.crossing) return;
    clearTimeout(this.#hover);
    this.crossing = null;
    if (found !== null) this.#hover = setTimeout(() => (this.crossing = found), HOVER);
  }
}
