/** A line to a table of this device. */

import type { DeviceLine } from '../device';
import { worded } from '../lib/here';
import type { FromServer } from '../lib/types';
import type { Wire, WireEvents } from './wire';

export function deviceWire(id: string, events: WireEvents): Wire {
  let line: DeviceLine | null = null;
  let over = false;
  let welcomed = false;

  function end(forGood: boolean): void {
    if (over) return;
    over = true;
    line?.close();
    events.closed(forGood);
  }
  function hear(message: FromServer): void {
    if (over) return;
    welcomed ||= message.type === 'welcome';
    if (message.type !== 'refused') return events.heard(message);
    events.heard({ ...message, message: worded(message.code, message.message) });
    if (!welcomed || message.code === 'no_table') end(true);
  }

  Promise.all([import('../device'), import('../device/trouble.svelte')]).then(
    ([{ device }, { trouble }]) => {
      if (over) return;
      line = device.line(id, hear, () => {
        if (trouble.why !== null) hear({ type: 'refused', id: null, code: 'no_device', message: '', clause: null });
        end(trouble.why !== null);
      });
      events.opened();
    },
    () => end(false),
  );
  return {
    get open() {
      return line !== null && !over;
    },
    heartbeat: Infinity, // the device looks after its worker itself
    patience: Infinity,
    say: (message) => line?.say(message),
    close: () => {
      over = true;
      line?.close();
    },
  };
}
