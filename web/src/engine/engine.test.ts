import { describe, expect, test } from 'vitest';
import { rounded } from './analysis.ts';
import { budgetOf, Thinking } from './budget.ts';
import { BadDigits, Digits } from './digits.ts';
import { shown, SommetError } from './errors.ts';
import { isLink } from './files.ts';
import { textOf } from './phrases.ts';
import { say } from './words.ts';

describe('digits', () => {
  test('numbers below their bounds come back in order, and then there are no more', () => {
    const sizes = [2, 3, 7, 144, 256, 1_000_003, 1, 5];
    const digits = new Digits();
    sizes.forEach((size, place) => digits.put((place * 7919) % size, size));
    const back = Digits.read(digits.text());
    expect(sizes.map((size) => back.take(size))).toEqual(sizes.map((size, place) => (place * 7919) % size));
    expect(back.usedUp).toBe(true);
  });

  test.each(['', 'A', 'AA', 'AAAA', 'é', 'A A=', '====', 'AAE'])('%j is not a text that it wrote', (text) => {
    expect(() => Digits.read(text)).toThrow(BadDigits);
  });

  test('nothing is written or read out of bounds', () => {
    expect(() => new Digits().put(3, 3)).toThrow(RangeError);
    expect(() => new Digits().put(-1, 3)).toThrow(RangeError);
    expect(() => new Digits().take(0)).toThrow(BadDigits);
  });
});

describe('values in sentences', () => {
  test.each<[unknown, string]>([
    ['a', "'a'"],
    ["it's", '"it\'s"'],
    ['\'"', "'\\'\"'"],
    ['\n\t\\\u0000\u202e\u{1f4a5}\ud800', "'\\n\\t\\\\\\x00\\u202e\u{1f4a5}\\ud800'"],
    ['é\u00a0', "'é\\xa0'"],
    [true, 'True'],
    [null, 'None'],
    [12, '12'],
    [0.1, '0.1'],
    [1.5e-7, '1.5e-07'],
    [[1], 'list'],
    [{}, 'dict'],
  ])('%j', (value, text) => expect(shown(value)).toBe(text));

  test('long ones are cut short, by characters', () => {
    expect(shown('\u{1f4a5}'.repeat(60))).toBe(`'${'\u{1f4a5}'.repeat(38)}…`);
  });

  test('a value may be a key, whose last part stands where there are no words', () => {
    const words = { a: '{x}, {y}, {z}', 'colour.red': 'rouge' };
    expect(say(words, 'a', { x: '@colour.red', y: '@colour.c7', z: 3 })).toBe('rouge, c7, 3');
  });
});

test('an error is the same after a journey', () => {
  const error = new SommetError('bad_record', 'error.x', 'B1', { a: 1 });
  error.at = 3;
  const back = SommetError.revived(structuredClone(error.asData()));
  expect([back.code, back.key, back.clause, back.values, back.at]).toEqual([
    'bad_record',
    'error.x',
    'B1',
    { a: 1 },
    3,
  ]);
});

test('what lies exactly between two numbers goes to the even one', () => {
  expect([1 / 32, 3 / 32, 0.5, 0.12345, 1, 0].map((value) => rounded(value, 4))).toEqual([
    0.0312, 0.0938, 0.5, 0.1235, 1, 0,
  ]);
});

test('a budget names seconds or simulations; a level without one takes a single look', () => {
  expect(budgetOf({}, { seconds: null, simulations: null })).toEqual({ seconds: null, simulations: 1 });
  expect(budgetOf({}, { seconds: 2, simulations: null })).toEqual({ seconds: 2, simulations: null });
  const none = { seconds: null, simulations: null };
  for (const wrong of [{ seconds: 0 }, { simulations: 1.5 }, { simulations: -1 }, none]) {
    expect(() => budgetOf(wrong, { seconds: 1, simulations: null })).toThrow(SommetError);
  }
});

test('a budget of simulations is spent to the last one', () => {
  const thinking = new Thinking({ seconds: null, simulations: 1000 });
  for (let next; (next = thinking.portion(300));) thinking.done += next;
  expect(thinking.done).toBe(1000);
  expect(thinking.progress).toBe(1);
});

test('links are told from paths and records', () => {
  const texts = ['a_game~AAA', '~/file', 'a/b~c', '{"a": "~"}', 'é~A', 'plain'];
  expect(texts.map(isLink)).toEqual([true, false, false, false, false, false]);
});

test('phrases become text: parts of others, capitals, members by their words, moves as they are written', () => {
  const phrases = [
    { key: 'a', text: '', gaps: [{ name: 'n', kind: 'number' as const, words: '' }] },
    {
      key: '',
      text: '{x}, {y}.',
      gaps: [
        { name: 'x', kind: 'start' as const, words: '' },
        { name: 'y', kind: 'part' as const, words: '' },
      ],
    },
    {
      key: 'b',
      text: '',
      gaps: [
        { name: 'c', names: 0, words: 'hue.*' },
        { name: 'm', kind: 'move' as const, words: '' },
      ],
    },
  ];
  const rows = [
    { phrase: 0, told: false, values: [7] },
    { phrase: 2, told: false, values: ['red', '1>2'] },
    { phrase: 1, told: true, values: [0, 1] },
    { phrase: 1, told: true, values: [1, -1] },
  ];
  const words = { a: 'élan {n}', b: '{c} by {m}', 'hue.red': 'rouge' };
  expect(textOf(phrases, rows, words, (move) => `<${move}>`)).toBe('Élan 7, rouge by <1>2>. Rouge by <1>2>, .');
});
