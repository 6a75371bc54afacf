import { describe, expect, it } from 'vitest';
import { cleared, coloursFor, put, spotsFor, stacksIn, taken, tokensIn } from './arranged';

const asked = { stacks: { '2': ['red', 'blue'], '11': ['c7'] }, to_move: 1 };

describe('stacks that are asked for', () => {
  it('grow and shrink at the top; an empty spot is not told', () => {
    const more = put(put(asked, 2, 'green'), 1, 'yellow');
    expect(more).toEqual({ stacks: { '1': ['yellow'], '2': ['red', 'blue', 'green'], '11': ['c7'] }, to_move: 1 });
    expect(taken(taken(asked, 11), 2)).toEqual({ stacks: { '2': ['red'] }, to_move: 1 });
    expect(taken(asked, 5)).toEqual(asked);
    expect(asked.stacks['2']).toEqual(['red', 'blue']);
  });

  it('lie on as many spots as a usual set has, or as are needed', () => {
    expect(spotsFor(asked)).toBe(12);
    expect(spotsFor(put(asked, 20, 'red'))).toBe(20);
    let many: ReturnType<typeof put> = cleared(asked);
    for (let spot = 1; spot <= 15; spot++) many = put(many, 1, 'red');
    expect(spotsFor(many)).toBe(15);
    expect(stacksIn(many).get(1)).toHaveLength(15);
  });

  it('have the usual colours, and whatever else lies there', () => {
    expect(coloursFor(asked)).toEqual(['red', 'yellow', 'green', 'blue', 'c7']);
    expect(tokensIn(cleared(asked))).toEqual([]);
  });
});
