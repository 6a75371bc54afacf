/** Ratings and places, as a page shows them. */

import { to } from '../lib/route.svelte';
import { settings } from '../lib/words.svelte';

/** A rating, with one digit after the point. */
export const shown = (rating: number): string =>
  new Intl.NumberFormat(settings.language, { minimumFractionDigits: 1, maximumFractionDigits: 1 }).format(rating);

/** Where a player's profile is. */
export const profileOf = (name: string): string => to(`/people/${encodeURIComponent(name)}`);
