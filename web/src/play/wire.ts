/** What a room hears and says things over: the server's socket, or a line to this device's own tables. */

import { isLocal } from '../lib/local';
import type { FromClient, FromServer } from '../lib/types';
import { deviceWire } from './device_wire';

export interface Wire {
  readonly open: boolean;
  /** Milliseconds of silence after which it is asked whether anybody is there, and how long an answer may take. */
  readonly heartbeat: number;
  readonly patience: number;
  say(message: FromClient): void;
  /** `dead`: nobody answers there, and `closed` is told at once. */
  close(dead?: boolean): void;
}

export interface WireEvents {
  opened(): void;
  heard(message: FromServer): void;
  /** `forGood`: there is nothing to come back to. */
  closed(forGood: boolean): void;
}

export const wireTo = (id: string, events: WireEvents): Wire =>
  isLocal(id) ? deviceWire(id, events) : socketWire(id, events);

const POLICY = 1008;

function socketWire(id: string, events: WireEvents): Wire {
  const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
  const socket = new WebSocket(`${scheme}://${location.host}/api/v1/tables/${id}/ws`);
  socket.onopen = () => events.opened();
  socket.onmessage = (event) => events.heard(JSON.parse(event.data as string) as FromServer);
  socket.onclose = (event) => events.closed(event.code === POLICY);
  return {
    get open() {
      return socket.readyState === WebSocket.OPEN;
    },
    heartbeat: 12_000,
    patience: 8_000,
    say: (message) => socket.send(JSON.stringify(message)),
    close: (dead) => {
      socket.close(); // a browser waits long for somebody who does not answer
      if (!dead) return;
      socket.onopen = socket.onmessage = socket.onclose = null;
      events.closed(false);
    },
  };
}
