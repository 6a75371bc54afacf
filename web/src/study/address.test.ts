import { describe, expect, it } from 'vitest';
import { backIn, numberIn, searchOf } from './address';

describe('what an address says of a position', () => {
  it('its link, how many of its moves nobody made, and where it came from', () => {
    const written = new URLSearchParams(searchOf('a~b+', 7, '/t/x-1/replay/2?ply=3'));
    expect(written.get('link')).toBe('a~b+');
    expect(numberIn(written, 'unplayed')).toBe(7);
    expect(backIn(written)).toBe('/t/x-1/replay/2?ply=3');
    expect(searchOf('a')).toBe('link=a');
  });

  it('leads back to replays only, and takes numbers only', () => {
    for (const back of ['https://elsewhere.example/replay?', '//elsewhere.example', '/account', ''])
      expect(backIn(new URLSearchParams({ back }))).toBeNull();
    expect(backIn(new URLSearchParams({ back: '/replay?link=x&ply=2' }))).toBe('/replay?link=x&ply=2');
    for (const ply of ['-1', 'x', '1.5', '', '99999']) expect(numberIn(new URLSearchParams({ ply }), 'ply')).toBeNull();
  });
});
