/** News: what happens at a table while somebody who sits there looks at one of its matches again. */
import { h, show } from "./dom.js";
import { inLine } from "./looks.js";
import { Line } from "./net.js";
import { proposed } from "./proposals.js";
import { alarm } from "./speech.js";
import { store } from "./store.js";

/** The way back to a table. @param {string} id */
export const tablePath = (id) => `/m/${id.split("/")[0]}`;

export class News {
  /** @param {string} id `ID/N`, the round that is looked at; `ID` is the latest */
  constructor(id) {
    const [table, round] = id.split("/"), tokens = store.tokens(table);
    this._path = tablePath(id);
    this._told = "";
    /** @type {number | undefined} */
    this._round = round ? Number(round) : undefined;
    /** @type {import("./types").Place[]} */
    this._places = [];
    this.element = h("div", { class: "offers", role: "region", "aria-label": "At the table" });
    this._line = tokens.length ? new Line(`m/${table}`, tokens, { heard: (message) => this._heard(message), state() {} }) : null;
  }

  close() { this._line?.close(); }

  /** @param {import("./types").Heard} message */
  _heard(message) {
    if (message.t === "here") this._places = message.places;
    else if (message.t === "offers") this._propose(message.offers);
    else if (message.t === "welcome") {
      this._places = message.places;
      this._round ??= message.match;
      if (message.match === this._round || message.result) this._propose(message.offers ?? []);
      else {
        this._tell("Another round is being played.");
        this.close(); // nobody here plays it: at the table they are away
      }
    }
  }

  /** @param {import("./types").OpenOffer[]} offers */
  _propose(offers) { this._tell(offers.map((offer) => proposed(offer, this._places)).join(" ")); }

  /** @param {string} text */
  _tell(text) {
    if (text === this._told) return;
    this._told = text;
    alarm(text);
    show(this.element, text ? h("div", { class: "offer" }, h("p", null, ...inLine(text, this._places)), h("a", { class: "button", href: this._path }, "Back to the table")) : null);
  }
}
