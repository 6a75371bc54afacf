/**
 * Where this page lives. From a server, at its root: a place of Sommet is a path. As plain files on any web host,
 * in any folder:
 * `sommet site` writes a mark into the page, and a place of Sommet stands after the #, which no file server needs
 * to know about.
 */

const MARK = 'meta[name="sommet-site"]';

/** Whether the page came as plain files: there is no server to ask. */
export const PLAIN_FILES: boolean = typeof document !== 'undefined' && document.querySelector(MARK) !== null;

/** The folder of the page's files. */
export const FOLDER: string = PLAIN_FILES ? new URL('.', location.href).pathname : '/';

/** A place of Sommet, such as `/learn?step=2#K9`: its path, what is asked, and where on the page. */
export interface Place {
  path: string;
  search: string;
  anchor: string;
}

/** The place that an address names. */
export function placeIn(address: Pick<URL, 'pathname' | 'search' | 'hash'>, plainFiles = PLAIN_FILES): Place {
  if (!plainFiles) return { path: address.pathname, search: address.search, anchor: address.hash.slice(1) };
  if (!address.hash.startsWith('#/')) return { path: '/', search: '', anchor: address.hash.slice(1) };
  const { pathname, search, hash } = new URL(`http://sommet${address.hash.slice(1)}`);
  return { path: pathname, search, anchor: hash.slice(1) };
}

/** What to write in a link to a place of Sommet. */
export const to = (place: string, plainFiles = PLAIN_FILES): string => (plainFiles ? `#${place}` : place);

/** The whole address of a place, to give to somebody. */
export const address = (place: string): string => new URL(to(place), location.href).href;
