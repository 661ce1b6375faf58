/** Players: who plays, what they have, whose turn it is, who is connected. */
import { Clocks } from "./clocks.js";
import { h, set, show } from "./dom.js";
import { face } from "./looks.js";

/** @typedef {import("./types").ScoreRow} ScoreRow */
/** @typedef {{live: Set<string>, glow?: Set<string>, yours: Set<number>, bots: Set<number>, sides?: Set<number>, away: Set<number>, over?: boolean}} About seats of the people here, of machines, of sides that only dice move, of those who are not connected; over: it is nobody's turn any more */

const MOST_PIPS = 15;
/** @param {number} value */
const written = (value) => value.toLocaleString("en").replace(/,/g, "\u202f");

export class Players {
  /** @param {HTMLElement} root @param {(key: string) => void} touch*/
  constructor(root, touch) {
    this.clocks = new Clocks();
    this.element = h("section", { class: "players", "aria-label": "Players" });
    /** @type {Map<string, HTMLButtonElement>} */
    this._rows = new Map();
    this.element.addEventListener("click", (event) => {
      const row = event.target instanceof Element ? event.target.closest("[data-key]") : null;
      if (row instanceof HTMLElement) touch(row.dataset.key ?? "");
    });
    root.append(this.element);
  }

  /** Those that can be touched. @returns {HTMLElement[]} */
  touchable() { return [...this._rows.values()].filter((row) => row.isConnected && row.classList.contains("live")); }

  /** @param {ScoreRow[]} rows @param {string} unit @param {About} about */
  draw(rows, unit, about) {
    this.element.dataset.many = String(rows.length > 4);
    this.element.dataset.count = String(rows.length);
    show(this.element, ...rows.map((row) => this._row(row, unit, about)));
    this.clocks.draw();
  }

  /** @param {ScoreRow} row @param {string} unit @param {About} about */
  _row(row, unit, about) {
    let made = this._rows.get(row.key);
    if (!made) {
      made = h("button", { type: "button", "data-key": row.key });
      this._rows.set(row.key, made);
    }
    const current = row.current && !about.over, live = about.live.has(row.key), bot = about.bots.has(row.seat), side = about.sides?.has(row.seat), away = about.away.has(row.seat);
    made.className = ["player", current ? "current" : "", live ? "live" : "", away ? "away" : "", about.glow?.has(row.key) ? "glow" : ""].filter(Boolean).join(" ");
    const state = [about.yours.has(row.seat) ? "you" : "", bot ? "a machine" : "", away ? "not connected" : "", current ? "to move" : ""].filter(Boolean);
    set(made, {
      "data-seat": row.seat % 8, tabindex: live ? 0 : -1, "aria-disabled": live ? null : "true", "aria-current": current ? "true" : null,
      "aria-label": [row.name, ...state, `${row.value} ${unit || "points"}`, row.stake ? `${row.stake} at stake` : "", ...(row.facts ?? [])].filter(Boolean).join(", "),
    });
    const drawn = JSON.stringify([row, bot, side, away, about.yours.has(row.seat)]);
    if (made.dataset.drawn === drawn) return made;
    made.dataset.drawn = drawn;
    made.replaceChildren(
      h("span", { class: "face", "aria-hidden": "true" }, face({ name: row.name, bot, side }) || "?"),
      h("span", { class: "name" }, h("bdi", null, row.name), about.yours.has(row.seat) ? h("em", null, "you") : null, away ? h("em", null, "away") : null, this.clocks.face(row.seat)),
      h("span", { class: "value" }, written(row.value), row.stake ? h("em", null, `+${written(row.stake)}`) : null),
      gauge(row), h("span", { class: "facts" }, ...(row.facts ?? []).map((fact) => h("span", null, fact))),
    );
    return made;
  }
}

/** How far it is to the goal: a few steps one by one, many as a bar. @param {ScoreRow} row */
function gauge(row) {
  const goal = row.goal ?? 0, value = Math.max(0, row.value), stake = Math.max(0, row.stake ?? 0);
  if (goal <= 0) return h("span", { class: "gauge none" });
  if (goal <= MOST_PIPS) {
    return h("span", { class: "gauge pips" }, ...Array.from({ length: goal }, (_, at) => h("i", { class: at < value ? "on" : at < value + stake ? "stake" : "" })));
  }
  const safe = h("i", { class: "on" }), more = h("i", { class: "stake" });
  const part = (/** @type {number} */ points) => `${Math.min(100, (100 * points) / goal)}%`;
  safe.style.width = part(value);
  more.style.width = part(Math.min(stake, goal - Math.min(goal, value)));
  return h("span", { class: "gauge length" }, safe, more);
}
