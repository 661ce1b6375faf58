/** Looks: what a game says of itself as ground, accent and sign; what people look like. */
import { h } from "./dom.js";

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
export const emblem = (game) => game?.emblem || game?.title.slice(0, 1) || "?";

/** The sign of a game on its ground. @param {GameEntry | null | undefined} game */
export const sign = (game) => ground(h("span", { class: "sign-of-game", "aria-hidden": "true" }, emblem(game)), game);

/** Lay a game's ground under an element. @template {HTMLElement} T @param {T} element @param {GameEntry | null | undefined} game @returns {T} */
export function ground(element, game) {
  element.classList.add("backdrop");
  element.dataset.ground = game?.theme?.ground ?? "night";
  return element;
}

/**
 * Somebody in a circle: the first letter of a name, in the colour of the place.
 * @param {{name?: string, bot?: string}} who @param {number} place @param {boolean} [here] left out where it does not matter
 */
export const avatar = (who, place, here) =>
  h("span", { class: `avatar${who.bot ? " machine" : who.name ? "" : " free"}`, "data-seat": place % SEAT_COLORS, "aria-hidden": "true" },
    who.bot ? "🤖" : initial(who.name ?? "") || "+",
    here === undefined || !who.name || who.bot ? null : h("i", { class: here ? "here" : "away" }));

/** @type {Intl.Segmenter | undefined} one for all: it takes long to make */
let letters;

/** @param {string} name */
export function initial(name) {
  letters ??= new Intl.Segmenter(undefined, { granularity: "grapheme" });
  return [...letters.segment(name.trim())][0]?.segment.toLocaleUpperCase() ?? "";
}

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
