/** Review: what a match was worth, as people read it: luck, decisions, turning points. */
import { h } from "./dom.js";
import { apart, avatar } from "./looks.js";

/** @typedef {import("./types").MatchReview} MatchReview */
/** @typedef {import("./types").ReviewAccount} Account */

/** A value in the review's unit, with its sign. @param {number} value @param {string} unit */
export function worth(value, unit) {
  const sign = value > 0 ? "+" : value < 0 ? "−" : "±", size = Math.abs(value);
  return unit === "wins" ? `${sign}${Math.round(100 * size)} %` : `${sign}${size >= 10 ? Math.round(size) : +size.toFixed(1)}`;
}

/** A sum over a match: parts of a win can add up to more than one, so it is no chance. @param {number} total @param {string} unit */
const summed = (total, unit) => (unit === "wins" ? `${total > 0 ? "+" : total < 0 ? "−" : "±"}${Math.abs(total).toFixed(2)}` : worth(total, unit));

/** The turning points for a chart. @param {MatchReview} review @returns {import("./chart.js").Point[]} */
export const turningPoints = (review) => review.turning.map((ply) => {
  const moment = review.moments.find((one) => one.ply === ply);
  const seat = moment?.actor ?? moment?.owner ?? 0;
  return { moment: ply, seat, label: `move ${moment?.move ?? ply}` };
});

/**
 * A sentence in which names wear their seats' colours, and moves can be gone to.
 * @param {string} sentence @param {Account[]} accounts @returns {(Node | string)[]}
 */
export function coloured(sentence, accounts) {
  return apart(sentence, accounts.map((one) => one.name), ["move \\d+"]).map((part) => {
    const found = accounts.find((one) => one.name === part);
    if (found) return h("bdi", { class: "seat-name", "data-seat": found.seat % 8 }, part);
    return /^move \d+$/.test(part) ? h("span", { class: "turn-word" }, part) : part;
  });
}

/** Luck and decisions of everybody, as a table. @param {MatchReview} review @param {{bot: string, side: boolean}[]} seats */
export function accounts({ accounts: all, luck, unit }, seats) {
  const best = Math.max(...all.map((one) => one.decisions ?? 0)), rated = all.some((one) => typeof one.decisions === "number");
  const widest = Math.max(...all.flatMap((one) => [Math.abs(one.luck), rated ? 0 : one.lost]), 1e-9); // one unit, one scale
  return h("table", { class: luck ? "accounts" : "accounts no-luck" },
    h("thead", null, h("tr", null, h("th", { scope: "col" }, h("span", { class: "unseen" }, "Player")),
      luck ? h("th", { scope: "col" }, "Luck ", h("small", null, `in ${unit}`)) : null, h("th", { scope: "col" }, rated ? "Decisions " : "Given away ", h("small", null, rated ? "of 100" : `in ${unit}`)))),
    h("tbody", null, ...all.map((one) => h("tr", { "data-seat": one.seat % 8 },
      h("th", { scope: "row" }, h("span", { class: "who" }, avatar({ ...seats[one.seat], name: one.name }, one.seat), h("bdi", null, one.name))),
      luck ? h("td", null, h("span", { class: "measure" }, bar("luck", one.luck / widest), h("span", { class: "figure" }, summed(one.luck, unit)))) : null,
      h("td", null, h("span", { class: "measure" },
        rated ? bar("skill", scored(one.decisions ?? 0)) : bar("skill", one.lost / widest),
        h("span", { class: one.decisions === best && rated ? "figure best" : "figure" }, rated ? Math.round(one.decisions ?? 0) : summed(-one.lost, unit))))))));
}

/** Most decisions are good: the bar begins at 50 of 100. @param {number} of100 */
const scored = (of100) => Math.max(0.02, (of100 - 50) / 50);

/** @param {"luck" | "skill"} look @param {number} share of the room; luck goes both ways */
function bar(look, share) {
  const inner = h("i", { class: share < 0 ? "minus" : "plus" });
  inner.style.width = `${Math.min(1, Math.abs(share)) * (look === "luck" ? 50 : 100)}%`;
  return h("span", { class: `meter ${look}`, "aria-hidden": "true" }, inner);
}

/** The card with the verdict. @param {MatchReview} review @param {import("./types").Replay} replay of the same match */
export function verdict(review, { seats, sides = [] }) {
  return [
    h("h3", { class: "over" }, "Verdict"),
    h("p", { class: "sentence" }, ...coloured(review.verdict, review.accounts)),
    accounts(review, seats.map(([, bot], seat) => ({ bot, side: sides.includes(seat) }))),
    h("p", { class: "dim small" }, `${review.luck ? "Luck is what chance changed. " : ""}${review.unit === "wins" ? "Sums are in wins: 1 is a whole one. " : ""}${review.source ? `Values: ${review.source}.` : ""}`),
  ];
}

/** The card while the review is worked out; how far it is. */
export function waitingVerdict() {
  const bar = h("progress", { "aria-label": "The review is being worked out", max: 100 }), words = h("p", { class: "sentence dim", role: "status" }, "Looking back at the match …");
  const share = h("p", { class: "dim small" });
  return {
    card: [h("h3", { class: "over" }, "Verdict"), words, bar, share],
    /** @type {import("./api.js").Far} */
    far(percent, told) {
      if (words.textContent !== told) words.textContent = told;
      if (percent === null) return;
      bar.value = percent;
      share.textContent = `${percent} %`;
    },
  };
}
