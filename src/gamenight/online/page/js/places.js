/** Places: who sits where before a match, and what can be done about it. Rows stay where they are
 * while nothing in them changes, so that focus stays too. */
import { h, show } from "./dom.js";
import { icon } from "./icons.js";
import { avatar, company } from "./looks.js";

/** @typedef {import("./types").Welcome} Welcome */
/** @typedef {import("./types").Place} Place */
/** @typedef {import("./types").GameDetails} GameDetails */
/**
 * @typedef {object} Deeds
 * @property {(place: number, bot: string) => unknown} machine
 * @property {(place: number) => void} pick
 * @property {(count: number) => unknown} resize
 * @property {(place: number, name: string) => void} rename
 */

export class Places {
  /** @param {GameDetails} details @param {Deeds} deeds */
  constructor(details, deeds) {
    this._details = details;
    this._deeds = deeds;
    this._count = 0;
    /** @type {{shown: string, row: HTMLElement}[]} */
    this._rows = [];
    this._taken = h("span", { class: "dim", "aria-live": "polite" });
    this._list = h("ol", { class: "rows" });
    const most = company(details)[1];
    this._more = h("button", { class: "row add-seat", type: "button", onclick: () => deeds.resize(this._count + 1) },
      h("span", { class: "avatar plus", "aria-hidden": "true" }, icon("more")), h("span", null, "Another seat", h("span", { class: "dim" }, ` · up to ${most}`)));
    this._end = h("div");
    this.element = h("div", null,
      h("div", { class: "section-head seats-head" }, h("h2", null, "Seats"), this._taken), this._list, this._end);
  }

  /** @param {Welcome} welcome */
  update(welcome) {
    const { places, yours, host = false } = welcome;
    this._count = places.length;
    show(this._taken, `${places.filter(({ name }) => name).length} of ${places.length} taken`);
    this._rows.length = Math.min(this._rows.length, places.length);
    const last = places.length - 1, [fewest, most] = company(this._details);
    places.forEach((place, at) => {
      const can = { host, yours: yours.includes(at), several: yours.length > 1, go: host && at === last && !place.name && places.length > Math.max(1, fewest) };
      this._place(place, at, can);
    });
    show(this._list, ...this._rows.map(({ row }) => row));
    show(this._end, host && places.length && places.length < most ? this._more : null);
  }

  /** @param {Place} place @param {number} at @param {{host: boolean, yours: boolean, several: boolean, go: boolean}} can */
  _place(place, at, can) {
    const shown = JSON.stringify([place, can]), known = this._rows[at];
    if (known?.shown === shown) return;
    const row = known?.row ?? h("li", { class: "row place" });
    const had = row.contains(document.activeElement);
    row.classList.toggle("free", !place.name);
    show(row, avatar(place, at, place.here ?? false), this._who(place, can), ...this._can(place, at, can));
    if (had) (row.querySelector("button") ?? this._list.querySelector("button"))?.focus();
    this._rows[at] = { shown, row };
  }

  /** @param {Place} place @param {{yours: boolean, several: boolean, host: boolean}} can */
  _who({ name, bot, here }, { yours, several, host }) {
    if (!name) return h("span", { class: "row-text" }, h("b", null, "Free seat"), h("small", null, "waiting for a friend"));
    const kind = bot && this._details.bots.find((one) => one.name === bot.split(":")[0])?.title;
    const about = bot ? `machine${kind && kind !== name ? ` · ${kind}` : ""}` : yours ? several ? "at this screen" : host ? "you, at the head of the table" : "you" : here ? "at the table" : "has left for a moment";
    return h("span", { class: "row-text" }, h("b", null, h("bdi", null, name)), h("small", null, about));
  }

  /** @param {Place} place @param {number} at @param {{host: boolean, yours: boolean, several: boolean, go: boolean}} can */
  _can(place, at, { host, yours, go }) {
    const name = place.name ?? "";
    if (!name) {
      return [
        host ? h("button", { class: "button quiet", type: "button", onclick: () => this._deeds.pick(at) }, "Add machine") : null,
        go ? h("button", { class: "icon-button", type: "button", "aria-label": "One seat less", title: "One seat less", onclick: () => this._deeds.resize(this._count - 1) }, icon("close")) : null,
      ];
    }
    if (place.bot) {
      return [host ? h("button", { class: "icon-button", type: "button", "aria-label": `Without ${name}`, title: "Remove", onclick: () => this._deeds.machine(at, "") }, icon("close")) : null];
    }
    return [
      yours ? h("button", { class: "icon-button", type: "button", "aria-label": `Change the name ${name}`, title: "Change the name", onclick: () => this._deeds.rename(at, name) }, icon("pen")) : null,
      h("span", { class: place.here ? "chip good" : "chip" }, place.here ? icon("check", "small") : null, place.here ? "here" : "away"),
    ];
  }
}
