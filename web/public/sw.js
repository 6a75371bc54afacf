/* The service worker: keeps the page and everything of its version, so that all that needs no server works without a
   network, and a page that is open goes on while the server gets a new version. It never touches what goes to or comes
   from /api. */

const FILES = []; // the build writes the names of all hashed files here
const VERSION = 'development'; // and here what they come to

const HERE = new URL('./', self.location);
const OURS = `sommet-${HERE.pathname}-`; // another folder of this host may have a Sommet of its own
const KEPT = OURS + VERSION;
const PLAIN = ['icon.svg', 'icon-192.png', 'manifest.webmanifest'];
const UNREACHABLE = [502, 504];
const PATIENCE = 4000; // milliseconds: a network that says nothing for so long is none

const kept = async (request) => (await caches.open(KEPT)).match(request);

/* The page must be the one that these files belong to: a new version may come while they are fetched. */
async function keepPage(cache) {
  const answer = await fetch(HERE, { cache: 'reload' });
  const named = (await answer.clone().text()).match(/assets\/[^"'\s]+/g) ?? [];
  if (!answer.ok || !named.every((name) => FILES.includes(name))) throw new Error('another version');
  await cache.put(HERE, answer);
}

self.addEventListener('install', (event) => {
  const keep = async () => {
    const cache = await caches.open(KEPT);
    await keepPage(cache);
    await cache.addAll([...PLAIN, ...FILES].map((name) => new URL(name, HERE).href));
  };
  event.waitUntil(keep());
});

/* A new version waits until no page of the old one is open (the browser sees to that); then the old files go. */
self.addEventListener('activate', (event) => {
  const ours = (name) => name.startsWith(OURS) || (HERE.pathname === '/' && /^sommet-\w+$/.test(name));
  const old = (names) => names.filter((name) => name !== KEPT && ours(name));
  event.waitUntil(
    caches
      .keys()
      .then((names) => Promise.all(old(names).map((name) => caches.delete(name))))
      .then(() => self.clients.claim()),
  );
});

/* Pages come from the network; where there is none, the page that is kept: it knows what it can do by itself. */
async function page(request) {
  const reached = (answer) => (UNREACHABLE.includes(answer.status) ? Promise.reject(answer) : answer);
  const asked = fetch(request).then(reached);
  const late = new Promise((_, give) => setTimeout(give, PATIENCE));
  try {
    return await Promise.race([asked, late]);
  } catch {
    return (await kept(HERE)) ?? asked.catch((failed) => (failed instanceof Response ? failed : Response.error()));
  }
}

/* A hashed file never changes: what is kept is right. */
async function hashed(request) {
  const found = await kept(request);
  if (found !== undefined) return found;
  const answer = await fetch(request);
  if (answer.ok) (await caches.open(KEPT)).put(request, answer.clone());
  return answer;
}

/* Icons and the like: from the network, or as they were. */
async function plain(request) {
  try {
    return await fetch(request);
  } catch {
    return (await kept(request)) ?? Response.error();
  }
}

/**
 * The server tells somebody, wherever they are, that a game waits for them: what it says is shown, in their language.
 */
self.addEventListener('push', (event) => {
  let told = {};
  try {
    told = event.data?.json() ?? {};
  } catch {
    // not ours, but something has to be shown: browsers want every message to be seen
  }
  const { title = 'Sommet', body = '', path = '/' } = told;
  const icon = new URL('icon-192.png', HERE).href;
  const shown = { body: String(body), tag: String(path), icon, badge: icon, data: String(path) };
  event.waitUntil(self.registration.showNotification(String(title), shown));
});

/* A press on it opens the table, in the window that has it open if there is one. */
self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  const place = new URL(event.notification.data, HERE);
  if (place.origin !== HERE.origin) return;
  const open = async () => {
    const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
    const there = windows.find(({ url }) => new URL(url).pathname === place.pathname);
    return there ? there.focus() : self.clients.openWindow(place.href);
  };
  event.waitUntil(open());
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { href, origin } = new URL(request.url);
  if (request.method !== 'GET' || origin !== HERE.origin || !href.startsWith(HERE.href)) return;
  const name = href.slice(HERE.href.length);
  if (/^(api|embed|healthz|metrics)(\/|\?|$)/.test(name)) return;
  if (request.mode === 'navigate') event.respondWith(page(request));
  else event.respondWith(name.startsWith('assets/') ? hashed(request) : plain(request));
});
