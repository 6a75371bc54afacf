/** The clocks of one round. How long a move was thought about stands in the log, so that time in which the page is
 *  closed is nobody's, and no change of the device's own clock matters. */

import type { Clock, Seat } from '../../lib/types';

const DAY = 86_400_000;

/** Whether a clock's numbers fit its kind. */
export function right(clock: Clock): boolean {
  const { kind, seconds, increment, days } = clock;
  const within = (value: number, least: number, most: number): boolean =>
    Number.isInteger(value) && value >= least && value <= most;
  if (kind === 'none') return seconds === 0 && increment === 0 && days === 0;
  if (kind === 'move') return within(seconds, 1, 3600) && increment === 0 && days === 0;
  if (kind === 'total') return within(seconds, 1, 10_800) && within(increment, 0, 180) && days === 0;
  return kind === 'days' && within(days, 1, 14) && seconds === 0 && increment === 0;
}

export class Clocks {
  readonly left: number[];
  running: Seat | null = null;

  constructor(
    readonly clock: Clock,
    players: number,
    left?: number[],
  ) {
    const start = clock.kind === 'days' ? clock.days * DAY : clock.seconds * 1000;
    this.left = left ?? Array.from({ length: players }, () => start);
  }

  copy(): Clocks {
    const same = new Clocks(this.clock, this.left.length, [...this.left]);
    same.running = this.running;
    return same;
  }

  /** From now on it is that seat's turn; the one before moved after having thought for so long, or did not move. */
  turn(seat: Seat | null, used: number | null): void {
    if (this.running !== null && used !== null && this.clock.kind === 'total') {
      this.left[this.running]! += 1000 * this.clock.increment - used;
    }
    this.running = seat;
  }

  /** It was ended without a move, after so long: everybody's time stays as it is. */
  stop(used: number): void {
    this.remaining(used).forEach((left, seat) => (this.left[seat] = left));
    this.running = null;
  }

  /** Milliseconds left per seat when the mover has thought for so long; never below nought. */
  remaining(used: number): number[] {
    return this.left.map((left, seat) => Math.max(0, Math.round(seat === this.running ? left - used : left)));
  }

  /** Whether the mover's time is over. */
  fallen(used: number): boolean {
    return this.clock.kind !== 'none' && this.running !== null && this.left[this.running]! <= used;
  }
}
