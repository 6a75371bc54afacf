/**
 * A table's room: the wire to it, what it told, and what may be asked of it. Comes back by itself when the wire is
 * lost.
 */

import { parts } from '../fair/kept';
import type { Stopped } from '../end/head';
import { Part } from '../fair/part';
import type { Proof, Revealed } from '../fair/proof.svelte';
import { get } from '../lib/api';
import { isLocal } from '../lib/local';
import { lasting, settings } from '../lib/settings.svelte';
import type {
  Chat,
  ClockState,
  FromClient,
  FromServer,
  LogEvent,
  MatchState,
  MoveValue,
  Offer,
  Presence,
  Seat,
  Table,
  View,
  Viewer,
} from '../lib/types';
import { Play, sceneOf } from './play.svelte';
import { type Wire, wireTo } from './wire';

export interface Refusal {
  code: string;
  message: string;
  clause: string | null;
}

/** How a game stands, as it came. */
interface Told {
  view: View | null;
  match: MatchState;
  clock: ClockState | null;
  came: number;
  events: LogEvent[];
}

/** A round that has begun while the end of the last one is still looked at. */
interface Next extends Told {
  view: View;
}

/** What has an answer that bears its number. */
export type Asking = Exclude<FromClient, { type: 'join' }>;

interface Waiting {
  done(answer: FromServer): void;
  failed(refusal: Refusal): void;
}

const SOONEST = 300;
const LATEST = 5_000;
/** Where a clock runs the next round is shown so soon. */
const LOOK = 5_000;
/** So long a move is looked at before the curtain falls. */
const LANDING = 1_200;
/** A computer's move is shown so long after what was before it, in milliseconds: several of them can be followed. */
const PACE = 500;

export class Room {
  status: 'connecting' | 'online' | 'offline' | 'closed' = $state('connecting');
  table: Table | null = $state.raw(null);
  viewer: Viewer = $state('spectator');
  /** The seats I hold; more than one where people sit round one device. */
  seats: Seat[] = $state.raw([]);
  view: View | null = $state.raw(null);
  match: MatchState | null = $state.raw(null);
  clock: ClockState | null = $state.raw(null);
  /** When `clock` came, by this device's own clock. */
  clockCame = $state(0);
  presence: Presence | null = $state.raw(null);
  chat: Chat[] = $state.raw([]);
  offers: Offer[] = $state.raw([]);
  refusal: Refusal | null = $state.raw(null);
  rematch: string | null = $state(null);
  /** The next round is dealt, the end of the last one still shown; `goOn` shows it. */
  next: Next | null = $state.raw(null);
  /** The seat to which the device is to be handed now, or null. */
  curtain: Seat | null = $state(null);
  readonly play = new Play();
  /** Who ended the round by resigning or on time. */
  stopped: Stopped | null = $state.raw(null);
  /** Whether this page saw the round while it was played. */
  seenRunning = $state(false);
  /** What this device adds to the deal; null: it deals by itself. */
  readonly part: Part | null;
  /** When the match is over: whether it was dealt fairly. */
  proof: Proof | null = $state.raw(null);

  /** Called after every change of the game: what happened, in order. */
  onevents: (events: LogEvent[]) => void = () => {};
  /** Called when somebody else said something. */
  onchat: (said: Chat) => void = () => {};

  /** Seats know different things. */
  #private = true;
  /** For whom the curtain was lifted last. */
  #lifted: Seat | null = null;
  #wire: Wire | null = null;
  #seq = 0;
  #wait = SOONEST;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #beat: ReturnType<typeof setInterval> | undefined;
  #heard = 0;
  #number = 0;
  #asked = new Map<string, Waiting>();
  #unsent: { move: string; ply: number; seq: number; id: string } | null = null;
  #left = false;
  #onward = false;
  #proving = false;
  #looking: ReturnType<typeof setTimeout> | undefined;
  #falling: ReturnType<typeof setTimeout> | undefined;
  /** What may be planned in this position was asked for. */
  #prepared = false;
  /** What is still to be shown, in order, and when something was shown last. */
  #coming: Told[] = [];
  #shown = 0;
  #pacing: ReturnType<typeof setTimeout> | undefined;
  #wake = (): void => {
    if (this.status === 'offline' && document.visibilityState === 'visible') this.#connect();
  };

  /** The device has lost its network: ask at once whether anybody is still there. */
  #doubt = (): void => {
    if (this.#wire !== null) this.#heard = Math.min(this.#heard, Date.now() - this.#wire.heartbeat);
  };

  constructor(readonly id: string) {
    this.part = isLocal(id) ? null : new Part(id, parts);
    this.play.onmove = (move) => void this.move(move).catch(() => {});
    addEventListener('online', this.#wake);
    addEventListener('offline', this.#doubt);
    document.addEventListener('visibilitychange', this.#wake);
    this.#connect();
  }

  /** Leave the room; it does not come back. */
  leave(): void {
    this.#left = true;
    removeEventListener('online', this.#wake);
    removeEventListener('offline', this.#doubt);
    document.removeEventListener('visibilitychange', this.#wake);
    clearTimeout(this.#retry);
    clearTimeout(this.#looking);
    clearTimeout(this.#falling);
    clearTimeout(this.#pacing);
    clearInterval(this.#beat);
    this.#wire?.close();
  }

  /** Come in anew: as somebody else than before, or with another seat. */
  comeAgain(): void {
    this.#connect();
  }

  get mine(): boolean {
    return typeof this.viewer === 'number';
  }

  #connect(): void {
    clearTimeout(this.#retry);
    clearInterval(this.#beat);
    this.#wire?.close();
    const wire: Wire = wireTo(this.id, {
      opened: () => wire === this.#wire && this.#join(this.#whoAgain()),
      heard: (message) => {
        this.#heard = Date.now();
        if (wire === this.#wire) this.#hear(message);
      },
      closed: (forGood) => {
        if (wire !== this.#wire || this.#left) return;
        clearInterval(this.#beat);
        for (const waiting of this.#asked.values()) waiting.failed({ code: 'offline', message: '', clause: null });
        this.#asked.clear();
        if (forGood && (this.table === null || this.table.status === 'closed' || isLocal(this.id))) {
          this.status = 'closed';
          return;
        }
        this.status = 'offline';
        this.#retry = setTimeout(() => this.#connect(), this.#wait * (0.75 + Math.random() / 2));
        this.#wait = Math.min(LATEST, this.#wait * 1.7);
      },
    });
    this.#wire = wire;
    this.#heard = Date.now();
    this.#beat = setInterval(() => {
      if (Date.now() - this.#heard > wire.heartbeat + wire.patience) wire.close(true);
      else if (Date.now() - this.#heard > wire.heartbeat) this.#send({ type: 'ping', id: 'beat' });
    }, 1_000);
  }

  #send(message: FromClient): void {
    if (this.#wire?.open) this.#wire.say(message);
  }

  /** As whom to come back: as before, unless a curtain is down. */
  #whoAgain(): Seat | null {
    if (typeof this.viewer !== 'number' || this.seats.length < 2) return null;
    return this.#private && this.#lifted !== this.viewer ? null : this.viewer;
  }

  #join(seat: Seat | null): void {
    const seal = this.part?.seal() ?? null;
    this.#send({
      type: 'join',
      seq: this.#seq,
      seal,
      knowledge: true,
      effects: true,
      language: settings.language,
      seat,
    });
  }

  /** Before the deal: seal anew, or open, as the table now is. */
  #deal(anew: boolean): void {
    const next = this.part?.hear(this.table!, this.seats, anew) ?? null;
    if (next?.say === 'seal') this.#join(this.#whoAgain());
    else if (next?.say === 'open')
      void this.ask({ type: 'open', bytes: next.bytes }).then(
        () => this.part!.taken(),
        () => {},
      );
  }

  /** Ask something; resolves with the answer that bears its number, rejects with a Refusal. */
  ask(message: Asking): Promise<FromServer> {
    const id = `${++this.#number}`;
    return new Promise((done, failed) => {
      if (!this.#wire?.open) {
        failed({ code: 'offline', message: '', clause: null });
        return;
      }
      this.#asked.set(id, { done, failed });
      this.#send({ ...message, id });
    });
  }

  /** Play a move. It is drawn at once; the server's word stands. */
  async move(move: string): Promise<void> {
    const view = this.view;
    if (view === null) return;
    const id = `${++this.#number}`;
    this.refusal = null;
    if (view.legal.includes(move)) this.play.pending = move;
    const message = { move, ply: view.ply, seq: this.#seq, id };
    this.#unsent = message;
    await new Promise<FromServer>((done, failed) => {
      this.#asked.set(id, { done, failed });
      this.#send({ type: 'move', ...message });
    }).then(
      () => {
        this.#unsent = null;
      },
      (refusal: Refusal) => {
        if (refusal.code === 'offline') return; // said again when we are back
        this.#unsent = null;
        this.play.pending = null;
        this.refusal = refusal;
        throw refusal;
      },
    );
  }

  /** What every legal move would do; shown by the board. */
  async foresee(): Promise<void> {
    const answer = await this.ask({ type: 'foresee' });
    if (answer.type === 'foreseen' && answer.ply === this.view?.ply) this.play.foreseen = answer.moves;
  }

  /** What I may play next, whatever is played until then. */
  async ahead(): Promise<string[]> {
    const answer = await this.ask({ type: 'ahead' });
    return answer.type === 'ahead' && answer.ply === this.view?.ply ? answer.moves : [];
  }

  /** Somebody turns to the board while somebody else, elsewhere, thinks: their next move can be planned on it. */
  async prepare(): Promise<void> {
    const { view } = this;
    const mover = view?.to_move ?? null;
    if (mover === null || this.#prepared || this.seats.length !== 1 || this.seats.includes(mover)) return;
    if (this.table?.seats[mover]?.kind === 'bot' || this.match?.choosing != null) return;
    this.#prepared = true;
    const moves = await this.ahead();
    if (moves.length > 0 && this.view === view) this.play.plan(moves);
  }

  /** Called when what was planned is not possible. */
  ondropped: (move: string) => void = () => {};

  /** It is my turn: what was planned is made. What was taken back, or has ended, makes plans void. */
  #carryOut(events: LogEvent[]): void {
    const move = this.play.planned;
    const stopped = events.some(({ kind }) => kind !== 'move') || this.view?.result !== null;
    if (move === null || !(this.play.active || stopped)) return;
    this.play.planned = null;
    if (this.play.active && !stopped && this.play.scene.legal.includes(move)) void this.move(move).catch(() => {});
    else this.ondropped(move);
  }

  /** A hint: the first time which piece, the second time where. */
  async hint(): Promise<MoveValue[] | null> {
    if (this.play.hint !== null) {
      this.play.hint = { ...this.play.hint, step: 2 };
      return null;
    }
    const answer = await this.ask({ type: 'hint' });
    if (answer.type !== 'hint' || answer.ply !== this.view?.ply) return null;
    this.play.hint = { move: answer.best, step: 1, why: answer.why };
    return answer.moves;
  }

  /** B3, B8: I choose who starts the round. */
  choose(first: Seat): void {
    this.#onward = true;
    void this.ask({ type: 'choose', first }).catch((refusal: Refusal) => (this.refusal = refusal));
  }

  /** The end of the last round has been looked at: show the next one. */
  goOn(): void {
    const next = this.next;
    clearTimeout(this.#looking);
    this.next = null;
    if (next !== null) this.#show(next);
  }

  /** The device was handed over: the curtain lifts for this seat, once there is something to see behind it. */
  sit(seat: Seat): void {
    this.#lifted = seat;
    this.#join(seat);
  }

  #hear(message: FromServer): void {
    if (message.type === 'welcome') {
      this.status = 'online';
      this.#wait = SOONEST;
      this.table = message.table;
      this.viewer = message.viewer;
      this.seats = message.seats ?? (typeof message.viewer === 'number' ? [message.viewer] : []);
      this.#private = message.private;
      this.presence = message.presence;
      this.chat = message.chat;
      this.offers = message.offers;
      this.rematch = message.table.rematch;
      this.refusal = null;
      this.#deal(true);
      const unsent = this.#unsent; // before anything that was planned is made
      this.#take(message.seq, message.events, message.view, message.match, message.clock);
      this.#showOn(true);
      if (unsent !== null) this.#sayAgain(unsent);
    } else if (message.type === 'update') {
      this.#take(message.seq, message.events, message.view, message.match, message.clock);
      if (message.id !== undefined) this.#settle(message.id, message);
    } else if (message.type === 'table') {
      this.table = { ...this.table, ...message.table };
      this.rematch = message.table.rematch;
      this.#deal(false);
    } else if (message.type === 'presence') this.presence = message;
    else if (message.type === 'chat') {
      this.chat = [...this.chat, message].slice(-100);
      if (message.seat === null || message.seat !== this.viewer) this.onchat(message);
    } else if (message.type === 'offer')
      this.offers = [
        ...this.offers.filter((offer) => offer.what !== message.what),
        ...(message.seats.length > 0 ? [message] : []),
      ];
    else if (message.type === 'rematch') this.rematch = message.table;
    else if (message.type === 'refused') {
      const waiting = message.id === null ? undefined : this.#asked.get(message.id);
      if (message.id !== null) this.#asked.delete(message.id);
      if (waiting) waiting.failed(message);
      else this.refusal = message;
    } else if (message.type === 'challenged') void import('../people/challenges.svelte').then(({ look }) => look(true));
    else if (message.type === 'bye') this.#wait = message.retry;
    else if (message.type !== 'lobby' && message.id !== null) this.#settle(message.id, message);
  }

  #settle(id: string, answer: FromServer): void {
    this.#asked.get(id)?.done(answer);
    this.#asked.delete(id);
  }

  /** A move whose answer was lost with the connection: it was stored, or it is said again. */
  #sayAgain(unsent: { move: string; ply: number; seq: number }): void {
    if (this.view?.ply === unsent.ply && this.#seq === unsent.seq && this.view.legal.includes(unsent.move)) {
      void this.move(unsent.move).catch(() => {});
    } else if (this.#unsent === unsent) this.#unsent = null;
  }

  #take(seq: number, events: LogEvent[], view: View | null, match: MatchState, clock: ClockState | null): void {
    const fresh = this.#seq > 0 || seq === events.length ? events : [];
    this.#seq = seq;
    if (view?.result === null && typeof view.viewer === 'number') this.part?.saw(match.round, view.knowledge!.setup);
    this.#coming.push({ view, match, clock, came: Date.now(), events: fresh });
    this.#showOn();
  }

  /** Show what came, in order; a computer's move takes its time. */
  #showOn(hurry = false): void {
    clearTimeout(this.#pacing);
    for (let first = this.#coming[0]; first !== undefined; first = this.#coming[0]) {
      const computer = first.events.some(
        (event) => event.kind === 'move' && this.table?.seats[event.seat ?? -1]?.kind === 'bot',
      );
      const wait = computer && !hurry ? this.#shown + lasting(PACE) - Date.now() : 0;
      if (wait > 0) {
        this.#pacing = setTimeout(() => this.#showOn(), wait);
        return;
      }
      this.#coming.shift();
      this.#settleOn(first);
      this.#shown = Date.now();
    }
  }

  /** It stands so; or it will, once the end of the last round has been looked at. */
  #settleOn({ view, match, clock, came, events }: Told): void {
    const next = { view, match, clock, came, events: [...(this.next?.events ?? []), ...events] };
    if (view !== null && this.#stillLooking(view, match)) {
      if (this.next === null && clock !== null) this.#looking = setTimeout(() => this.goOn(), LOOK);
      this.next = { ...next, view };
      return;
    }
    clearTimeout(this.#looking);
    this.next = null;
    this.#show(next);
  }

  /** Whether a round begins before its players have seen how the last one ended. Whoever chose the starter has. */
  #stillLooking(view: View, match: MatchState): boolean {
    const onward = this.#onward;
    if (view.result === null) this.#onward = false;
    return !onward && this.view !== null && this.view.result !== null && match.round !== this.match?.round;
  }

  #show({ view, match, clock, came, events }: Told): void {
    clearTimeout(this.#falling);
    this.#prepared = false;
    const end = events.findLast(({ kind }) => kind === 'end');
    if (view?.result === null) {
      this.seenRunning = true;
      this.stopped = null;
    } else if (end?.seat !== undefined) this.stopped = { seat: end.seat, reason: end.reason ?? 'resigned' };
    this.match = match;
    this.clock = clock;
    this.clockCame = came;
    this.view = view;
    if (match.winners !== null) this.#prove(match.round);
    if (view === null) this.curtain = null;
    else {
      this.viewer = view.viewer; // a curtain that fell made us lookers-on
      const hand = this.#handOver(view);
      this.play.show(
        sceneOf(view),
        hand === null && view.to_move === this.viewer && view.result === null && match.choosing === null,
      );
      const moves = events.filter((event) => event.kind === 'move');
      this.play.lastMover = moves.at(-1)?.seat ?? this.play.lastMover;
      if (hand === 'curtain') this.#fall(view.to_move, moves.length > 0);
      else if (hand === 'sit') this.#join(view.to_move);
      else {
        this.curtain = null;
        if (this.play.active) void this.foresee().catch(() => {});
      }
    }
    if (events.length > 0) this.onevents(events);
    this.#carryOut(events);
  }

  /** The curtain falls before that seat; whoever has just moved sees it land first, as everybody may. */
  #fall(seat: Seat | null, moved: boolean): void {
    const fall = (): void => {
      this.curtain = seat;
      this.#lifted = null;
    };
    // where nothing moves the curtain says what was played
    const wait = this.#lifted !== null && moved ? lasting(LANDING) : 0;
    if (wait === 0) fall();
    else this.#falling = setTimeout(fall, wait);
  }

  /** Have the deal of every round checked, once. */
  #prove(rounds: number): void {
    const { part } = this;
    if (part === null || this.table?.brought || this.#proving) return;
    this.#proving = true;
    const reveal = (): Promise<Revealed[]> =>
      Promise.all(Array.from({ length: rounds }, (_, at) => get<Revealed>(`/tables/${this.id}/rounds/${at + 1}`)));
    void import('../fair/proof.svelte').then(({ Proof }) => (this.proof = new Proof(reveal, part.kept)));
  }

  /** Whether the device goes to another seat now: behind a curtain where seats know different things, else at once.

      After a reload nobody knows in whose hands the device is: the curtain is down then too. */
  #handOver(view: View): 'curtain' | 'sit' | null {
    const mover = view.to_move;
    if (mover === null || this.seats.length < 2 || !this.seats.includes(mover)) return null;
    if (mover === this.viewer) return this.#private && this.#lifted !== mover ? 'curtain' : null;
    return this.#private ? 'curtain' : 'sit';
  }
}
