/** Positions set up by hand: a kernel says whether they can be, and how they can have come about. */

import type { Seed } from './chance.ts';
import type { ArrangingInfo } from './description.ts';
import type { Game } from './game.ts';
import { Position } from './position.ts';
import { checkObject, record } from './records.ts';
import { refusal } from './refusals.ts';
import { Setup } from './setup.ts';
import type { Dict, GameRecord, Terms } from './types.ts';

/** A position as its game has it told, and what is agreed. */
export interface AskedPosition {
  position: unknown;
  players: number;
  options?: Dict;
  seed?: Seed | null;
}

export class Arranging {
  private readonly game: Game;
  private readonly info: ArrangingInfo;
  private readonly asked: Setup;

  constructor(game: Game, info: ArrangingInfo) {
    this.game = game;
    this.info = info;
    this.asked = new Setup(info.asked, game.options, game.names);
  }

  /** The position; `stream` is where the stream of deals is: it is begun by the deal and goes on here. */
  setUp({ position, players, options, seed }: AskedPosition, stream: number): Position {
    const { game } = this;
    const agreed = Object.fromEntries(
      Object.entries(checkObject(options ?? {}, 'options')).filter(([name]) => !this.info.forgotten.includes(name)),
    );
    const dealt = game.deal({ players, options: agreed, seed: seed ?? null });
    const told = checkObject(position, 'position');
    const wanted = this.asked.written(told, players, dealt.options, true, 'position');
    const { answer, setup, moves } = this.arrange(dealt, wanted, stream);
    if (answer) {
      const terms: Terms = { players, options: dealt.options, setup: { ...dealt.setup, ...told } };
      throw refusal(game.description, game.names, answer, terms);
    }
    const found = game.setup.read(setup, players, dealt.options);
    const start = Position.start(game, record(game.name, players, dealt.options, found, []));
    return start.after(moves.map((move) => start.form.texts[move]!));
  }

  /** What the kernel of core/arranging.py finds. */
  private arrange(
    dealt: GameRecord,
    wanted: Int16Array,
    stream: number,
  ): { answer: number; setup: Int16Array; moves: number[] } {
    const { kernels, description } = this.game;
    const { states, plies, work } = this.info;
    const room = this.game.room({ players: dealt.players, options: dealt.options, setup: dealt.setup });
    const mark = kernels.mark();
    const put = (bytes: Uint8Array, times = 1): number => {
      const at = kernels.allocate(times * bytes.length);
      for (let time = 0; time < times; time++) kernels.bytes(at + time * bytes.length, bytes.length).set(bytes);
      return at;
    };
    const shorts = (numbers: Int16Array): number => put(new Uint8Array(numbers.slice().buffer));
    const asked = shorts(wanted);
    const setup = shorts(this.game.setup.write(dealt));
    const [setting, state] = [put(room.setting), put(room.state, states)];
    const [desk, moves] = [kernels.allocate(8 * work), kernels.allocate(8 * (1 + plies))];
    const arrays = [stream, 1, asked, 1, setup, 1, setting, 1, state, states, desk, work, moves, 1 + plies];
    const answer = Number(kernels.kernel('arranged', room.info.kind)(...arrays));
    const numbers = Array.from(kernels.longs(moves, 1 + plies), Number);
    const found = {
      answer,
      setup: kernels.shorts(setup, description.setup.size / 2).slice(),
      moves: numbers.slice(1, 1 + numbers[0]!),
    };
    kernels.release(mark);
    return found;
  }
}
