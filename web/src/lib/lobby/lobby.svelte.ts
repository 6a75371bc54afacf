/** The lobby's socket: open tables and games to watch, live. Comes back by itself when the connection is lost. */

import { server } from '../reach.svelte';
import type { FromServer, LobbyTable } from '../types';

const SOONEST = 500;
const LATEST = 15_000;
/** After so long a silence it is asked whether anybody is there, and after so much more it is taken for lost. */
const HEARTBEAT = 25_000;
const PATIENCE = 8_000;

export class Lobby {
  open: LobbyTable[] = $state.raw([]);
  running: LobbyTable[] = $state.raw([]);
  /** Whether the lists have come at all. */
  heard = $state(false);
  /** Whether they are live just now. */
  live = $state(false);
  /** Called whenever the lists change. */
  onchange: () => void = () => {};

  #socket: WebSocket | null = null;
  #wait = SOONEST;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #left = false;
  #last = 0;
  /** When it was asked whether anybody is there; 0: it was not, or was answered. */
  #asked = 0;
  #beat: ReturnType<typeof setInterval> | undefined;
  #wake = (): void => {
    if (!this.live && document.visibilityState === 'visible') this.#connect();
  };
  /** The device has lost its network: ask at once. */
  #doubt = (): void => {
    this.#last = Math.min(this.#last, Date.now() - HEARTBEAT);
  };

  constructor() {
    addEventListener('online', this.#wake);
    addEventListener('offline', this.#doubt);
    document.addEventListener('visibilitychange', this.#wake);
    this.#connect();
  }

  /** Look no longer. */
  leave(): void {
    this.#left = true;
    removeEventListener('online', this.#wake);
    removeEventListener('offline', this.#doubt);
    document.removeEventListener('visibilitychange', this.#wake);
    clearTimeout(this.#retry);
    clearInterval(this.#beat);
    this.#socket?.close();
  }

  #connect(): void {
    if (server.reach === 'none') return;
    clearTimeout(this.#retry);
    clearInterval(this.#beat);
    this.#socket?.close();
    const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
    const socket = new WebSocket(`${scheme}://${location.host}/api/v1/lobby/ws`);
    this.#socket = socket;
    socket.onmessage = (event) => {
      const message = JSON.parse(event.data as string) as FromServer;
      if (socket !== this.#socket) return;
      this.#last = Date.now();
      this.#asked = 0;
      if (message.type === 'bye') this.#wait = message.retry;
      if (message.type === 'challenged') void import('../../people/challenges.svelte').then(({ look }) => look(true));
      if (message.type !== 'lobby') return;
      this.#wait = SOONEST;
      this.live = this.heard = true;
      server.heard(true);
      this.open = message.open;
      this.running = message.running;
      this.onchange();
    };
    socket.onclose = () => this.#lost(socket);
    this.#last = Date.now();
    this.#asked = 0;
    this.#beat = setInterval(() => {
      const now = Date.now();
      if (this.#asked > 0 && now - this.#asked >= PATIENCE) this.#lost(socket);
      if (this.#asked > 0 || now - this.#last < HEARTBEAT) return;
      this.#asked = now; // a tab that nobody looks at is seldom woken: it asks before it gives up
      if (socket.readyState === WebSocket.OPEN) socket.send('{"type":"ping"}');
    }, PATIENCE / 2);
  }

  #lost(socket: WebSocket): void {
    if (socket !== this.#socket || this.#left) return;
    clearInterval(this.#beat);
    this.#socket = null;
    socket.close();
    this.live = false;
    this.#retry = setTimeout(() => this.#connect(), this.#wait * (0.75 + Math.random() / 2));
    this.#wait = Math.min(LATEST, this.#wait * 1.7);
  }
}
