/** Learn: the rules, the signs and the lesson of a game. */
import * as api from "./api.js";
import { go } from "./app.js";
import { h, show } from "./dom.js";
import { gameCard, hero } from "./gamecard.js";
import { screen } from "./header.js";
import { HowTo } from "./howto.js";
import { icon } from "./icons.js";
import { wear } from "./looks.js";
import { surely } from "./patience.js";

/** @typedef {import("./types").GameDetails} GameDetails */

/** @param {HTMLElement} root @param {string} id of a game, or nothing @returns {import("./types").Screen} */
export function learn(root, id) {
  const main = h("main", { class: id ? "learn" : "home" }, h("h1", { tabindex: -1 }, "Learn"));
  show(root, screen("learn", main, id ? { title: "How to play", back: "/learn" } : undefined));
  document.title = "Learn · gamenight";
  const failed = (/** @type {Error} */ error) => show(main, h("p", { class: "alone" }, error.message));
  /** @type {HowTo | null} */
  let shown = null;
  let closed = false;
  if (id) surely(() => Promise.all([api.game(id), api.house()]), () => closed).then(([game, house]) => { if (!closed) shown = teach(main, game, house.tables); }, failed);
  else surely(api.games, () => closed).then((games) => main.append(h("p", { class: "dim" }, "Rules, signs and a short lesson of every game."),
    h("h2", { class: "unseen" }, "Games"), h("ul", { class: "games" }, ...games.map((game) => gameCard(game, `/learn/${game.id}`)))), failed);
  return { close: () => { closed = true; shown?.close(); } };
}

/** @param {HTMLElement} main @param {GameDetails} game @param {boolean} playable whether a table of it can be opened here */
function teach(main, game, playable) {
  document.title = `How to play ${game.title} · gamenight`;
  wear(main, game);
  const shown = new HowTo(game, playable ? { label: "Play it", act: () => go(`/new/${game.id}`) } : { label: "Other games", act: () => go("/learn") }, { top: 2 });
  show(main, hero(game, "learn-picture"),
    h("div", { class: "learn-head" }, h("h1", { tabindex: -1 }, game.title), h("p", { class: "dim" }, game.summary),
      playable ? h("a", { class: "button main", href: `/new/${game.id}` }, icon("play"), "Play it") : null),
    shown.element);
  return shown;
}
