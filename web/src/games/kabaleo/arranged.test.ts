import { describe, expect, it } from 'vitest';
import { baseBrush, cleared, counted, put, recoloured, taken } from './arranged';

const stocks = [
  { pink: 3, green: 2 },
  { pink: 1, green: 0 },
];
const asked = {
  colours: ['green', 'pink'],
  locations: [['pink', 'green'], ['green'], ['pink']],
  stocks,
  objectives: ['pink', null],
  to_move: 0,
  last: '1',
};

describe('a table that is asked for', () => {
  it('gets pieces and loses them; stocks that nobody set by hand are drawn again', () => {
    expect(put(asked, 2, 'pink', false)).toMatchObject({
      locations: [['pink', 'green'], ['green', 'pink'], ['pink']],
      stocks: null,
      last: null,
    });
    expect(put(asked, 2, 'pink', true)).toMatchObject({ stocks });
    expect(taken(asked, 1, false)).toMatchObject({ locations: [['pink'], ['green'], ['pink']], stocks: null });
    expect(taken(asked, 2, false)).toBe(asked);
  });

  it('gets other bases under the same pieces', () => {
    expect(put(asked, 1, baseBrush('green'), false)).toEqual({
      ...asked,
      locations: [['green', 'green'], ['green'], ['pink']],
    });
    expect(counted(asked, true)).toEqual({ pink: 2, green: 1 });
    expect(counted(asked, false)).toEqual({ pink: 0, green: 1 });
  });

  it('is cleared to its bases, and nothing is known of anybody', () => {
    expect(cleared(asked)).toEqual({
      ...asked,
      locations: [['pink'], ['green'], ['pink']],
      stocks: null,
      objectives: [null, null],
      last: null,
    });
  });

  it('has another colour in play wherever the old one was', () => {
    expect(recoloured(asked, 'pink', 'blue')).toEqual({
      colours: ['green', 'blue'],
      locations: [['blue', 'green'], ['green'], ['blue']],
      stocks: [
        { blue: 3, green: 2 },
        { blue: 1, green: 0 },
      ],
      objectives: ['blue', null],
      to_move: 0,
      last: '1',
    });
  });
});
