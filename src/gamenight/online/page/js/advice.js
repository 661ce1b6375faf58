/** Advice: a hint on the board and the odds in a panel, as far as whoever asks may know. The server
 * works them out; whatever is played meanwhile puts them away. */
import { dialog } from "./dialog.js";
import { h, set, show } from "./dom.js";
import { say, sentence } from "./speech.js";

/** @typedef {import("./types").Told} Told */
/** @typedef {import("./types").GameDetails} GameDetails */
/** @typedef {import("./match.js").MatchView} MatchView */

const WATCHING = "A hint is for people who play; you watch.";
const AGREED = "Nobody gets hints or odds at this table: that was agreed when it was opened.";
const OVER = "The match is over.";
const NOTHING = "There is nothing to choose right now.";
const SHARE = /^([\d.,]+) ?%/;

export class Advice {
  /** @param {{match: MatchView, game: GameDetails, allowed: boolean, send: (message: object) => Promise<any>, notice: (sentence: string) => void}} given */
  constructor({ match, game, allowed, send, notice }) {
    this._match = match;
    this._allowed = allowed;
    this._game = game;
    this._send = send;
    this._notice = notice;
  }

  /** What is waited for takes a while, as the server says. @type {(words: string) => void} */
  waits = () => {};

  /** Why there is no hint now; nothing if there is. */
  get noHint() {
    if (!this._allowed) return AGREED;
    if (this._match.over) return OVER;
    if (this._match.watching) return WATCHING;
    return this._match.selection ? "" : NOTHING;
  }

  /** Why there are no odds; nothing if there are. */
  get noOdds() {
    if (!this._allowed) return AGREED;
    if (!this._game.odds) return `${this._game.title} has no odds to tell; a hint says what to try.`;
    if (this._match.over) return OVER;
    return this._match.busy ? "Wait until nothing moves." : "";
  }

  /** The first time what to try; the next time what each choice is worth. */
  async hint() {
    const match = this._match, seat = match.seat;
    if (match.advice) {
      match.advice.more?.();
      return;
    }
    if (this.noHint || seat === undefined) {
      this._notice(this.noHint || NOTHING);
      return;
    }
    let thinking = { sentence: "" };
    const wanted = () => match.advice === thinking, think = (/** @type {string} */ words) => {
      thinking = { sentence: words };
      match.advise(thinking);
      say(words);
    };
    think("Looking for a hint …");
    this.waits = (words) => { if (wanted()) think(words); };
    try {
      /** @type {Told} */
      const found = await this._send({ t: "hint", n: match.n, seat });
      if (!wanted()) return;
      match.advise({ sentence: found.sentence ?? "", text: found.text, more: () => void panel(found) });
      say(found.sentence ?? "");
    } catch (refused) {
      if (!wanted()) return;
      match.advise(null);
      this._notice(told(refused));
    }
  }

  /** In per cent; perhaps once more as exact fractions. @param {boolean} [fractions] */
  async odds(fractions = false) {
    if (this.noOdds) {
      this._notice(this.noOdds);
      return;
    }
    const match = this._match, seat = match.viewer, asked = { t: "odds", n: match.n, ...(seat === undefined ? {} : { seat }), fractions };
    const waiting = h("p", { class: "dim waits", role: "status" }, "Working out the odds …");
    const body = h("div", { class: "told" }, waiting), exact = this._game.fractions && !fractions;
    let closed = false;
    this.waits = (words) => { waiting.textContent = words; };
    void dialog("The odds", () => [body], "panel").then(() => { closed = true; });
    try {
      /** @type {Told} */
      const found = await this._send(asked);
      if (closed) return;
      const again = exact ? h("button", { type: "button", class: "button", onclick: () => { body.closest("dialog")?.close(); void this.odds(true); } }, "Exact fractions") : null;
      show(body, h("p", { class: "over" }, found.heading), ...written(found.lines), again);
    } catch (refused) {
      show(body, h("p", { role: "alert" }, sentence(told(refused))));
    }
  }
}

/** @param {unknown} refused */
const told = (refused) => (refused instanceof Error ? refused.message : String(refused));

/** What was found, to be read. @param {Told} found */
const panel = (found) => dialog(found.heading, () => [h("div", { class: "told" }, ...written(found.lines))], "panel");

/**
 * Lines as paragraphs and rows: a line that is set in, or that begins with what it is about and a
 * colon, is a row; others go on in one paragraph.
 * @param {string[]} lines @returns {HTMLElement[]}
 */
export function written(lines) {
  /** @type {HTMLElement[]} */
  const made = [];
  const indented = lines.some((line) => line.startsWith("  "));
  let open = "";
  for (const line of lines) {
    const is = !line.trim() ? "" : (indented ? line.startsWith("  ") : /: /.test(line)) ? "rows" : "paragraph";
    const last = made.at(-1);
    if (is === "rows") {
      if (open !== is) made.push(h("dl", { class: "odds" }));
      made.at(-1)?.append(row(line.trim()));
    } else if (is && open === is && last && !/[.:]$/.test(last.textContent ?? "")) last.append(` ${line}`);
    else if (is) made.push(h("p", null, line));
    open = is;
  }
  return made;
}

/** What it is about, and what is said of it; a share of all as a bar too. @param {string} line */
function row(line) {
  const at = line.indexOf(": "), label = at < 0 ? line : line.slice(0, at), said = at < 0 ? "" : line.slice(at + 2);
  const share = said.match(SHARE), made = h("div", null, h("dt", null, label), h("dd", null, said));
  if (share) {
    const bar = h("i", { "aria-hidden": "true" });
    bar.style.width = `${Math.min(100, Number(share[1].replace(",", ".")))}%`;
    set(made, { class: "shared" });
    made.append(h("dd", { class: "share", "aria-hidden": "true" }, bar));
  }
  return made;
}
