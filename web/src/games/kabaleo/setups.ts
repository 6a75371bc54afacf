/** Set-ups to edit by hand. */

import type { GameRecord } from '../../lib/types';
import { t } from '../../lib/words.svelte';
import type { Part } from '../registry';

/** The objectives, player by player, and the bases, location by location. */
export function parts(record: GameRecord): Part[] {
  const list = (key: string): string[] => ((record.setup[key] as unknown[] | undefined) ?? []).map(String);
  const choices = list('colours');
  return [
    { key: 'objectives', label: t('kabaleo.part.objectives'), values: list('objectives'), choices, open: false },
    { key: 'bases', label: t('kabaleo.part.bases'), values: list('bases'), choices, open: false },
  ];
}
