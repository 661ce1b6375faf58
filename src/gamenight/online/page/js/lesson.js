/** Lesson: the pages of a tutorial, forward and back, with boards to look at and questions to answer
 * on them. */
import { Board } from "./board.js";
import { disable, h, set, show } from "./dom.js";
import { calm, fly, seen } from "./film.js";
import { icon } from "./icons.js";
import { Question } from "./question.js";
import { marked } from "./scene.js";
import { back, live, start, touch } from "./selection.js";
import { say } from "./speech.js";

/** @typedef {import("./types").Choice} Choice */
/** @typedef {import("./selection.js").Outcome} Outcome */

const MOVING = 380; // milliseconds from one board to the next

export class LessonView {
  /**
   * @param {HTMLElement} root @param {import("./types").Lesson} lesson @param {import("./types").GameDetails} game
   * @param {{label: string, act: () => void}} end what comes after the last page
   */
  constructor(root, lesson, game, end) {
    this._pages = lesson.pages;
    this._at = 0;
    /** @type {import("./selection.js").Selection | null} */
    this._selection = null;
    this._heading = h("h3", { tabindex: -1 });
    this._notes = h("p", { class: "notes" });
    this._reply = h("p", { class: "reply", role: "status" });
    const stage = this._stage = h("div", { class: "lesson-board" }), asked = h("div", { class: "lesson-ask" });
    const turn = (/** @type {number} */ by) => () => this.go(this._at + by);
    this._back = h("button", { type: "button", class: "button", onclick: turn(-1) }, icon("back"), "Back");
    this._next = h("button", { type: "button", class: "button ink", onclick: turn(1) }, "Next", icon("next"));
    this._end = h("button", { type: "button", class: "button main", onclick: end.act }, icon("play"), end.label);
    this._where = h("p", { class: "dim" });
    this.element = h("section", { class: "lesson", "aria-label": lesson.title, "data-ground": game.theme?.ground ?? "night" },
      this._heading, stage, this._notes, asked, this._reply, h("div", { class: "lesson-foot" }, this._back, this._where, this._next, this._end));
    this.element.style.setProperty("--game", game.theme?.accent ?? "");
    root.append(this.element);
    this._board = new Board(stage, { glyphs: game.glyphs, touch: (key) => this._touch(key) });
    this._question = new Question(asked, { choose: (choice) => this._answer(choice), back: () => this._take(this._selection && back(this._selection)) });
    this.go(0);
  }

  close() { this._board.close(); }

  get _page() { return this._pages[this._at]; }

  /** To a page; the next one is shown moving. @param {number} at */
  go(at) {
    if (!this._pages[at]) return;
    const before = at === this._at + 1 && !calm() ? seen(this._board.element) : [], turned = at !== this._at;
    this._at = at;
    const page = this._page;
    this._selection = page.ask ? start(page.scene) : null;
    show(this._heading, page.heading);
    show(this._notes, [...page.told, page.notes].join(" "));
    show(this._reply);
    show(this._where, `${at + 1} of ${this._pages.length}`);
    const last = at === this._pages.length - 1, had = document.activeElement === this._next;
    set(this._next, { hidden: last });
    set(this._end, { hidden: !last });
    disable(this._back, at === 0, last ? this._end : this._next);
    if (last && had) this._end.focus();
    this._draw();
    if (before.length) fly(this._board.element, before, MOVING);
    if (turned) say(`${page.heading}. ${this._notes.textContent}`);
  }

  _draw() {
    const page = this._page, selection = this._selection, scene = selection?.marks ? marked(page.scene, selection.marks) : page.scene;
    this._stage.classList.toggle("hands", (scene.areas ?? []).some((area) => area.secret && area.spots.length > 0));
    this._board.draw(scene, { live: selection ? live(scene, selection) : new Set(), marked: selection?.marks ? new Set(selection.marks) : undefined, path: new Set(selection?.path ?? []) });
    this._question.element.hidden = !page.ask;
    this._question.draw({ ...scene, message: "", ask: page.ask?.question ?? "" }, selection);
  }

  /** @param {string} key */
  _touch(key) { if (this._selection) this._take(touch(this._page.scene, this._selection, key)); }

  /** @param {Outcome} outcome */
  _take(outcome) {
    if (!outcome) return;
    if ("choice" in outcome) this._answer(outcome.choice);
    else {
      this._selection = outcome.selection;
      this._draw();
    }
  }

  /** @param {Choice} choice */
  _answer(choice) {
    const ask = this._page.ask;
    if (!ask) return;
    const right = ask.right.includes(choice.text);
    this._reply.dataset.tone = right ? "good" : "danger";
    show(this._reply, right ? ask.praise : `${ask.wrong[choice.text] ?? ask.otherwise} Try again.`);
    this._selection = right ? null : start(this._page.scene);
    this._draw();
    if (right) (this._next.hidden ? this._end : this._next).focus();
  }
}
