/** Set-ups to edit by hand. */

import type { GameRecord } from '../../lib/types';
import { t } from '../../lib/words.svelte';
import type { Part } from '../registry';

const USUAL = ['red', 'yellow', 'green', 'blue'];

/** The tokens, spot by spot. */
export function parts(record: GameRecord): Part[] {
  const values = (record.setup['tokens'] as unknown[]).map(String);
  const others = values.filter((colour) => /^c\d+$/.test(colour));
  return [{ key: 'tokens', label: t('babylone.part.tokens'), values, choices: [...new Set([...USUAL, ...others])], open: true }];
}
