/** The lobby's socket: open tables and games to watch, live. Comes back by itself when the connection is lost. */

import { server } from '../reach.svelte';
import type { FromServer, LobbyTable } from '../types';

const SOONEST = 500;
const LATEST = 15_000;

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
  #wake = (): void => {
    if (!this.live && document.visibilityState === 'visible') this.#connect();
  };

  constructor() {
    addEventListener('online', this.#wake);
    document.addEventListener('visibilitychange', this.#wake);
    this.#connect();
  }

  /** Look no longer. */
  leave(): void {
    this.#left = true;
    removeEventListener('online', this.#wake);
    document.removeEventListener('visibilitychange', this.#wake);
    clearTimeout(this.#retry);
    this.#socket?.close();
  }

  #connect(): void {
    if (server.reach === 'none') return;
    clearTimeout(this.#retry);
    this.#socket?.close();
    const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
    const socket = new WebSocket(`${scheme}://${location.host}/api/v1/lobby/ws`);
    this.#socket = socket;
    socket.onmessage = (event) => {
      const message = JSON.parse(event.data as string) as FromServer;
      if (socket !== this.#socket) return;
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
    socket.onclose = () => {
      if (socket !== this.#socket || this.#left) return;
      this.live = false;
      this.#retry = setTimeout(() => this.#connect(), this.#wait * (0.75 + Math.random() / 2));
      this.#wait = Math.min(LATEST, this.#wait * 1.7);
    };
  }
}
