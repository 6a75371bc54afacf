import { describe, expect, it } from 'vitest';
import { causeOf, leadersOf, linesOf, PAID, pointsOf, sidesOf } from './count';
import { SCENES, SHAPES } from './samples.testing';
import {
  boardName,
  circleOf,
  colourOf,
  coloursOf,
  effectsOf,
  filledAt,
  neutralOf,
  pawnsAtStart,
  sameKind,
  seatOf,
  stateOf,
  stillHidden,
  teamOf,
  tiedOf,
  tileOn,
} from './table';

const { middle, usedUp, teams, lastPawn } = SCENES;
const shape = SHAPES['hex-1-5-5']!;

describe('what lies on the table', () => {
  it('names the board, with the default', () => {
    expect(boardName(middle)).toBe('hex-1-5-5');
    expect(boardName(usedUp)).toBe('hex-5-3-3');
  });

  it('knows whose colour is whose, and which are neutral', () => {
    for (let seat = 0; seat < usedUp.players; seat++) expect(seatOf(usedUp, colourOf(usedUp, seat))).toBe(seat);
    expect(neutralOf(usedUp)).toEqual(['blue']);
    expect(neutralOf(middle)).toHaveLength(2);
    expect(neutralOf(teams)).toEqual([]);
  });

  it('counts pawns from the start: 20 for a player, 21 for a neutral colour', () => {
    expect(pawnsAtStart(usedUp, 'blue')).toBe(21);
    expect(pawnsAtStart(usedUp, 'red')).toBe(20);
  });

  it('finds the move that laid a tile on a cell', () => {
    for (const [number, move] of middle.record.moves.entries()) {
      for (const cell of move.split('-')) expect(tileOn(middle, cell)).toBe(number);
    }
    expect(tileOn(middle, 'D5')).toBeNull();
  });

  it('every finished circle has a tower, is tied or is bare; no tied one has a tower', () => {
    const { towers } = stateOf(middle);
    for (const crossing of tiedOf(middle)) expect(towers[crossing]).toBeUndefined();
    for (const [crossing, tower] of Object.entries(towers)) expect(circleOf(middle, crossing)!.tower).toEqual(tower);
    for (const crossing of Object.keys(shape.answer.crossings)) {
      const { filled, of } = filledAt(middle, shape, crossing);
      expect(circleOf(middle, crossing) !== null).toBe(filled === of);
    }
  });

  it('counts what is still in the stack, whichever corner a tile is written from', () => {
    expect(sameKind('RBYW', 'YWRB')).toBe(true);
    expect(sameKind('RBYW', 'RWYB')).toBe(false);
    const left = stillHidden(middle, shape);
    expect(left).toHaveLength(12);
    expect(left.reduce((sum, one) => sum + one.left, 0)).toBe(stateOf(middle).tiles_left);
    expect(Math.min(...left.map((one) => one.left))).toBeGreaterThanOrEqual(0);
  });

  it('tells a view without effects apart', () => {
    expect(effectsOf(undefined)).toEqual({ black: [], void: [], circles: [], last_pawn: null });
    expect(coloursOf('RBYW')).toEqual(['red', 'blue', 'yellow', 'white']);
  });
});

describe('the count at the end', () => {
  it('takes a point off for each pawn left, as the server did', () => {
    for (const line of linesOf(usedUp)) expect(line.total).toBe(line.track - line.left);
    expect(causeOf(usedUp)).toEqual({ kind: 'used_up', colour: 'blue' });
  });

  it('shows the same points everywhere: the track, then what is left of it', () => {
    const counting = { steps: 0, shown: 0 };
    const shown = (landing: boolean): number[] => pointsOf({ scene: usedUp, landing, counting });
    const [track, total] = [linesOf(usedUp).map((line) => line.track), linesOf(usedUp).map((line) => line.total)];
    expect([shown(true), shown(false)]).toEqual([track, total]); // still landing; looked at again, nothing counted
    [counting.steps, counting.shown] = [PAID + 1, PAID - 1];
    expect(shown(false)).toEqual(track);
    counting.shown = PAID;
    expect(shown(false)).toEqual(total);
  });

  it('adds up teams', () => {
    expect([0, 1, 2, 3].map((seat) => teamOf(teams, seat))).toEqual([0, 1, 0, 1]);
    const [first, second] = sidesOf(teams);
    expect(first!.seats).toEqual([0, 2]);
    expect(first!.total).toBe(second!.total);
    expect(second!.left).toBeLessThan(first!.left);
    expect(leadersOf(teams)).toHaveLength(2);
    expect(causeOf(teams).kind).toMatch(/^no_/);
  });

  it('a last pawn wins, and the track stands', () => {
    expect(causeOf(lastPawn)).toEqual({ kind: 'last_pawn', colour: colourOf(lastPawn, 0) });
    for (const line of linesOf(lastPawn)) expect(line.total).toBe(line.track);
    expect(sidesOf(lastPawn)).toHaveLength(2);
    expect(teamOf(lastPawn, 1)).toBeNull();
  });
});
