/** What the player does with the stacks: take one, carry it about, put it on another, put it back. Knows no rules. */

import { announce } from '../../lib/announce.svelte';
import { sound } from '../../lib/sounds';
import type { Play } from '../../play/play.svelte';
import type { Layout, Point } from './geometry';
import { stacksOf, targets, written } from './stacks';
import { advice, inHand } from './words';

interface Press {
  spot: number;
  pointer: number;
  at: Point;
  /** From the pointer to the foot of the stack. */
  grip: Point;
  touch: boolean;
}

/** A pointer that moved so far carries the stack. */
const NEAR = 7;
const LONG = 480;
const LOOK = 550;

export class Hand {
  /** Where the stack is carried with the pointer, or null. */
  carried: Point | null = $state.raw(null);
  /** The stack whose layers are shown, or null. */
  peek: number | null = $state(null);
  /** The stack that just refused another, and how often that happened: it shakes. */
  refused: { spot: number; times: number } | null = $state.raw(null);

  #press: Press | null = null;
  #swallow = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    readonly play: Play,
    readonly layout: () => Layout,
    /** Called with the move, before it is made. */
    readonly leave: () => void,
  ) {}

  get held(): number | null {
    return this.play.held === null ? null : Number(this.play.held);
  }

  /** Choose this stack: take it, put it back, or put what is in hand on it. */
  act(spot: number): void {
    const { play, held } = this;
    this.hush();
    if (!play.active || play.pending !== null) return;
    if (held === null) this.take(spot);
    else if (held === spot) this.putBack();
    else this.put(spot);
  }

  take(spot: number): void {
    const { play } = this;
    if (!play.active || play.pending !== null || !stacksOf(play.scene).has(spot)) return;
    play.held = String(spot);
    play.aim = null;
    sound('pick');
    announce(`${inHand(spot, play.scene)} ${advice(play)}`);
  }

  put(spot: number): void {
    const { play, held } = this;
    if (held === null) return;
    const move = written(held, spot);
    this.leave();
    this.carried = null;
    play.choose(move);
    if (!play.scene.legal.includes(move)) {
      this.refused = { spot, times: (this.refused?.times ?? 0) + 1 };
      play.held = String(held);
    }
  }

  putBack(): void {
    this.play.held = null;
    this.play.aim = null;
    this.carried = null;
  }

  /** Think of putting what is in hand there. */
  aim(spot: number | null): void {
    const { held, play } = this;
    play.aim = held === null || spot === null || spot === held ? null : written(held, spot);
  }

  /** No list of layers any more, and none to come. */
  hush(): void {
    clearTimeout(this.#timer);
    this.peek = null;
  }

  look(spot: number, after = LOOK): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => (this.peek = this.held === null ? spot : null), after);
  }

  down(event: PointerEvent, spot: number, at: Point): void {
    this.#swallow = false;
    this.hush();
    if (event.button !== 0 || !event.isPrimary) return;
    const foot = this.layout().spots[spot - 1]!;
    const touch = event.pointerType !== 'mouse';
    this.#press = { spot, pointer: event.pointerId, at, grip: { x: foot.x - at.x, y: foot.y - at.y }, touch };
    if (touch) this.look(spot, LONG);
  }

  /** The pointer moves; true when it carries a stack from now on. */
  move(event: PointerEvent, at: Point): boolean {
    const press = this.#press;
    if (press === null || press.pointer !== event.pointerId) return false;
    if (this.carried === null) {
      if (Math.hypot(at.x - press.at.x, at.y - press.at.y) < NEAR) return false;
      this.hush();
      if (!this.play.active || this.play.pending !== null) return false;
      if (this.held !== press.spot) this.take(press.spot);
      if (this.held !== press.spot) return false;
    }
    const lift = this.layout().a * (press.touch ? 0.75 : 0.3);
    this.carried = { x: at.x + press.grip.x, y: at.y + press.grip.y - lift };
    this.aim(this.#under(at));
    return true;
  }

  up(at: Point): void {
    const press = this.#press;
    this.#press = null;
    // the press was long enough to look at the layers: it is no tap
    if (this.peek !== null && press?.touch) this.#swallowNext();
    clearTimeout(this.#timer);
    if (press?.touch) this.peek = null;
    if (this.carried === null) return;
    this.#swallowNext();
    const spot = this.#under(at);
    if (spot === null || spot === this.held) this.putBack();
    else {
      const held = this.held!;
      this.put(spot);
      if (this.play.held === String(held)) this.putBack();
    }
  }

  /** The click that may come with the end of this press is none; a later one is. */
  #swallowNext(): void {
    this.#swallow = true;
    setTimeout(() => (this.#swallow = false), 100);
  }

  cancel(): void {
    this.#press = null;
    this.hush();
    if (this.carried !== null) this.putBack();
  }

  /** A click came: whether it is one of its own, and not the end of carrying. */
  clicked(): boolean {
    const mine = !this.#swallow;
    this.#swallow = false;
    return mine;
  }

  /** The stack under the pointer: the nearest one, where the stack in hand may go before others. */
  #under(at: Point): number | null {
    const { spots, a } = this.layout();
    const stacks = stacksOf(this.play.scene);
    const open = this.held === null ? [] : targets(this.play.scene.legal, this.held);
    let best: number | null = null;
    let least = a * 1.35;
    for (const spot of stacks.keys()) {
      const { x, y } = spots[spot - 1]!;
      const far = Math.hypot(at.x - x, (at.y - (y - a * 0.35)) * 1.15) - (open.includes(spot) ? a * 0.25 : 0);
      if (far < least) {
        least = far;
        best = spot;
      }
    }
    return best;
  }
}
