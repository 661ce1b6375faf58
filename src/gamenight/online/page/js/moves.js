/** Moves: everything that was done, to be gone to; with its worth when that is known. */
import { h, set, show } from "./dom.js";
import { inLine } from "./looks.js";
import { worth } from "./review.js";

/** @typedef {import("./types").Replay} Match */

const BAD = 0.5; // of the greatest mistake of the match: two question marks, half of that one

export class Moves {
  /** @param {HTMLElement} root @param {Match} match @param {(moment: number) => void} go */
  constructor(root, match, go) {
    /** @type {Map<number, HTMLButtonElement>} by moment */
    this._rows = new Map();
    const list = h("ol", { class: "moves-list" }), people = match.names.map((name) => ({ name }));
    match.plies.forEach((ply, at) => {
      const told = ply.steps.map((step) => step.text ?? "").filter(Boolean).join(" ");
      if (!told) return;
      const moment = at + 1, by = typeof ply.by === "number" ? ply.by : null;
      const row = h("button", { type: "button", "data-seat": by === null ? null : by % 8, class: by === null ? "chance" : "", onclick: () => go(moment) },
        h("span", { class: "number" }, (match.moves[moment] ?? moment) || "–"), h("span", { class: "told" }, ...inLine(told, people)), h("span", { class: "figure" }));
      this._rows.set(moment, row);
      list.append(h("li", null, row));
    });
    this._list = list;
    this.element = h("section", { class: "moves", "aria-label": "All moves" }, h("h2", { class: "over" }, "Moves"), list);
    root.append(this.element);
  }

  /** @param {import("./types").MatchReview} review */
  judge(review) {
    const worst = Math.max(...review.moments.map((one) => one.lost ?? 0), 1e-9), turning = new Set(review.turning);
    for (const moment of review.moments) {
      const row = this._rows.get(moment.ply), figure = row?.querySelector(".figure"), lost = moment.lost ?? 0;
      if (!row || !figure) continue;
      const seat = moment.actor ?? moment.owner, bad = lost / worst, marks = bad > BAD ? "??" : bad > BAD / 2 ? "?" : "";
      const change = typeof seat === "number" ? moment.change[seat] ?? 0 : 0;
      const told = lost > 0 ? worth(-lost, review.unit) : typeof moment.actor === "number" || Math.abs(change) < 1e-9 ? "" : worth(change, review.unit);
      show(figure, marks ? h("b", { class: "bad" }, marks) : null, told);
      row.classList.toggle("turning", turning.has(moment.ply));
      if (turning.has(moment.ply)) set(row, { "aria-description": "turning point" });
    }
  }

  /** Mark where we are, and keep it in sight. @param {number} moment */
  at(moment) {
    this._now?.removeAttribute("aria-current");
    this._now = this._rows.get(moment);
    if (!this._now) return;
    this._now.setAttribute("aria-current", "true");
    const box = this._list, row = this._now;
    if (box.scrollHeight > box.clientHeight) box.scrollTop = row.offsetTop - (box.clientHeight - row.offsetHeight) / 2; // and not the page
  }
}
