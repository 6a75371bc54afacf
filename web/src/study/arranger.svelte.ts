/** A position being set up by hand: what is asked for, and what the rules say to it. */

import type { Arrange } from '../games/registry';
import { post, Refused } from '../lib/api';
import type { AskedPosition, GameRecord, PositionAnswer } from '../lib/types';
import type { Scene } from '../play/play.svelte';
import { type Asked, sceneOf, TAKE } from './asked';

const MOST_BEFORE = 100;

export class Arranger {
  asked: Asked = $state.raw({});
  /** What a tap puts, as the game's own palette writes it. */
  brush = $state(TAKE);
  /** How it is turned, where that matters. */
  turn = $state(0);
  /** Something that would follow by itself was set by hand, and stays. */
  pinned = $state(false);
  game = '';
  players = $state(2);
  options: GameRecord['options'] = $state.raw({});
  names: string[] = $state.raw([]);
  /** What the rules made of it when they answered last; null where they refused. See `judged`. */
  answer: PositionAnswer | null = $state.raw(null);
  refused: Refused | null = $state.raw(null);
  #before: Asked[] = $state.raw([]);
  #turn = 0;
  #judging: Promise<void> = Promise.resolve();
  /** What is left open is drawn by it: the same as long as this board is open. */
  readonly #seed = Math.floor(Math.random() * 2 ** 52);

  constructor(
    readonly how: Arrange,
    readonly name: (seat: number) => string,
  ) {}

  /** Begin with this position. */
  begin(scene: Scene): void {
    const { game, players, options } = scene.record;
    [this.game, this.players, this.options] = [game, players, options];
    this.names = Array.from({ length: players }, (_, seat) => this.name(seat));
    this.asked = this.how.told(scene);
    this.brush = this.how.brush(this.asked);
    this.pinned = false;
    this.#before = [];
    this.#judging = this.#judge();
  }

  /** Begin with a new deal, for so many. */
  async deal(players: number): Promise<void> {
    const { game, options } = this;
    try {
      const record = await post<GameRecord>('/deals', { game, players, options }).catch((error: unknown) => {
        if (players === this.players) throw error;
        return post<GameRecord>('/deals', { game, players }); // what was agreed may be for as many as there were
      });
      this.begin(sceneOf(await post<PositionAnswer>('/positions', { record })));
    } catch (error) {
      this.#refuse(error);
    }
  }

  /** Ask for something else. */
  change(asked: Asked): void {
    this.#before = [...this.#before, this.asked].slice(-MOST_BEFORE);
    this.asked = asked;
    this.#judging = this.#judge();
  }

  get canUndo(): boolean {
    return this.#before.length > 0;
  }

  undo(): void {
    const before = this.#before.at(-1);
    if (before === undefined) return;
    this.#before = this.#before.slice(0, -1);
    this.asked = before;
    this.#judging = this.#judge();
  }

  /** What the rules make of what is asked for now, once they have answered; null where they refuse. */
  async judged(): Promise<PositionAnswer | null> {
    for (let asked; asked !== this.#judging; await asked) asked = this.#judging;
    return this.answer;
  }

  get toMove(): number {
    return this.asked['to_move'] as number;
  }

  async #judge(): Promise<void> {
    const turn = ++this.#turn;
    const { game, players, options } = this;
    const asked: AskedPosition = { game, position: { ...this.asked }, players, options, seed: this.#seed };
    try {
      const answer = await post<PositionAnswer>('/positions', { asked, effects: true });
      if (turn === this.#turn) [this.answer, this.refused] = [answer, null];
    } catch (error) {
      if (turn === this.#turn) this.#refuse(error);
    }
  }

  #refuse(error: unknown): void {
    if (!(error instanceof Refused)) throw error;
    [this.answer, this.refused] = [null, error];
  }
}
