/** On Top before it is played. */

import type { Face } from '../registry';
import BlackField from './BlackField.svelte';
import BoardField from './BoardField.svelte';
import Card from './Card.svelte';
import ColoursField from './ColoursField.svelte';
import SeatColour from './SeatColour.svelte';

export const face: Face = {
  order: 3,
  minutes: 30,
  Card,
  ground: 'var(--board)',
  fields: { board: BoardField, black: BlackField, colours: ColoursField },
  Seat: SeatColour,
};
