/** Where we are: the address bar decides, so that back, forward and reload keep the place. */

export const route: { path: string; search: URLSearchParams } = $state({
  path: location.pathname,
  search: new URLSearchParams(location.search),
});

function look(): void {
  route.path = location.pathname;
  route.search = new URLSearchParams(location.search);
}

/** Go to another page of Sommet. `replace`: without a step back to here. */
export function go(to: string, replace = false): void {
  if (replace) history.replaceState(null, '', to);
  else history.pushState(null, '', to);
  look();
  if (!to.includes('#')) scrollTo(0, 0);
}

/** The address of this page says more now, as its search; nothing where we have gone on to another page meanwhile. */
export function keep(path: string, search: string): void {
  if (location.pathname === path) history.replaceState(null, '', `${path}?${search}`);
}

/** Follow links inside the page without loading it anew; called once. */
export function followLinks(): void {
  addEventListener('popstate', look);
  document.addEventListener('click', (event) => {
    if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    const link = (event.target as Element).closest('a');
    if (link === null || link.target !== '' || link.hasAttribute('download') || link.origin !== location.origin) return;
    if (link.pathname.startsWith('/api/')) return;
    if (link.pathname === location.pathname && link.hash !== '') return;
    event.preventDefault();
    go(link.pathname + link.search + link.hash);
  });
}
