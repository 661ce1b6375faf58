/** New table: who plays, machines, rules; then it is open. */
import * as api from "./api.js";
import { go } from "./app.js";
import { disable, h, set, show } from "./dom.js";
import * as clocks from "./clocks.js";
import { calm } from "./film.js";
import { hero } from "./gamecard.js";
import { screen } from "./header.js";
import { HouseRules } from "./houserules.js";
import { icon } from "./icons.js";
import { company, headcount, wear } from "./looks.js";
import { nameField } from "./namefield.js";
import { surely } from "./patience.js";
import { ratedName } from "./ratings.js";
import { NAMED, store } from "./store.js";
import { HOSTED } from "./tables.js";

/** @typedef {import("./types").GameDetails} GameDetails */
/** @typedef {"friends" | "here" | "alone" | "watch"} Way */

const USUAL_PLACES = 4;
const MOST_HERE = 7; // people at one screen, besides the host's own link

/** @type {Record<Way, {icon: import("./icons.js").IconName, title: string, text: string, button: string}>} */
const WAYS = {
  friends: { icon: "qr", title: "Friends, each on a phone", text: "a link and a QR code", button: "Open the table" },
  here: { icon: "people", title: "Everybody at this screen", text: "the phone goes around", button: "Begin" },
  alone: { icon: "play", title: "Only machines and I", text: "begins at once", button: "Begin" },
  watch: { icon: "watch", title: "It plays by itself, and you watch", text: "nobody decides anything with these rules", button: "Begin" },
};

/** @param {HTMLElement} root @param {string} id @returns {import("./types").Screen} */
export function newTable(root, id) {
  document.title = "New table · gamenight";
  const main = h("main", { class: "new-table" }, h("p", { class: "alone dim", "aria-busy": "true" }, "One moment …"));
  show(root, screen("play", main, { title: "New table", back: "/" }));
  /** @type {Form | null} */
  let form = null;
  let closed = false;
  surely(() => Promise.all([api.game(id), api.house()]), () => closed).then(
    ([game, house]) => {
      if (closed) return;
      if (house.tables) form = new Form(main, game, house);
      else {
        main.className = "narrow-main";
        show(main, h("h1", { tabindex: -1 }, HOSTED), h("p", { class: "dim" }, "Come to one by its link or its code."), h("a", { class: "button", href: `/learn/${game.id}` }, icon("book"), `How to play ${game.title}`));
      }
    },
    (error) => show(main, h("p", { class: "alone" }, error.message)));
  return { close: () => { closed = true; form?.close(); } };
}

class Form {
  /** @param {HTMLElement} main @param {GameDetails} game @param {{public: boolean, clock: string}} house */
  constructor(main, game, house) {
    this.game = game;
    /** @type {Way} */
    this._wanted = company(game)[1] > 1 ? "friends" : "alone"; // as long as somebody decides anything
    this.names = ["", ""]; // at this screen, after one's own
    this.machines = 0;
    this.bot = game.usual;
    this.rules = new HouseRules(game.options, {}, () => this._ruled());
    this._ways = h("fieldset", { class: "who-plays" });
    this._people = h("div", { class: "stack" });
    this._machines = h("div", { class: "machines" });
    this._changes = h("span", { class: "dim" });
    this._error = h("p", { class: "error", id: "refused", role: "alert" });
    this._button = h("button", { class: "button main wide" });
    this._public = h("input", { class: "switch", type: "checkbox", role: "switch", id: "public" });
    this._hints = h("input", { class: "switch", type: "checkbox", role: "switch", id: "hints", checked: true });
    this._live = h("input", { class: "switch", type: "checkbox", role: "switch", id: "live" });
    this._liveRule = h("div", { class: "rule switch-rule" }, h("label", { for: "live" }, "All screens mix the dice before each roll"), this._live);
    this._clock = clocks.choice(house.clock);
    this._called = nameField({ id: "called", name: "name", value: store.name, autocomplete: "nickname", "aria-describedby": "refused", onchange: () => {
      store.name = this._called.value.trim();
    } });
    this._known = Boolean(store.name); // who opens it: nobody asks again
    this._asked = h("div", { class: "asked" }, h("label", { class: "label", for: "called" }, "Your name"), this._called);
    this._named = () => { this._called.value = store.name; };
    addEventListener(NAMED, this._named);
    this._ruled();
    wear(main, game);
    document.title = `New table: ${game.title} · gamenight`;
    show(main, hero(game, "new-picture"), this._sheet(house.public));
  }

  close() { removeEventListener(NAMED, this._named); }

  /** @param {boolean} isPublic */
  _sheet(isPublic) {
    const form = h("form", { class: "sheet", oninput: () => this._refuse(), onsubmit: (/** @type {Event} */ event) => { event.preventDefault(); void this._open(); } },
      h("a", { class: "round-back", href: "/", "aria-label": "Back to the games" }, icon("back")),
      h("div", null, h("h1", { tabindex: -1 }, this.game.title),
        h("p", { class: "dim" }, facts(this.game), " · ", h("a", { href: `/learn/${this.game.id}` }, "How to play"))),
      this._asked,
      this._ways, this._people, this._machines,
      h("details", { class: "more", ontoggle: opened },
        h("summary", null, h("span", null, "More rules", this._changes), icon("down")),
        this.rules.element,
        h("div", { class: "rule switch-rule" }, h("label", { for: "hints" }, "Hints and odds for whoever asks"), this._hints), this._liveRule,
        h("div", { class: "rule" }, h("label", { for: "clock" }, "Clock"), this._clock)),
      isPublic ? h("div", { class: "rule switch-rule public" }, h("label", { for: "public" }, "Show it among the open tables"), this._public) : null,
      h("div", { class: "sheet-foot" }, this._error, this._button));
    form.addEventListener("invalid", ({ target }) => target instanceof Element && target.closest("details")?.setAttribute("open", ""), true); // what is folded away can have no focus
    return form;
  }

  /** @param {Way} way */
  _way(way) {
    const { icon: sign, title, text } = WAYS[way];
    return h("label", { class: "way" },
      h("input", { type: "radio", name: "way", value: way, checked: way === this.way, onchange: () => { this._wanted = way; this._choose(); } }),
      icon(sign), h("span", { class: "row-text" }, h("b", null, title), h("small", null, text)), icon("check", "way-check"));
  }

  /** How many can sit down with these rules. */
  get _company() { return this.rules.watched ? [0, 0] : company(this.game); }

  /** How it is played with these rules. @returns {Way} */
  get way() { return this._company[1] ? this._wanted : "watch"; }

  /** The rules are others: who can play may be, too. */
  _ruled() {
    const most = this._company[1], ways = /** @type {Way[]} */ (most > 1 ? ["friends", "here", "alone"] : most === 1 ? ["alone"] : ["watch"]);
    if (String(ways) === this._offered) this._draw();
    else {
      this._offered = String(ways);
      show(this._ways, h("legend", { class: "label" }, "Who plays?"), ...ways.map((way) => this._way(way)));
      this._choose();
    }
  }

  /** With as many machines as that way needs. */
  _choose() {
    const [fewest, most] = this._company;
    this.machines = this.way === "alone" ? Math.max(fewest - 1, most > 1 ? 1 : 0) : 0;
    this._draw();
  }

  /** How many people sit here at least. */
  get _sitting() {
    if (this.way === "watch") return 0;
    return this.way === "here" ? 1 + this.names.length : this.way === "friends" ? 2 : 1;
  }

  _draw() {
    show(this._button, WAYS[this.way].button);
    this._asked.hidden = this.way === "watch" || this._known;
    show(this._changes, this.rules.changes.length ? ` · ${this.rules.changes.join(", ")}` : this.game.options.length ? " · as usual" : "");
    this._liveRule.hidden = this.way !== "friends" || !this.game.chance; // alone, nobody else can mix
    this._drawPeople();
    this._drawMachines();
  }

  _drawPeople() {
    if (this.way !== "here") {
      show(this._people);
      return;
    }
    const most = Math.min(this._company[1], MOST_HERE);
    this.names = this.names.slice(0, Math.max(1, most - 1 - this.machines));
    show(this._people,
      h("h2", { class: "label" }, "Who sits here besides you?"),
      ...this.names.map((name, at) => h("div", { class: "name-row" },
        nameField({ "aria-label": `Name of player ${at + 2}`, placeholder: `Player ${at + 2}`, value: name, autocomplete: "off",
          oninput: (/** @type {any} */ { target }) => { this.names[at] = target.value; } }),
        this.names.length > 1 ? h("button", { class: "icon-button", type: "button", "aria-label": `Without player ${at + 2}`, onclick: () => { this.names.splice(at, 1); this._draw(); } }, icon("close")) : null)),
      this.names.length + 1 + this.machines < most
        ? h("button", { class: "button quiet", type: "button", onclick: () => {
          this.names.push("");
          this._draw();
          const fields = this._people.querySelectorAll("input");
          fields[fields.length - 1].focus();
        } }, icon("more"), "Another player") : null);
  }

  _drawMachines() {
    const [least, all] = this._company, most = all - this._sitting;
    const fewest = this.way === "alone" ? Math.max(least - this._sitting, 0) : 0;
    if (most <= 0) {
      this.machines = 0;
      show(this._machines);
      return;
    }
    this.machines = Math.min(Math.max(this.machines, fewest), most);
    if (!this._machines.firstChild) this._buildMachines();
    const bot = this.game.bots.find(({ name }) => name === this.bot);
    show(/** @type {Element} */ (this._count), this.machines === 1 ? "1 machine" : this.machines ? `${this.machines} machines` : "No machines");
    show(/** @type {Element} */ (this._summary), this.machines ? bot?.summary ?? "" : "they fill seats that friends leave free");
    set(/** @type {Element} */ (this._kind), { hidden: !this.machines });
    const [less, more] = /** @type {HTMLButtonElement[]} */ ([this._less, this._more]);
    less.disabled = more.disabled = false;
    disable(less, this.machines <= fewest, more);
    disable(more, this.machines >= most, less);
  }

  /** The row of the machines, made once: a button that is pressed keeps the focus. */
  _buildMachines() {
    const step = (/** @type {number} */ by) => () => { this.machines += by; this._draw(); };
    this._count = h("b", { "aria-live": "polite" });
    this._summary = h("small");
    this._less = h("button", { class: "icon-button lined", type: "button", "aria-label": "One fewer machine", onclick: step(-1) }, icon("less"));
    this._more = h("button", { class: "icon-button lined", type: "button", "aria-label": "One more machine", onclick: step(1) }, icon("more"));
    const choice = h("select", { class: "input", id: "bot", onchange: (/** @type {any} */ { target }) => { this.bot = target.value; this._draw(); } },
      ...this.game.bots.map((bot) => h("option", { value: bot.name, selected: bot.name === this.bot }, ratedName(bot, this.game))));
    this._kind = h("div", { class: "machine-kind" }, h("label", { for: "bot" }, "How they play"), choice, h("small", { class: "dim" }, `${this.game.scale}.`));
    show(this._machines, h("h2", { class: "label" }, "Machines"),
      h("div", { class: "card" },
        h("div", { class: "machine-row" }, h("span", { class: "row-text" }, this._count, this._summary), this._less, this._more),
        this._kind));
  }

  /** Say why not, beside the button, and go to the field that is meant; nothing: all may be well again. @param {string} [why] @param {string} [code] */
  _refuse(why = "", code = "") {
    show(this._error, why);
    set(this._called, { "aria-invalid": code === "invalid_name" ? "true" : null });
    if (code === "invalid_name") {
      this._asked.hidden = this._known = false;
      this._called.focus();
      this._called.scrollIntoView({ block: "nearest" }); // it may have had the focus before
    } else if (code === "invalid_option") this.rules.blame(why);
  }

  /** Whether it is being opened: once is enough. */
  _sending = false;

  async _open() {
    const name = this._called.value.trim();
    if (!name && this.way !== "watch") {
      this._refuse(`Say your name first: ${this.way === "alone" ? "it stands on the board" : "it is how the others know you"}.`, "invalid_name");
      return;
    }
    const others = this.way === "here" ? this.names.map((other, at) => other.trim() || `Player ${at + 2}`) : [];
    const people = this.way === "watch" ? 0 : 1 + others.length;
    const places = this.way === "friends" ? Math.min(Math.max(USUAL_PLACES, this.machines + 2), this._company[1]) : people + this.machines;
    if (this._sending) return;
    this._sending = true;
    try {
      const made = await api.newTable({
        game: this.game.id, options: this.rules.values, name: people ? name : "", places,
        machines: Array(this.machines).fill(this.bot), public: this.way === "friends" && this._public.checked, hints: this._hints.checked, live: !this._liveRule.hidden && this._live.checked, clock: this._clock.value,
      });
      if (people) store.name = name;
      store.keep({ id: made.id, tokens: [made.host, made.token].filter(Boolean), game: this.game.id, title: this.game.title, when: Date.now(), host: true });
      if (this.way !== "friends") sessionStorage.setItem(`plan.${made.id}`, JSON.stringify({ names: others, begin: true }));
      go(`/m/${made.id}`);
    } catch (refused) {
      this._refuse(refused instanceof Error ? refused.message : String(refused), refused instanceof api.Refused ? refused.code : "");
    } finally {
      this._sending = false;
    }
  }
}

/** What was folded comes into view, unless it was opened for a field in it. @param {Event} event */
function opened({ target }) {
  if (target instanceof HTMLDetailsElement && target.open && !target.querySelector("[aria-invalid]")) target.scrollIntoView({ block: "nearest", behavior: calm() ? "auto" : "smooth" });
}

/** @param {GameDetails} game */
function facts(game) {
  const players = headcount(game) === "1" ? "1 player" : `${headcount(game)} players`;
  const decides = game.skill === null ? "" : game.skill < 20 ? "nearly all luck" : game.skill < 45 ? "mostly luck" : game.skill < 60 ? "luck and skill" : game.skill < 95 ? "mostly skill" : "all skill";
  return [players, game.minutes ? `${game.minutes} min` : "", decides].filter(Boolean).join(" · ");
}
