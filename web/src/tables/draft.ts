/**
 * A table that is being thought of: what the form holds, and what is asked of the server. No rules: it refuses what
 * cannot be.
 */

import type { Agreed } from '../games/registry';
import type { Wish } from '../lib/here';
import type { ClockRequest, Level, OptionInfo } from '../lib/types';
import { fitted, sent } from './options';

export type Where = 'device' | 'invite' | 'open';
/** Who is to sit somewhere: me (on one device: a person), whoever comes, or a computer player of that level. */
export type Sitter = 'me' | 'free' | Level;

export interface Draft {
  game: string;
  where: Where;
  /** One for each seat. */
  sitters: Sitter[];
  names: string[];
  clock: NonNullable<ClockRequest['kind']>;
  seconds: number;
  minutes: number;
  increment: number;
  days: number;
  rounds: number;
  rated: boolean;
  watch: boolean;
  /** So many moves later for those who watch. */
  delay: number;
  chat: boolean;
  replace: Level | null;
  /** What is agreed on; what is not named is as usual. */
  agreed: Agreed;
}

/** A first draft: as few players as may be, I in the first seat. */
export function blank(game: string, where: Where = 'invite', names: string[] = [], players = 2): Draft {
  return {
    game,
    where,
    names: [...names],
    sitters: Array.from({ length: players }, (_, seat) => (where === 'device' || seat === 0 ? 'me' : 'free')),
    clock: 'none',
    seconds: 60,
    minutes: 10,
    increment: 5,
    days: 3,
    rounds: 1,
    rated: false,
    watch: true,
    delay: 0,
    chat: false,
    replace: null,
    agreed: {},
  };
}

/** The same with another number of seats; those that stay keep who sits there. `options` are the game's. */
export function withPlayers(draft: Draft, players: number, options: OptionInfo[] = []): Draft {
  const fresh: Sitter = draft.where === 'device' ? 'me' : 'free';
  const sitters = Array.from({ length: players }, (_, seat) => draft.sitters[seat] ?? fresh);
  return seated({ ...draft, sitters, agreed: fitted(options, draft.agreed, draft.sitters.length, players) });
}

/** The same with somebody else in that seat; I sit in one seat only, but on one device anywhere. */
export function withSitter(draft: Draft, seat: number, sitter: Sitter): Draft {
  const sitters = draft.sitters.map((before, number) => {
    if (number === seat) return sitter;
    return sitter === 'me' && before === 'me' && draft.where !== 'device' ? 'free' : before;
  });
  return seated({ ...draft, sitters });
}

/** The same in another place: round one device there are no free seats, elsewhere I have one seat. */
export function withWhere(draft: Draft, where: Where): Draft {
  return seated({ ...draft, where, rated: draft.rated && where !== 'device' });
}

/** The same, rated or not: what is rated has a clock. */
export function withRated(draft: Draft, rated: boolean): Draft {
  return { ...draft, rated, clock: rated && draft.clock === 'none' ? 'total' : draft.clock };
}

/** The same with another clock: what has none is not rated. */
export function withClock(draft: Draft): Draft {
  return { ...draft, rated: draft.rated && draft.clock !== 'none' };
}

/**
 * Whether a computer player may take the seat of somebody who is away: not where that would cost them their rating,
 * nor where whoever thinks for a day may well be away. */
export function mayReplace(draft: Draft): boolean {
  return draft.where !== 'device' && !draft.rated && draft.clock !== 'days';
}

function seated(draft: Draft): Draft {
  if (draft.where === 'device')
    return { ...draft, sitters: draft.sitters.map((sitter) => (sitter === 'free' ? 'me' : sitter)) };
  const first = draft.sitters.indexOf('me');
  return {
    ...draft,
    sitters: draft.sitters.map((sitter, seat) => (sitter === 'me' && seat !== first ? 'free' : sitter)),
  };
}

function clockOf(draft: Draft): ClockRequest {
  if (draft.clock === 'move') return { kind: 'move', seconds: draft.seconds };
  if (draft.clock === 'total')
    return { kind: 'total', seconds: Math.round(draft.minutes * 60), increment: draft.increment };
  if (draft.clock === 'days') return { kind: 'days', days: draft.days };
  return { kind: 'none' };
}

/** What is asked of the server, which refuses what cannot be; `options` are the game's, `unnamed` is what somebody on
 *  this device is called who gave no name. */
export function request(draft: Draft, options: OptionInfo[], unnamed = (seat: number): string => `${seat + 1}`): Wish {
  const device = draft.where === 'device';
  const mine = draft.sitters.indexOf('me');
  const names = draft.sitters.map((_, seat) => (draft.names[seat] ?? '').trim() || unnamed(seat));
  return {
    settings: {
      game: draft.game,
      players: draft.sitters.length,
      ...sent(options, draft.agreed, draft.sitters.length),
      public: draft.where === 'open',
      watch: draft.watch,
      delay: draft.watch && !device ? draft.delay : 0,
      watchers_chat: draft.watch && draft.chat,
      clock: clockOf(draft),
      rounds: draft.rounds,
      rated: draft.rated && !device && draft.clock !== 'none',
      bots: draft.sitters.map((sitter) => (sitter === 'me' || sitter === 'free' ? null : sitter)),
      replace: mayReplace(draft) ? draft.replace : null,
      ...(device ? { device: true, names } : {}),
    },
    seat: mine < 0 ? null : mine,
  };
}
