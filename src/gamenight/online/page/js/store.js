/** What this browser remembers: names, tables, wishes. Nothing of it leaves this machine. */

/** @typedef {{id: string, tokens: string[], game: string, title: string, when: number, host?: boolean, places?: number[]}} OwnTable */

/** The most characters of a name, as core/text.py has it. */
export const LONGEST_NAME = 24;
const MOST_TABLES = 50;

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
  get name() { return [...String(read("name", ""))].slice(0, LONGEST_NAME).join(""); },
  set name(value) { write("name", value); },
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

  /** The places of the people here at a table. @param {string} id @returns {number[]} */
  places(id) { return this.tables.find((one) => one.id === id)?.places ?? []; },

  /** @param {string} id @returns {string[]} */
  tokens(id) { return this.tables.find((one) => one.id === id)?.tokens ?? []; },
};
