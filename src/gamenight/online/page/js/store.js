/** What this browser remembers: names, tables, wishes. Nothing of it leaves this machine. */
import { shortened } from "./letters.js";

/** What was mixed into the chance of the matches at a table: seed: what all of it comes from; commits: as they were heard first; salts: what was given. @typedef {{seed: string, commits: Record<string, string>, salts: Record<string, string[]>}} KnownChance */
/** @typedef {{id: string, tokens: string[], game: string, title: string, when: number, host?: boolean, places?: number[]}} OwnTable */

/** The most characters of a name, as core/text.py has it. */
export const LONGEST_NAME = 24;
/** A sign that the name has changed, for whoever shows it. */
export const NAMED = "gamenight-named";
const MOST_TABLES = 50;
const MOST_MATCHES = 4; // of a table whose chance is remembered

/** @template T @param {string} key @param {T} usual @returns {T} */
function read(key, usual) {
  try {
    const text = localStorage.getItem(`gamenight.${key}`);
    return text === null ? usual : JSON.parse(text);
  } catch {
    return usual; // nothing can be kept here, or somebody else wrote it
  }
}

/** @param {string} key @param {unknown} value */
function write(key, value) {
  try {
    localStorage.setItem(`gamenight.${key}`, JSON.stringify(value));
  } catch {
    // a private window: this visit has no memory
  }
}

export const store = {
  get name() { return shortened(String(read("name", "")), LONGEST_NAME); },
  set name(value) {
    write("name", value);
    dispatchEvent(new Event(NAMED));
  },
  /** "" follows the system. @returns {"" | "dark" | "light"} */
  get theme() { return read("theme", /** @type {"" | "dark" | "light"} */ ("")); },
  set theme(value) { write("theme", value); },
  get sound() { return read("sound", /** @type {boolean} */ (false)) === true; },
  set sound(value) { write("sound", value); },

  /** Where somebody here has a seat, the latest at the top. @returns {OwnTable[]} */
  get tables() {
    const found = read("tables", /** @type {OwnTable[]} */ ([]));
    return Array.isArray(found) ? found.filter((one) => typeof one?.id === "string" && Array.isArray(one.tokens)) : [];
  },

  /** Remember a seat; tokens are added to those that are known. @param {OwnTable} table */
  keep(table) {
    const known = this.tables.find((one) => one.id === table.id);
    const tokens = [...new Set([...(known?.tokens ?? []), ...table.tokens])];
    const others = this.tables.filter((one) => one.id !== table.id);
    write("tables", [{ ...known, ...table, tokens }, ...others].slice(0, MOST_TABLES));
  },

  /** @param {string} id */
  forget(id) { write("tables", this.tables.filter((one) => one.id !== id)); },

  /** @param {string} table @returns {KnownChance} */
  chance(table) {
    const all = read("chance", /** @type {Record<string, KnownChance>} */ ({}));
    if (all[table]?.seed) return all[table];
    const seed = [...crypto.getRandomValues(new Uint8Array(32))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
    const known = this._unkept.get(table) ?? { seed, commits: {}, salts: {} };
    this._unkept.set(table, known); // where nothing can be kept, it is known until the page ends
    this._keepChance(table, known);
    return known;
  },
  /** @type {Map<string, KnownChance>} */
  _unkept: new Map(),

  /** @param {string} table @param {KnownChance} known */
  _keepChance(table, known) {
    const others = Object.entries(read("chance", /** @type {Record<string, KnownChance>} */ ({}))).filter(([id]) => id !== table);
    write("chance", Object.fromEntries([[table, known], ...others].slice(0, MOST_TABLES)));
  },

  /** What fixed the chance of a match, as it was heard first. @param {string} table @param {string} id @param {string} commit */
  keepCommit(table, id, commit) {
    const known = this.chance(table);
    if (known.commits[id]) return;
    const latest = [[id, commit], ...Object.entries(known.commits)].slice(0, MOST_MATCHES);
    known.commits = Object.fromEntries(latest);
    known.salts = Object.fromEntries(Object.entries(known.salts).filter(([one]) => one in known.commits));
    this._keepChance(table, known);
  },

  /** @param {string} table @param {string} id @param {string} salt */
  keepSalt(table, id, salt) {
    const known = this.chance(table);
    known.salts[id] = [...new Set([...(known.salts[id] ?? []), salt])];
    this._keepChance(table, known);
  },

  /** The places of the people here at a table. @param {string} id @returns {number[]} */
  places(id) { return this.tables.find((one) => one.id === id)?.places ?? []; },

  /** @param {string} id @returns {string[]} */
  tokens(id) { return this.tables.find((one) => one.id === id)?.tokens ?? []; },
};
