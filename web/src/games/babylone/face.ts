/** Babylone before it is played. */

import type { Face } from '../registry';
import Card from './Card.svelte';
import TokensField from './TokensField.svelte';

export const face: Face = {
  order: 2,
  minutes: 5,
  Card,
  ground: 'radial-gradient(110% 120% at 50% 25%, var(--clay-1), var(--clay-2))',
  match: 'B8',
  fields: { tokens: TokensField },
};
