/** Controls of a replay: back, on, play, where, how fast. */
import { h, set, show } from "./dom.js";
import { icon } from "./icons.js";

const PACES = [0.5, 1, 2, 4], NAMES = ["½×", "1×", "2×", "4×"];

export class Controls {
  /** @param {HTMLElement} root @param {{last: number, go: (moment: number) => void, play: () => void, turn: () => void, speed: () => void}} on */
  constructor(root, on) {
    this.pace = 1;
    this._last = on.last;
    this._now = 0;
    this._where = h("input", { type: "range", min: 0, max: on.last, value: 0, class: "scrub", "aria-label": "Moment of the match", oninput: () => on.go(Number(this._where.value)) });
    const tool = (/** @type {import("./icons.js").IconName} */ sign, /** @type {string} */ label, /** @type {() => void} */ act, key = "") =>
      h("button", { type: "button", class: "icon-button lined", "aria-label": label, title: key ? `${label} (${key})` : label, onclick: act }, icon(sign));
    this._first = tool("first", "To the start", () => on.go(0), "Home");
    this._back = tool("back", "One back", () => on.go(this._now - 1), "←");
    this._play = h("button", { type: "button", class: "button main play", onclick: on.play });
    this._on = tool("next", "One on", () => on.go(this._now + 1), "→");
    this._end = tool("last", "To the end", () => on.go(on.last), "End");
    this._count = h("p", { class: "count-of" });
    this._turn = h("button", { type: "button", class: "button quiet", hidden: true, onclick: on.turn }, icon("onward"), "Next turning point", h("kbd", { "aria-hidden": "true" }, "T"));
    const paces = h("fieldset", { class: "paces" }, h("legend", { class: "unseen" }, "Speed"), ...PACES.map((pace, at) =>
      h("label", null, h("input", { type: "radio", name: "pace", value: pace, checked: pace === 1, onchange: () => { this.pace = pace; on.speed(); } }), h("span", null, NAMES[at]))));
    root.append(this._where, h("div", { class: "controls" }, this._first, this._back, this._play, this._on, this._end, this._count, this._turn, paces));
  }

  /** Whether there are turning points to go to. @param {boolean} some */
  turns(some) { this._turn.hidden = !some; }

  /** @param {number} moment @param {boolean} playing */
  draw(moment, playing) {
    this._now = moment;
    this._where.value = String(moment);
    set(this._where, { "aria-valuetext": `${moment} of ${this._last}` });
    for (const [button, off] of /** @type {[HTMLElement, boolean][]} */ ([[this._first, !moment], [this._back, !moment], [this._on, moment === this._last], [this._end, moment === this._last]])) set(button, { "aria-disabled": off ? "true" : null });
    const label = playing ? "Pause" : "Play";
    if (this._play.getAttribute("aria-label") !== label) {
      set(this._play, { "aria-label": label, title: `${label} (Space)` });
      show(this._play, icon(playing ? "pause" : "start"));
    }
    show(this._count, h("b", null, moment), ` / ${this._last}`);
  }
}
