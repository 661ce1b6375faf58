/** Looks: what a game says of itself as ground, accent and sign; what people look like. */
import { h } from "./dom.js";
import { letters } from "./letters.js";

/** @typedef {import("./types").GameEntry} GameEntry */

const SEAT_COLORS = 8;
const NUMBERS = ["nobody", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"];

/**
 * Let an element, and all in it, wear what a game says of its looks.
 * @template {HTMLElement} T
 * @param {T} element @param {Pick<GameEntry, "theme"> | null | undefined} game @returns {T}
 */
export function wear(element, game) {
  const theme = game?.theme;
  element.classList.toggle("worn", Boolean(theme));
  element.style.setProperty("--game-dark", theme?.accent ?? "");
  element.style.setProperty("--game-light", theme?.accent_light ?? theme?.accent ?? "");
  return element;
}

/** The sign of a game, or its first letter. @param {GameEntry | null | undefined} game */
export const emblem = (game) => game?.emblem || initial(game?.title ?? "") || "?";

/** The sign of a game on its ground. @param {GameEntry | null | undefined} game */
export const sign = (game) => ground(h("span", { class: "sign-of-game", "aria-hidden": "true" }, emblem(game)), game);

/** Lay a game's ground under an element. @template {HTMLElement} T @param {T} element @param {GameEntry | null | undefined} game @returns {T} */
export function ground(element, game) {
  element.classList.add("backdrop");
  element.dataset.ground = game?.theme?.ground ?? "night";
  return element;
}

/** What stands for somebody: a first letter; a side that only dice move has no head. @param {{name?: string, bot?: string | boolean, side?: boolean}} who */
export const face = (who) => (who.side ? "🎲" : who.bot ? "🤖" : initial(who.name ?? ""));

/**
 * Somebody in a circle: the first letter of a name, in the colour of the place.
 * @param {{name?: string, bot?: string, side?: boolean}} who @param {number} place @param {boolean} [here] left out where it does not matter
 */
export const avatar = (who, place, here) =>
  h("span", { class: `avatar${who.bot || who.side ? " machine" : who.name ? "" : " free"}`, "data-seat": place % SEAT_COLORS, "aria-hidden": "true" },
    face(who) || "+",
    here === undefined || !who.name || who.bot ? null : h("i", { class: here ? "here" : "away" }));

/** @param {string} name */
export const initial = (name) => letters(name.trim())[0]?.toLocaleUpperCase() ?? "";

/** How many can play, as numbers: the fewest and the most. @param {GameEntry} game @returns {[number, number]} */
export function company(game) {
  const [fewest, most] = game.seats ?? String(game.players).match(/\d+/g)?.map(Number) ?? [0];
  return [fewest, most ?? fewest];
}

/** How many can play, as it is written: `2`, `3–6`. @param {GameEntry} game */
export function headcount(game) {
  const [fewest, most] = company(game);
  return most === 0 ? "watch" : fewest === most ? String(most) : `${fewest}–${most}`;
}

/** A small number in words. @param {number} count */
export const inWords = (count) => NUMBERS[count] ?? String(count);

/** Names as they are said: `Ann, Ben and Cleo`, each on its own. @param {string[]} names @returns {(Node | string)[]} */
export const listed = (names) =>
  names.flatMap((name, at) => [at === 0 ? "" : at === names.length - 1 ? " and " : ", ", h("bdi", null, name)]).filter((part) => part !== "");

const LEFTWARDS = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u; // letters of Hebrew, Arabic and their like

/** A sentence in its parts: each of these names by itself, and whatever else is to be. @param {string} sentence @param {string[]} names @param {string[]} [others] patterns @returns {string[]} */
export function apart(sentence, names, others = []) {
  const longest = names.filter(Boolean).sort((one, other) => other.length - one.length).map((name) => name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  const wanted = [...longest, ...others];
  return wanted.length ? sentence.split(new RegExp(`(${wanted.join("|")})`, "u")).filter(Boolean) : [sentence];
}

/** A sentence in which a name that is written from right to left does not turn what stands beside it. @param {string} sentence @param {{name?: string}[]} people @returns {(Node | string)[]} */
export function inLine(sentence, people) {
  const names = people.map(({ name = "" }) => name).filter((name) => name === sentence || LEFTWARDS.test(name));
  return apart(sentence, names).map((part) => (names.includes(part) ? h("bdi", null, part) : part));
}
