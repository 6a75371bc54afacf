/** Numbers below known bounds, packed into one text that may stand in a web address.
 *
 * Every value is a digit in its own base, so nothing is wasted: a choice among 3 costs 1.6 bits.
 */

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/** The text is not one that `text` wrote. */
export class BadDigits extends Error {}

/** Written with `put`, turned into a text, read back with `take` in the same order and with the same bounds. */
export class Digits {
  private readonly digits: [number, number][] = [];
  private left = 0n;

  /** Write a number from 0 to size - 1. */
  put(value: number, size: number): void {
    if (!(value >= 0 && value < size)) throw new RangeError(`${value} is not below ${size}`);
    this.digits.push([value, size]);
  }

  /** Write which one it is. */
  putOne<T>(item: T, of: readonly T[]): void {
    this.put(of.indexOf(item), of.length);
  }

  /** Read a number from 0 to size - 1; BadDigits when there is none. */
  take(size: number): number {
    if (size < 1) throw new BadDigits('nothing to choose from');
    const base = BigInt(size);
    const value = this.left % base;
    this.left /= base;
    return Number(value);
  }

  /** Read which one it is. */
  takeOne<T>(of: readonly T[]): T {
    return of[this.take(of.length)]!;
  }

  /** Whether all has been read. */
  get usedUp(): boolean {
    return this.left === 1n;
  }

  /** The digits as text, with a check sum of two bytes. */
  text(): string {
    let number = 1n; // so that no leading zero is lost
    for (let place = this.digits.length - 1; place >= 0; place--) {
      const [value, size] = this.digits[place]!;
      number = number * BigInt(size) + BigInt(value);
    }
    const digits = number.toString(16);
    return written(fromHex(digits.length % 2 ? `0${digits}` : digits));
  }

  /** Start reading; BadDigits when the text was damaged. */
  static read(text: string): Digits {
    const bytes = decoded(text);
    if (!bytes || written(bytes.subarray(2)) !== text) throw new BadDigits(text);
    const digits = new Digits();
    digits.left = bytes.length > 2 ? BigInt(`0x${toHex(bytes.subarray(2))}`) : 0n;
    return digits;
  }
}

/** The one text for these bytes, a check sum of two bytes before them. */
function written(data: Uint8Array): string {
  const sum = crc32(data) & 0xffff;
  const bytes = new Uint8Array(data.length + 2);
  bytes.set([sum >> 8, sum & 0xff]);
  bytes.set(data, 2);
  let text = '';
  for (let place = 0; place < bytes.length; place += 3) {
    const three = (bytes[place]! << 16) | ((bytes[place + 1] ?? 0) << 8) | (bytes[place + 2] ?? 0);
    for (let k = 0; k < Math.min(bytes.length - place, 3) + 1; k++) text += ALPHABET[(three >> (18 - 6 * k)) & 63];
  }
  return text;
}

function decoded(text: string): Uint8Array | null {
  const bytes = new Uint8Array(Math.floor((text.length * 3) / 4));
  let word = 0;
  let bits = 0;
  let count = 0;
  for (const character of text) {
    const value = ALPHABET.indexOf(character);
    if (value < 0) return null;
    word = ((word << 6) | value) & 0xffff;
    bits += 6;
    if (bits >= 8) {
      bits -= 8;
      bytes[count++] = (word >> bits) & 0xff;
    }
  }
  return bytes;
}

function fromHex(digits: string): Uint8Array {
  const bytes = new Uint8Array(digits.length / 2);
  for (let at = 0; at < bytes.length; at++) bytes[at] = parseInt(digits.slice(2 * at, 2 * at + 2), 16);
  return bytes;
}

function toHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

function crc32(data: Uint8Array): number {
  let sum = ~0;
  for (const byte of data) {
    sum ^= byte;
    for (let bit = 0; bit < 8; bit++) sum = (sum >>> 1) ^ (sum & 1 ? 0xedb88320 : 0);
  }
  return ~sum >>> 0;
}
