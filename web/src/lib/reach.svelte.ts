/** Whether a server can be asked: there is none behind plain files, and one that is there may be out of reach. */

import { PLAIN_FILES } from './site';

export type Reach = 'there' | 'away' | 'none';

let reach: Reach = $state(PLAIN_FILES ? 'none' : globalThis.navigator?.onLine === false ? 'away' : 'there');

export const server = {
  /** As far as is known: what was asked last was answered, or was not. */
  get reach(): Reach {
    return reach;
  },
  get there(): boolean {
    return reach === 'there';
  },
  /** It answered, or it did not. */
  heard(answered: boolean): void {
    if (reach !== 'none') reach = answered ? 'there' : 'away';
  },
};

/** Follow what the browser knows of the network; called once. */
export function followNetwork(): void {
  addEventListener('offline', () => server.heard(false));
  addEventListener('online', () => server.heard(true)); // the next request may say otherwise
}
