/** Where a mind writes its answer: moves by number, the best first, their values (NaN: not known) and visits. */

import type { Kernels } from './kernels.ts';

export class Told {
  private readonly kernels: Kernels;
  private readonly most: number;
  private readonly moves: number;
  private readonly worth: number;
  private readonly visits: number;
  private readonly exact: number;
  private readonly count: number;

  constructor(kernels: Kernels, most: number) {
    this.kernels = kernels;
    this.most = most;
    [this.moves, this.worth, this.visits] = [0, 0, 0].map(() => kernels.allocate(8 * most)) as [number, number, number];
    this.exact = kernels.allocate(8);
    this.count = kernels.allocate(8);
  }

  /** As arguments of a kernel. */
  get values(): number[] {
    const { most } = this;
    return [this.moves, most, this.worth, most, this.visits, most, this.exact, 1, this.count, 1];
  }

  /** How many moves are told. */
  get size(): number {
    return this.kernels.halves(this.count, 1)[0]!;
  }

  read(): { exact: boolean; rows: [move: number, value: number, visits: number][] } {
    const { size, kernels } = this;
    const moves = kernels.halves(this.moves, size);
    const values = kernels.reals(this.worth, size);
    const visits = kernels.longs(this.visits, size);
    const rows = Array.from(values, (value, place) => {
      return [moves[2 * place]!, value, Number(visits[place]!)] as [number, number, number];
    });
    return { exact: kernels.halves(this.exact, 1)[0] !== 0, rows };
  }

  write(exact: boolean, rows: readonly (readonly [number, number, number])[]): void {
    const { kernels } = this;
    kernels.longs(this.moves, rows.length).set(rows.map(([move]) => BigInt(move)));
    kernels.reals(this.worth, rows.length).set(rows.map(([, value]) => value));
    kernels.longs(this.visits, rows.length).set(rows.map(([, , visits]) => BigInt(visits)));
    kernels.longs(this.exact, 1)[0] = BigInt(exact);
    kernels.longs(this.count, 1)[0] = BigInt(rows.length);
  }
}
