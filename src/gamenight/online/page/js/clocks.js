/** Clocks: what everybody has left of their time. They count down here; what counts is what the server says next. */
import { face } from "./clockface.js";
import { h } from "./dom.js";
import * as sound from "./sound.js";
import { say } from "./speech.js";

/** @typedef {import("./types").Clocks} Told */

const LAST = 10_000, TICK = 200; // milliseconds: when it is time to hurry, and between two looks
const UNITS = /** @type {[string, string, number][]} */ ([["d", "day", 86_400], ["h", "hour", 3_600], ["m", "minute", 60], ["s", "second", 1]]);

/** What a new table offers; others can be typed in a terminal. */
export const USUAL = ["none", "30s", "2m", "5m+10s", "15m+10s", "1d", "3d", "7d"];

/** `5m+10s` in words. @param {string} clock */
export function inWords(clock) {
  if (!clock || clock === "none") return "no clock";
  const [base, more] = clock.split("+").map(counted);
  if (more === undefined) return `${base} a move`;
  return `${base} for all moves${more ? `, ${more} more after each` : ""}`;
}

/** `1m30s` in words; nothing for no time. @param {string} text */
function counted(text) {
  return UNITS.map(([unit, word]) => {
    const count = Number(new RegExp(`(\\d+)${unit}`).exec(text)?.[1] ?? 0);
    return count ? `${count} ${word}${count === 1 ? "" : "s"}` : "";
  }).filter(Boolean).join(" ");
}

/** A field to choose a clock with, which may have another one already. @param {string} chosen */
export function choice(chosen) {
  const now = chosen || "none", known = USUAL.includes(now) ? USUAL : [...USUAL, now];
  return h("select", { class: "input", id: "clock" }, ...known.map((clock) => {
    const words = inWords(clock);
    return h("option", { value: clock, selected: clock === now }, words.charAt(0).toUpperCase() + words.slice(1));
  }));
}

export class Clocks {
  constructor() {
    /** @type {Map<number, HTMLElement>} */
    this._faces = new Map();
    /** @type {Told | null} */
    this._told = null;
    this._since = 0;
    /** @type {Set<number | undefined>} the seats of the people here */
    this.yours = new Set();
    this._warned = false;
    /** @type {ReturnType<typeof setInterval> | undefined} */
    this._timer = undefined;
  }

  /** What the server says; without clocks, all stays as it was, unless it is over. @param {import("./types").Heard} message */
  heard(message) {
    const turn = message.t === "over" ? { kind: "over", clocks: undefined } : "turn" in message ? message.turn : undefined;
    if (turn?.clocks) {
      this._warned = this._warned && this._told?.runs === turn.clocks.runs;
      this._told = turn.clocks;
      this._since = performance.now() + (turn.clocks.wait ?? 0);
      this._timer ??= setInterval(() => this.draw(), TICK);
    } else if (turn?.kind === "over" && this._told) this._told = { left: this._told.left.map((_, seat) => this.left(seat)) };
    this.draw();
  }

  /** The milliseconds that a seat has left. @param {number} seat */
  left(seat) {
    const told = this._told?.left[seat];
    if (told === undefined || told === null || this._told?.runs !== seat) return told ?? null;
    return Math.max(told - Math.max(performance.now() - this._since, 0), 0);
  }

  /** The clock of a seat, always the same element. @param {number} seat */
  face(seat) {
    const shown = this._faces.get(seat) ?? h("span", { class: "clock", hidden: true });
    this._faces.set(seat, shown);
    return shown;
  }

  draw() {
    for (const [seat, shown] of this._faces) {
      const left = this.left(seat), runs = this._told?.runs === seat, text = left === null ? "" : face(left);
      shown.hidden = left === null;
      if (shown.textContent !== text) shown.textContent = text;
      shown.dataset.state = !runs ? "" : left !== null && left <= LAST ? "short" : "runs";
      if (shown.dataset.state === "short" && this.yours.has(seat) && !this._warned) {
        this._warned = true;
        sound.play("turn");
        say("Ten seconds left.");
      }
    }
  }

  close() { clearInterval(this._timer); }
}
