/** Fair deals, by a player's own device: what it seals and opens, and whether what is revealed at the end fits.
 *
 * The scheme is sommet-fair/2. Python's `proof` says the same of the same data; the tests compare them.
 */

import { digest, hashes, isDict, isHash, type Kept, SCHEME, sealOf, within } from './seals.ts';
import type { Dict, GameRecord } from './types.ts';

interface Facts {
  table: string;
  commitment: string;
  secret: string;
  seals: (string | null)[];
  opened: (string | null)[];
  round: number;
  first: number | null;
  choices: Dict;
}

export type Outcome = 'fair' | 'not_fair' | 'cannot_be_checked';

/** One thing that was compared, or could not be. */
export interface Check {
  what: 'facts' | 'secret' | 'seals' | 'deal' | 'promise' | 'mine' | 'others' | 'shown';
  found: 'same' | 'differs' | 'not_compared';
  why: string | null;
}

export interface Verdict {
  outcome: Outcome;
  checks: Check[];
  /** The seats whose devices sealed and then did not open. */
  absent: number[];
  again: number;
}

/** A game to deal again. */
export interface ToDeal {
  game: string;
  players: number;
  options: Dict;
  choices: Dict;
  first: number | null;
  seed: bigint;
}
/** Its set-up; what the rules do not allow is refused; null: whoever was asked cannot deal it. */
export type Dealt = Dict | 'refused' | null;
export type Dealer = (wanted: ToDeal) => Promise<Dealt>;

/** What the server published when the table was made. */
export const commitmentOf = (table: string, secret: string): string => digest(SCHEME, table, secret);

function seedOf({ table, round, secret, opened }: Facts): bigint {
  const added = opened.map((bytes, seat) => `${seat}:${bytes ?? ''}`);
  return BigInt(`0x${digest('sommet-deal/2', table, String(round), secret, ...added)}`);
}

/** Was this game dealt fairly? `fair` is what the server revealed with it; `mine` is what this device kept. */
export async function judge(record: GameRecord, fair: unknown, mine: Kept | null, dealt: Dealer): Promise<Verdict> {
  if (record.viewer !== undefined) return verdict([check('facts', null, 'viewer')]);
  const scheme = (fair as Dict | null)?.['scheme'];
  if (scheme === 'sommet-fair/1') return verdict([check('facts', null, 'first_scheme')]);
  const facts = factsIn(fair);
  // whoever took part in this deal was promised readable facts
  if (facts === null) return verdict([check('facts', mine === null ? null : false, 'damaged')]);
  const kept = mine?.table === facts.table ? mine : null;
  const lacking = mine === null ? 'no_part' : 'other_table';
  const checks = [
    check('secret', commitmentOf(facts.table, facts.secret) === facts.commitment),
    check('seals', sealsFit(facts, record.players)),
    await dealing(record, facts, dealt),
    kept?.commitment == null
      ? check('promise', null, 'no_commitment')
      : check('promise', kept.commitment === facts.commitment),
  ];
  if (kept === null)
    checks.push(check('mine', null, lacking), check('others', null, lacking), check('shown', null, lacking));
  else checks.push(ownPart(facts, kept), othersParts(facts, kept), asShown(record, facts, kept));
  const absent = facts.seals.flatMap((seal, seat) => (seal !== null && facts.opened[seat] === null ? [seat] : []));
  return verdict(checks, absent, kept?.again ?? 0);
}

function verdict(checks: Check[], absent: number[] = [], again = 0): Verdict {
  const has = (found: Check['found']): boolean => checks.some((one) => one.found === found);
  return {
    outcome: has('differs') ? 'not_fair' : has('not_compared') ? 'cannot_be_checked' : 'fair',
    checks,
    absent,
    again,
  };
}

/** `same` null: it could not be compared. */
const check = (what: Check['what'], same: boolean | null, why: string | null = null): Check => ({
  what,
  found: same === null ? 'not_compared' : same ? 'same' : 'differs',
  why,
});

const sealsFit = ({ table, seals, opened }: Facts, players: number): boolean =>
  seals.length === players &&
  opened.length === players &&
  opened.every((bytes, seat) => bytes === null || sealOf(table, bytes) === seals[seat]);

async function dealing(record: GameRecord, facts: Facts, dealt: Dealer): Promise<Check> {
  const { game, players, options } = record;
  const { choices, first } = facts;
  const again = await dealt({ game, players, options, choices, first, seed: seedOf(facts) });
  return again === null ? check('deal', null, 'no_engine') : check('deal', same(again, record.setup));
}

/** Whether my bytes are in the deal. */
function ownPart(facts: Facts, kept: Kept): Check {
  if (kept.seat === null || kept.opened === 'no') return check('mine', null, 'not_opened');
  const used = facts.opened[kept.seat] ?? null;
  if (used === kept.bytes) return check('mine', true);
  if (used !== null) return check('mine', false, 'swapped');
  return kept.opened === 'sent' ? check('mine', null, 'unacknowledged') : check('mine', false, 'denied');
}

/** Whether everybody's seals are those that were published before I opened. */
function othersParts(facts: Facts, kept: Kept): Check {
  if (kept.seals === null || kept.opened === 'no') return check('others', null, 'not_opened');
  return check('others', same(kept.seals, facts.seals));
}

/** Whether the record's set-up is the one that this device was shown when the round began. */
function asShown(record: GameRecord, facts: Facts, kept: Kept): Check {
  const seen = kept.shown[String(facts.round)];
  if (seen === undefined) return check('shown', null, 'not_kept');
  return check(
    'shown',
    Object.keys(seen).every((name) => Object.hasOwn(record.setup, name)) && agrees(seen, record.setup),
  );
}

/** Whether what somebody knew of a set-up is so: null is what they did not know, a list may have gone on. */
function agrees(seen: unknown, whole: unknown): boolean {
  if (seen === null) return true;
  if (Array.isArray(seen)) {
    return Array.isArray(whole) && seen.length <= whole.length && seen.every((part, at) => agrees(part, whole[at]));
  }
  if (isDict(seen))
    return isDict(whole) && Object.entries(seen).every(([name, part]) => agrees(part, whole[name] ?? null));
  return seen === whole;
}

/** Whether two things that JSON can say are the same. */
function same(one: unknown, other: unknown): boolean {
  if (Array.isArray(one))
    return Array.isArray(other) && one.length === other.length && one.every((part, at) => same(part, other[at]));
  if (!isDict(one)) return one === other;
  if (!isDict(other)) return false;
  const names = Object.keys(one);
  return (
    names.length === Object.keys(other).length &&
    names.every((name) => Object.hasOwn(other, name) && same(one[name], other[name]))
  );
}

/** What the server revealed; null where it is not in the form that the scheme has. */
function factsIn(data: unknown): Facts | null {
  if (!isDict(data) || data['scheme'] !== SCHEME) return null;
  const { table, commitment, secret, seals, opened, round = 1, first = null, choices = {} } = data;
  const right =
    typeof table === 'string' &&
    /^[A-Za-z0-9_-]{1,40}$/.test(table) &&
    isHash(commitment) &&
    isHash(secret) &&
    hashes(seals) &&
    hashes(opened) &&
    isDict(choices) &&
    within(round, 1, 50) &&
    (first === null || within(first, 0, 7));
  return right ? ({ table, commitment, secret, seals, opened, round, first, choices } as Facts) : null;
}
