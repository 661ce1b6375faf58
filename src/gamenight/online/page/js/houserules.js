/** House rules: the options of a game as somebody reads and changes them, made from data. */
import { h, set } from "./dom.js";
import { icon } from "./icons.js";

/** @typedef {import("./types").GameOption} GameOption */
/** @typedef {import("./types").Value} Value */
/** @typedef {Record<string, Value>} Values */

const LONG = 40; // characters of a value that has no room in a line
const SHORT = 30; // of a name or a value in a chip
const ZERO = /; 0(?: for|:) (.+)$/; // what no number means, in the help of an option

/** A value as people read it. @param {GameOption} option @param {Value} value */
export function said(option, value) {
  const zero = value === 0 ? option.help.match(ZERO) : null;
  if (zero) return zero[1];
  if (typeof value === "boolean") return value ? "yes" : "no";
  const at = option.choices?.indexOf(String(value)) ?? -1;
  return option.said[at] ?? String(value).replaceAll("_", " ");
}

/** What an option is called where there is little room. @param {GameOption} option */
const short = ({ words, name }) => (words.length > SHORT ? name.replaceAll("_", " ") : words);

/** Whether an option is a text that somebody would have to write by hand. @param {GameOption} option */
const written = ({ choices, default: usual }) => !choices?.length && typeof usual === "string";

/** What is not as usual, in people's words. @param {GameOption[]} options @param {Values} values @returns {string[]} */
export const changes = (options, values) =>
  options.filter(({ name, default: usual }) => name in values && values[name] !== usual)
    .map((option) => {
      const shown = said(option, values[option.name]);
      return `${short(option)}: ${shown.length > SHORT ? "changed" : shown}`;
    });

/** Fields for all options. `values` has those that are not as usual. */
export class HouseRules {
  /** @param {GameOption[]} options @param {Values} given @param {() => void} [changed] */
  constructor(options, given, changed = () => {}) {
    this._options = options;
    this._given = { ...given };
    this._changed = changed;
    const typed = options.filter(written);
    this.element = h("div", { class: "rules-form" }, ...options.filter((option) => !written(option)).map((option) => this._row(option)),
      typed.length ? h("details", { class: "more", open: typed.some(({ name, default: usual }) => name in given && given[name] !== usual) },
        h("summary", null, h("span", null, "Rules to write yourself"), icon("down")), h("div", { class: "rules-form" }, ...typed.map((option) => this._row(option)))) : null);
  }

  /** @returns {Values} */
  get values() { return this._given; }

  /** Whether nobody decides anything with these, so that a match plays by itself. */
  get watched() { return this._options.some(({ name, default: usual, watch }) => watch.includes(this._given[name] ?? usual)); }

  get changes() { return changes(this._options, this._given); }

  /** Go to the field that a refusal is about: the one that it names, else the only one that was changed. @param {string} refusal */
  blame(refusal) {
    const names = (/** @type {GameOption} */ { name, words }) => [name.replaceAll("_", " "), words].some((word) => ` ${refusal.toLowerCase()} `.includes(` ${word.toLowerCase()} `));
    const changed = this._options.filter(({ name, default: usual }) => name in this._given && this._given[name] !== usual);
    const meant = changed.find(names) ?? this._options.find(names) ?? (changed.length === 1 ? changed[0] : undefined);
    const field = /** @type {HTMLElement | null} */ (meant ? this.element.querySelector(`[name="${CSS.escape(meant.name)}"]`) : null);
    if (!field) return;
    const row = /** @type {Element} */ (field.closest(".rule")), note = h("p", { class: "error" }, refusal);
    set(field, { "aria-invalid": "true" });
    row.append(note);
    field.addEventListener("input", () => { set(field, { "aria-invalid": null }); note.remove(); }, { once: true });
    for (let fold = field.closest("details"); fold; fold = fold.parentElement?.closest("details") ?? null) fold.open = true;
    field.focus();
    field.scrollIntoView({ block: "center" });
  }

  /** @param {GameOption} option */
  _row(option) {
    const id = `rule-${option.name}`, field = this._field(option, id);
    const note = option.help.slice(option.words.length).replace(/^[:;]\s*/, "") || (written(option) ? option.possible : "");
    return h("div", { class: field.type === "checkbox" ? "rule switch-rule" : "rule" },
      h("label", { for: id }, option.words.charAt(0).toUpperCase() + option.words.slice(1)), field,
      note ? h("small", { id: `${id}-note`, class: "dim" }, note) : null);
  }

  /** @param {GameOption} option @param {string} id */
  _field(option, id) {
    const value = this._given[option.name] ?? option.default;
    const described = { id, name: option.name, "aria-describedby": `${id}-note` };
    if (option.choices?.length) {
      return h("select", { ...described, class: "input", onchange: (/** @type {any} */ { target }) => this._take(option, target.value) },
        ...option.choices.map((choice) => h("option", { value: choice, selected: choice === value }, said(option, choice))));
    }
    if (typeof option.default === "boolean") {
      return h("input", { ...described, class: "switch", type: "checkbox", role: "switch", checked: value === true, onchange: (/** @type {any} */ { target }) => this._take(option, target.checked) });
    }
    if (typeof option.default === "number") {
      return h("input", { ...described, class: "input", type: "number", inputmode: "numeric", min: option.low, max: option.high, step: 1, value, required: true,
        onchange: (/** @type {any} */ { target }) => target.value !== "" && this._take(option, Number(target.value)) });
    }
    return h("input", { ...described, class: "input", type: "text", value, placeholder: option.possible.length > LONG ? "" : option.possible, onchange: (/** @type {any} */ { target }) => this._take(option, target.value.trim()) });
  }

  /** @param {GameOption} option @param {Value} value */
  _take(option, value) {
    this._given[option.name] = value;
    this._changed();
  }
}
