import { expect, it, vi } from 'vitest';
import { SCENES, SHAPES } from './samples.testing';

vi.stubGlobal('location', { pathname: '/', search: '', hash: '' });
const { Play } = await import('../../play/play.svelte');
const { handOf } = await import('./hand.svelte');
const shape = SHAPES['hex-1-5-5']!;

function ready() {
  const play = new Play(SCENES.middle);
  play.active = true;
  return { play, hand: handOf(play) };
}

it('is one hand for a play', () => {
  const { play, hand } = ready();
  expect(handOf(play)).toBe(hand);
});

it('turns the tile in hand while it lies nowhere', () => {
  const { hand } = ready();
  expect(hand.turnBy(-1, shape)).toBeNull();
  expect(hand.turn).toBe(5);
});

it('turns the ghost round the cell it was put on, through legal ways only, and comes back', () => {
  const { play, hand } = ready();
  const place = shape.places.get(SCENES.middle.legal[0]!)!;
  hand.aimAt(place, place.cells[1]);
  const seen = new Set<string>();
  do {
    seen.add(play.aim!);
    hand.turnBy(1, shape);
    expect(SCENES.middle.legal).toContain(play.aim);
    expect(shape.places.get(play.aim!)!.cells).toContain(place.cells[1]);
  } while (!seen.has(play.aim!));
  expect(play.aim).toBe(place.move);
  expect(seen.size).toBeGreaterThanOrEqual(2);
});

it('lays the ghost once, and nothing while a move is on its way', () => {
  const { play, hand } = ready();
  const laid: string[] = [];
  play.onmove = (move) => void laid.push(move);
  hand.lay();
  expect(laid).toEqual([]);
  play.aim = SCENES.middle.legal[0]!;
  play.pending = SCENES.middle.legal[1]!;
  hand.lay();
  expect(laid).toEqual([]);
  play.pending = null;
  hand.lay();
  expect(laid).toEqual([SCENES.middle.legal[0]]);
});

it('keeps the ghost while the player is asked whether they are sure', () => {
  const { play, hand } = ready();
  const [move] = SCENES.middle.legal;
  play.aim = move!;
  play.onmove = () => 'asked';
  hand.lay();
  expect(play.aim).toBe(move);
  play.onmove = () => {};
  hand.lay();
  expect(play.aim).toBeNull();
});
