/** Short synthesised sounds; off with one tap, never needed to understand. */

import { settings } from './settings.svelte';

let context: AudioContext | null = null;
let sounding = 0;
const LOUD = 0.126; // -18 dB

function tone(at: number, frequency: number, length: number, kind: OscillatorType = 'sine', loud = 1): void {
  const audio = context!;
  const source = audio.createOscillator();
  const gain = audio.createGain();
  source.type = kind;
  source.frequency.value = frequency;
  gain.gain.setValueAtTime(0, at);
  gain.gain.linearRampToValueAtTime(LOUD * loud, at + 0.005);
  gain.gain.exponentialRampToValueAtTime(0.0001, at + length);
  source.connect(gain).connect(audio.destination);
  source.start(at);
  source.stop(at + length);
}

const semitone = (steps: number): number => 2 ** (steps / 12);

const SOUNDS = {
  pick: (at: number) => tone(at, 900, 0.04, 'triangle', 0.5),
  /** One semitone higher per layer, so height is heard. */
  put: (at: number, height: number) => {
    tone(at, 180 * semitone(height), 0.12, 'triangle');
    tone(at, 540 * semitone(height), 0.04, 'square', 0.15);
  },
  cancel: (at: number) => {
    tone(at, 523, 0.14);
    tone(at + 0.12, 392, 0.16);
    tone(at + 0.28, 110, 0.06, 'square', 0.4);
  },
  /** One chime for each pawn; gold adds the octave. */
  circle: (at: number, pawns: number, gold = 0) => {
    for (let pawn = 0; pawn < pawns; pawn++) {
      tone(at + pawn * 0.14, 660 * semitone(pawn * 4), 0.3);
      if (gold) tone(at + pawn * 0.14, 1320 * semitone(pawn * 4), 0.3, 'sine', 0.4);
    }
  },
  refused: (at: number) => tone(at, 90, 0.14, 'sawtooth', 0.5),
  turn: (at: number) => {
    tone(at, 587, 0.12);
    tone(at + 0.12, 880, 0.18);
  },
  tick: (at: number) => tone(at, 1200, 0.03, 'square', 0.3),
  won: (at: number) => {
    for (const [step, chord] of [
      [0, [0, 4, 7]],
      [1, [5, 9, 12]],
      [2, [7, 11, 14]],
    ] as const) {
      for (const note of chord) tone(at + step * 0.22, 262 * semitone(note), 0.5, 'triangle', 0.5);
    }
  },
  lost: (at: number) => {
    for (let step = 0; step < 3; step++) {
      for (const note of [0, 7]) tone(at + step * 0.22, 196 * semitone(note), 0.45, 'triangle', 0.5);
    }
  },
};

/** Let it sound, where sounds are wanted; at most two at once. What is seen comes first: the first sound of all opens
 *  the device's audio, which takes a tenth of a second. */
export function sound(name: keyof typeof SOUNDS, ...how: number[]): void {
  if (!settings.sounds || sounding >= 2 || !navigator.userActivation?.hasBeenActive) return;
  sounding += 1;
  setTimeout(() => (sounding -= 1), 200);
  const begin = (): void => {
    try {
      context ??= new AudioContext();
      (SOUNDS[name] as (at: number, ...how: number[]) => void)(context.currentTime, ...how);
    } catch {
      // a device without sound
    }
  };
  if (document.hidden) begin();
  else requestAnimationFrame(() => setTimeout(begin));
}
