/** What is said first when a game or a round is over: from the reader's own side. */

import type { GamePage } from '../games/registry';
import type { MatchState, Result, Seat } from '../lib/types';
import { listed, t } from '../lib/words.svelte';
import type { Play } from '../play/play.svelte';

/** How it came to an end otherwise than by the rules, and by whom. */
export interface Stopped {
  seat: Seat;
  reason: 'resigned' | 'time';
}

export interface Ended {
  result: Result;
  stopped: Stopped | null;
  /** The seats of whoever reads this. */
  seats: Seat[];
  names: string[];
  match: MatchState;
  /** How many moves were made. */
  moves: number;
}

export interface Head {
  /** What is over. */
  over: string;
  head: string;
  /** What else there is to say: who gave up, or against whom it was. */
  more: string;
}

const isStopped = (result: Result): boolean => result.reason === 'resigned' || result.reason === 'time';

/** Whether the match goes on after this. */
export const goesOn = (match: MatchState): boolean => match.winners === null;

/** Which round has just ended: the next one may have begun already. */
const roundOf = (match: MatchState): number => match.won.reduce((sum, rounds) => sum + rounds, 0) || match.round;

function wins(ended: Ended, page: Pick<GamePage, 'headline'>, play: Play): string {
  const { result, seats, names, match } = ended;
  const winners = result.winners ?? [];
  const me = seats.length === 1 && winners.includes(seats[0]!) ? seats[0]! : null;
  if (winners.length > 1) {
    const how = result.reason === 'shared' ? 'end.shared' : 'end.together';
    const others = listed(winners.filter((seat) => seat !== me).map((seat) => names[seat] ?? ''));
    return me === null ? t(how, { names: others }) : t(`${how}.you`, { names: others });
  }
  const winner = winners[0] ?? 0;
  const who = me === null ? 'winner' : 'you';
  const name = names[winner] ?? '';
  if (goesOn(match)) return t(`end.round.${who}`, { name, n: roundOf(match) });
  if (match.to_win > 1) return t(`end.match.${who}`, { name });
  return (isStopped(result) ? null : page.headline?.(play, winner, me !== null)) ?? t(`end.${who}`, { name });
}

function overSays(match: MatchState): string {
  if (goesOn(match)) return t('end.over.round', { n: roundOf(match) });
  return t(match.to_win > 1 ? 'end.over.match' : 'end.over.game');
}

/** The match so far, or against whom it was. */
function factsOf({ match, seats, names, moves }: Ended): string {
  if (match.to_win > 1)
    return [
      ...names.map((name, seat) => `${name} ${match.won[seat] ?? 0}`),
      t('match.to_win', { n: match.to_win }),
    ].join(' · ');
  const others = names.filter((_, seat) => !seats.includes(seat));
  const length = t('end.moves', { n: moves });
  return seats.length === 1 && others.length > 0
    ? `${t('end.against', { names: listed(others) })} · ${length}`
    : length;
}

/** What is said first. */
export function headOf(ended: Ended, page: Pick<GamePage, 'headline'>, play: Play): Head {
  const { result, stopped, seats, names } = ended;
  const over = overSays(ended.match);
  const won = wins(ended, page, play);
  if (stopped === null || !isStopped(result)) return { over, head: won, more: factsOf(ended) };
  if (seats.length === 1 && seats[0] === stopped.seat) return { over, head: t(`end.${stopped.reason}.you`), more: won };
  return { over, head: won, more: t(`end.${stopped.reason}.name`, { name: names[stopped.seat] ?? '' }) };
}
