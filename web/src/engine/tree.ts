/** One tree of a search, and the simulations that make it grow. */

import type { Kernel, Kernels } from './kernels.ts';

/** Where the records of the position are that is searched. */
export interface Searched {
  setting: number;
  guide: number;
  state: number;
}

export class Tree {
  private readonly simulate: Kernel;
  private readonly root: Kernel;
  private readonly memory: number[];
  private readonly arguments: number[];

  /** Room for so many nodes. Throws RangeError when there is none, and then has taken nothing. */
  constructor(
    kernels: Kernels,
    kind: number,
    searched: Searched,
    seed: bigint,
    number: number,
    nodes: number,
    slotsANode: number,
    most: number,
  ) {
    const slots = Math.max(nodes * slotsANode, 4 * most);
    const size = (name: string) => kernels.size(name, kind);
    const mark = kernels.mark();
    let places: [number, number, number];
    try {
      const room = (name: string, count: number) => kernels.reserve(size(name) * count);
      places = [room('node', nodes), room('slot', slots), room('entry', slots)];
    } catch (error) {
      kernels.release(mark);
      throw error;
    }
    const won = kernels.allocate(8 * most);
    kernels.bytes(places[0], size('node')).fill(0); // the root; others are written to when they are made
    this.memory = [places[0], nodes, places[1], slots, places[2], slots, won, most];

    const states = kernels.allocate(2 * size('state'));
    const rng = kernels.allocate(size('random'));
    const rewards = kernels.allocate(2 * size('rewards'));
    const notes = kernels.allocate(size('notes'));
    const moves = kernels.allocate(8 * most);
    kernels.kernel('begin_stream')(rng, 1, BigInt.asIntN(64, seed), BigInt(number));
    const scratch = [states, 2, rng, 1, rewards, 2, notes, 1, moves, most];
    this.arguments = [searched.setting, 1, searched.guide, 1, searched.state, 1, ...scratch, ...this.memory];
    this.simulate = kernels.kernel('simulate', kind);
    this.root = kernels.kernel('add_root', kind);
  }

  /** Grow it by so many simulations. */
  run(simulations: number): void {
    if (simulations) this.simulate(...this.arguments, BigInt(simulations));
  }

  /** Add, by move number, the visits of the root's moves and the shares of the win they led to. */
  addRoot(found: number, count: number): void {
    this.root(...this.memory, found, count, 2);
  }
}
