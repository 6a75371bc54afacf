import { expect, test } from 'vitest';
import type { Game } from './game.ts';
import { Desks } from './mind.ts';

/** Desks of a game with one array of what was learned, and the memory that they are in. */
function desks(): [Desks, Uint8Array] {
  const memory = new Uint8Array(64);
  let top = 0;
  const kernels = {
    allocate: (size: number) => (top += size) - size,
    bytes: (at: number, size: number) => memory.subarray(at, at + size),
  };
  const desk = ['before', 'learned', 'after'].map((name) => ({ name, item: 2, shape: [3] }));
  const minds = { desks: [{ 2: desk, 3: desk }], learned: 'learned' };
  return [new Desks({ kernels, description: { minds } } as unknown as Game), memory];
}

const LEARNED = Uint8Array.of(1, 2, 3, 4, 5, 6);

test('what was learned is on desks that are there, and on those that come', () => {
  const [all, memory] = desks();
  all.get(0, 2);
  all.learn(LEARNED.buffer);
  all.get(0, 3);
  expect([...memory.subarray(0, 36)]).toEqual(
    [0, 1].flatMap(() => [...Array(6).fill(0), ...LEARNED, ...Array(6).fill(0)]),
  );
});

test.each([0, 5, 7, 40])('%i bytes are not what was learned, and nothing is written', (length) => {
  const [all, memory] = desks();
  all.get(0, 2);
  expect(() => all.learn(new Uint8Array(length).fill(9).buffer)).toThrow('bytes');
  expect(Math.max(...memory)).toBe(0);
});
