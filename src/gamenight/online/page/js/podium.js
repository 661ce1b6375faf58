/** Podium: who came where. Pure words and numbers first, then the steps that show them. */
import { h } from "./dom.js";
import { avatar, listed } from "./looks.js";

/** @typedef {import("./types").Result} Result */
/** @typedef {{seat: number, name: string, bot: string, side?: boolean, score: string, rank: number, won: boolean}} Standing */

const STEPS = 4; // who stands on a step; the rest is a list
const HEIGHTS = [112, 78, 54, 32];

const LATE = " ran out of time."; // how the reason ends then
/** @param {number} value */
export const written = (value) => value.toLocaleString("en").replace(/,/g, "\u202f").replace("-", "−");

/**
 * Everybody, the winners first; who has the same score has the same rank. Where somebody gave up no
 * score says who was ahead.
 * @param {Result} result @param {{seat: number, name: string, bot: string, side?: boolean}[]} people @returns {Standing[]}
 */
export function standings(result, people) {
  const won = (/** @type {number} */ seat) => result.winners.includes(seat), gaveUp = result.resigned !== null;
  const worth = (/** @type {number} */ seat) => (won(seat) ? 1e12 : 0) + (gaveUp ? 0 : (result.scores[seat] ?? 0));
  const level = (/** @type {number} */ seat) => (won(seat) ? 1e12 : worth(seat));
  return people.map(({ seat, name, bot, side }) => ({
    seat, name, bot, side, won: won(seat),
    score: gaveUp ? (seat !== result.resigned ? "" : result.reason.endsWith(LATE) ? "no time left" : "gave up") : written(result.scores[seat] ?? 0),
    rank: 1 + people.filter((other) => level(other.seat) > level(seat)).length,
  })).sort((one, other) => worth(other.seat) - worth(one.seat) || one.seat - other.seat);
}

/** Who won, in a line. @param {Standing[]} all @returns {(Node | string)[]} */
export function headline(all) {
  const winners = all.filter((one) => one.won);
  if (!winners.length) return ["Nobody wins"];
  if (winners.length === all.length && all.length > 1) return ["It’s a tie"];
  return [...listed(winners.map((one) => one.name)), winners.length > 1 ? " win together" : winners[0].side ? " won" : " wins"]; // a side may be several
}

/** Who stands where; nobody stands on a step if nobody has won. @param {Standing[]} all @param {string} unit @returns {HTMLElement} */
export function podium(all, unit) {
  const won = all.some((one) => one.won), above = won ? all.slice(0, STEPS) : [], below = all.slice(above.length);
  return h("div", { class: "podium-all" },
    won ? h("ol", { class: "podium", "data-count": above.length, "aria-label": "Podium" }, ...above.map((one) => step(one, unit))) : null,
    below.length ? h("ol", { class: "followers", start: above.length + 1, "aria-label": won ? "After them" : "Standings" }, ...below.map((one) =>
      h("li", null, won ? h("span", { class: "dim" }, `${one.rank}.`) : null, avatar(one, one.seat), h("bdi", null, one.name), points(one, unit)))) : null);
}

/** @param {Standing} one @param {string} unit */
const points = (one, unit) => h("span", { class: "points" }, one.score, one.score && unit && /\d$/.test(one.score) ? h("span", { class: "unseen" }, ` ${unit}`) : null);

/** @param {Standing} one @param {string} unit */
function step(one, unit) {
  const block = h("span", { class: "step", "aria-hidden": "true" }, one.rank);
  block.style.setProperty("--high", `${HEIGHTS[Math.min(one.rank, STEPS) - 1]}px`);
  return h("li", { class: one.won ? "first" : "", "data-rank": Math.min(one.rank, STEPS), "data-seat": one.seat % 8 },
    one.won ? h("span", { class: "crown", "aria-hidden": "true" }, "👑") : null, avatar(one, one.seat),
    h("b", null, h("bdi", null, one.name)), h("span", { class: "unseen" }, `rank ${one.rank}`),
    points(one, unit), block);
}
