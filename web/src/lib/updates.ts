/** New versions of the page: what is open goes on, what is opened next is new. */

const RELOADED = 'sommet.reloaded';
const ENOUGH = 60_000;

/** Whether to load the page anew because a part of it is gone from the server: not twice in a minute. */
export function mayReload(kept: Pick<Storage, 'getItem' | 'setItem'>, now: number, online: boolean): boolean {
  if (!online || now - Number(kept.getItem(RELOADED) ?? 0) < ENOUGH) return false;
  kept.setItem(RELOADED, String(now));
  return true;
}

/** Keep this version's files at hand, and take a new version over where a part of the old is gone; called once. */
export function followUpdates(): void {
  addEventListener('vite:preloadError', (event) => {
    if (!mayReload(sessionStorage, Date.now(), navigator.onLine)) return;
    event.preventDefault();
    location.reload();
  });
  if (import.meta.env.PROD && 'serviceWorker' in navigator) {
    setTimeout(() => void navigator.serviceWorker.register('/sw.js').catch(() => {}), 1500);
  }
}
