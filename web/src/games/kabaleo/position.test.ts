import { describe, expect, it } from 'vitest';
import { lines, nobodys, ranked, rows } from './count';
import { colours, objective, owned, owner, parse, shows, stock, valueAt } from './position';
import { scene } from './scene.testing';

describe('a scene', () => {
  it('names the colours in one order, whatever was drawn', () => {
    expect(colours(scene({ setup: { colours: ['violet', 'pink', 'blue', 'green'] } }))).toEqual([
      'pink',
      'green',
      'blue',
      'violet',
    ]);
  });

  it('counts what shows', () => {
    const seen = scene({ locations: [['pink'], ['green', 'blue'], ['blue'], ['pink', 'blue', 'green']] });
    expect(shows(seen)).toEqual({ pink: 1, green: 1, blue: 2, violet: 0 });
    expect(owned(seen, 'blue')).toEqual({ locations: [2, 3], piles: 1, highest: 1 });
    expect(owned(seen, 'violet')).toEqual({ locations: [], piles: 0, highest: 0 });
  });

  it('tells an objective only where it is known', () => {
    const mine = scene({ setup: { objectives: ['blue', null] } });
    expect(objective(mine, 0)).toBe('blue');
    expect(objective(mine, 1)).toBeNull();
    expect(
      objective(scene({ setup: { objectives: ['blue', null] }, state: { objectives: ['blue', 'pink'] } }), 1),
    ).toBe('pink');
    expect(objective(scene({ setup: { objectives: [null, null] }, viewer: 'spectator' }), 0)).toBeNull();
  });

  it('knows whose tray it is', () => {
    expect(owner(scene({ viewer: 1 }))).toBe(1);
    expect(owner(scene({ viewer: 'spectator' }))).toBeNull();
    expect(owner(scene({ viewer: 'all', toMove: 1 }))).toBe(1);
    expect(stock(scene({}), 0)['green']).toBe(3);
  });

  it('takes a move apart', () => expect(parse('blue@15')).toEqual({ colour: 'blue', location: 15 }));

  it('shows the best colour at a location, or the one in hand', () => {
    const values = { 'blue@1': 0.2, 'pink@1': 0.7, 'blue@11': 0.9 };
    expect(valueAt(values, 1, null)).toEqual({ colour: 'pink', value: 0.7 });
    expect(valueAt(values, 1, 'blue')).toEqual({ colour: 'blue', value: 0.2 });
    expect(valueAt(values, 2, null)).toBeNull();
  });
});

describe('the count', () => {
  const locations = [
    ['pink'],
    ['green', 'pink'],
    ['green'],
    ['pink', 'green'],
    ['pink', 'blue', 'green'],
    ['violet'],
    ['pink'],
  ];
  const over = scene({ locations, state: { objectives: ['pink', 'green'] } });

  it('has a row for each objective, best first', () => {
    expect(rows(over).map((row) => [row.seat, row.locations.length, row.piles, row.highest])).toEqual([
      [0, 3, 1, 1],
      [1, 3, 2, 2],
    ]);
    expect(ranked(rows(over)).map((row) => row.seat)).toEqual([1, 0]);
    expect(nobodys(over, rows(over))).toEqual(['blue', 'violet']);
  });

  it('has no more lines than the reason needs', () => {
    const all = rows(over);
    expect(lines(all, 'majority').map((line) => line.clause)).toEqual(['K14']);
    expect(lines(all, 'piles')).toEqual([
      {
        clause: 'K14',
        scores: [
          { seat: 0, n: 3 },
          { seat: 1, n: 3 },
        ],
        ahead: [0, 1],
      },
      {
        clause: 'K15',
        scores: [
          { seat: 0, n: 1 },
          { seat: 1, n: 2 },
        ],
        ahead: [1],
      },
    ]);
    expect(lines(all, 'highest').map((line) => line.clause)).toEqual(['K14', 'K15', 'K16']);
    expect(lines(all, 'shared').map((line) => line.clause)).toEqual(['K14', 'K15', 'K16', 'K17']);
    expect(lines(all, null)).toEqual([]);
  });

  it('counts what the result says: a head start is in the scores', () => {
    const ahead = { ...over, result: { winners: [0], reason: 'majority', scores: [4, 3] } };
    expect(rows(ahead).map((row) => [row.score, row.locations.length, row.piles])).toEqual([
      [4, 3, 2],
      [3, 3, 2],
    ]);
    expect(ranked(rows(ahead)).map((row) => row.seat)).toEqual([0, 1]);
    expect(lines(rows(ahead), 'majority')).toEqual([
      {
        clause: 'K14',
        scores: [
          { seat: 0, n: 4 },
          { seat: 1, n: 3 },
        ],
        ahead: [0],
      },
    ]);
  });

  it('compares in a tie-break only those who were level', () => {
    const three = [
      { seat: 0, colour: 'pink', score: 2, locations: [1, 2], piles: 1, highest: 1 },
      { seat: 1, colour: 'blue', score: 2, locations: [3, 4], piles: 1, highest: 2 },
      { seat: 2, colour: 'green', score: 1, locations: [5], piles: 1, highest: 5 },
    ];
    expect(lines(three, 'highest').at(-1)).toEqual({
      clause: 'K16',
      scores: [
        { seat: 0, n: 1 },
        { seat: 1, n: 2 },
      ],
      ahead: [1],
    });
  });

  it('says nothing of what nobody held while an objective is unknown', () => {
    const watched = scene({ locations, setup: { objectives: ['pink', null] } });
    expect(rows(watched)).toHaveLength(1);
    expect(nobodys(watched, rows(watched))).toEqual([]);
  });
});
