/** The big screen: a table for a television. A spectator's eyes, large type, and the way to a free
 * seat; it asks nothing and shows no secret, for it says hello without anybody's token. */
import * as api from "./api.js";
import { dress } from "./app.js";
import { confetti } from "./confetti.js";
import { h, show } from "./dom.js";
import { letters } from "./letters.js";
import { avatar, emblem, ground, inLine, inWords, wear } from "./looks.js";
import { MatchView } from "./match.js";
import { isNear, openUp } from "./near.js";
import { Line, OFFLINE } from "./net.js";
import { surely } from "./patience.js";
import { headline, podium, standings } from "./podium.js";
import { seated } from "./presence.js";

/** @typedef {import("./types").Heard} Heard */
/** @typedef {import("./types").Welcome} Welcome */
/** @typedef {import("./types").Place} Place */

const LONG = 12; // letters of a name that is written smaller

/** @param {HTMLElement} root @param {string} id @returns {import("./types").Screen} */
export function tv(root, id) {
  const shown = new BigScreen(root, id);
  return { close: () => shown.close() };
}

class BigScreen {
  /** @param {HTMLElement} root @param {string} id */
  constructor(root, id) {
    this._id = id;
    this._title = h("h1", { tabindex: -1 }, "…");
    this._status = h("ul", { class: "tv-status", "aria-label": "The state of the match" });
    this._where = h("p", { class: "tv-where" }, location.host);
    this._turn = h("div", { class: "tv-turn", role: "status" });
    this._free = h("section", { class: "tv-free", "aria-label": "Sit down" });
    this._body = h("div", { class: "tv-body" });
    this._before = h("footer", { class: "tv-foot" });
    this.element = h("div", { class: "tv" }, h("header", { class: "tv-top" }, this._title, this._status, this._where), this._body, this._before);
    root.append(this.element);
    /** @type {Welcome | null} */
    this.welcome = null;
    /** @type {import("./types").GameDetails | null} */
    this._details = null;
    /** @type {MatchView | null} */
    this._match = null;
    /** @type {Heard[]} what came before the game was known */
    this._early = [];
    this._line = new Line(`m/${id}`, [], { heard: (message) => void this._heard(message), state: (state, why) => this._state(state, why) });
    void navigator.wakeLock?.request("screen").catch(() => {}); // a television that sleeps is none
  }

  close() {
    this._line.close();
    this._match?.close();
    delete document.documentElement.dataset.ground;
  }

  /** @param {string} state @param {string} why */
  _state(state, why) {
    const words = { connecting: "Connecting …", open: location.host, again: why === OFFLINE ? why : "Connecting again …", ended: why || "This table cannot be opened." };
    this._where.textContent = words[/** @type {keyof typeof words} */ (state)] ?? "";
    this._where.dataset.state = state;
    this._bye = state === "again" && why !== OFFLINE ? why : "";
    this._match?.connected(state === "open", this._bye);
    this._draw();
    if (state !== "ended" || this.welcome) return;
    this._title.textContent = "No table";
    show(this._body, h("main", { class: "tv-lobby" }, h("div", null, h("h2", null, words.ended), h("a", { class: "button", href: "/" }, "All games"))));
  }

  /** @param {Heard} message */
  async _heard(message) {
    if (message.t === "welcome" && message.game !== this._details?.id) {
      this._early.push(message);
      if (this._early.length > 1) return;
      this._details = await surely(() => api.game(message.game));
      this._dress();
      for (const early of this._early.splice(0)) this._take(early);
    } else if (this._early.length) this._early.push(message);
    else this._take(message);
  }

  _dress() {
    dress();
    const game = this._details;
    document.title = `${game?.title} · gamenight`;
    show(this._title, h("span", { "aria-hidden": "true" }, emblem(game)), ` ${game?.title ?? ""}`);
    wear(ground(this.element, game), game);
    document.documentElement.dataset.ground = game?.theme?.ground ?? "night";
    document.documentElement.style.setProperty("--game", game?.theme?.accent ?? "");
  }

  /** @param {Heard} message */
  _take(message) {
    const match = this._match;
    if (message.t === "welcome") this._welcomed(message);
    else if (message.t === "ply") {
      if (message.result && this.welcome) this.welcome.result = message.result;
      match?.ply(message);
    } else if (message.t === "cut") match?.cut(message);
    else if (message.t === "turn") match?.jump(message.n, message.turn);
    else if (message.t === "seats") match?.replace(message);
    else if (message.t === "here" && this.welcome) this.welcome.places = message.places;
    else if (message.t === "over") {
      if (this.welcome) this.welcome.result = message.result;
      match?.end(message);
    }
    this._match?.players.clocks.heard(message);
    this._draw();
  }

  /** @param {Welcome} welcome */
  _welcomed(welcome) {
    const another = this.welcome?.match !== welcome.match || !this.welcome;
    this.welcome = welcome;
    if (another) {
      this._match?.close();
      this._match = this._ending = null;
      this._body.replaceChildren();
      this._before.replaceChildren();
    }
    if (welcome.match === undefined) return;
    if (!this._match) {
      this._match = new MatchView(this._body, { glyphs: this._details?.glyphs ?? {}, send: () => Promise.reject(new Error("A big screen plays nothing.")), refused: () => {}, changed: () => this._draw(), shown: () => this._headline() });
      this._match.element.prepend(this._turn);
      this._turn.after(this._match.question.element);
      this._before.append(h("b", null, "Before"), this._match.log.element);
    }
    this._match.welcome(welcome);
  }

  /** Whatever this table is now. */
  _draw() {
    const welcome = this.welcome;
    if (!welcome) return;
    if (welcome.match === undefined) {
      this._lobby(welcome);
      return;
    }
    const match = this._match;
    match?.seated(welcome);
    if (!match || match.busy) return;
    this._headline();
    if (welcome.result && !this._ending) this._end(welcome);
  }

  /** Whose turn it is in the scene that is shown, and how that stands. */
  _headline() {
    const match = this._match, seats = this.welcome?.seats ?? [];
    if (!match) return;
    const now = match.over ? undefined : (match.scene.scores ?? []).find((row) => row.current);
    const bot = now && seats[now.seat]?.[1];
    show(this._status, ...(match.scene.status ?? []).filter((fact) => fact !== now?.name).map((fact) => h("li", null, fact)));
    show(this._turn, ...(this._bye ? [h("p", { class: "tv-bye" }, this._bye)] : now ? [avatar({ name: now.name, bot }, now.seat), h("h2", { class: letters(now.name).length > LONG ? "long" : "" }, h("bdi", null, now.name), /s$/i.test(now.name) ? "’ turn" : "’s turn")] : []));
  }

  /** How to come to the table. @param {Place[]} places */
  _freeSeats(places) {
    const free = places.filter((place) => !place.name).length;
    if (this._free.dataset.free === String(free)) return;
    this._free.dataset.free = String(free);
    const words = free === 0 ? "All seats are taken" : free === 1 ? "One seat is free" : `${inWords(free)[0].toUpperCase()}${inWords(free).slice(1)} seats are free`;
    const text = h("div", null, h("h2", null, words));
    show(this._free, text);
    api.link(this._id).then(({ link, code }) => {
      const { host, hostname, pathname } = new URL(link), near = isNear(hostname), or = near ? "Here" : "or";
      const qr = near ? null : this._qr ??= h("img", { class: "qr", src: `/api/tables/${this._id}/qr.svg`, alt: "QR code: point a phone at it to sit down" });
      const how = near ? openUp() : [free ? "Point a phone at the picture to sit down." : "Point a phone at the picture to watch."];
      show(text, h("h2", null, words), h("p", null, ...how), h("p", { class: "tv-typed" }, ...(code ? [`${or} go to ${host} and type`, h("b", null, code)] : [`${or} go to ${host}`, h("wbr"), pathname])));
      show(this._free, qr, text);
    }, () => {});
  }

  /** People are coming. @param {Welcome} welcome */
  _lobby(welcome) {
    this._freeSeats(welcome.places);
    const places = welcome.places.map((place, at) => h("li", { class: place.name ? "" : "free", "data-seat": at % 8 }, avatar(place, at, place.here),
      place.name ? h("bdi", null, place.name) : h("span", null, "free"), place.bot ? h("small", null, "a machine") : place.name && !place.here ? h("small", null, "not here yet") : null));
    show(this._status);
    show(this._body, h("main", { class: "tv-lobby" }, this._free, h("ol", { class: "tv-places", "aria-label": "Who plays" }, ...places)));
    show(this._before, h("span", null, this._bye || "The host begins when everybody is here."));
  }

  /** @param {Welcome} welcome */
  _end(welcome) {
    const result = welcome.result, rows = this._match?.scene.scores ?? [];
    if (!result) return;
    const all = standings(result, seated(welcome, rows));
    this._ending = ground(h("section", { class: "tv-end", role: "status" }, all.some((one) => one.won) ? confetti(".won > *, .podium li") : null,
      h("div", { class: "won" }, h("h2", { class: "headline" }, ...headline(all)), h("p", { class: "reason" }, ...inLine(result.reason, all))), podium(all, this._match?.scene.unit ?? "")), this._details);
    this._body.append(this._ending);
    if (this._match) this._match.element.inert = true;
  }

  /** @type {HTMLElement | null} */
  _ending = null;

  /** Why the server is gone, if it has said so. */
  _bye = "";

  /** @type {HTMLElement | null} */
  _qr = null;
}
