/** Home: the games, one's own tables, open tables, joining by a code. */
import * as api from "./api.js";
import { go } from "./app.js";
import { h, show } from "./dom.js";
import { gameCard } from "./gamecard.js";
import { screen } from "./header.js";
import { icon } from "./icons.js";
import { surely } from "./patience.js";
import { sentence } from "./speech.js";
import { NAMED, store } from "./store.js";
import { HOSTED, openTables, ownTables, turnLine } from "./tables.js";

const MOST_OWN = 4, MOST_OPEN = 4, MOST_LINES = 2;
const AGAIN = 15000; // milliseconds until tables are looked at again

/** @param {HTMLElement} root @returns {import("./types").Screen} */
export function home(root) {
  document.title = "gamenight";
  const greeting = h("h1", { tabindex: -1 }), invited = h("p", { class: "dim" }), offered = h("span", { class: "dim" });
  const turn = h("div", { class: "home-turn" }), games = h("ul", { class: "games", "aria-busy": "true" }, ...waiting());
  const own = h("section", { class: "own" }), open = h("section", { class: "open" });
  const hello = h("div", { class: "hello" }, greeting, invited);
  const main = h("main", { class: "home" },
    hello,
    joining(), turn,
    h("section", { class: "home-games" }, h("div", { class: "section-head" }, h("h2", null, "Games"), offered), games),
    h("div", { class: "two" }, own, open));
  show(root, screen("play", main));

  const greet = () => show(greeting, timeOfDay(), ...(store.name ? [", ", h("bdi", null, store.name)] : []));
  greet();
  addEventListener(NAMED, greet);
  let closed = false, timer = 0;
  const look = async () => {
    try {
      const [known, house] = await surely(() => Promise.all([api.games(), api.house()]), () => closed);
      if (closed) return;
      if (games.getAttribute("aria-busy")) {
        games.removeAttribute("aria-busy");
        hello.classList.toggle("told", !house.tables);
        show(invited, house.tables ? "Choose a game. Friends need nothing but the link." : `${HOSTED} Come to one by its link or its code.`);
        show(offered, house.tables ? "new table in three taps" : "learn them; the host opens tables");
        show(games, ...known.map((game) => house.tables ? gameCard(game, `/new/${game.id}`, "New table") : gameCard(game, `/learn/${game.id}`)));
      }
      const [mine, others] = await Promise.all([ownTables(known, MOST_OWN), house.public ? openTables(known, MOST_OPEN) : []]);
      if (closed) return;
      show(own, ...section("Your tables", mine, "Tables where you sit are kept here, in this browser.", store.tables.length > MOST_OWN));
      show(open, ...(house.public ? section("Open tables here", others, `No table waits for players.${house.tables ? " Open one!" : ""}`) : []));
      show(turn, ...mine.map(turnLine).filter((line) => line !== null).slice(0, MOST_LINES));
    } catch (error) {
      if (!closed && games.getAttribute("aria-busy")) show(games, failure(error, look));
    }
    if (!closed) timer = window.setTimeout(look, AGAIN);
  };
  void look();
  return {
    close() {
      closed = true;
      clearTimeout(timer);
      removeEventListener(NAMED, greet);
    },
  };
}

/** @param {string} title @param {{row: HTMLElement}[]} rows @param {string} empty @param {boolean} [more] */
const section = (title, rows, empty, more = false) => [
  h("div", { class: "section-head" }, h("h2", null, title), rows.length ? h("span", { class: "count" }, rows.length) : null,
    more ? h("a", { class: "dim", href: "/tables" }, "All of them") : null),
  rows.length ? h("ul", { class: "card rows" }, ...rows.map(({ row }) => row)) : h("p", { class: "card empty dim" }, empty),
];

/** Cards that are still on their way. */
const waiting = () => Array.from({ length: 5 }, () => h("li", { class: "game ghost" }));

/** @param {unknown} error @param {() => void} again */
const failure = (error, again) =>
  h("li", { class: "card empty" },
    h("p", null, error instanceof Error ? error.message : String(error)),
    h("button", { class: "button", type: "button", onclick: again }, icon("replay"), "Try again"));

function timeOfDay() {
  const hour = new Date().getHours();
  return hour < 5 || hour >= 18 ? "Good evening" : hour < 12 ? "Good morning" : "Good afternoon";
}

function joining() {
  const field = h("input", { class: "code-field", id: "code", name: "code", autocomplete: "off", autocapitalize: "characters", spellcheck: "false", maxlength: 32, placeholder: "letters and digits", "aria-describedby": "code-error", required: true });
  const error = h("p", { class: "error", id: "code-error", role: "alert" });
  return h("form", { class: "join", onsubmit: async (/** @type {Event} */ event) => {
    event.preventDefault();
    try {
      const code = field.value.trim();
      const { id } = await api.tableOf(code);
      sessionStorage.setItem(`code.${id}`, code);
      go(`/m/${id}`);
    } catch (refused) {
      show(error, sentence(refused instanceof Error ? refused.message : String(refused)));
      field.setAttribute("aria-invalid", "true");
      field.select();
      error.scrollIntoView({ block: "nearest" }); // selecting shows the field only
    }
  } },
    h("div", { class: "code" }, h("label", { class: "dim", for: "code" }, "Join with a code"), field, h("button", { class: "button ink" }, "Join")),
    error);
}

