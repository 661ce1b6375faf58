/** How to play: the signs, the rules and the lesson of a game, in tabs: in a panel over a match, or on
 * a screen of their own. */
import * as api from "./api.js";
import { dialog } from "./dialog.js";
import { h, set, show } from "./dom.js";
import { wear } from "./looks.js";
import { explained, legend, manual } from "./manual.js";
import { surely } from "./patience.js";

/** @typedef {import("./types").GameDetails} GameDetails */
/** @typedef {Record<string, import("./types").Value>} Options */

let count = 0;

export class HowTo {
  /**
   * @param {GameDetails} game @param {{label: string, act: () => void}} end what comes after the lesson
   * @param {{options?: Options, top?: number}} [given] options: those of a table, which may leave out some signs; top: the level of its headings
   */
  constructor(game, end, { options, top = 3 } = {}) {
    this._game = game;
    this._end = end;
    const number = ++count;
    /** @type {[title: string, draw: (panel: HTMLElement) => Promise<void> | void][]} */
    const ways = [
      ["Rules", async (panel) => show(panel, manual(await api.rules(game.id), top))],
      ["Lesson", (panel) => this._teach(panel)],
    ];
    if (explained(game).length) ways.unshift(["Signs", async (panel) => show(panel, legend(await possible(game, options)))]);
    this._tabs = ways.map(([title], at) => h("button", { type: "button", role: "tab", id: `how-${number}-${at}`, "aria-controls": `how-${number}`, onclick: () => this.open(at) }, title));
    this._draw = ways.map(([, draw]) => draw);
    this._panel = h("div", { class: "how-panel", role: "tabpanel", id: `how-${number}`, tabindex: 0 });
    const tabs = h("div", { class: "how-tabs", role: "tablist", "aria-label": "How to play", onkeydown: (/** @type {KeyboardEvent} */ event) => this._key(event) }, ...this._tabs);
    this.element = wear(h("div", { class: "how" }, tabs, this._panel), game);
    this.open(0);
  }

  close() {
    this._closed = true;
    this._lesson?.close();
  }

  /** @param {number} at */
  open(at) {
    this._at = at;
    this._tabs.forEach((tab, n) => set(tab, { "aria-selected": String(n === at), tabindex: n === at ? 0 : -1 }));
    set(this._panel, { "aria-labelledby": this._tabs[at].id });
    show(this._panel, h("p", { class: "dim", role: "status" }, "One moment …"));
    const panel = h("div");
    surely(async () => this._draw[at](panel), () => this._closed || this._at !== at).then(() => this._at === at && show(this._panel, panel),
      (error) => this._at === at && show(this._panel, h("p", null, error.message)));
  }

  /** @param {HTMLElement} panel */
  async _teach(panel) {
    const [{ LessonView }, lesson] = await Promise.all([import("./lesson.js"), api.lesson(this._game.id)]);
    this._lesson?.close();
    this._lesson = new LessonView(panel, lesson, this._game, this._end);
  }

  /** @param {KeyboardEvent} event */
  _key(event) {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!by) return;
    event.preventDefault();
    this.open((this._at + by + this._tabs.length) % this._tabs.length);
    this._tabs[this._at].focus();
  }

  _at = 0;
  _closed = false;
  /** @type {import("./lesson.js").LessonView | null} */
  _lesson = null;
}

/** The signs to explain: those that can appear. @param {GameDetails} game @param {Options} [options] */
async function possible(game, options) {
  const faces = options && new Set(await api.signs(game.id, options));
  return explained(game).filter(([face]) => !faces || faces.has(face)).map(([, glyph]) => glyph);
}

/** Over a match, which goes on below. @param {GameDetails} game @param {Options} options what was agreed there */
export function howTo(game, options) {
  const shown = new HowTo(game, { label: "Back to the match", act: () => shown.element.closest("dialog")?.close() }, { options });
  void dialog(`How to play ${game.title}`, () => [shown.element], "panel wide").then(() => shown.close());
}
