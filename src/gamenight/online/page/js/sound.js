/** Sound: short tones made here, off until somebody asks for them. No file is loaded. */
import { store } from "./store.js";

/** Frequency in hertz, seconds, and when it begins. @type {Record<string, [number, number, number][]>} */
const TONES = {
  roll: [[180, 0.05, 0], [220, 0.05, 0.07], [160, 0.06, 0.14]],
  drop: [[520, 0.05, 0]],
  capture: [[440, 0.07, 0], [660, 0.1, 0.07]],
  card: [[330, 0.06, 0], [392, 0.06, 0.05]],
  turn: [[660, 0.08, 0], [880, 0.12, 0.09]],
  win: [[523, 0.12, 0], [659, 0.12, 0.12], [784, 0.12, 0.24], [1047, 0.3, 0.36]],
  lose: [[392, 0.16, 0], [330, 0.16, 0.16], [262, 0.3, 0.32]],
};
/** @type {AudioContext | null} */
let audio = null;

/** @param {string} name */
export function play(name) {
  const tones = TONES[name];
  if (!store.sound || !tones) return;
  const context = (audio ??= new AudioContext());
  for (const [frequency, seconds, start] of tones) {
    const tone = context.createOscillator(), loudness = context.createGain(), from = context.currentTime + start;
    tone.type = "triangle";
    tone.frequency.value = frequency;
    loudness.gain.setValueAtTime(0.12, from);
    loudness.gain.exponentialRampToValueAtTime(0.001, from + seconds);
    tone.connect(loudness).connect(context.destination);
    tone.start(from);
    tone.stop(from + seconds);
  }
}
