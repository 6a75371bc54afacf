/** A puzzle being solved. The server made it, judges the moves and knows the answers. */

import { get, post, Refused } from '../lib/api';
import { lasting } from '../lib/settings.svelte';
import type { PositionAnswer, PuzzleInfo, PuzzleVerdict, Seat } from '../lib/types';
import { Play } from '../play/play.svelte';
import { Analysis } from '../study/analysis.svelte';
import type { Tried } from './sayings';

export type Phase =
  | 'loading'
  | 'asking'
  | 'judging'
  | 'refuted'
  | 'solved'
  | 'shown'
  | 'thinking'
  | 'playing'
  | 'won'
  | 'lost'
  | 'failed';

const triedOf = (move: string, told: PuzzleVerdict): Tried => ({
  move,
  reply: told.refutation,
  moves: told.moves_to_end,
  share: told.share ?? 0,
  best: told.best_share,
  told: told.told ?? 0,
  bestTold: told.best_told ?? 0,
});

export class Solving {
  phase: Phase = $state('loading');
  given: PuzzleInfo | null = $state.raw(null);
  /** The move tried last, or shown. */
  tried: Tried | null = $state.raw(null);
  solutions: string[] = $state.raw([]);
  refused: Refused | null = $state.raw(null);
  /** No losing move and no help yet. */
  alone = $state(true);
  /** The seat of whoever solves. */
  me: Seat = $state(0);
  readonly play = new Play();
  readonly #analysis = new Analysis();
  #moves: string[] = [];
  #turn = 0;

  constructor(
    readonly game: string,
    readonly names: (me: Seat) => string[],
    /** Called when it is solved, and when a move loses or help is taken. */
    readonly onresult: (solved: boolean) => void,
  ) {
    this.play.onmove = (move) => void this.#guard(() => this.#made(move));
  }

  /** Another puzzle: of that seed, or any. */
  async open(level: number, seed: number | null): Promise<void> {
    const turn = ++this.#turn;
    this.phase = 'loading';
    await this.#guard(async () => {
      const given = await get<PuzzleInfo>(
        `/games/${this.game}/puzzles/${level}${seed === null ? '' : `?seed=${seed}`}`,
      );
      if (turn !== this.#turn) return;
      this.given = given;
      this.tried = null;
      this.solutions = [];
      this.alone = true;
      this.refused = null;
      await this.#begin(turn);
    });
  }

  /** Back to the position as it was given. */
  async again(): Promise<void> {
    const turn = ++this.#turn;
    await this.#guard(() => this.#begin(turn));
  }

  /** Which stack; the second time where. */
  async hint(): Promise<void> {
    if (this.phase !== 'asking') return;
    const turn = this.#turn;
    await this.#guard(async () => {
      const [move] = (await this.#ask()).solutions;
      if (turn !== this.#turn || move === undefined) return;
      this.play.hint = { move, step: this.play.hint === null ? 1 : 2, why: '' };
    });
  }

  /** Show the move. */
  async show(): Promise<void> {
    if (this.phase !== 'asking' && this.phase !== 'refuted') return;
    const turn = ++this.#turn;
    await this.#guard(async () => {
      const { solutions, tried } = await this.#ask();
      const [move] = solutions;
      if (this.phase === 'refuted') await this.#begin(turn);
      if (turn !== this.#turn || move === undefined) return;
      this.tried = { ...tried, move };
      await this.#look([move], false, turn);
      if (turn === this.#turn) this.phase = 'shown';
    });
  }

  /** Play to the end against the perfect computer. */
  async playOn(): Promise<void> {
    if (this.phase !== 'solved' && this.phase !== 'shown') return;
    const turn = ++this.#turn;
    await this.#guard(() => this.#answer(turn));
  }

  close(): void {
    this.#turn += 1;
    this.#analysis.close();
  }

  /** The answers; whoever asks for them has help. */
  async #ask(): Promise<{ solutions: string[]; tried: Tried }> {
    if (this.alone) this.onresult(false);
    this.alone = false;
    const { level, seed } = this.given!;
    const told = await post<PuzzleVerdict>(`/games/${this.game}/puzzles/${level}/${seed}`, { give_up: true });
    this.solutions = told.solutions ?? [];
    const right = { ...told, share: told.best_share, told: told.best_told };
    return { solutions: this.solutions, tried: triedOf(this.solutions[0] ?? '', right) };
  }

  async #begin(turn: number): Promise<void> {
    await this.#look([], true, turn);
    if (turn !== this.#turn) return;
    this.phase = 'asking';
  }

  async #made(move: string): Promise<void> {
    const turn = this.#turn;
    this.refused = null;
    if (this.play.scene.legal.includes(move)) this.play.pending = move;
    if (this.phase === 'playing') {
      await this.#look([...this.#moves, move], false, turn);
      if (turn !== this.#turn) return;
      if (this.play.scene.result === null) await this.#answer(turn);
      else this.phase = 'won';
      return;
    }
    if (this.phase !== 'asking') return;
    const after = await this.#ahead([move]);
    if (turn !== this.#turn) return;
    this.phase = 'judging';
    const { level, seed } = this.given!;
    const judged = await post<PuzzleVerdict>(`/games/${this.game}/puzzles/${level}/${seed}`, { move });
    if (turn !== this.#turn) return;
    this.tried = triedOf(move, judged);
    this.#put([move], after, false);
    if (judged.wins) {
      this.solutions = judged.solutions ?? [];
      this.phase = 'solved';
      this.onresult(true);
      return;
    }
    this.alone = false;
    this.onresult(false);
    if (judged.refutation !== null) {
      await new Promise((done) => setTimeout(done, Math.max(500, lasting(800))));
      await this.#look([move, judged.refutation], false, turn);
    }
    if (turn === this.#turn) this.phase = 'refuted';
  }

  /** The computer's move. */
  async #answer(turn: number): Promise<void> {
    this.phase = 'thinking';
    const record = { ...this.given!.record, moves: [...this.given!.record.moves, ...this.#moves] };
    await this.#analysis.ask({ record, whole: false, level: 'master', seconds: 0.5 });
    if (turn !== this.#turn) return;
    const best = this.#analysis.lines.at(-1)?.best;
    if (this.#analysis.refused !== null || typeof best !== 'string')
      throw this.#analysis.refused ?? new Refused(0, 'offline', '');
    await this.#look([...this.#moves, best], true, turn);
    if (turn !== this.#turn) return;
    this.phase = this.play.scene.result === null ? 'playing' : 'lost';
  }

  async #ahead(moves: string[]): Promise<PositionAnswer> {
    const { record } = this.given!;
    const seen = record.viewer === undefined ? {} : { view: record.viewer };
    return post<PositionAnswer>('/positions', { record, moves, effects: true, foresee: true, ...seen });
  }

  async #look(moves: string[], active: boolean, turn: number): Promise<void> {
    const answer = await this.#ahead(moves);
    if (turn === this.#turn) this.#put(moves, answer, active);
  }

  #put(moves: string[], answer: PositionAnswer, active: boolean): void {
    const { record } = answer;
    if (moves.length === 0) this.me = answer.to_move ?? 0;
    this.#moves = moves;
    this.play.names = this.names(this.me);
    this.play.show(
      {
        game: record.game,
        players: record.players,
        record,
        state: answer.state,
        effects: answer.effects ?? [],
        toMove: answer.to_move,
        legal: answer.legal,
        viewer: record.viewer ?? 'all',
        result: answer.result,
      },
      active && answer.result === null,
    );
    this.play.foreseen = answer.foreseen ?? {};
  }

  /** What the server refuses is told; what was in hand goes back. */
  async #guard(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      this.play.pending = null;
      this.refused = error;
      if (this.phase === 'loading') this.phase = 'failed';
      else if (this.phase === 'judging') this.phase = 'asking';
      else if (this.phase === 'thinking') this.phase = 'solved';
    }
  }
}
