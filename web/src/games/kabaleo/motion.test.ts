import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { scene } from './scene.testing';

vi.mock('../../lib/settings.svelte', () => ({ lasting: (milliseconds: number) => milliseconds * speed }));
let speed = 1;
const { Motion } = await import('./motion.svelte');

const before = scene({ locations: [['pink', 'blue'], ['green']], moves: ['blue@1'] });
const cancelled = scene({
  locations: [['pink'], ['green']],
  moves: ['blue@1', 'blue@1'],
  effects: [{}, { seat: 1, cancels: true }],
});
const covered = scene({
  locations: [
    ['pink', 'blue'],
    ['green', 'blue'],
  ],
  moves: ['blue@1', 'blue@2'],
  effects: [{}, { seat: 1, cancels: false }],
});

beforeEach(() => {
  speed = 1;
  vi.useFakeTimers();
});
afterEach(() => vi.useRealTimers());

describe('a piece that travels', () => {
  it('lands where it was put: until then the pile stands as before', () => {
    const motion = new Motion();
    motion.follow(before, null, {});
    motion.follow(covered, null, {});
    expect(motion.phase).toBe('fly');
    expect(motion.putting?.seat).toBe(1);
    expect(motion.standing(2, covered)).toEqual(['green']);
    expect(motion.standing(1, covered)).toEqual(['pink', 'blue']);
    vi.advanceTimersByTime(270);
    expect(motion.phase).toBe('land');
    expect(motion.standing(2, covered)).toEqual(['green', 'blue']);
    vi.runAllTimers();
    expect(motion.phase).toBe('rest');
  });

  it('cancels in steps: it lands, both flash, both rise, what lay under pulses', () => {
    const motion = new Motion();
    motion.follow(before, null, {});
    motion.follow(cancelled, null, {});
    const seen = [motion.phase];
    for (let step = 0; step < 100; step++) {
      vi.advanceTimersByTime(20);
      if (seen.at(-1) !== motion.phase) seen.push(motion.phase);
    }
    expect(seen).toEqual(['fly', 'flash', 'rise', 'pulse', 'rest']);
    expect(motion.standing(1, cancelled)).toEqual(['pink']);
  });

  it('is drawn at once while it is on its way to the server, and only once', () => {
    const motion = new Motion();
    motion.follow(before, null, {});
    motion.follow(before, 'blue@1', { 'blue@1': { cancels: true } });
    const put = motion.putting;
    vi.runAllTimers();
    expect(motion.standing(1, before)).toEqual(['pink']);
    motion.follow(cancelled, null, {});
    expect(motion.putting).toBe(put);
    expect(motion.phase).toBe('rest');
  });

  it('believes the server where it knew nothing yet', () => {
    const motion = new Motion();
    motion.follow(before, null, {});
    motion.follow(before, 'blue@1', {});
    vi.runAllTimers();
    expect(motion.standing(1, before)).toEqual(['pink', 'blue', 'blue']);
    motion.follow(cancelled, null, {});
    expect(motion.phase).toBe('flash');
    expect(motion.standing(1, cancelled)).toEqual(['pink']);
  });

  it('goes back when it is refused', () => {
    const motion = new Motion();
    motion.follow(before, null, {});
    motion.follow(before, 'blue@2', {});
    motion.follow(before, null, {});
    expect(motion.putting).toBeNull();
    expect(motion.standing(2, before)).toEqual(['green']);
  });

  it('does not move when a position is only looked at, forwards by more or backwards', () => {
    const motion = new Motion();
    motion.follow(scene({ moves: [] }), null, {});
    motion.follow(cancelled, null, {});
    expect(motion.putting).toBeNull();
    motion.follow(before, null, {});
    expect(motion.putting).toBeNull();
    expect(motion.standing(1, before)).toEqual(['pink', 'blue']);
  });

  const answered = scene({
    locations: [['pink'], ['green', 'pink']],
    moves: ['blue@1', 'blue@1', 'pink@2'],
    effects: [{}, { seat: 1, cancels: true }, { seat: 0, cancels: false }],
  });

  it('is seen to the end, and only then the next one', () => {
    const motion = new Motion();
    motion.follow(before, null, {});
    motion.follow(before, 'blue@1', { 'blue@1': { cancels: true } });
    vi.advanceTimersByTime(100);
    motion.follow(cancelled, null, {});
    motion.follow(answered, null, {});
    expect(motion.shown?.move).toBe('blue@1');
    expect(motion.standing(2, answered)).toEqual(['green']);
    vi.advanceTimersByTime(300);
    expect(motion.phase).toBe('rise');
    expect(motion.standing(1, answered)).toEqual(['pink']);
    vi.advanceTimersByTime(600);
    expect(motion.shown?.move).toBe('pink@2');
    vi.runAllTimers();
    expect(motion.standing(2, answered)).toEqual(['green', 'pink']);
    expect(motion.shown).toBeNull();
  });

  it('is completed by the next input, with all that waited', () => {
    const motion = new Motion();
    motion.follow(before, null, {});
    motion.follow(cancelled, null, {});
    motion.follow(answered, null, {});
    motion.finish();
    expect(motion.phase).toBe('rest');
    expect([1, 2].map((location) => motion.standing(location, answered))).toEqual([['pink'], ['green', 'pink']]);
  });

  it('lands twice on the same location, one after the other', () => {
    const again = scene({
      locations: [
        ['pink', 'blue'],
        ['green', 'blue', 'pink'],
      ],
      moves: ['blue@1', 'blue@2', 'pink@2'],
      effects: [{}, {}, { seat: 0 }],
    });
    const motion = new Motion();
    motion.follow(before, null, {});
    motion.follow(covered, null, {});
    motion.follow(again, null, {});
    expect(motion.standing(2, again)).toEqual(['green']);
    vi.advanceTimersByTime(300);
    expect(motion.standing(2, again)).toEqual(['green', 'blue']);
    vi.runAllTimers();
    expect(motion.standing(2, again)).toEqual(['green', 'blue', 'pink']);
  });

  it('takes no time where no motion is wanted', () => {
    speed = 0;
    const motion = new Motion();
    motion.follow(before, null, {});
    motion.follow(cancelled, null, {});
    expect(motion.phase).toBe('rest');
    expect(motion.standing(1, cancelled)).toEqual(['pink']);
  });
});
