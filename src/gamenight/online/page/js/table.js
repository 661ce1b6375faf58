/** Table: one table of the server, before, in and after its match. It listens and answers; what is
 * drawn is the lobby's, the match's or the ending's. */
import * as api from "./api.js";
import { Advice } from "./advice.js";
import { dress } from "./app.js";
import { Chance } from "./chance.js";
import { h, keepingFocus, set, show } from "./dom.js";
import { Draft } from "./draft.js";
import { wayHome } from "./header.js";
import { icon } from "./icons.js";
import { inLine } from "./looks.js";
import { MatchView } from "./match.js";
import { menu } from "./menu.js";
import { Line, OFFLINE } from "./net.js";
import { surely } from "./patience.js";
import { proposed } from "./proposals.js";
import { alarm, say, sentence } from "./speech.js";
import { store } from "./store.js";

/** @typedef {import("./types").Heard} Heard */
/** @typedef {import("./types").Welcome} Welcome */
/** @typedef {import("./types").GameDetails} GameDetails */
/** @typedef {import("./types").OpenOffer} OpenOffer */

const NOTICE = 5000; // milliseconds for which a notice stays

/** @param {HTMLElement} root @param {string} id @returns {import("./types").Screen} */
export function table(root, id) {
  const link = location.hash.slice(1).split(",").filter(Boolean).map(decodeURIComponent);
  if (link.length) {
    store.keep({ id, tokens: link, game: "", title: "", when: Date.now() });
    history.replaceState(null, "", location.pathname); // whoever looks over the shoulder sees no token
  }
  const shown = new Table(root, id, [...new Set([...link, ...store.tokens(id)])]);
  return { close: () => shown.close() };
}

export class Table {
  /** @param {HTMLElement} root @param {string} id @param {string[]} tokens */
  constructor(root, id, tokens) {
    this.id = id;
    /** @type {Map<number, {done: (answer: any) => void, failed: (error: Error) => void}>} */
    this._asked = new Map();
    this._title = h("h1", { tabindex: -1 }, "…");
    this._status = h("ul", { class: "status", "aria-label": "The state of the match" });
    this._connection = h("p", { class: "connection", role: "status" });
    this._notice = h("p", { class: "notice", hidden: true });
    this._offers = h("div", { class: "offers", role: "region", "aria-label": "Proposals" });
    this._body = h("div", { class: "body" });
    const tool = (/** @type {import("./icons.js").IconName} */ sign, /** @type {string} */ label, /** @type {string} */ key, /** @type {() => void} */ act) =>
      h("button", { type: "button", class: `button bare tool tool-${sign}`, title: key ? `${label} (${key})` : label, onclick: act }, icon(sign), h("span", { class: "tool-name" }, label));
    this._hint = tool("hint", "Hint", "F2", () => void this.advice?.hint());
    this._odds = tool("odds", "Odds", "F3", () => void this.advice?.odds());
    const tools = h("div", { class: "tools" }, this._hint, this._odds, tool("book", "How to play", "?", () => void this.howTo()), tool("menu", "Menu", "", () => menu(this)));
    this._bar = h("header", { class: "bar" }, wayHome(), this._title, this._status, this._connection, tools);
    this._keys = (/** @type {KeyboardEvent} */ event) => this._key(event);
    addEventListener("keydown", this._keys);
    root.append(this._bar, this._offers, this._body, this._notice);
    this._root = root;
    /** @type {Welcome | null} */
    this.welcome = null;
    /** @type {GameDetails | null} */
    this.details = null;
    /** @type {MatchView | null} */
    this.match = null;
    /** @type {Advice | null} */
    this.advice = null;
    /** Whether there is a line to the server. */
    this.online = false;
    /** @type {any} */
    this._lobby = null;
    /** @type {any} */
    this._ending = null;
    /** @type {Heard[]} what came before the game was known */
    this._early = [];
    this.chance = new Chance(id, (message) => this.send(message));
    this.line = new Line(`m/${id}`, tokens, { heard: (message) => void this._heard(message), state: (state, why) => this._state(state, why) });
  }

  close() {
    removeEventListener("keydown", this._keys);
    this.line.close();
    for (const shown of [this.match, this._lobby, this._ending]) shown?.close();
    delete document.documentElement.dataset.ground;
    document.documentElement.style.removeProperty("--accent");
  }

  /** Send a message; its answer, or a refusal. @param {object} message @returns {Promise<any>} */
  send(message) {
    return new Promise((done, failed) => this._asked.set(this.line.send(message), { done, failed }));
  }

  /** The signs, the rules and the lesson, while the match goes on. */
  async howTo() {
    const { howTo } = await surely(() => import("./howto.js"));
    if (this.details) howTo(this.details, this.welcome?.options ?? {});
  }

  /** @param {KeyboardEvent} event */
  _key(event) {
    const ways = /** @type {Record<string, () => void>} */ ({ F2: () => void this.advice?.hint(), F3: () => void this.advice?.odds(), "?": () => void this.howTo() });
    const where = event.target instanceof Element ? event.target : document.body;
    if (!ways[event.key] || !this.match || event.repeat || event.ctrlKey || event.metaKey || event.altKey || where.closest("input, textarea") || document.querySelector("dialog[open]")) return;
    event.preventDefault();
    ways[event.key]();
  }

  /** A sentence that goes by itself. @param {string} text */
  notice(text) {
    if (!text) return;
    show(this._notice, ...inLine(sentence(text), this.welcome?.places ?? []));
    this._notice.hidden = false;
    alarm(sentence(text));
    clearTimeout(this._later);
    this._later = setTimeout(() => { this._notice.hidden = true; }, NOTICE);
  }

  /** @param {string} state @param {string} why */
  _state(state, why) {
    const words = { connecting: "Connecting …", open: "", again: why === OFFLINE ? why : "Connecting again …", ended: why || "This table cannot be opened." };
    this._connection.textContent = words[/** @type {keyof typeof words} */ (state)] ?? "";
    this._connection.dataset.state = state;
    this.online = state === "open";
    this._bye = state === "again" && why !== OFFLINE ? why : "";
    this.match?.connected(this.online, this._bye);
    this._draw();
    if (state === "ended") for (const { failed } of this._asked.values()) failed(new Error(words.ended));
    if (state === "ended" && !this.welcome) {
      store.forget(this.id);
      this._title.textContent = "No table";
      this._bar.lastElementChild?.remove(); // there is nothing to ask about
      this._connection.textContent = "";
      show(this._body, h("main", { class: "alone" }, h("h2", null, "This table cannot be opened"), h("p", { class: "dim" }, sentence(why)), h("a", { class: "button main", href: "/" }, icon("back"), "To all games")));
    }
  }

  /** @param {Heard} message */
  async _heard(message) {
    if ("id" in message && message.id !== undefined) this._answered(/** @type {any} */ (message));
    if (message.t === "welcome" && message.game !== this.details?.id) {
      this._early.push(message);
      if (this._early.length > 1) return;
      this.details = await surely(() => api.game(message.game));
      this._dress();
      for (const early of this._early.splice(0)) this._take(early);
    } else if (this._early.length) this._early.push(message);
    else this._take(message);
  }

  /** @param {{t: string, id: number, text?: string, code?: string}} answer */
  _answered(answer) {
    const asked = this._asked.get(answer.id);
    this._asked.delete(answer.id);
    if (answer.t === "no") asked?.failed(new api.Refused(answer.text ?? "", answer.code));
    else asked?.done(answer);
  }

  /** @param {Heard} message */
  _take(message) {
    const take = /** @type {Record<string, (message: any) => void>} */ (this._takes)[message.t];
    keepingFocus(this._root, () => {
      take?.(message);
      this.match?.players.clocks.heard(message);
      this._draw();
    });
  }

  _takes = {
    welcome: (/** @type {Welcome} */ message) => this._welcomed(message),
    ply: (/** @type {import("./types").Ply} */ message) => {
      this.match?.ply(message);
      if (message.result && this.welcome) this.welcome.result = message.result;
    },
    cut: (/** @type {any} */ message) => { this.notice(message.text); this.match?.cut(message); },
    turn: (/** @type {any} */ message) => this.match?.jump(message.n, message.turn),
    seats: (/** @type {any} */ message) => { this.notice(message.text ?? ""); if (this.welcome) (this.welcome.changes ??= []).push(message.change); this.match?.replace(message); },
    here: (/** @type {any} */ message) => {
      if (!this.welcome) return;
      this.welcome.places = message.places;
      this.match?.here(this.welcome);
    },
    offers: (/** @type {any} */ message) => { if (this.welcome) this.welcome.offers = message.offers; this.notice(message.text ?? ""); },
    over: (/** @type {any} */ message) => { if (this.welcome) this.welcome.result = message.result; this.match?.end(message); },
    salts: (/** @type {any} */ message) => void this.chance.asked(message),
    wait: (/** @type {{text: string}} */ message) => this.advice?.waits(sentence(message.text)),
    said: (/** @type {any} */ message) => { this.match?.log.add(`${message.name}: ${message.text}`); say(`${message.name}: ${message.text}`); },
    bye: (/** @type {any} */ message) => alarm(message.text), // and shown until the server is back
    ok: (/** @type {any} */ message) => {
      if (!message.token) return;
      this.line.tokens = [...new Set([...this.line.tokens, message.token])];
      this._keep();
    },
  };

  /** @param {Welcome} message */
  _welcomed(message) {
    const another = this.welcome?.match !== message.match;
    this.welcome = message;
    this._keep();
    this.chance.welcomed(message);
    if (another) {
      for (const shown of [this.match, this._lobby, this._ending]) shown?.close();
      this.match = this.advice = this._lobby = this._ending = null;
      this._body.replaceChildren();
    }
    this._rest(message.match === undefined);
    if (message.match === undefined) return;
    this.match ??= new MatchView(this._body, {
      draft: new Draft(`${this.id}.${message.match}`), glyphs: this.details?.glyphs ?? {}, send: (sent) => this.send(sent), refused: (sentence) => this.notice(sentence), changed: () => this._draw(), shown: (scene) => this._stands(scene),
    });
    this.advice ??= new Advice({ match: this.match, game: /** @type {GameDetails} */ (this.details), allowed: message.hints !== false, send: (sent) => this.send(sent), notice: (text) => this.notice(text) });
    this.match.welcome(message);
  }

  /** The lobby has a bar of its own; a bad line is told beside it. @param {boolean} resting */
  _rest(resting) {
    this._bar.hidden = resting;
    if (resting) this._root.append(this._connection);
    else this._bar.lastElementChild?.before(this._connection);
  }

  /** Remember the seats here. */
  _keep() {
    if (!this.line.tokens.length || !this.details) return;
    store.keep({ id: this.id, tokens: this.line.tokens, game: this.details.id, title: this.details.title, when: Date.now(), host: this.welcome?.host, places: this.welcome?.yours });
  }

  /** The game's colours. */
  _dress() {
    dress();
    const theme = this.details?.theme;
    document.title = `${this.details?.title} · gamenight`;
    this._title.textContent = this.details?.title ?? "";
    if (theme?.ground) document.documentElement.dataset.ground = theme.ground;
    if (theme?.accent) document.documentElement.style.setProperty("--game", theme.accent);
    if (theme?.accent_light) document.documentElement.style.setProperty("--game-light", theme.accent_light);
  }

  /** Whatever this table is now. */
  _draw() {
    const welcome = this.welcome;
    if (!welcome || !this.details) return;
    this._propose(welcome.offers ?? []);
    if (welcome.match === undefined) {
      void this._waitForPeople();
      return;
    }
    this.match?.seated(welcome);
    for (const [tool, why] of /** @type {[HTMLElement, string][]} */ ([[this._hint, this.advice?.noHint ?? ""], [this._odds, this.advice?.noOdds ?? ""]])) set(tool, { "aria-disabled": why ? "true" : null, "aria-description": why || null });
    if (this.match && !this.match.busy) {
      this._stands(this.match.scene);
      if (welcome.result) void this._end();
    }
  }

  /** How the match stands in the scene that is shown. @param {import("./types").Scene} scene */
  _stands({ status = [] }) { show(this._status, ...status.map((fact) => h("li", null, fact))); }

  async _waitForPeople() {
    const { Lobby } = await surely(() => import("./lobby.js"));
    if (!this.welcome || !this.details || this.welcome.match !== undefined) return;
    const { welcome, details } = this;
    keepingFocus(this._root, () => {
      this._lobby ??= new Lobby(this._body, (sent) => this.send(sent), details);
      this._lobby.update(welcome);
    });
  }

  async _end() {
    const { Ending } = await surely(() => import("./ending.js"));
    if (!this.welcome?.result) return;
    this._ending ??= new Ending(this._body, this);
    this._ending.update();
  }

  /** Why the server is gone, if it has said so. */
  _bye = "";

  /** @type {HTMLElement | null} */
  _back = null;

  /** Each as it is shown, so that focus stays. @type {Map<string, HTMLElement>} */
  _offered = new Map();

  /** What somebody proposes, and that a machine plays for whoever is here. @param {OpenOffer[]} offers */
  _propose(offers) {
    const yours = new Set(this.welcome?.yours ?? []), names = this.welcome?.places ?? [];
    const place = this.match?.replaced && !this.welcome?.result ? names.findIndex((one) => one.seat === this.match?.seat) : -1;
    const take = () => this.send({ t: "back", place }).catch((error) => this.notice(error.message));
    const back = place < 0 ? null : this._back ??= h("div", { class: "offer" }, h("p", null, "A machine plays for you."), h("button", { type: "button", class: "button", onclick: take }, "Take my seat back"));
    if (!back) this._back = null;
    this._offered = new Map(offers.map((offer) => {
      const mine = offer.asked.some((place) => yours.has(place));
      const words = proposed(offer, names);
      const waits = offer.asked.map((place) => names[place]?.name).join(", ");
      const told = mine ? words : `${words} Waiting for ${waits}.`, key = JSON.stringify([offer.id, told]);
      const answer = (/** @type {boolean} */ yes) => () => this.send({ t: "answer", offer: offer.id, yes }).catch((error) => this.notice(error.message));
      return [key, this._offered.get(key) ?? h("div", { class: "offer" }, h("p", null, ...inLine(told, names)),
        mine ? h("span", { class: "answers" }, ...[true, false].map((yes) => h("button", { type: "button", class: "button", onclick: answer(yes) }, yes ? "Yes" : "No"))) : null)];
    }));
    show(this._offers, this._bye ? h("div", { class: "offer bye" }, h("p", null, this._bye)) : null, back, ...this._offered.values());
  }
}
