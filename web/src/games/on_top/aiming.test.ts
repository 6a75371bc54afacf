import { describe, expect, it } from 'vitest';
import { apart, ARROWS, firstPlace, nearest, nextCell, stepped, tried, turned, type Arrow } from './aiming';
import { SCENES, SHAPES } from './samples.testing';

const shape = SHAPES['hex-1-5-5']!;
const everything = [...shape.places.keys()];
const legal = SCENES.middle.legal;
const arrows = Object.keys(ARROWS) as Arrow[];

it('counts sixths of a turn the short way', () => {
  expect([apart(0, 0), apart(0, 5), apart(1, 4), apart(5, 1)]).toEqual([0, 1, 3, 2]);
});

describe('the pointer', () => {
  it('means the place on its own cell, turned as wished, where everything is legal', () => {
    for (const [key, place] of shape.at) {
      const [cell, turn] = key.split('/');
      expect(nearest(shape, everything, shape.answer.cells[cell!]!, Number(turn))!.move, key).toBe(place.move);
    }
  });

  it('means a place that is legal, and the nearest turn to the one wished', () => {
    for (const move of legal) {
      const place = shape.places.get(move)!;
      const found = nearest(shape, legal, place.centre, place.turn)!;
      expect(found.move).toBe(move);
    }
    const [one] = legal;
    const place = shape.places.get(one!)!;
    const only = nearest(shape, [one!], place.centre, (place.turn + 2) % 6)!;
    expect(only.move).toBe(one);
  });

  it('means nothing far from every legal place, but tells what is tried', () => {
    const place = shape.places.get('D4-D5')!;
    const far = shape.answer.cells['J2']!;
    expect(nearest(shape, [place.move], far, 0)).toBeNull();
    expect(tried(shape, far, shape.places.get('J1-J2')!.turn)!.cells).toContain('J2');
  });
});

describe('turning', () => {
  it('goes through all six ways round a cell in the middle and comes back', () => {
    const all = new Set(everything);
    let turn = 0;
    const seen: string[] = [];
    for (let step = 0; step < 6; step++) {
      const place = turned(shape, all, 'E6', turn, 1)!;
      expect(place.turn).toBe((turn + 1) % 6);
      expect(place.cells).toContain('E6');
      seen.push(place.move);
      turn = place.turn;
    }
    expect(new Set(seen).size).toBe(6);
    expect(turn).toBe(0);
  });

  it('passes over what is not legal, both ways', () => {
    const place = shape.places.get('D4-D5')!;
    const both = new Set([place.move, 'D5-D4']);
    expect(turned(shape, both, 'D4', place.turn, 1)!.move).toBe('D5-D4');
    expect(turned(shape, both, 'D4', place.turn, -1)!.move).toBe('D5-D4');
    expect(turned(shape, new Set(), 'D4', 0, 1)).toBeNull();
  });
});

describe('the arrow keys', () => {
  it.each([
    ['where all is empty', everything],
    ['in the middle of a game', legal],
  ])('reach every legal place %s, with turning', (_where, moves) => {
    const all = new Set(moves);
    const start = firstPlace(shape, moves, 0)!;
    const seen = new Set([start.move]);
    const todo = [start];
    while (todo.length > 0) {
      const here = todo.pop()!;
      const next = arrows.map((arrow) => stepped(shape, moves, here.centre, arrow, here.turn));
      for (const cell of here.cells) next.push(turned(shape, all, cell, here.turn, 1));
      for (const place of next) {
        if (place && !seen.has(place.move)) {
          seen.add(place.move);
          todo.push(place);
        }
      }
    }
    expect([...seen].sort()).toEqual([...moves].sort());
  });

  it('keep the turn where they can and go the way they point', () => {
    const here = shape.places.get('E6-E7')!;
    const right = stepped(shape, everything, here.centre, 'ArrowRight', here.turn)!;
    expect(right.turn).toBe(here.turn);
    expect(right.centre.x).toBeGreaterThan(here.centre.x);
    expect(right.centre.y).toBeCloseTo(here.centre.y, 5);
    expect(stepped(shape, [here.move], here.centre, 'ArrowRight', here.turn)).toBeNull();
  });

  it('visit every cell when only looking', () => {
    const seen = new Set(['A1']);
    const todo = ['A1'];
    while (todo.length > 0) {
      const here = todo.pop()!;
      for (const arrow of arrows) {
        const next = nextCell(shape, here, arrow);
        if (!seen.has(next)) {
          seen.add(next);
          todo.push(next);
        }
      }
    }
    expect(seen.size).toBe(Object.keys(shape.answer.cells).length);
    expect(nextCell(shape, 'A1', 'ArrowUp')).toBe('A1');
    expect(nextCell(shape, 'A1', 'ArrowLeft')).toBe('A1');
    expect(nextCell(shape, 'A1', 'ArrowRight')).toBe('A2');
    expect(nextCell(shape, 'D5', 'ArrowDown')).toBe('E6');
  });
});
