import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { filled } from '../../worker';
import { mayReload } from './updates';

describe('a part of the page that is gone', () => {
  const storage = (): Pick<Storage, 'getItem' | 'setItem'> => {
    const kept = new Map<string, string>();
    return { getItem: (key) => kept.get(key) ?? null, setItem: (key, value) => void kept.set(key, value) };
  };
  it('is loaded anew, but not again and again', () => {
    const kept = storage();
    expect(mayReload(kept, 1_000_000, true)).toBe(true);
    expect(mayReload(kept, 1_030_000, true)).toBe(false);
    expect(mayReload(kept, 1_070_000, true)).toBe(true);
  });
  it('is not looked for without a network', () => expect(mayReload(storage(), 1_000_000, false)).toBe(false));
});

describe('the service worker', () => {
  const text = readFileSync('public/sw.js', 'utf-8');
  it('is told the files of the build', () => {
    const told = filled(text, ['assets/b.js', 'assets/a.css']);
    expect(told).toContain('const FILES = ["assets/a.css","assets/b.js"];');
    expect(told).not.toContain('development');
  });
  it('is another one when a file is another one, and only then', () => {
    expect(filled(text, ['assets/a.js'])).toBe(filled(text, ['assets/a.js']));
    const version = (told: string): string => /VERSION = '(\w+)'/.exec(told)![1]!;
    expect(version(filled(text, ['assets/a.js']))).not.toBe(version(filled(text, ['assets/b.js'])));
  });
  it('must have a place for them', () => expect(() => filled('nothing', [])).toThrow());
});
