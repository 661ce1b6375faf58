/** Patience: what is fetched over a bad line, tried until it is there. Meanwhile the page says so. */
import { Refused, UNREACHABLE } from "./api.js";
import { h } from "./dom.js";

const AGAIN = 800; // milliseconds until the next try
const SOON = 600, LATE = 4000; // milliseconds without an answer until that is said, and until nobody seems to be there
const CONNECTING = "Connecting …", NOBODY = "No answer from the server. Trying again …";

/** What this gives, however often the line is lost before. @template T @param {() => Promise<T>} get @param {() => boolean} [left] whether nobody wants it any more @returns {Promise<T>} */
export async function surely(get, left = () => false) {
  const wait = new Wait();
  try {
    for (;;) {
      try {
        return await get();
      } catch (error) {
        const lost = error instanceof Refused ? error.code === UNREACHABLE : error instanceof TypeError; // of a module
        if (!lost || left()) throw error;
        wait.says(NOBODY);
        await new Promise((done) => setTimeout(done, AGAIN));
      }
    }
  } finally {
    wait.ends();
  }
}

/** @type {Set<Wait>} all that is waited for */
const waiting = new Set();
/** Where it is said, once for all. @type {HTMLElement | undefined} */
let told;

class Wait {
  constructor() {
    this.words = "";
    this._soon = setTimeout(() => this.says(this.words || CONNECTING), SOON);
    this._late = setTimeout(() => this.says(NOBODY), LATE);
    waiting.add(this);
  }

  /** @param {string} words */
  says(words) {
    this.words = words;
    tell();
  }

  ends() {
    clearTimeout(this._soon);
    clearTimeout(this._late);
    waiting.delete(this);
    tell();
  }
}

/** The worst of all. */
function tell() {
  const all = [...waiting].map(({ words }) => words), words = all.includes(NOBODY) ? NOBODY : all.find(Boolean) ?? "";
  if (!told && words) document.body.append(told = h("p", { class: "no-answer", role: "status" }));
  if (told && told.textContent !== words) told.textContent = words;
}
