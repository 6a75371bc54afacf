/** SHA-256. Browsers have it only on pages that came over https; a game at home may not have come so. */

const FIRST = [0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19];
const ROUNDS = constants();

/** The fractional parts of the cube roots of the first 64 primes, 32 bits of each. */
function constants(): Uint32Array {
  const found = new Uint32Array(64);
  for (let number = 2, count = 0; count < 64; number++) {
    let prime = true;
    for (let part = 2; part * part <= number && prime; part++) prime = number % part > 0;
    if (prime) found[count++] = (Math.cbrt(number) % 1) * 2 ** 32;
  }
  return found;
}

const turned = (word: number, by: number): number => (word >>> by) | (word << (32 - by));

export function sha256(data: Uint8Array): Uint8Array {
  const blocks = Math.ceil((data.length + 9) / 64);
  const padded = new DataView(new ArrayBuffer(64 * blocks));
  new Uint8Array(padded.buffer).set(data);
  padded.setUint8(data.length, 0x80);
  padded.setBigUint64(64 * blocks - 8, BigInt(data.length) * 8n);
  const state = Uint32Array.from(FIRST);
  const words = new Uint32Array(64);
  for (let block = 0; block < blocks; block++) {
    for (let at = 0; at < 16; at++) words[at] = padded.getUint32(64 * block + 4 * at);
    for (let at = 16; at < 64; at++) {
      const [early, late] = [words[at - 15]!, words[at - 2]!];
      const low = turned(early, 7) ^ turned(early, 18) ^ (early >>> 3);
      const high = turned(late, 17) ^ turned(late, 19) ^ (late >>> 10);
      words[at] = words[at - 16]! + low + words[at - 7]! + high;
    }
    let [a, b, c, d, e, f, g, h] = state as unknown as [number, number, number, number, number, number, number, number];
    for (let at = 0; at < 64; at++) {
      const some = h + (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) + ((e & f) ^ (~e & g)) + ROUNDS[at]! + words[at]!;
      const more = (turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
      [h, g, f, e, d, c, b, a] = [g, f, e, (d + some) | 0, c, b, a, (some + more) | 0];
    }
    [a, b, c, d, e, f, g, h].forEach((word, at) => (state[at]! += word));
  }
  const found = new DataView(new ArrayBuffer(32));
  state.forEach((word, at) => found.setUint32(4 * at, word));
  return new Uint8Array(found.buffer);
}
