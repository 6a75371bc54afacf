/** Chance: streams of random numbers that kernels begin from a seed, so that a seed deals the same game everywhere. */

import { badRecord, shown } from './errors.ts';
import type { Kernels } from './kernels.ts';
import { halves, streamOf } from './seeds.ts';

export type Seed = number | bigint;

/** A seed as a number of 64 bits, or of as many as said; throws for anything else. */
export function checkSeed(seed: unknown, bits = 64): bigint {
  const whole = typeof seed === 'bigint' || Number.isSafeInteger(seed);
  if (!whole || BigInt(seed as Seed) < 0n || BigInt(seed as Seed) >> BigInt(bits)) {
    throw badRecord('error.seed', null, { given: shown(seed) });
  }
  return BigInt(seed as Seed);
}

/** A seed that nobody could foresee. */
export function freshSeed(): bigint {
  return crypto.getRandomValues(new BigUint64Array(1))[0]!;
}

/** Where the streams of one module are: one for deals, one for whatever else is drawn. */
export class Chance {
  readonly dealing: number;
  readonly stream: number;
  readonly bag: number;
  private readonly kernels: Kernels;

  constructor(kernels: Kernels, bag: number) {
    this.kernels = kernels;
    this.dealing = kernels.allocate(kernels.size('chance'));
    this.stream = kernels.allocate(kernels.size('random'));
    this.bag = kernels.allocate(2 * bag);
  }

  /** Begin the stream of deals. */
  beginDeal(seed: bigint): void {
    if (seed >> 64n) this.beginLong(seed);
    else this.kernels.kernel('begin_chance')(this.dealing, 1, BigInt.asIntN(64, seed));
  }

  /** The same with a seed that is longer than the kernels take. */
  private beginLong(seed: bigint): void {
    const { state, step } = streamOf(seed);
    const [high, low] = halves(state);
    const [add_high, add_low] = halves(step);
    this.kernels.write('chance', 0, this.dealing, { high, low, add_high, add_low });
  }

  /** Begin the other one: stream `number` of a seed. */
  beginStream(seed: bigint, number = 0): void {
    this.kernels.kernel('begin_stream')(this.stream, 1, BigInt.asIntN(64, seed), BigInt(number));
  }
}
