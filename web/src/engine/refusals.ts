/** Why a move or a set-up is refused: a kernel answers a number, a table says which clause and which sentence. */

import type { Description } from './description.ts';
import { badRecord, illegalMove, type SommetError } from './errors.ts';
import { spoken, type Names } from './names.ts';
import type { Dict, Terms } from './types.ts';

/** The error for a kernel's answer, which is not 0. Its upper bits may hold a value for the sentence. */
export function refusal(
  description: Description,
  names: Names,
  answer: number,
  terms: Terms,
  more: Dict = {},
): SommetError {
  const size = 1 << description.contract.refusal_bits;
  const why = description.refusals[(answer % size) - 1]!;
  const values: Dict = { players: terms.players, ...more };
  if (why.value !== null) {
    const number = Math.floor(answer / size);
    values[why.value] = why.of === undefined ? number : spoken(names.info(why.of), names.of(why.of, terms)[number]!);
  }
  const key = `${description.name}.error.${why.refusal}`;
  return why.record ? badRecord(key, why.clause, values) : illegalMove(key, why.clause, values);
}
