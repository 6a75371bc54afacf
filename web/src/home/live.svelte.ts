/**
 * Tables seen from outside, as small boards: asked for when they are looked at, and again when a move was made there.
 */

import { gamePage, type GamePage } from '../games/registry';
import { get } from '../lib/api';
import type { LobbyTable, RunningGame, Seat } from '../lib/types';
import { type Scene, sceneOf } from '../play/play.svelte';

export interface Seen {
  page: GamePage;
  scene: Scene;
  mover: Seat | null;
}

export class Live {
  seen: Seen | null = $state.raw(null);
  #asked = '';

  /** As it stands now; nothing is asked twice for the same position. */
  async look(table: LobbyTable): Promise<void> {
    const now = `${table.id} ${table.progress?.round} ${table.progress?.ply}`;
    if (this.#asked === now) return;
    this.#asked = now;
    try {
      const [page, { view, events }] = await Promise.all([
        gamePage(table.settings.game),
        get<RunningGame>(`/tables/${table.id}/view`),
      ]);
      if (this.#asked !== now || view === null) return;
      this.seen = {
        page,
        scene: sceneOf(view),
        mover: events.findLast((event) => event.kind === 'move')?.seat ?? null,
      };
    } catch {
      // it has ended meanwhile, nobody may look, or there is nothing to see yet: the list says so soon
      if (this.#asked === now) this.#asked = '';
    }
  }
}
