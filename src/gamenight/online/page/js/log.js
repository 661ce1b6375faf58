/** Log: what has happened, sentence by sentence, the latest at the end. */
import { h } from "./dom.js";
import { inLine } from "./looks.js";

const MOST = 400;
const EARLIER = "What was before is not listed here.";

export class Log {
  /** @param {HTMLElement} root */
  constructor(root) {
    this._lines = h("ol", { class: "lines", tabindex: 0, "aria-label": "What has happened" });
    this._lines.addEventListener("scroll", () => this._scrolled(), { passive: true });
    this.element = h("section", { class: "log" }, h("h2", null, "Log"), this._lines);
    root.append(this.element);
  }

  /** @type {{name: string}[]} who may be named */
  people = [];

  /** @param {string} sentence @param {number} [plies] how many there are with the one that it is of */
  add(sentence, plies) {
    if (!sentence) return;
    this._lines.append(h("li", { "data-plies": plies }, ...inLine(sentence, this.people)));
    while (this._lines.children.length > MOST) this._lines.firstElementChild?.remove();
    if (this._atEnd && !this._following) this._following = requestAnimationFrame(() => this._follow());
  }

  /** Whether the end is in view, and so the next line shall be; it is measured when somebody scrolls. */
  _atEnd = true;

  /** The frame in which all lines that came before it are followed, measured once. */
  _following = 0;

  _follow() {
    this._following = 0;
    this._lines.scrollTop = this._lines.scrollHeight;
  }

  _scrolled() {
    this._lines.classList.toggle("scrolled", this._lines.scrollTop > 0);
    this._atEnd = this._following > 0 || this._lines.scrollHeight - this._lines.scrollTop - this._lines.clientHeight < 40;
  }

  /** Something that was told beside the plies. @param {import("./types").Note} note */
  note([plies, sentence]) {
    if (!sentence) return;
    this.add(sentence, plies);
    this._lines.lastElementChild?.setAttribute("data-note", "");
  }

  /** The same, unless it is here: whoever comes back may have read it. @param {import("./types").Note} note */
  noteOnce(note) {
    if (!this._after(note[0] - 1).some((line) => line.textContent === note[1])) this.note(note);
  }

  /** The lines of what came after so many plies. @param {number} plies */
  _after(plies) {
    const lines = /** @type {NodeListOf<HTMLElement>} */ (this._lines.querySelectorAll("[data-plies]"));
    return [...lines].filter((line) => Number(line.dataset.plies) > plies);
  }

  /** Only what was told of the latest plies, and that there were others. @param {string[][]} story by ply @param {number} plies up to which it goes @param {import("./types").Note[]} notes */
  begin(story, plies, notes) {
    const first = plies - story.length;
    this._lines.replaceChildren();
    if (first > 0) this.add(EARLIER);
    [[], ...story].forEach((sentences, at) => {
      for (const one of sentences) this.add(one, first + at);
      for (const one of notes) if (one[0] === first + at) this.note(one);
    });
  }

  /** All after so many plies was taken back, as the sentence says, which stands once for all that is taken back in a row. @param {number} plies @param {string} sentence */
  cut(plies, sentence) {
    for (const line of this._after(plies)) {
      if (line.dataset.note === undefined || line.textContent === sentence) line.remove();
      else line.dataset.plies = String(plies);
    }
    this.note([plies, sentence]);
  }

  /** The same to be read elsewhere, the latest at the top. */
  copy() {
    const lines = [...this._lines.children].reverse().map((line) => h("li", null, ...line.cloneNode(true).childNodes));
    return lines.length ? h("ol", { class: "lines", reversed: true }, ...lines) : h("p", { class: "dim" }, "Nothing has happened yet.");
  }
}
