/** Where we are: the address bar decides, so that back, forward and reload keep the place. */

import { PLAIN_FILES, type Place, placeIn, to } from './site';

export { address, to } from './site';

/** `visit`: how many addresses were opened in this page without loading it anew. */
export const route: { path: string; search: URLSearchParams; anchor: string; visit: number } = $state({
  ...read(),
  visit: 0,
});

function read(): { path: string; search: URLSearchParams; anchor: string } {
  const { path, search, anchor } = placeIn(location);
  return { path, search: new URLSearchParams(search), anchor };
}

function look(): void {
  Object.assign(route, read());
}

const OWN = { sommet: true }; // marks addresses that this page went to by itself

/**
 * An address was typed or pasted over this one, and only what stands after the # differs: no browser loads the page
 * anew.
 */
function opened(): void {
  if (PLAIN_FILES && history.state === null) route.visit += 1;
  look();
}

/** Go to another page of Sommet. `replace`: without a step back to here. */
export function go(place: string, replace = false): void {
  if (replace) history.replaceState(OWN, '', to(place));
  else history.pushState(OWN, '', to(place));
  look();
  if (!place.includes('#')) scrollTo(0, 0);
}

/** The address of this page says more now, as its search; nothing where we have gone on to another page meanwhile. */
export function keep(path: string, search: string): void {
  if (placeIn(location).path === path) history.replaceState(OWN, '', to(search === '' ? path : `${path}?${search}`));
}

/** Where a link leads inside Sommet; null: the browser's business. */
function inside(link: HTMLAnchorElement): Place | null {
  if (link.target !== '' || link.hasAttribute('download') || link.origin !== location.origin) return null;
  if (link.pathname.startsWith('/api/')) return null;
  const written = link.getAttribute('href') ?? '';
  if (written.startsWith('#') && !written.startsWith('#/')) return { ...placeIn(location), anchor: written.slice(1) };
  return PLAIN_FILES && link.pathname !== location.pathname ? null : placeIn(link);
}

function follow(event: MouseEvent): void {
  if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
    return;
  const link = (event.target as Element).closest('a');
  const place = link === null ? null : inside(link);
  if (place === null) return;
  const stays = place.anchor !== '' && place.path === placeIn(location).path;
  if (stays && !PLAIN_FILES) return; // the browser goes there by itself, and says so
  event.preventDefault();
  go(`${place.path}${place.search}${place.anchor && `#${place.anchor}`}`);
  if (!stays) return;
  const there = document.getElementById(place.anchor);
  there?.scrollIntoView();
  there?.focus({ preventScroll: true });
}

/** Follow links inside the page without loading it anew; called once. */
export function followLinks(): void {
  addEventListener('popstate', look);
  addEventListener('hashchange', opened);
  document.addEventListener('click', follow);
}
