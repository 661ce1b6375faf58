/** Invitation: how friends come to a table: a QR code, a code to type, a link. */
import * as api from "./api.js";
import { h, set, show } from "./dom.js";
import { icon } from "./icons.js";
import { isNear, openUp } from "./near.js";

/** @typedef {import("./types").Welcome} Welcome */

const SHORT = 7; // signs of a code that does not say where its server is

export class Invitation {
  /**
   * @param {(sentence: string) => void} tell
   * @param {() => void} renew asks for another code
   */
  constructor(tell, renew) {
    this._tell = tell;
    this._base = location.origin;
    this._code = "";
    this._hosts = false; // whether somebody here may change the table
    this._qr = h("img", { class: "qr", alt: "QR code: point a phone at it to sit down", width: 264, height: 264, hidden: true, onerror: () => set(this._qr, { hidden: true, src: null }) });
    this._letters = h("p", { class: "code-letters" });
    this._where = h("p", { class: "code-where" });
    this._terminal = h("p", { class: "code-where" });
    this._near = h("p", { class: "code-near", hidden: true }, ...openUp());
    this._renew = h("button", { class: "button glass", type: "button", onclick: renew }, icon("replay"), "New code");
    this._tv = h("a", { class: "button glass", target: "_blank" }, icon("big"), "Show on a big screen");
    const share = "share" in navigator ? h("button", { class: "button glass", type: "button", onclick: () => void this._share() }, icon("share"), "Share") : null;
    this.element = h("div", { class: "invitation", hidden: true }, this._qr,
      h("div", { class: "code-box" },
        h("div", { class: "code-text" }, h("p", { class: "over" }, "Type the code"), this._letters, this._where, this._terminal, this._near),
        h("div", { class: "code-buttons" },
          h("button", { class: "button glass", type: "button", onclick: () => void this._copy() }, icon("copy"), "Copy link"), share, this._renew, this._tv)));
    api.house().then(({ where }) => {
      if (where && isNear(location.hostname)) this._base = where; // phones cannot come to this very machine's own name
      this._draw();
    }, () => {});
  }

  /** @param {Welcome} welcome */
  update(welcome) {
    const code = welcome.code ?? "";
    if (code && code !== this._code) set(this._qr, { src: `/api/tables/${welcome.table}/qr.svg?${code}` });
    this._code = code;
    this._hosts = welcome.host ?? false;
    set(this.element, { hidden: !this._code && !this._hosts });
    set(this._renew, { hidden: !this._hosts });
    set(this._tv, { href: `/tv/${welcome.table}` });
    this._draw();
  }

  get _link() { return `${this._base}/c/${this._code}`; }

  _draw() {
    const base = new URL(this._base), says = this._code.length > SHORT;
    show(this._letters, this._code || "too old");
    show(this._where, `at ${base.host}`);
    show(this._terminal, ...(this._code ? ["in a terminal: gamenight join ", h("span", { class: "whole" }, this._code), says ? "" : ` --server ${base.origin}`] : []));
    set(this._near, { hidden: !this._hosts || !isNear(base.hostname) });
    set(this._qr, { hidden: !this._code || !this._qr.hasAttribute("src") || isNear(base.hostname) }); // it would lead a phone to itself
    this._letters.classList.toggle("long", says);
  }

  async _copy() {
    try {
      await navigator.clipboard.writeText(this._link);
      this._tell("The link is copied.");
    } catch {
      this._tell(`Copy this link: ${this._link}`); // not a secure page: the browser does not let us
    }
  }

  async _share() {
    try {
      await navigator.share({ title: "gamenight", text: "Come and play:", url: this._link });
    } catch {
      // somebody changed their mind
    }
  }
}
