/** Proposals: what people at a table propose to each other, in words. */
import { listed } from "./looks.js";

const OFFERED = { undo: "take back a move", next: "play again", stand_in: "let a machine play on", end: "end it here" };

/** @param {import("./types").OpenOffer} offer @param {{name?: string}[]} places @returns {string} */
export const proposed = (offer, places) => `${places[offer.by]?.name ?? "Somebody"} would like to ${OFFERED[offer.what]}.`;

/** Who has proposed another round. @param {string[]} names */
export const again = (names) => [...listed(names), names.length === 1 ? " wants to play again" : " want to play again"];
