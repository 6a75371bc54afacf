import { describe, expect, it, vi } from 'vitest';
import { blank, mayReplace, request, withClock, withPlayers, withRated, withSitter, withWhere } from './draft';
import { OPTIONS } from './options.testing';

vi.hoisted(() => vi.stubGlobal('location', { pathname: '/', search: '', hash: '' }));

describe('a draft', () => {
  it('begins with me and a free seat, by invitation, nothing chosen', () => {
    const asked = request(blank('tiny'), OPTIONS);
    expect(asked.seat).toBe(0);
    expect(asked.settings).toMatchObject({
      game: 'tiny',
      players: 2,
      public: false,
      bots: [null, null],
      choices: {},
      clock: { kind: 'none' },
      rounds: 1,
    });
    expect(asked.settings.device).toBeUndefined();
  });

  it('keeps who sits where when seats come and go', () => {
    let draft = withSitter(withPlayers(blank('tiny'), 4), 3, 'hard');
    expect(request(draft, OPTIONS).settings.bots).toEqual([null, null, null, 'hard']);
    draft = withPlayers(draft, 5);
    expect(draft.sitters).toEqual(['me', 'free', 'free', 'hard', 'free']);
    expect(withPlayers(draft, 2).sitters).toEqual(['me', 'free']);
  });

  it('seats me once, and nowhere when I wish', () => {
    const moved = withSitter(blank('tiny'), 1, 'me');
    expect(moved.sitters).toEqual(['free', 'me']);
    expect(request(moved, OPTIONS).seat).toBe(1);
    expect(request(withSitter(moved, 1, 'master'), OPTIONS).seat).toBeNull();
  });

  it('seats people round one device, with their names', () => {
    const draft = withWhere(withPlayers(blank('tiny'), 3), 'device');
    expect(draft.sitters).toEqual(['me', 'me', 'me']);
    const asked = request({ ...withSitter(draft, 1, 'easy'), names: [' Ana ', 'x', 'Bram'], rated: true }, OPTIONS);
    expect(asked.settings).toMatchObject({
      device: true,
      names: ['Ana', 'x', 'Bram'],
      bots: [null, 'easy', null],
      rated: false,
      public: false,
    });
    expect(request({ ...draft, names: ['Ana', ' '] }, OPTIONS, (seat) => `P${seat}`).settings.names).toEqual([
      'Ana',
      'P1',
      'P2',
    ]);
    expect(withWhere(draft, 'open').sitters).toEqual(['me', 'free', 'free']);
  });

  it('names the clock as the server knows it', () => {
    const draft = blank('tiny');
    expect(request({ ...draft, clock: 'move', seconds: 30 }, OPTIONS).settings.clock).toEqual({
      kind: 'move',
      seconds: 30,
    });
    expect(request({ ...draft, clock: 'total', minutes: 1.5, increment: 2 }, OPTIONS).settings.clock).toEqual({
      kind: 'total',
      seconds: 90,
      increment: 2,
    });
    expect(request({ ...draft, clock: 'days', days: 7 }, OPTIONS).settings.clock).toEqual({ kind: 'days', days: 7 });
  });

  it('is rated with a clock only', () => {
    const rated = withRated(blank('tiny'), true);
    expect(request(rated, OPTIONS).settings).toMatchObject({
      rated: true,
      clock: { kind: 'total', seconds: 600, increment: 5 },
    });
    expect(request(withRated({ ...blank('tiny'), clock: 'days' }, true), OPTIONS).settings).toMatchObject({
      rated: true,
      clock: { kind: 'days' },
    });
    expect(withClock({ ...rated, clock: 'none' }).rated).toBe(false);
    expect(withClock({ ...rated, clock: 'move' }).rated).toBe(true);
    expect(request({ ...rated, clock: 'none' }, OPTIONS).settings.rated).toBe(false);
  });

  it('lets nobody be replaced who plays for rating, or by the day', () => {
    const draft = { ...blank('tiny'), replace: 'easy' as const };
    expect(request(draft, OPTIONS).settings.replace).toBe('easy');
    expect(mayReplace(draft)).toBe(true);
    for (const fair of [withRated(draft, true), { ...draft, clock: 'days' as const }, withWhere(draft, 'device')]) {
      expect(mayReplace(fair)).toBe(false);
      expect(request(fair, OPTIONS).settings.replace).toBeNull();
    }
  });

  it('sends what is agreed and not as usual', () => {
    const agreed = { deal: 'equal', strict: false, board: 'large', tokens: [4, 4] };
    expect(request({ ...blank('tiny'), agreed }, OPTIONS).settings).toMatchObject({
      options: { deal: 'equal', board: 'large' },
      choices: { tokens: [4, 4] },
    });
    expect(request(blank('tiny'), OPTIONS).settings).toMatchObject({ options: {}, choices: {} });
  });

  it('gives new seats colours that nobody has', () => {
    const two = { ...blank('tiny'), agreed: { colours: ['white', 'red'] } };
    expect(withPlayers(two, 4, OPTIONS).agreed['colours']).toEqual(['white', 'red', 'yellow', 'blue']);
    expect(withPlayers(withPlayers(two, 4, OPTIONS), 3, OPTIONS).agreed['colours']).toEqual(['white', 'red', 'yellow']);
    expect(withPlayers({ ...two, agreed: { colours: ['red'] } }, 4, OPTIONS).agreed['colours']).toEqual(['red']);
  });

  it('lets watchers speak only where they may watch', () => {
    expect(request({ ...blank('tiny'), watch: false, chat: true }, OPTIONS).settings.watchers_chat).toBe(false);
    expect(request({ ...blank('tiny'), delay: 5 }, OPTIONS).settings.delay).toBe(5);
    expect(request({ ...blank('tiny'), watch: false, delay: 5 }, OPTIONS).settings.delay).toBe(0);
  });
});
