import { beforeAll, describe, expect, it, vi } from 'vitest';
import { OPTIONS } from './options.testing';

let options: typeof import('./options');
beforeAll(async () => {
  vi.stubGlobal('location', { pathname: '/', search: '', hash: '' });
  await (await import('../lib/words.svelte')).loadWords('en');
  options = await import('./options');
});
const named = (name: string) => OPTIONS.find((option) => option.name === name)!;

describe('an option', () => {
  it('is offered to the numbers of players it is for', () => {
    expect(options.offered(named('teams'), 4)).toBe(true);
    expect(options.offered(named('teams'), 2)).toBe(false);
    expect(options.offered(named('deal'), 2)).toBe(true);
  });
  it('offers a value only where it is allowed', () => {
    expect(options.valuesFor(named('deal'), 2)).toEqual(['random', 'equal']);
    expect(options.valuesFor(named('deal'), 4)).toEqual(['random']);
    expect(options.chosen(named('deal'), { deal: 'equal' }, 2)).toBe('equal');
    expect(options.chosen(named('deal'), { deal: 'equal' }, 4)).toBe('random');
    expect(options.chosen(named('teams'), { teams: true }, 2)).toBe(false);
  });
  it('says how many are to be named, and of which', () => {
    expect(options.bounds(named('colours'), 3)).toEqual([3, 3]);
    expect(options.bounds(named('start'), 3)).toEqual([2, 3]);
    expect(options.members(named('start'), {}, 2)).toEqual(['a', 'b', 'c']);
    expect(options.members(named('start'), { board: 'large' }, 2)).toEqual(['a', 'b', 'c', 'd']);
    expect(options.members(named('start'), { board: 'odd' }, 2)).toBeNull();
  });
});

describe('what is sent', () => {
  it('is only what is not as usual, each where it belongs', () => {
    const agreed = { deal: 'random', strict: true, board: 'large', start: null, tokens: [1, 2], colours: [] };
    expect(options.sent(OPTIONS, agreed, 2)).toEqual({
      options: { strict: true, board: 'large' },
      choices: { tokens: [1, 2] },
    });
    expect(options.sent(OPTIONS, { colours: null, tokens: [3, 3] }, 2)).toEqual({ options: {}, choices: {} });
  });
});

describe('a note', () => {
  const note = (name: string, value: unknown): string | null =>
    options.note(named(name), { options: { [name]: value }, choices: { [name]: value } });
  it('is silent about what is usual', () => {
    expect(note('deal', 'random')).toBeNull();
    expect(note('tokens', undefined)).toBeNull();
  });
  it('speaks in the words of the game, and counts', () => {
    expect(note('deal', 'equal')).toBe('equal deal');
    expect(note('board', 'huge')).toBe('board huge');
    expect(note('tokens', [4, 5])).toBe('9 tokens');
    expect(note('tokens', [1])).toBe('1 token');
  });
  it('makes do where the game has none', () => {
    expect(note('strict', true)).toBe('Strict rule');
    expect(note('start', ['a', 'b'])).toBe('start: a and b');
  });
});
