/** Kabaleo before it is played. */

import type { Face } from '../registry';
import Card from './Card.svelte';

export const face: Face = { order: 1, minutes: 15, Card };
