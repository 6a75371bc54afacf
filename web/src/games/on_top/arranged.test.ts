import { describe, expect, it } from 'vitest';
import { cleared, leftOver, lyingIn, placeAt, put, taken, told } from './arranged';
import { SCENES, SHAPES } from './samples.testing';

const { middle } = SCENES;
const usual = SHAPES['hex-1-5-5']!;

describe('tiles that are asked for', () => {
  const asked = told(middle);
  it('are those that lie there, and the one in hand', () => {
    const lying = lyingIn(asked);
    expect(lying.map(({ cells }) => cells.join('-'))).toEqual(middle.record.moves);
    expect(asked['tile']).toBe(middle.state['tile']);
    const all = Object.values(usual.answer.tiles).reduce((sum, count) => sum + count, 0);
    const left = leftOver(asked, usual).reduce((sum, { left }) => sum + left, 0);
    expect(left).toBe(all - lying.length - 1);
  });

  it('are laid as they are turned, or as near as the board allows; on the same cells one gives way', () => {
    const empty = cleared(asked);
    const place = placeAt(usual, 'D4', 0)!;
    expect(place.turn).toBe(0);
    const one = put(empty, 'RBYW', place);
    expect(lyingIn(one)).toEqual([{ tile: 'RBYW', cells: place.cells }]);
    expect(lyingIn(put(one, 'RYBW', usual.places.get(place.cells.toReversed().join('-'))!))).toHaveLength(1);
    for (const cell of Object.keys(usual.answer.cells))
      for (let turn = 0; turn < 6; turn++) expect(placeAt(usual, cell, turn)?.cells).toContain(cell);
  });

  it('are taken by either of their cells', () => {
    const [first] = lyingIn(asked);
    for (const cell of first!.cells) expect(lyingIn(taken(asked, cell))).toEqual(lyingIn(asked).slice(1));
    expect(taken(cleared(asked), 'A1')).toEqual(cleared(asked));
  });
});
