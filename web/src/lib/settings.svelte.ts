/** What this device's user prefers; kept on the device. */

import { type Language, LANGUAGES } from './languages';
import { placeIn } from './site';
import type { Level } from './types';

export interface Settings {
  language: Language;
  theme: 'auto' | 'light' | 'dark';
  symbols: boolean;
  sounds: boolean;
  /** Animation speed: 0 none, 0.5, 1, 2. */
  speed: number;
  confirm: boolean;
  name: string;
  /** The level last chosen, by game. */
  levels: Record<string, Level>;
  /** How many played last against the computer, by game. */
  players: Record<string, number>;
  /** The names of those who last played round this device. */
  people: string[];
  /** How one last wished to play with anybody: which of the clocks, and whether it counts. */
  quick: { clock: number; rated: boolean };
  /** Where games are kept that need nobody else. */
  games: 'device' | 'account';
}

const KEY = 'sommet.settings';
/** The times of tokens.css, which the speed setting stretches. */
const TIMES = { '--t-quick': 140, '--t-move': 260, '--t-settle': 420, '--t-stage': 900 };

function preferred(): Language {
  for (const wanted of navigator.languages) {
    const short = wanted.slice(0, 2) as Language;
    if (LANGUAGES.includes(short)) return short;
  }
  return 'en';
}

function read(): Settings {
  const start: Settings = {
    language: preferred(),
    theme: 'auto',
    symbols: true,
    sounds: true,
    speed: 1,
    confirm: false,
    name: '',
    levels: {},
    players: {},
    people: [],
    quick: { clock: 1, rated: false },
    games: 'device',
  };
  try {
    Object.assign(start, JSON.parse(localStorage.getItem(KEY) ?? '{}'));
  } catch {
    // nothing kept, or not readable: the defaults hold
  }
  const asked = new URLSearchParams(placeIn(location).search).get('lang') as Language | null;
  if (asked !== null && LANGUAGES.includes(asked)) start.language = asked;
  if (!LANGUAGES.includes(start.language)) start.language = preferred();
  return start;
}

export const settings: Settings = $state(read());

/** Keep the settings and show them on the page; called once, follows every change. */
export function followSettings(): void {
  $effect.root(() => {
    $effect(() => {
      const kept = JSON.stringify(settings);
      try {
        localStorage.setItem(KEY, kept);
      } catch {
        // a private window may not keep anything
      }
      const root = document.documentElement;
      root.lang = settings.language;
      if (settings.theme === 'auto') delete root.dataset['theme'];
      else root.dataset['theme'] = settings.theme;
      root.dataset['symbols'] = settings.symbols ? 'on' : 'off';
      for (const [name, milliseconds] of Object.entries(TIMES)) {
        if (settings.speed === 1) root.style.removeProperty(name);
        else root.style.setProperty(name, `${Math.max(1, lasting(milliseconds))}ms`);
      }
    });
  });
}

/**
 * How long a motion of this many milliseconds takes here: by the speed setting and the system's wish for less motion.
 */
export function lasting(milliseconds: number): number {
  if (settings.speed === 0 || matchMedia('(prefers-reduced-motion: reduce)').matches) return 0;
  return milliseconds / settings.speed;
}
