/** How a stream of PCG64 begins from a seed of any length: NumPy's SeedSequence, as the kernels have it for 64 bits. */

const POOL = 4;
const WORD = (1n << 64n) - 1n;
const WHOLE = (1n << 128n) - 1n;
const MULTIPLIER = 0x2360ed051fc65da44385df649fccf645n;

/** A hash of 32-bit words, each time with the next constant. */
function hasher(first: number, times: number): (word: number) => number {
  let constant = first;
  return (word) => {
    let mixed = word ^ constant;
    constant = Math.imul(constant, times);
    mixed = Math.imul(mixed, constant);
    return (mixed ^ (mixed >>> 16)) >>> 0;
  };
}

function mixed(left: number, right: number): number {
  const both = Math.imul(left, 0xca01f9dd) - Math.imul(right, 0x4973f715);
  return (both ^ (both >>> 16)) >>> 0;
}

/** The stream's first state and its step, 128 bits each. */
export function streamOf(seed: bigint): { state: bigint; step: bigint } {
  const words: number[] = [];
  for (let rest = seed; rest > 0n; rest >>= 32n) words.push(Number(rest & 0xffffffffn));
  const taken = hasher(0x43b0d7e5, 0x931e8875);
  const pool = Array.from({ length: POOL }, (_, at) => taken(words[at] ?? 0));
  for (let from = 0; from < POOL; from++) {
    for (let into = 0; into < POOL; into++) if (into !== from) pool[into] = mixed(pool[into]!, taken(pool[from]!));
  }
  for (const word of words.slice(POOL)) {
    for (let into = 0; into < POOL; into++) pool[into] = mixed(pool[into]!, taken(word));
  }
  const given = hasher(0x8b51f9dd, 0x58f38ded);
  const out = Array.from({ length: 8 }, (_, at) => BigInt(given(pool[at % POOL]!)));
  const [high, low, stepHigh, stepLow] = [0, 2, 4, 6].map((at) => out[at]! | (out[at + 1]! << 32n)) as [
    bigint,
    bigint,
    bigint,
    bigint,
  ];
  const step = ((((stepHigh << 64n) | stepLow) << 1n) | 1n) & WHOLE;
  const state = ((step + ((high << 64n) | low)) * MULTIPLIER + step) & WHOLE;
  return { state, step };
}

/** The upper and the lower half. */
export const halves = (number: bigint): [bigint, bigint] => [number >> 64n, number & WORD];
