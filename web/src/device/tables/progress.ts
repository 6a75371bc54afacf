/**
 * Where a table's match stands: its log, replayed. No clock of its own, no store. Never changed: `with` makes another.
 */

import { settled, type Won } from '../../engine/match';
import type { Effects, MatchState, Standing, Result, Seat } from '../../lib/types';
import type { Table, Settings, View, Viewer } from '../../lib/types';
import { Clocks } from './clocks';
import type { Dealt, Entry } from './log';
import { No, type Placed, type Ruled, type Seen } from './rules';

/** A move as the answer to a position. */
interface Answer {
  move: string;
  ply: number;
  seq?: number;
}

interface Round {
  position: Placed;
  result: Result;
}

export class Progress {
  entries: Entry[] = [];
  rounds: Round[] = [];
  bots: ReadonlyMap<Seat, string>;
  gaveUp: readonly Seat[] = [];
  /** Of this round, or of the one just ended. */
  position: Placed | null = null;
  /** Of that round. */
  result: Result | null = null;
  clocks: Clocks;
  #match: Won;
  #views = new Map<Viewer, Seen>();
  #effects: { moves: readonly string[]; made: readonly Effects[] } = { moves: [], made: [] };

  constructor(
    readonly game: Ruled,
    readonly settings: Settings,
    readonly chooser: Seat,
  ) {
    this.bots = new Map(settings.bots.flatMap((level, seat) => (level === null ? [] : [[seat, level] as const])));
    this.clocks = new Clocks(settings.clock, settings.players);
    this.#match = { won: Array.from({ length: settings.players }, () => 0), chooser };
  }

  /** A whole log; throws what the rules refuse. */
  static of(game: Ruled, settings: Settings, chooser: Seat, entries: readonly Entry[]): Progress {
    const made = new Progress(game, settings, chooser);
    for (const entry of entries) made.#add(entry, null);
    return made;
  }

  /** The same with one more entry. `after`: the position after a move, where it is known already. */
  with(entry: Entry, after: Placed | null = null): Progress {
    const next = new Progress(this.game, this.settings, this.chooser);
    next.entries = [...this.entries];
    next.rounds = [...this.rounds];
    next.bots = this.bots;
    next.gaveUp = this.gaveUp;
    next.position = this.position;
    next.result = this.result;
    next.clocks = this.clocks.copy();
    next.#match = this.#match;
    next.#effects = this.#effects;
    next.#add(entry, after);
    return next;
  }

  get seq(): number {
    return this.entries.length;
  }

  /** How many moves of this round have been played. */
  get ply(): number {
    return this.position?.record.moves.length ?? 0;
  }

  get playing(): boolean {
    return this.position !== null && this.result === null;
  }

  /** Whether the match is over. */
  get over(): boolean {
    return this.settings.rounds === 1 ? this.result !== null : this.#champions.length > 0;
  }

  get winners(): Seat[] | null {
    if (!this.over) return null;
    return this.settings.rounds === 1 ? [...(this.result?.winners ?? [])] : this.#champions;
  }

  get #champions(): Seat[] {
    return this.#match.won.flatMap((rounds, seat) => (rounds >= this.settings.rounds ? [seat] : []));
  }

  get toMove(): Seat | null {
    return this.playing ? this.position!.toMove : null;
  }

  /** The seat that now chooses who starts; null where nobody does (a single game's first player is drawn). */
  get choosing(): Seat | null {
    return this.settings.rounds === 1 || this.playing || this.over ? null : this.#match.chooser;
  }

  /** Whether the next entry is a single game's deal. */
  get wantsDeal(): boolean {
    return this.settings.rounds === 1 && this.position === null;
  }

  #add(entry: Entry, after: Placed | null): void {
    const { kind, text } = entry;
    if (kind === 'deal') this.#deal(JSON.parse(text) as Dealt);
    else if (kind === 'replace') {
      this.bots = new Map([...this.bots, [entry.seat!, text]]);
      this.gaveUp = [...this.gaveUp, entry.seat!];
    } else {
      if (this.position === null) throw new No('damaged');
      if (kind === 'move') this.#settle(after ?? this.position.play(text), entry.used);
      else if (kind === 'back') this.#back(Number(text));
      else this.#end(entry.seat!, text, entry.used);
    }
    this.entries.push(entry);
  }

  #deal({ setup, moves = [] }: Dealt): void {
    const { game, players, options, clock } = this.settings;
    this.clocks = new Clocks(clock, players);
    this.#settle(this.game.load({ format: 'sommet-record/1', game, players, options, setup, moves }), null);
  }

  /** After a move or a deal: whose turn, and whether the round is over. */
  #settle(position: Placed, used: number | null): void {
    this.position = position;
    this.result = position.result;
    this.clocks.turn(position.toMove, used);
    if (this.result === null) return;
    this.#match = settled(this.#match, position);
    this.rounds = [...this.rounds, { position, result: this.result }];
  }

  #back(ply: number): void {
    const record = this.position!.record;
    this.position = this.game.load({ ...record, moves: record.moves.slice(0, ply) });
    this.clocks.turn(this.position.toMove, null);
  }

  #end(seat: Seat, reason: string, used: number): void {
    const position = this.position!;
    const losers = this.sides().find((side) => side.includes(seat)) ?? [seat];
    const winners = this.#match.won.flatMap((_, other) => (losers.includes(other) ? [] : [other]));
    this.result = { winners, reason, scores: null };
    this.gaveUp = [...this.gaveUp, seat];
    this.clocks.stop(used);
    const won = this.#match.won.map((rounds, other) => rounds + Number(winners.includes(other)));
    this.#match = { won, chooser: seat };
    this.rounds = [...this.rounds, { position, result: this.result }];
  }

  /** Who plays together, or each alone, in the round. */
  sides(): readonly (readonly Seat[])[] {
    return this.position?.sides ?? [];
  }

  /** What this viewer may see of the round. */
  view(viewer: Viewer): Seen {
    let found = this.#views.get(viewer);
    if (found === undefined) this.#views.set(viewer, (found = this.position!.view(viewer)));
    return found;
  }

  /** This viewer's knowledge, as a position. */
  known(viewer: Viewer): Placed {
    return this.view(viewer).known;
  }

  /** A view as it travels; more, if it is wanted. */
  message(viewer: Viewer, knowledge: boolean, effects: boolean): View | null {
    if (this.position === null) return null;
    const seen = this.view(viewer);
    const toMove = this.toMove;
    return {
      viewer,
      ply: this.ply,
      to_move: toMove,
      legal: viewer === toMove ? [...seen.legal] : [],
      state: seen.shown,
      result: this.result,
      ...(knowledge ? { knowledge: seen.knowledge } : {}),
      ...(effects ? { effects: this.#told() } : {}),
    };
  }

  /** What each move of the round did, made from a spectator's knowledge; what was made before stays. */
  #told(): Effects[] {
    const { moves } = this.position!.record;
    const before = this.#effects;
    if (before.moves.length !== moves.length || before.moves.some((move, ply) => move !== moves[ply])) {
      let same = 0;
      while (same < before.moves.length && before.moves[same] === moves[same]) same++;
      const made = before.made.slice(0, same);
      const known = this.view('spectator').knowledge;
      let here = this.game.load({ ...known, moves: moves.slice(0, same) });
      for (const move of moves.slice(same)) {
        made.push(here.effects(move));
        here = here.play(move);
      }
      this.#effects = { moves, made };
    }
    return [...this.#effects.made];
  }

  /** What each move of the mover would do, from what they know. */
  foreseen(): Record<string, Effects> {
    const known = this.known(this.toMove!);
    return Object.fromEntries(known.legal.map((move) => [move, known.effects(move)]));
  }

  matchState(): MatchState {
    const round = Math.max(1, this.rounds.length + (this.playing ? 1 : 0));
    const { choosing, winners, settings } = this;
    return { round, won: [...this.#match.won], to_win: settings.rounds, choosing, winners };
  }

  /** How far it is, for a list; null: it is over. */
  standing(): Standing | null {
    return this.over ? null : { round: this.matchState().round, ply: this.ply, to_move: this.toMove ?? this.choosing };
  }

  /** How the match ended. */
  outcome(): Table['result'] {
    const { winners } = this;
    return winners && { winners, rounds: this.rounds.map((round) => round.result), places: this.#places() };
  }

  /** Each seat's place, 1 the best: winners, then by rounds won and points, those who gave up last. */
  #places(): number[] {
    const winners = this.winners ?? [];
    const scores = this.settings.rounds === 1 ? this.rounds.at(-1)?.result.scores : null;
    const seats = this.#match.won.map((_, seat) => seat);
    const together = this.sides().length < seats.length;
    const keys = seats.map((seat) => {
      const won = Number(winners.includes(seat));
      if (together) return [won]; // partners are placed together
      return [won, Number(!this.gaveUp.includes(seat)), scores?.[seat] ?? this.#match.won[seat]!];
    });
    const better = (one: number[], other: number[]): number =>
      one.map((value, n) => other[n]! - value).find((more) => more !== 0) ?? 0;
    const order = keys.toSorted(better).filter((key, n, all) => n === 0 || better(all[n - 1]!, key) !== 0);
    return keys.map((key) => order.findIndex((other) => better(other, key) === 0) + 1);
  }

  /** The position after this move; null: it was played before. Judged by the mover's own knowledge, so that a refusal
   *  tells no more than they know. */
  tryMove(seat: Seat | null, { move, ply, seq }: Answer, used: number): Placed | null {
    if (seat === null) throw new No('not_seated', 403);
    const again = this.#repeated(seat, move, ply, seq);
    if (this.position === null) throw new No('not_started');
    if (this.choosing !== null && !again) throw new No('choose_first');
    if (ply !== this.ply || (seq !== undefined && seq !== this.seq)) {
      if (again) return null;
      throw new No(this.over ? 'over' : 'stale');
    }
    if (this.result !== null) throw new No('over');
    if (this.position.toMove !== seat) throw new No('not_your_turn', 403);
    if (this.clocks.fallen(used)) throw new No('time_out');
    this.known(seat).play(move);
    return this.position.play(move);
  }

  /** Whether just this move was played before, by that seat, as the answer to that ply. */
  #repeated(seat: Seat, move: string, ply: number, seq: number | undefined): boolean {
    if (ply >= this.ply || this.position?.record.moves[ply] !== move) return false;
    let at = 0;
    let found: Entry | null = null;
    for (const entry of this.entries) {
      if (entry.kind === 'deal') at = (JSON.parse(entry.text) as Dealt).moves?.length ?? 0;
      else if (entry.kind === 'back') at = Number(entry.text);
      else if (entry.kind === 'move') {
        if (at === ply) found = entry;
        at++;
      }
    }
    return found !== null && found.seat === seat && (seq === undefined || seq === found.seq);
  }

  /** The ply before the last move of the round that one of these seats made; null when they made none. */
  backTo(takers: readonly Seat[]): number | null {
    if (!this.playing) return null;
    let ply = 0;
    let found: number | null = null;
    for (const [before] of this.position!.positions()) {
      if (before.toMove !== null && takers.includes(before.toMove)) found = ply;
      ply++;
    }
    return found;
  }
}
