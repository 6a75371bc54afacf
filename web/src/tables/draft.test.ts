import { describe, expect, it } from 'vitest';
import { blank, request, withPlayers, withSitter, withWhere } from './draft';

describe('a draft', () => {
  it('begins with me and a free seat, by invitation, nothing chosen', () => {
    const asked = request(blank('kabaleo'));
    expect(asked.seat).toBe(0);
    expect(asked.settings).toMatchObject({ game: 'kabaleo', players: 2, public: false, bots: [null, null], choices: {}, clock: { kind: 'none' }, rounds: 1 });
    expect(asked.settings.device).toBeUndefined();
  });

  it('keeps who sits where when seats come and go', () => {
    let draft = withSitter(withPlayers(blank('babylone'), 4), 3, 'hard');
    expect(request(draft).settings.bots).toEqual([null, null, null, 'hard']);
    draft = withPlayers(draft, 5);
    expect(draft.sitters).toEqual(['me', 'free', 'free', 'hard', 'free']);
    expect(withPlayers(draft, 2).sitters).toEqual(['me', 'free']);
  });

  it('seats me once, and nowhere when I wish', () => {
    const moved = withSitter(blank('kabaleo'), 1, 'me');
    expect(moved.sitters).toEqual(['free', 'me']);
    expect(request(moved).seat).toBe(1);
    expect(request(withSitter(moved, 1, 'master')).seat).toBeNull();
  });

  it('seats people round one device, with their names', () => {
    const draft = withWhere(withPlayers(blank('babylone'), 3), 'device');
    expect(draft.sitters).toEqual(['me', 'me', 'me']);
    const asked = request({ ...withSitter(draft, 1, 'easy'), names: [' Ana ', 'x', 'Bram'], rated: true });
    expect(asked.settings).toMatchObject({ device: true, names: ['Ana', 'x', 'Bram'], bots: [null, 'easy', null], rated: false, public: false });
    expect(request({ ...draft, names: ['Ana', ' '] }, (seat) => `P${seat}`).settings.names).toEqual(['Ana', 'P1', 'P2']);
    expect(withWhere(draft, 'open').sitters).toEqual(['me', 'free', 'free']);
  });

  it('names the clock as the server knows it', () => {
    const draft = blank('babylone');
    expect(request({ ...draft, clock: 'move', seconds: 30 }).settings.clock).toEqual({ kind: 'move', seconds: 30 });
    expect(request({ ...draft, clock: 'total', minutes: 1.5, increment: 2 }).settings.clock).toEqual({ kind: 'total', seconds: 90, increment: 2 });
    expect(request({ ...draft, clock: 'days', days: 7 }).settings.clock).toEqual({ kind: 'days', days: 7 });
  });

  it('sends each game its own options and choices', () => {
    expect(request({ ...blank('kabaleo'), deal: 'equal', golden: true, inPlay: ['pink', 'green'] }).settings).toMatchObject({
      options: { deal: 'equal', golden_rule: true },
      choices: { colours: ['pink', 'green'] },
    });
    expect(request({ ...blank('babylone'), direction: 'counterclockwise', tokens: [4, 4] }).settings).toMatchObject({
      options: { direction: 'counterclockwise' },
      choices: { tokens: [4, 4] },
    });
    expect(request({ ...blank('on_top'), board: 'hex-2-2-2', black: ['A1', 'B2'], colours: ['red', 'white'] }).settings).toMatchObject({
      options: { board: 'hex-2-2-2', teams: false, black: ['A1', 'B2'] },
      choices: { colours: ['red', 'white'] },
    });
    expect(request(blank('on_top')).settings.options).toEqual({ board: 'hex-1-5-5', teams: false });
  });

  it('gives new seats colours that nobody has', () => {
    const draft = withPlayers({ ...blank('on_top'), colours: ['white', 'red'] }, 4);
    expect(draft.colours).toEqual(['white', 'red', 'yellow', 'blue']);
  });

  it('lets watchers speak only where they may watch', () => {
    expect(request({ ...blank('kabaleo'), watch: false, chat: true }).settings.watchers_chat).toBe(false);
  });
});
