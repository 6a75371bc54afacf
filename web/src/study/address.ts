/** The analysis board's address. */

/** What an address says of a position: its link, how many of its moves nobody made, and the replay it came from. */
export function searchOf(link: string, unplayed = 0, back: string | null = null): string {
  const made = unplayed > 0 ? `&unplayed=${unplayed}` : '';
  return `link=${encodeURIComponent(link)}${made}${back === null ? '' : `&back=${encodeURIComponent(back)}`}`;
}

/** The replay that an address leads back to; null: it names none of ours. */
export const backIn = (search: URLSearchParams): string | null =>
  /^\/(replay\?|t\/[\w-]+\/replay\b)/.test(search.get('back') ?? '') ? search.get('back') : null;

/** A number that an address names; null: it names none. */
export const numberIn = (search: URLSearchParams, name: string): number | null =>
  /^\d{1,4}$/.test(search.get(name) ?? '') ? Number(search.get(name)) : null;
