/** New versions of the page: what is open goes on, what is opened next is new. */

import { FOLDER } from './site';

const RELOADED = 'sommet.reloaded';
const ENOUGH = 60_000;

/** Whether to load the page anew because a part of it is gone from the server: not twice in a minute. */
export function mayReload(kept: Pick<Storage, 'getItem' | 'setItem'>, now: number, online: boolean): boolean {
  if (!online || now - Number(kept.getItem(RELOADED) ?? 0) < ENOUGH) return false;
  kept.setItem(RELOADED, String(now));
  return true;
}

/**
 * Keep this version's files at hand, and take a new version over where a part of the old is gone; called once. Whoever
 * leaves the page breaks off what is still on its way to it: that is no reason to call them back.
 */
export function followUpdates(): void {
  let left = 0;
  addEventListener('beforeunload', () => (left = Date.now()));
  addEventListener('vite:preloadError', (event) => {
    if (Date.now() - left < ENOUGH || !mayReload(sessionStorage, Date.now(), navigator.onLine)) return;
    event.preventDefault();
    location.reload();
  });
  if (import.meta.env.PROD && 'serviceWorker' in navigator)
    whenQuiet(() => void navigator.serviceWorker.register(`${FOLDER}sw.js`).catch(() => {}));
}

/**
 * Do this, without haste, once all files of the page are kept on this device; call what it gives to want it no longer.
 */
export function whenKept(what: () => void): () => void {
  const kept = globalThis.navigator?.serviceWorker as ServiceWorkerContainer | undefined; // not where it is not secure
  let wanted = true;
  const begin = (): void => whenIdle(() => wanted && what());
  if (kept?.controller) begin();
  else kept?.addEventListener('controllerchange', begin, { once: true });
  return () => {
    wanted = false;
    kept?.removeEventListener('controllerchange', begin);
  };
}

function whenIdle(what: () => void): void {
  if ('requestIdleCallback' in globalThis) requestIdleCallback(what, { timeout: 5000 });
  else setTimeout(what, 500); // Safari
}

/**
 * Later: when the page is there and has nothing to do. Whoever looks at one page only does not pay for all of them
 * first.
 */
function whenQuiet(what: () => void): void {
  const later = (): void => void setTimeout(() => whenIdle(what), 1500);
  if (document.readyState === 'complete') later();
  else addEventListener('load', later, { once: true });
}
