/** Game card: a game in the list, with what somebody wants to know before they play. */
import { h, show } from "./dom.js";
import { icon } from "./icons.js";
import { emblem, ground, headcount, wear } from "./looks.js";
import { surely } from "./patience.js";

/** @typedef {import("./types").GameEntry} GameEntry */

/** @param {GameEntry} game @param {string} href @param {string} [deed] what a click does */
export function gameCard(game, href, deed) {
  const heading = h("a", { href }, game.title);
  return wear(h("li", { class: "game" },
    hero(game, "game-picture"),
    h("div", { class: "game-text" },
      h("div", { class: "game-head" }, h("h3", null, heading), deed ? h("span", { class: "pill", "aria-hidden": "true" }, deed) : null),
      h("p", null, game.summary),
      facts(game), luck(game))), game);
}

/** A picture of the game on its ground; its sign, as long as there is no more. @param {GameEntry} game @param {string} look */
export function hero(game, look) {
  const shown = ground(h("div", { class: look, "aria-hidden": "true" }, h("span", { class: "emblem" }, emblem(game))), game);
  const { picture: scene } = game;
  if (scene) void surely(() => import("./picture.js")).then(({ picture }) => show(shown, picture({ ...game, picture: scene })));
  return shown;
}

/** How many can play, and for how long. @param {GameEntry} game */
export const facts = (game) =>
  h("p", { class: "game-facts" },
    h("span", null, icon("people"), h("span", { class: "unseen" }, "Players: "), headcount(game)),
    game.minutes ? h("span", null, icon("clock"), h("span", { class: "unseen" }, "About "), `${game.minutes} min`) : null);

/** What decides: a point between luck and skill. @param {GameEntry} game */
export function luck(game) {
  if (game.skill === null) return null;
  const line = h("span", { class: "luck-line" });
  line.style.setProperty("--at", `${6 + game.skill * 0.88}%`);
  return h("div", { class: "luck", role: "img", "aria-label": `${game.skill} % skill, ${100 - game.skill} % luck` }, "Luck", line, "Skill");
}
