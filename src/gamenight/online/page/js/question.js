/** Question: what has happened, what is asked, and what can be done about it. */
import { h, show } from "./dom.js";
import { inLine } from "./looks.js";
import { open, waiting } from "./selection.js";

/** @typedef {import("./types").Scene} Scene */
/** @typedef {import("./types").Choice} Choice */
/** @typedef {import("./selection.js").Selection} Selection */
/** A hint: its sentence, the text of what it proposes, and what tells more; or that one is looked for. @typedef {{sentence: string, text?: string, more?: () => void}} Advice */

export class Question {
  /** @param {HTMLElement} root @param {{choose: (choice: Choice) => void, back: () => void}} on */
  constructor(root, on) {
    this._on = on;
    this._message = h("p", { class: "message" });
    this._ask = h("p", { class: "ask" });
    this._typed = h("p", { class: "typed" });
    this._role = h("p", { class: "role dim" }, "You are watching.");
    this._advice = h("p", { class: "advice" });
    this._choices = h("div", { class: "choices", role: "group", "aria-label": "What you can do" });
    /** @type {Map<string, HTMLButtonElement>} */
    this._buttons = new Map();
    this.element = h("footer", { class: "question" }, h("div", { class: "said" }, this._message, this._ask, this._advice, this._typed, this._role), this._choices);
    root.append(this.element);
  }

  /** The button that Enter presses, as its sign says. @returns {HTMLButtonElement | null} */
  get main() { return this._choices.querySelector("button.main"); }

  /** The buttons that can be pressed. @returns {HTMLElement[]} */
  touchable() { return [.../** @type {NodeListOf<HTMLElement>} */ (this._choices.querySelectorAll("button:not(:disabled)"))]; }

  /** @param {Scene} scene @param {Selection | null} selection @param {import("./curtain.js").Deed[]} [others] what else can be done: ready, pass @param {Advice | null} [advice] @param {boolean} [watching] whoever is here only watches */
  draw(scene, selection, others = [], advice = null, watching = false) {
    this._role.hidden = !watching;
    this._people = scene.scores ?? [];
    show(this._message, ...inLine(scene.message ?? "", this._people));
    this._message.dataset.tone = scene.tone ?? "";
    show(this._ask, ...inLine(scene.ask ?? "", this._people));
    this._tell(advice);
    this._typed.textContent = selection?.typed ? `${selection.typed}_` : "";
    this._drawn.clear();
    show(this._choices, ...(selection ? this._offered(scene, selection) : []), ...others.map(({ label, act, aside }, at) => this._button(`other ${label}`, label, "", "", !aside && !selection?.path.length && at === 0 && !this._main(scene, selection), act)));
    for (const key of this._buttons.keys()) if (!this._drawn.has(key)) this._buttons.delete(key);
    this.element.classList.toggle("mine", Boolean(selection && (scene.choices ?? []).length) || others.some(({ aside }) => !aside));
  }

  _drawn = new Set();

  /** @type {{name: string}[]} who may be named */
  _people = [];

  /** @type {Advice | null} */
  _told = null;

  /** @param {Advice | null} advice */
  _tell(advice) {
    if (advice === this._told) return;
    this._told = advice;
    show(this._advice, ...(advice ? [h("span", { class: advice.more ? null : "waits" }, advice.sentence)] : []), advice?.more ? h("button", { type: "button", class: "button why", onclick: advice.more }, "Why?") : null);
  }

  /** Whether a hint proposes this button; to do nothing is to pass. @param {string} key */
  _hinted(key) { return this._told?.more && (this._told.text || "other Pass") === key; }

  /** What Enter takes of the choices. @param {Scene} scene @param {Selection | null} selection */
  _main(scene, selection) { return selection ? waiting(scene, selection) : undefined; }

  /** @param {Scene} scene @param {Selection} selection */
  _offered(scene, selection) {
    const possible = open(scene, selection), main = this._main(scene, selection);
    const depth = selection.path.length;
    const written = selection.marks ? possible.filter((choice) => choice === main || !choice.on?.length)
      : depth ? possible : possible.filter((choice) => !choice.on?.length);
    /** @type {HTMLElement[]} */
    const made = written.map((choice) => this._button(choice.text, choice.label, choice.hint ?? "", choice.key ?? "", choice === main, () => this._on.choose(choice)));
    const tap = () => h("p", { class: "tap" }, "Choose on the table.");
    if (selection.marks && !main) made.unshift(tap());
    if (depth) made.push(this._button("back", "Back", "", "Esc", false, this._on.back));
    if (!made.length && possible.length) made.push(tap());
    return made;
  }

  /** @param {string} key @param {string} label @param {string} hint @param {string} letter @param {boolean} main @param {() => void} act */
  _button(key, label, hint, letter, main, act) {
    this._drawn.add(key);
    let made = this._buttons.get(key);
    if (!made) {
      made = h("button", { type: "button" });
      this._buttons.set(key, made);
    }
    made.onclick = act;
    made.className = `button${main ? " main" : ""}${this._hinted(key) ? " glow" : ""}`;
    made.replaceChildren(h("span", { class: "label" }, ...inLine(label, this._people)), ...(hint ? [h("small", null, ...inLine(hint, this._people))] : []), ...(main || letter ? [h("kbd", { "aria-hidden": "true" }, main ? "↵" : letter)] : []));
    return made;
  }
}
