/* The service worker: keeps this version's files, so that a page that is open goes on working while the server gets a new
   one, and shows a page of its own when the server cannot be reached. It never touches what goes to or comes from /api. */

const FILES = []; // the build writes the names of all hashed files here
const VERSION = 'development'; // and here what they come to

const KEPT = `sommet-${VERSION}`;
const OFFLINE = ['/offline.html', '/offline.css', '/offline.js', '/icon.svg'];
const UNREACHABLE = [502, 504];

self.addEventListener('install', (event) => {
  event.waitUntil(caches.open(KEPT).then((cache) => cache.addAll([...OFFLINE, ...FILES])));
});

/* A new version waits until no page of the old one is open (the browser sees to that); then the old files go. */
self.addEventListener('activate', (event) => {
  const old = (names) => names.filter((name) => name.startsWith('sommet-') && name !== KEPT);
  event.waitUntil(
    caches
      .keys()
      .then((names) => Promise.all(old(names).map((name) => caches.delete(name))))
      .then(() => self.clients.claim()),
  );
});

/* Pages come from the network; the offline page when there is none. */
async function page(request) {
  try {
    const answer = await fetch(request);
    if (!UNREACHABLE.includes(answer.status)) return answer;
  } catch {
    // the offline page says so
  }
  return (await caches.match('/offline.html')) ?? Response.error();
}

/* A hashed file never changes: what is kept is right. */
async function hashed(request) {
  const kept = await caches.match(request);
  if (kept !== undefined) return kept;
  const answer = await fetch(request);
  if (answer.ok) (await caches.open(KEPT)).put(request, answer.clone());
  return answer;
}

/* Icons and the like: from the network, or as they were. */
async function plain(request) {
  try {
    return await fetch(request);
  } catch {
    return (await caches.match(request)) ?? Response.error();
  }
}

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== self.location.origin) return;
  if (pathname.startsWith('/api') || pathname === '/healthz' || pathname === '/metrics') return;
  if (request.mode === 'navigate') event.respondWith(page(request));
  else event.respondWith(pathname.startsWith('/assets/') ? hashed(request) : plain(request));
});
