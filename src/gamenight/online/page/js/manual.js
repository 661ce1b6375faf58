/** Manual: the rules of a game as elements, and what its signs mean. */
import { h } from "./dom.js";

/** @typedef {import("./types").ManualPart} Part */
/** @typedef {import("./types").Words} Words */

const DEEPEST = 4; // headings

/** @param {Part[]} parts @param {number} [top] the level of its first heading on the page @returns {HTMLElement} */
export function manual(parts, top = 2) {
  const [first, ...rest] = parts; // the title stands elsewhere
  return h("div", { class: "manual" }, ...(first?.kind === "heading" && first.level === 1 ? rest : parts).map((part) => drawn(part, top)));
}

/** @param {Part} part @param {number} top @returns {HTMLElement} */
function drawn(part, top) {
  switch (part.kind) {
    case "heading":
      return h(/** @type {"h2"} */ (`h${Math.min(DEEPEST, part.level - 2 + top)}`), null, ...spoken(part.words));
    case "paragraph":
      return h("p", null, ...spoken(part.words));
    case "list":
      return h(part.ordered ? "ol" : "ul", null, ...part.items.map((item) => h("li", null, ...spoken(item.words), ...(item.below ?? []).map((below) => drawn(below, top)))));
    case "picture":
      return wide(h("pre", { tabindex: 0, role: "img", "aria-label": "A drawing of what is explained here" }, part.text), part.text);
    case "table":
      return h("div", { class: "scrolled", tabindex: 0, role: "region", "aria-label": "Table" }, h("table", null,
        h("thead", null, h("tr", null, ...part.head.map((cell) => h("th", { scope: "col" }, ...spoken(cell))))),
        h("tbody", null, ...part.rows.map((row) => h("tr", null, ...row.map((cell) => h("td", null, ...spoken(cell))))))));
  }
}

/** It knows how many letters its longest line has. @param {HTMLElement} drawing @param {string} text */
function wide(drawing, text) {
  drawing.style.setProperty("--columns", String(Math.max(...text.split("\n").map((line) => line.length))));
  return drawing;
}

/** @param {Words} words @returns {(Node | string)[]} */
const spoken = (words) => words.map((piece) => (typeof piece === "string" ? piece : h(piece[0], null, piece[1])));

/** The signs whose meaning is told. @param {Pick<import("./types").GameEntry, "glyphs">} game @returns {[face: string, glyph: import("./types").Glyph][]} */
export const explained = (game) => Object.entries(game.glyphs).filter(([, { help }]) => help);

/** What the signs mean. @param {import("./types").Glyph[]} signs */
export const legend = (signs) => h("dl", { class: "card legend" }, ...signs.map(({ emoji, name, help }) =>
  h("div", null, h("dt", null, h("span", { "aria-hidden": "true" }, emoji), h("b", null, name)), h("dd", { class: "dim" }, help))));
