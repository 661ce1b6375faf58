/** Tables: one's own and the open ones, as rows; and the screen that lists all of them. */
import * as api from "./api.js";
import { face } from "./clockface.js";
import { h, show } from "./dom.js";
import { screen } from "./header.js";
import { icon } from "./icons.js";
import { avatar, listed, sign, wear } from "./looks.js";
import { surely } from "./patience.js";
import { again } from "./proposals.js";
import { store } from "./store.js";

/** @typedef {import("./types").GameEntry} GameEntry */
/** @typedef {import("./types").TableSummary} TableSummary */
/** @typedef {{row: HTMLElement, game: GameEntry | undefined, table: TableSummary, yourTurn: boolean, asked: boolean}} Listed asked: whether somebody here is, for another round */

const MOST = 50;
/** Why no table can be opened, where that is so. */
export const HOSTED = "Tables are opened by this server’s host only.";

/**
 * The tables where somebody here sits, those that wait for them first. A table that is gone is forgotten.
 * @param {GameEntry[]} games @param {number} most @param {"m" | "r"} [leads] to the tables, or to their replays
 * @returns {Promise<Listed[]>}
 */
export async function ownTables(games, most, leads = "m") {
  const found = await Promise.all(store.tables.slice(0, most).map(async (own) => {
    try {
      return await api.table(own.id);
    } catch (error) {
      if (error instanceof api.Refused && error.code === "no_table") store.forget(own.id);
      return null;
    }
  }));
  const rows = found.filter((table) => table !== null).map((table) => ownRow(table, games.find((game) => game.id === table.game), leads));
  return rows.sort((one, other) => urgency(other) - urgency(one));
}

/** How many wait for somebody here. @param {Listed} listed */
const urgency = ({ yourTurn, asked }) => (yourTurn ? 2 : asked ? 1 : 0);

/** The tables of this server that have a free place. @param {GameEntry[]} games @param {number} most */
export async function openTables(games, most) {
  const own = new Set(store.tables.map(({ id }) => id));
  const waiting = (await api.tables()).filter((table) => table.state === "open" && !own.has(table.id) && table.places.some((place) => !place.name));
  return waiting.slice(0, most).map((table) => ({ row: openRow(table, games.find((game) => game.id === table.game)) }));
}

/** The finished matches of the tables where somebody here sat, as ways to their replays. @param {GameEntry[]} games @returns {Promise<HTMLElement[]>} */
export async function ownReplays(games) {
  const over = (await ownTables(games, MOST, "r")).filter(({ table }) => table.state === "over");
  return over.map(({ row }) => row);
}

/** @param {TableSummary} table @param {GameEntry | undefined} game @param {"m" | "r"} leads to the table, or to its replay @returns {Listed} */
function ownRow(table, game, leads) {
  const mine = store.places(table.id), others = table.places.filter((place, at) => place.name && !mine.includes(at));
  const yourTurn = table.state === "playing" && table.turn !== undefined && mine.includes(table.turn);
  const is = (/** @type {number} */ place) => mine.includes(place), asked = Boolean(table.again?.asked.some(is) && !table.again.yes.some(is));
  const taken = table.places.map((place, at) => ({ ...place, at })).filter((place) => place.name);
  const names = (others.length ? others : taken.length > 1 ? taken : []).map(({ name }) => name); // else all sit at this screen
  const row = wear(h("li", { class: "row" },
    h("a", { class: "row-link", href: `/${leads}/${table.id}` },
      sign(game),
      h("span", { class: "row-text" },
        h("b", null, ...(names.length ? listed(names.length > 4 ? [...names.slice(0, 3), `${names.length - 3} more`] : names) : ["Only you so far"])),
        h("small", null, game?.title ?? table.game, progress(table, mine), ...(asked ? [" · ", ...proposers(table)] : []))),
      h("span", { class: "avatars" }, ...taken.slice(0, 5).map((place) => avatar(place, place.seat ?? place.at))),
      h("span", { class: yourTurn || asked ? "chip now" : "chip" }, ...(asked ? ["Play again?"] : state(table, yourTurn))))), game);
  return { row, game, table, yourTurn, asked };
}

/** What there is to know of it in a line. @param {TableSummary} table @param {number[]} mine */
function progress(table, mine) {
  const taken = `${table.places.filter((place) => place.name).length} of ${table.places.length} seats taken`;
  const facts = table.state === "open" ? [taken] : [...standing(table, mine), ...(table.moves ? [table.moves === 1 ? "1 move" : `${table.moves} moves`] : [])];
  return [...facts, ...left(table)].map((fact) => ` · ${fact}`).join("");
}

/** How it stands for whoever sits here: of two, for both. @param {TableSummary} table @param {number[]} mine */
function standing({ facts = {}, points = {} }, mine) {
  const own = mine.length === 1 ? mine[0] : -1, all = Object.keys(points).map(Number);
  if (facts[own]) return facts[own].map((fact, at) => at ? fact : `you: ${fact}`);
  if (all.length === 2) return [all.sort((one, other) => Number(other === own) - Number(one === own)).map((place) => points[place]).join(" to ")];
  return own in points ? [`you have ${points[own]}`] : [];
}

/** @param {TableSummary} table */
const left = (table) => table.left === undefined ? [] : [`${face(table.left)} left`];

/** @param {TableSummary} table @param {boolean} yourTurn @returns {(Node | string)[]} */
function state(table, yourTurn) {
  if (yourTurn) return ["Your turn"];
  if (table.state === "open") return ["waits for players"];
  if (table.again) return ["waits for ", ...listed(called(table, table.again.asked))];
  if (table.state === "over") return ["finished"];
  const name = table.turn === undefined ? "" : table.places[table.turn]?.name;
  return name ? [h("bdi", null, name), " thinks …"] : ["being played"];
}

/** @param {TableSummary} table @param {number[]} places */
const called = (table, places) => places.map((place) => table.places[place]?.name ?? "").filter(Boolean);

/** Who has proposed another round. @param {TableSummary} table */
const proposers = (table) => again(called(table, table.again?.yes ?? []));

/** A table where somebody here plays, or is asked to play again, as a line to tap. @param {Listed} listed */
export function turnLine({ table, game, yourTurn, asked }) {
  if (table.state !== "playing" && !asked) return null;
  const mine = store.places(table.id), names = table.places.filter((place, at) => place.name && !mine.includes(at)).map(({ name }) => name);
  return wear(h("a", { class: "turn-line", href: `/m/${table.id}` }, sign(game),
    h("span", { class: "row-text" }, h("b", null, yourTurn ? `Your turn in ${game?.title ?? "a game"}` : asked ? `Another round of ${game?.title ?? "a game"}?` : `${game?.title ?? "A game"} goes on`),
      h("small", null, ...(asked ? proposers(table) : yourTurn ? named(names) : state(table, false)), ...(asked ? [] : [...standing(table, mine), ...left(table)]).map((fact) => ` · ${fact}`))),
    icon("next")), game);
}

/** @param {string[]} names */
const named = (names) => names.length ? [...listed(names), names.length > 1 ? " wait" : " waits"] : [];

/** @param {TableSummary} table @param {GameEntry | undefined} game */
function openRow(table, game) {
  const taken = table.places.filter((place) => place.name), host = taken.find((place) => !place.bot)?.name;
  return wear(h("li", { class: "row" },
    sign(game),
    h("span", { class: "row-text" },
      h("b", null, ...(host ? [h("bdi", null, host), "’s table"] : ["A free table"])),
      h("small", null, `${game?.title ?? table.game} · ${taken.length} of ${table.places.length} seats`)),
    h("a", { class: "button quiet", href: `/m/${table.id}`, "aria-label": host ? `Sit down at ${host}’s table` : "Sit down at a free table" }, "Sit down")), game);
}

/** @param {HTMLElement} root @returns {import("./types").Screen} */
export function tables(root) {
  document.title = "Tables · gamenight";
  const list = h("div", { class: "stack-wide", "aria-busy": "true" }, h("p", { class: "dim" }, "Looking …"));
  show(root, screen("tables", h("main", { class: "narrow-main" }, h("h1", { tabindex: -1 }, "Tables"), list)));
  let closed = false;
  surely(() => Promise.all([api.games(), api.house()]), () => closed).then(async ([games, house]) => {
    const own = await ownTables(games, MOST), open = house.public ? await openTables(games, MOST) : [];
    list.removeAttribute("aria-busy");
    show(list,
      h("section", null, h("h2", null, "Your tables"), own.length ? h("ul", { class: "card rows" }, ...own.map(ownWithForget))
        : h("p", { class: "card empty dim" }, "Tables where you sit are kept here, in this browser.")),
      house.public ? h("section", null, h("h2", null, "Open tables here"), open.length ? h("ul", { class: "card rows" }, ...open.map(({ row }) => row))
        : h("p", { class: "card empty dim" }, "No table waits for players.")) : null,
      house.tables ? h("a", { class: "button main", href: "/" }, icon("more"), "New table") : h("p", { class: "dim" }, HOSTED));
  }).catch((error) => show(list, h("p", { class: "card empty" }, error.message)));
  return { close() { closed = true; } };
}

/** A row that can be forgotten. @param {Listed} listed */
function ownWithForget({ row, table, game }) {
  row.append(h("button", { class: "icon-button", type: "button", "aria-label": `Forget this table of ${game?.title ?? table.game}`, title: "Forget this table", onclick() {
    store.forget(table.id);
    row.remove();
  } }, icon("close")));
  return row;
}
