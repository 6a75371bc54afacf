/** Two games to try the form with: every kind of option is in them. */

import type { GameInfo, Games, OptionInfo } from '../lib/types';

const option = (name: string, kind: OptionInfo['kind'], more: Partial<OptionInfo> = {}): OptionInfo => ({
  name,
  kind,
  clause: 'X1',
  default: null,
  players: [],
  stored: true,
  label: name,
  value_words: {},
  value_help: {},
  ...more,
});

const COLOURS = { word: 'colour', most: 4, keyed: true, texts: ['red', 'yellow', 'blue', 'white'] };

export const OPTIONS: OptionInfo[] = [
  option('deal', 'choice', {
    default: 'random',
    values: ['random', 'equal'],
    only: { equal: [2, 3] },
    note: 'equal deal',
  }),
  option('strict', 'flag', { default: false, values: [false, true], label: 'Strict rule' }),
  option('teams', 'flag', { default: false, values: [false, true], players: [4], note: 'teams' }),
  option('board', 'text', { default: 'small', values: ['small', 'large'], note: 'board {value}' }),
  option('start', 'some', {
    least: 2,
    most: 3,
    names: {
      word: 'cell',
      most: 4,
      keyed: true,
      by_options: [
        { options: { board: 'small' }, texts: ['a', 'b', 'c'] },
        { options: { board: 'large' }, texts: ['a', 'b', 'c', 'd'] },
      ],
    },
  }),
  option('tokens', 'counts', {
    default: [3, 3],
    kinds: 8,
    total: 64,
    stored: false,
    note: '{n} tokens',
    note_one: '{n} token',
  }),
  option('colours', 'some', { exactly: { 2: 2, 3: 3, 4: 4 }, names: COLOURS, stored: false, note: 'chosen colours' }),
];

export const TINY: GameInfo = {
  name: 'tiny',
  title: 'Tiny',
  tagline: '',
  levels: {},
  robots: { medium: 'Nut' },
  players: [2, 3, 4],
  private: false,
  chance: false,
  options: OPTIONS,
  lessons: false,
  rules: false,
  puzzles: false,
  words: {},
};

export const TOLD: Games = { games: { tiny: TINY.players }, levels: ['easy', 'hard'], about: { tiny: TINY } };
