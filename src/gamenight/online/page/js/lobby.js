/** Lobby: a table that waits for people: how they come, who sits where, what is agreed, begin. */
import { Refused } from "./api.js";
import * as clocks from "./clocks.js";
import { askName, dialog } from "./dialog.js";
import { h, set, show } from "./dom.js";
import { hero } from "./gamecard.js";
import { screen } from "./header.js";
import { HouseRules, changes } from "./houserules.js";
import { icon } from "./icons.js";
import { Invitation } from "./invitation.js";
import { company, emblem, ground, inWords, wear } from "./looks.js";
import { nameField } from "./namefield.js";
import { Places } from "./places.js";
import { ratedName } from "./ratings.js";
import { say } from "./speech.js";
import { store } from "./store.js";

/** @typedef {import("./types").Welcome} Welcome */
/** @typedef {import("./types").GameDetails} GameDetails */
/** @typedef {(message: Record<string, unknown> & {t: string}) => Promise<unknown>} Send */

export class Lobby {
  /**
   * @param {HTMLElement} root
   * @param {Send} send sends a message of the protocol; refuses with a sentence
   * @param {GameDetails} details of the game
   */
  constructor(root, send, details) {
    this.details = details;
    this._send = send;
    /** @type {Welcome | null} */
    this._welcome = null;
    this._error = h("p", { class: "error", role: "alert" });
    this._invitation = new Invitation((sentence) => this._tell(sentence), () => void this._renew());
    this._places = new Places(details, {
      machine: (place, bot) => this._try({ t: "machine", place, bot }),
      pick: (place) => void this._pick(place),
      resize: (count) => this._try({ t: "places", count }),
      rename: (place, name) => void this._rename(place, name),
    });
    this._rulesShown = "";
    this._watches = false; // the host opened the table to see machines play
    this._rules = h("div", { class: "table-rules" });
    this._hint = h("p", { class: "dim" });
    this._deed = h("div", { class: "lobby-deed" });
    this._begin = h("button", { class: "button main", type: "button", onclick: () => void this._try({ t: "begin" }) });
    this._code = h("input", { class: "input", id: "sit-code", "aria-label": "Code of this table", placeholder: "Code of this table", autocomplete: "off", autocapitalize: "characters", spellcheck: "false", maxlength: 32, hidden: true });
    this._sit = this._sitting();
    const main = h("main", { class: "lobby" },
      ground(h("section", { class: "invite" },
        h("div", { class: "invite-head" }, h("p", { class: "over" }, "New table"), h("h1", { tabindex: -1 }, details.title),
          h("p", { class: "invite-lead" }, details.summary)),
        hero(details, "invite-picture"), this._invitation.element), details),
      h("section", { class: "card seats", "aria-label": "Seats" }, this._places.element, this._rules),
      h("div", { class: "lobby-foot" }, h("div", { class: "lobby-hint" }, this._hint, this._error), this._deed));
    wear(main, details);
    document.title = `${details.title} · gamenight`;
    this._root = root;
    show(root, screen("tables", main, { title: details.emblem ? `${emblem(details)} ${details.title}` : details.title, back: "/" }));
  }

  /** The table as it is now. @param {Welcome} welcome */
  update(welcome) {
    this._greet(welcome);
    const about = ({ places, options, yours } = welcome) => JSON.stringify([places.map(({ name, bot }) => [name, bot]), options, yours]);
    if (this._welcome && about(this._welcome) !== about()) show(this._error); // what it was about is not so any more
    this._welcome = welcome;
    this._invitation.update(welcome);
    this._places.update(welcome);
    this._drawRules(welcome);
    this._drawDeed(welcome);
    void this._followPlan(welcome);
  }

  close() { show(this._root); }

  /** Who has come, for those who listen. @param {Welcome} welcome */
  _greet(welcome) {
    if (!this._welcome) return;
    const known = new Set(this._welcome.places.map(({ name }) => name));
    for (const { name } of welcome.places) if (name && !known.has(name)) say(`${name} sits down.`);
  }

  /** @param {Welcome} welcome */
  _drawRules(welcome) {
    const told = [...changes(this.details.options, welcome.options), ...(welcome.hints === false ? ["without hints and odds"] : []), ...(welcome.live ? ["all screens mix the dice"] : []), ...(welcome.clock ? [clocks.inWords(welcome.clock)] : [])];
    const shown = JSON.stringify([told, welcome.host]);
    if (this._rulesShown === shown) return;
    this._rulesShown = shown;
    const had = this._rules.contains(document.activeElement);
    const change = welcome.host
      ? h("button", { class: "button bare", type: "button", onclick: () => void this._changeRules() }, "Change") : null;
    show(this._rules,
      h("div", { class: "section-head" }, h("h3", null, "Rules of this table"), change),
      h("ul", { class: "chips" }, ...(told.length ? told : ["as usual"]).map((words) => h("li", { class: "chip" }, words)),
        h("li", null, h("a", { class: "chip link", href: `/learn/${this.details.id}`, target: "_blank" }, icon("book", "small"), "How to play"))));
    if (had) change?.focus();
  }

  async _changeRules() {
    const rules = new HouseRules(this.details.options, /** @type {any} */ (this._welcome?.options ?? {}));
    const clock = clocks.choice(this._welcome?.clock ?? ""), error = h("p", { class: "error", role: "alert" });
    await dialog("Rules of this table", (close) => [h("form", { class: "stack", onsubmit: async (/** @type {Event} */ event) => {
      event.preventDefault();
      try {
        if (this.details.options.length) await this._send({ t: "options", options: rules.values });
        await this._send({ t: "clock", clock: clock.value });
        close();
      } catch (refused) {
        show(error, sentence(refused));
        rules.blame(sentence(refused));
      }
    } }, rules.element, h("div", { class: "rule" }, h("label", { for: "clock" }, "Clock"), clock), error, h("button", { class: "button main wide" }, "Agree on that"))]);
  }

  /** The one thing that somebody here does next. @param {Welcome} welcome */
  _drawDeed(welcome) {
    const taken = welcome.places.filter((place) => place.name).length, fewest = welcome.places.length && company(this.details)[0];
    const free = taken < welcome.places.length;
    show(this._begin, taken ? `Begin with ${inWords(taken)}` : "Begin");
    set(this._begin, { disabled: taken < fewest });
    if (!welcome.places.length) {
      show(this._deed, welcome.host ? this._begin : null);
      show(this._hint, "It plays by itself, and you watch.");
    } else if (welcome.host && (welcome.yours.length || !free || this._watches)) {
      show(this._deed, this._begin);
      show(this._hint, taken < fewest ? `${this.details.title} needs at least ${inWords(fewest)}.` : "The order of seats is drawn when you begin.");
    } else if (welcome.yours.length) {
      show(this._deed);
      const hosts = (welcome.hosts ?? []).map((place) => welcome.places[place].name).filter(Boolean);
      show(this._hint, `You sit. It begins when ${hosts[0] ? `${hosts[0]}, the host,` : "the host"} says so.`);
    } else if (free) {
      const invited = welcome.host || welcome.public || Boolean(this._given);
      this._code.hidden = invited;
      this._code.required = !invited;
      show(this._deed, this._sit);
      show(this._hint, invited ? "A seat is free for you." : "A seat is free. Whoever sits down needs this table’s code: its host has it.");
    } else {
      show(this._deed);
      show(this._hint, "All seats are taken. Stay and watch.");
    }
  }

  /** Sit down under a name: one's own, if it is known. */
  _sitting() {
    const field = nameField({ id: "sit-name", "aria-label": "Your name", placeholder: "Your name", value: store.name, required: true, autocomplete: "nickname" });
    return h("form", { class: "sit", onsubmit: async (/** @type {Event} */ event) => {
      event.preventDefault();
      const name = field.value.trim();
      if (name && await this._claim(name)) store.name = name;
    } }, field, this._code, h("button", { class: "button main" }, "Sit down"));
  }

  /** The code with which somebody has come here. */
  get _given() { return sessionStorage.getItem(`code.${this._welcome?.table}`) ?? ""; }

  /** @param {string} name */
  async _claim(name) {
    const code = this._welcome?.host ? "" : this._given || this._code.value.trim();
    return this._try({ t: "claim", name, code });
  }

  /** The code was not good, or is not any more: somebody has to type one. */
  _askCode() {
    if (!this._welcome) return;
    sessionStorage.removeItem(`code.${this._welcome.table}`);
    this._drawDeed(this._welcome);
    this._code.focus();
    this._code.select();
  }

  /** Choose who takes a free place: a machine, or one more person at this screen. @param {number} place */
  async _pick(place) {
    let more = false;
    await dialog("Which machine?", (close) => [
      h("p", { class: "dim" }, `${this.details.scale}.`),
      h("ul", { class: "picks" }, ...this.details.bots.map((bot) =>
        h("li", null, h("button", { class: "pick", type: "button", onclick: () => { close(); void this._try({ t: "machine", place, bot: bot.name }); } },
          h("span", { class: "row-text" }, h("b", null, ratedName(bot, this.details)), h("small", null, bot.summary)), strength(bot, this.details))))),
      h("button", { class: "button quiet wide", type: "button", onclick: () => { more = true; close(); } }, icon("people"), "Somebody at this screen instead"),
    ]);
    if (more) await askName({ title: "Who sits here?", name: "", button: "Sit down", take: (name) => this._send({ t: "claim", name, place }) });
  }

  /** @param {number} place @param {string} name */
  async _rename(place, name) {
    await askName({ title: "Be called otherwise", name, button: "That's me", take: async (wanted) => {
      await this._send({ t: "rename", place, name: wanted });
      if (store.name === name) store.name = wanted;
    } });
  }

  /** What was decided when the table was opened: who else sits here, and that it begins. @param {Welcome} welcome */
  async _followPlan(welcome) {
    const key = `plan.${welcome.table}`, text = sessionStorage.getItem(key);
    if (!welcome.host || text === null) return;
    sessionStorage.removeItem(key);
    const { names } = JSON.parse(text);
    this._watches = !welcome.yours.length;
    for (const name of names) if (!(await this._try({ t: "claim", name }))) return;
    await this._try({ t: "begin" });
  }

  async _renew() {
    if (await this._try({ t: "code" })) this._tell("There is a new code; the old one is no longer good.");
  }

  /** @param {Parameters<Send>[0]} message @returns {Promise<boolean>} whether it was done */
  async _try(message) {
    try {
      await this._send(message);
      show(this._error);
      return true;
    } catch (refused) {
      show(this._error, sentence(refused));
      if (refused instanceof Refused && refused.code === "wrong_code") this._askCode();
      return false;
    }
  }

  /** @param {string} words */
  _tell(words) {
    say(words);
    show(this._hint, words);
  }
}

/** @param {unknown} refused */
function sentence(refused) {
  const text = refused instanceof Error ? refused.message : String(refused);
  const whole = text.charAt(0).toUpperCase() + text.slice(1);
  return /[.!?]$/.test(whole) ? whole : `${whole}.`;
}

/** How strong a machine is beside the others of its game. @param {GameDetails["bots"][0]} bot @param {GameDetails} details */
function strength(bot, details) {
  const { elo } = bot, known = details.bots.map((one) => one.elo).filter((one) => one !== null);
  if (elo === null || known.length < 2) return null;
  const least = Math.min(...known), share = (elo - least) / Math.max(1, Math.max(...known) - least);
  const bar = h("span", { class: "strength", role: "img", "aria-label": `strength ${Math.round(share * 5)} of 5` }, h("i"));
  bar.style.setProperty("--share", `${8 + share * 92}%`);
  return bar;
}
