/** Menu: everything that is not a move. What cannot be done now says why. */
import { dress, go } from "./app.js";
import { dialog } from "./dialog.js";
import { h, set } from "./dom.js";
import { sentence } from "./speech.js";
import { store } from "./store.js";

/** @typedef {import("./table.js").Table} Table */
/** @typedef {import("./types").OpenOffer["what"]} Offered */

/** @param {Table} table */
export function menu(table) {
  const seated = (table.welcome?.yours ?? []).length > 0, running = Boolean(table.match && !table.welcome?.result);
  const gone = (table.welcome?.places ?? []).findIndex((place) => place.name && !place.bot && !place.here);
  void dialog("Menu", (close) => {
    /** @param {string} label @param {() => void} act @param {Offered} [what] that it proposes @param {string} [look] `narrow`: it is in the bar where there is room */
    const row = (label, act, what, look = "") => h("button", { type: "button", class: `button bare ${look}`.trim(), "data-what": what, onclick: (/** @type {MouseEvent} */ event) => {
      if (event.currentTarget instanceof Element && event.currentTarget.getAttribute("aria-disabled")) return;
      close();
      act();
    } }, label);
    const offer = (/** @type {Offered} */ what, /** @type {object} */ more = {}) => () => void table.send({ t: "offer", what, ...more }).catch((error) => table.notice(error.message));
    const proposals = running && seated ? [
      row("Take back my last move", offer("undo"), "undo"),
      gone >= 0 ? row(`Let a machine play for ${table.welcome?.places[gone].name}`, offer("stand_in", { place: gone }), "stand_in") : null,
      row("Propose to end it here", offer("end"), "end"),
      row("Give up", () => sure(table)),
    ] : [];
    void ask(table, proposals);
    const isLight = store.theme === "light" || (!store.theme && matchMedia("(prefers-color-scheme: light)").matches);
    const leave = row(running && seated ? "Leave for now" : "All games", () => go("/"));
    if (running && seated) leave.append(h("small", null, "The match goes on; it is among your tables."));
    return [
      row("Odds", () => void table.advice?.odds(), undefined, "narrow"),
      row("How to play", () => void table.howTo(), undefined, "narrow"),
      table.match ? row("What has happened", () => void dialog("What has happened", () => [table.match?.log.copy()], "panel"), undefined, "narrow") : null,
      ...proposals,
      row(store.sound ? "Turn sound off" : "Turn sound on", () => { store.sound = !store.sound; }),
      row(isLight ? "Dark colours" : "Light colours", () => { store.theme = isLight ? "dark" : "light"; dress(); }),
      document.fullscreenEnabled ? row(document.fullscreenElement ? "Leave full screen" : "Full screen", () => void (document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen())) : null,
      leave,
    ];
  }, "menu");
}

/** What cannot be proposed now says why. @param {Table} table @param {(HTMLElement | null)[]} rows */
async function ask(table, rows) {
  /** @type {Record<string, string>} */
  let why = {};
  const refuse = () => {
    for (const row of rows) {
      const reason = why[row?.dataset.what ?? ""] ?? "";
      if (!row || !reason) continue;
      set(row, { "aria-disabled": "true" });
      row.append(h("small", null, sentence(reason)));
    }
  };
  if (!rows.length) return;
  if (!table.online) why = { undo: "You are not connected", stand_in: "You are not connected", end: "You are not connected" };
  else why = (await table.send({ t: "can" }).catch(() => ({}))).why ?? {};
  refuse();
}

/** Giving up is asked once more. @param {Table} table */
function sure(table) {
  const seat = table.match?.seat;
  void dialog("Give up?", (close) => [
    h("p", { class: "dim" }, (table.match?.scene.scores ?? []).length > 2 ? "A machine plays on for you." : "The match ends, and the other side wins."),
    h("div", { class: "dialog-deeds" }, h("button", { type: "button", class: "button", onclick: close }, "Play on"),
      h("button", { type: "button", class: "button danger", onclick: () => { close(); void table.send({ t: "resign", seat }).catch((error) => table.notice(error.message)); } }, "Give up")),
  ], "menu");
}
