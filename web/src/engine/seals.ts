/** A device's part in a deal: what it draws, seals and keeps. */

import { sha256 } from './sha256.ts';
import type { Dict } from './types.ts';

export const SCHEME = 'sommet-fair/2';

/** What a device keeps of a deal: its part, and what it was told before and when the rounds began. */
export interface Kept {
  scheme: typeof SCHEME;
  table: string;
  bytes: string;
  seat: number | null;
  commitment: string | null;
  seals: (string | null)[] | null;
  /** `taken`: the server acknowledged the bytes. */
  opened: 'no' | 'sent' | 'taken';
  /** How often bytes had been opened here before, for a deal that did not come about. */
  again: number;
  /** By round: what the device was first shown of the set-up. */
  shown: Record<string, Dict>;
}

/** Parts are texts, each followed by a zero byte. */
export function digest(...parts: string[]): string {
  const bytes = sha256(new TextEncoder().encode(parts.map((part) => `${part}\0`).join('')));
  return hexOf(bytes);
}

const hexOf = (bytes: Uint8Array): string => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');

/** A device's part, that nobody could foresee. */
export const newBytes = (): string => hexOf(crypto.getRandomValues(new Uint8Array(32)));

/** What a device says of its bytes before it opens them. */
export const sealOf = (table: string, bytes: string): string => digest('sommet-seal/2', table, bytes);

/** A new part of the deal at that table. */
export const newPart = (table: string): Kept => ({
  scheme: SCHEME,
  table,
  bytes: newBytes(),
  seat: null,
  commitment: null,
  seals: null,
  opened: 'no',
  again: 0,
  shown: {},
});

/** What JSON calls an object. */
export const isDict = (value: unknown): value is Dict =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const isHash = (value: unknown): boolean => typeof value === 'string' && /^[0-9a-f]{64}$/.test(value);
export const hashes = (value: unknown): boolean =>
  Array.isArray(value) && value.every((each) => each === null || isHash(each));
export const within = (value: unknown, least: number, most: number): boolean =>
  Number.isInteger(value) && (value as number) >= least && (value as number) <= most;

/** What a file or a store of this device holds; null where it is nothing of the kind. */
export function keptIn(data: unknown): Kept | null {
  if (!isDict(data) || data['scheme'] !== SCHEME || typeof data['table'] !== 'string' || !isHash(data['bytes']))
    return null;
  const part = { ...newPart(data['table']), ...data } as Kept;
  const right =
    ['no', 'sent', 'taken'].includes(part.opened) &&
    isDict(part.shown) &&
    (part.seals === null || hashes(part.seals)) &&
    (part.commitment === null || isHash(part.commitment)) &&
    (part.seat === null || within(part.seat, 0, 7));
  return right ? part : null;
}
