/** Questions to the server that need no line. */
import { sentence } from "./speech.js";

/** The code of what the server cannot be asked just now. */
export const UNREACHABLE = "unreachable";

export class Refused extends Error {
  /** @param {string} sentence @param {string} [code] what kind of no it is */
  constructor(sentence, code = "") {
    super(sentence.charAt(0).toUpperCase() + sentence.slice(1));
    this.code = code;
  }
}

/**
 * @param {string} path
 * @param {RequestInit} [request]
 * @returns {Promise<any>} raises Refused with a sentence for people
 */
async function ask(path, request) {
  let response;
  try {
    response = await fetch(path, { headers: { "content-type": "application/json" }, ...request });
  } catch {
    throw new Refused("The server cannot be reached. Is this device online?", UNREACHABLE);
  }
  const answer = await response.json().catch(() => ({}));
  if (!response.ok) throw new Refused(answer.text ?? `The server answered ${response.status}.`, answer.code);
  return answer;
}

/** @returns {Promise<import("./types").GameEntry[]>} */
export const games = () => ask("/api/games");
/** @type {Map<string, Promise<import("./types").GameDetails>>} */
const known = new Map();
/** @param {string} id @returns {Promise<import("./types").GameDetails>} */
export function game(id) {
  if (!known.has(id)) {
    const found = ask(`/api/games/${encodeURIComponent(id)}`);
    found.catch(() => known.delete(id));
    known.set(id, found);
  }
  return /** @type {Promise<import("./types").GameDetails>} */ (known.get(id));
}
/** @param {string} id @returns {Promise<import("./types").ManualPart[]>} */
export const rules = (id) => ask(`/api/games/${encodeURIComponent(id)}/rules`);
/** The faces that can appear with these options. @param {string} id @param {Record<string, import("./types").Value>} options @returns {Promise<string[]>} */
export const signs = (id, options) => ask(`/api/games/${encodeURIComponent(id)}/signs?${new URLSearchParams(Object.entries(options).map(([name, value]) => [name, String(value)]))}`);
/** @param {string} id @returns {Promise<import("./types").Lesson>} */
export const lesson = (id) => ask(`/api/games/${encodeURIComponent(id)}/lesson`);
/** What this server does for everybody. @returns {Promise<{public: boolean, tables: boolean, chat: boolean, clock: string, where: string}>} */
export const house = () => ask("/api/house");
/** @returns {Promise<import("./types").TableSummary[]>} */
export const tables = () => ask("/api/tables");
/** @param {string} id @returns {Promise<import("./types").TableSummary>} */
export const table = (id) => ask(`/api/tables/${encodeURIComponent(id)}`);
/** How to come to a table, as its QR code says it. @param {string} id @returns {Promise<{link: string, code: string}>} */
export const link = (id) => ask(`/api/tables/${encodeURIComponent(id)}/link`);
/** @param {object} wanted @returns {Promise<{id: string, host: string, token: string, code: string}>} */
export const newTable = (wanted) => ask("/api/tables", { method: "POST", body: JSON.stringify(wanted) });
/** @param {string} code @returns {Promise<{id: string}>} */
export const tableOf = (code) => ask("/api/codes", { method: "POST", body: JSON.stringify({ code }) });

/** Where something of a match is: `ID` is a table's latest, `ID/N` a certain round. @param {string} id @param {"record" | "replay" | "review" | "proof"} what */
export function matchPath(id, what) {
  const [table, round] = id.split("/");
  return `/api/tables/${encodeURIComponent(table)}/${what}${round ? `?match=${round}` : ""}`;
}
/** @param {string} id @returns {Promise<import("./types").Replay>} */
export const replay = (id) => ask(matchPath(id, "replay"));
/** What its chance can be worked out again from. @param {string} id @returns {Promise<import("./types").Dice>} */
export const proof = (id) => ask(matchPath(id, "proof"));
/** The same of a record that somebody has. @param {string} text @returns {Promise<import("./types").Replay>} */
export const replayOf = (text) => ask("/api/replays", { method: "POST", body: text });

const AGAIN = 1000; // milliseconds until it is asked once more
/** Hears how far a review is, if that is known, and in words what is done. @typedef {(percent: number | null, words: string) => void} Far */

/**
 * The review of a match, as soon as it is done. @param {string} id @param {() => boolean} closed whether nobody waits any more
 * @param {Far} [far]
 */
export const review = (id, closed, far) => lookedBack(() => ask(matchPath(id, "review")), closed, far);
/** The same of a record that somebody has. @param {string} text @param {() => boolean} closed @param {Far} [far] */
export const reviewOf = (text, closed, far) => lookedBack(() => ask("/api/reviews", { method: "POST", body: text }), closed, far);

/**
 * Asked again until it is known. @param {() => Promise<any>} asked @param {() => boolean} closed @param {Far} [far]
 * @returns {Promise<import("./types").MatchReview | null>}
 */
async function lookedBack(asked, closed, far = () => {}) {
  while (!closed()) {
    const found = await asked();
    if (found.moments) return found;
    if (!closed()) far(found.done ?? null, sentence(found.text));
    await new Promise((done) => setTimeout(done, AGAIN));
  }
  return null;
}
