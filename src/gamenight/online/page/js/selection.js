/** Selection: what a person is choosing in a scene. The same rules as in the terminal
 * (app/selection.py); tests/page/selection.json holds both to them. Pure functions. */
import { labelOf, spotOf } from "./scene.js";

/** @typedef {import("./types").Scene} Scene */
/** @typedef {import("./types").Choice} Choice */
/** @typedef {{path: string[], marks: string[] | null, typed: string}} Selection */
/** A choice is made, or the selection goes on; null: the key means nothing here.
 * @typedef {{choice: Choice} | {selection: Selection} | null} Outcome */

/** @param {Scene} scene @param {string[] | null} [marks] what was marked before @returns {Selection} */
export const start = (scene, marks) => ({ path: [], marks: marks ?? scene.marks ?? null, typed: "" });

/** The choices that are still possible. @param {Scene} scene @param {Selection} selection */
export const open = (scene, selection) =>
  (scene.choices ?? []).filter((choice) => selection.path.every((key, at) => choice.on?.[at] === key));

/** What choosing each spot would do, where that is one thing only. @param {Scene} scene @param {Selection} selection @returns {Map<string, string>} */
export function hintsOf(scene, selection) {
  const hints = new Map(), depth = selection.path.length;
  for (const { on, hint = "" } of selection.marks ? [] : open(scene, selection)) {
    const key = on?.[depth];
    if (key !== undefined) hints.set(key, hints.has(key) ? "" : hint);
  }
  return hints;
}

/** The keys of spots and rows that can be touched now. @param {Scene} scene @param {Selection} selection @returns {Set<string>} */
export function live(scene, selection) {
  if (selection.marks) return new Set((scene.choices ?? []).flatMap((choice) => choice.on ?? []));
  const depth = selection.path.length;
  return new Set(open(scene, selection).flatMap((choice) => choice.on?.[depth] ?? []));
}

/** What lies on spots, so that equal ones can stand for each other. @param {Scene} scene @param {string[]} keys */
const held = (scene, keys) => keys.map((key) => (spotOf(scene, key)?.tokens ?? [])
  .map((token) => `${token.kind}/${token.face ?? ""}`).join("+")).sort().join("|");

/** The choice that marks stand for. @param {Scene} scene @param {string[]} marks */
export const chosen = (scene, marks) =>
  (scene.choices ?? []).find((choice) => choice.on?.length && held(scene, choice.on) === held(scene, marks));

/** What Enter takes: what is marked or touched so far, or all that can follow it, or else the default. @param {Scene} scene @param {Selection} selection @returns {Choice | undefined} */
export function waiting(scene, selection) {
  if (selection.marks) return chosen(scene, selection.marks);
  const depth = selection.path.length;
  if (depth) {
    const left = open(scene, selection);
    return left.length === 1 ? left[0] : left.find((choice) => choice.on?.length === depth);
  }
  return (scene.choices ?? []).find((choice) => choice.default);
}

/** A touch of a spot or a row. @param {Scene} scene @param {Selection} selection @param {string} key @returns {Outcome} */
export function touch(scene, selection, key) {
  if (!live(scene, selection).has(key)) return null;
  if (selection.marks) {
    const before = selection.marks;
    const all = [...new Set((scene.choices ?? []).flatMap((choice) => choice.on ?? []))];
    return { selection: { ...selection, typed: "", marks: all.filter((one) => before.includes(one) !== (one === key)) } };
  }
  const further = { ...selection, typed: "", path: [...selection.path, key] };
  const left = open(scene, further);
  const done = left.length === 1 && left[0].on?.length === further.path.length;
  return done ? { choice: left[0] } : { selection: further };
}

/** Esc: drops what is typed, then the last touch. @param {Selection} selection @returns {Outcome} */
export function back(selection) {
  if (selection.typed) return { selection: { ...selection, typed: "" } };
  if (selection.path.length) return { selection: { ...selection, path: selection.path.slice(0, -1) } };
  return null;
}

/** What can be typed now, each with what it does. @param {Scene} scene @param {Selection} selection */
function* drawn(scene, selection) {
  for (const choice of open(scene, selection)) {
    if (choice.key) yield { word: choice.key.toLowerCase(), outcome: { choice } };
  }
  for (const key of live(scene, selection)) {
    const word = labelOf(scene, key).toLowerCase();
    if (word) yield { word, outcome: touch(scene, selection, key) };
  }
}

/** A letter or digit: it acts at once if it can mean only one thing; `1` waits where there is a `12`.
 * One that does not continue what was typed drops it and counts afresh.
 * @param {Scene} scene @param {Selection} selection @param {string} character @returns {Outcome} */
export function type(scene, selection, character) {
  const before = selection.typed, line = (before + character).toLowerCase();
  const possible = [...drawn(scene, selection)].filter(({ word }) => word.startsWith(line));
  if (possible.length && possible.every(({ word }) => word === line)) return possible[0].outcome;
  if (possible.length) return { selection: { ...selection, typed: line } };
  return before ? type(scene, { ...selection, typed: "" }, character) : null;
}

/** Enter: what is typed, or else what is waiting. @param {Scene} scene @param {Selection} selection @returns {Outcome} */
export function enter(scene, selection) {
  if (selection.typed) {
    return [...drawn(scene, selection)].find(({ word }) => word === selection.typed)?.outcome ?? null;
  }
  const found = waiting(scene, selection);
  return found ? { choice: found } : null;
}
