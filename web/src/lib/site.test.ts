import { describe, expect, it } from 'vitest';
import { placeIn, to } from './site';

const PLACES: [string, string, string, string][] = [
  ['/', '/', '', ''],
  ['/learn/a_game', '/learn/a_game', '', ''],
  ['/learn/a_game?step=2', '/learn/a_game', '?step=2', ''],
  ['/rules/a_game#K9', '/rules/a_game', '', 'K9'],
  ['/analysis?link=a~b%2Fc&x=1#K9', '/analysis', '?link=a~b%2Fc&x=1', 'K9'],
];

describe('a place of Sommet', () => {
  for (const [place, path, search, anchor] of PLACES) {
    it(`${place} is read as it was written, from a server and from plain files in a folder`, () => {
      const served = new URL(to(place, false), 'http://host/watch?x=1#y');
      expect(placeIn(served, false)).toEqual({ path, search, anchor });
      for (const page of ['http://host/some/folder/', 'http://host/some/folder/index.html#/watch?x=1#y']) {
        const plain = new URL(to(place, true), page);
        expect(placeIn(plain, true)).toEqual({ path, search, anchor });
        expect(plain.pathname).toBe(new URL(page).pathname);
      }
    });
  }
  it('is the front page of plain files where the address names none', () => {
    expect(placeIn(new URL('http://host/folder/'), true).path).toBe('/');
    expect(placeIn(new URL('http://host/folder/#main'), true)).toEqual({ path: '/', search: '', anchor: 'main' });
  });
});
