/** Tokens: dice, seeds, pawns and cards as elements. It knows kinds and faces, and no game. */
import { h, svg } from "./dom.js";

/** @typedef {import("./types").Token} Token */
/** @typedef {(face: string) => string} Sign what a face looks like */

const COLORS = new Set(["red", "green", "yellow", "blue", "purple", "white", "black"]);
/** Where the pips of a die are, in a grid of three by three. @type {Record<string, number[]>} */
const PIPS = { 1: [5], 2: [1, 9], 3: [1, 5, 9], 4: [1, 3, 7, 9], 5: [1, 3, 5, 7, 9], 6: [1, 3, 4, 6, 7, 9] };
const PAWN = "M32 6a10 10 0 0 1 6 18c9 2 19 7 19 12 0 4-5 5-11 4 3 8 8 14 9 19 0 2-1 3-3 3H40c-2 0-3-1-4-3l-4-9-4 9c-1 2-2 3-4 3H12c-2 0-3-1-3-3 1-5 6-11 9-19-6 1-11 0-11-4 0-5 10-10 19-12A10 10 0 0 1 32 6z";

/** The name by which a token is found in the next scene: its own, or that of its kind. @param {Token} token */
export const nameOf = (token) => (token.key ? `=${token.key}` : `${token.kind}/${token.color ?? ""}/${token.owner ?? ""}`);

/** A number that is always the same for a text. @param {string} text */
export function hash(text) {
  let found = 2166136261;
  for (let at = 0; at < text.length; at++) found = Math.imul(found ^ text.charCodeAt(at), 16777619);
  return found >>> 0;
}

/** @param {Token} token @param {Sign} sign @returns {HTMLElement} */
export function drawToken(token, sign) {
  const made = DRAWN[token.kind](token, sign);
  made.dataset.token = nameOf(token);
  made.dataset.face = token.face ?? "";
  if (token.tone) made.dataset.tone = token.tone;
  if (token.owner !== undefined) made.dataset.seat = String(token.owner % 8);
  if ((token.count ?? 1) > 1) made.append(h("span", { class: "times" }, `×${token.count}`));
  return made;
}

/** @type {Record<Token["kind"], (token: Token, sign: Sign) => HTMLElement>} */
const DRAWN = {
  die(token, sign) {
    const face = token.face ?? "", pips = PIPS[face];
    const color = COLORS.has(token.color ?? "") ? token.color : "white";
    const inside = pips ? pips.map((at) => h("i", { "data-pip": at })) : [face ? h("b", null, sign(face)) : null];
    return h("span", { class: face ? "die" : "die blank", "data-color": color }, ...inside);
  },
  seed: () => h("span", { class: "seed" }),
  pawn(token, sign) {
    if (token.face) {
      const text = sign(token.face), number = text.match(/^\d+/)?.[0] ?? "", picture = text.slice(number.length);
      return h("span", { class: "piece" }, h("b", null, picture || text), picture && number ? h("em", null, number) : null);
    }
    return h("span", { class: "pawn" }, svg("svg", { viewBox: "0 0 64 64", "aria-hidden": "true" }, svg("path", { d: PAWN })));
  },
  card: (token, sign) => h("span", { class: token.face ? "sign" : "sign down" }, token.face ? sign(token.face) : ""),
};

/**
 * So many seeds in a hollow: a sunflower, shaken a little, the same for the same place.
 * @param {number} count @param {string} salt @returns {{x: number, y: number, turn: number}[]} in per cent and degrees
 */
export function heap(count, salt) {
  const first = (hash(salt) % 628) / 100;
  return Array.from({ length: count }, (_, at) => {
    const far = count === 1 ? 0 : Math.sqrt((at + 0.5) / Math.max(count, 5)) * 38;
    const angle = at * 2.39996 + first, shake = hash(salt + at);
    return { x: 50 + far * Math.cos(angle) + ((shake % 7) - 3) * 0.8, y: 50 + far * Math.sin(angle) + (((shake >> 4) % 7) - 3) * 0.8, turn: shake % 180 };
  });
}
