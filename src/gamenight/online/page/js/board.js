/** Board: any scene as elements. Areas and spots stay the same elements from one scene to the next,
 * so that focus stays and things can move. It knows shapes and looks, and no game. */
import { h, set, show } from "./dom.js";
import { folded, grid, ring, row } from "./layout.js";
import { inLine, initial } from "./looks.js";
import { count } from "./scene.js";
import { drawToken, heap } from "./tokens.js";

/** @typedef {import("./types").Scene} Scene */
/** @typedef {import("./types").Area} Area */
/** @typedef {import("./types").Spot} Spot */
/** @typedef {Record<string, import("./types").Glyph>} Glyphs */
/**
 * What is marked on it. live: can be touched; marked, path: chosen so far; last: the last move; glow:
 * a hint; reach: where it may lead; hints: a few words by spot; seat: whose own spots are marked;
 * whose: the owner of the hand, where several people share the screen.
 * @typedef {{live?: Set<string>, marked?: Set<string>, path?: Set<string>, last?: Set<string>,
 *   glow?: Set<string>, reach?: Set<string>, hints?: Map<string, string>, seat?: number, whose?: string}} Marks
 */

const PIT = { gap: 10, most: 168, ratio: 1.1, tall: 1.2, spare: 30 }, SMALL_PIT = { gap: 4, spare: 52 }, CELL = { gap: 4, most: 128, ratio: 1, tall: 1.7 }; // a cell has its number above what stands there
const MOST_SEEDS = 60; // drawn one by one
const TEXTURE = /^[\u2580-\u259f]$/; // a sign that is a pattern for cells, and no picture
const PLACED = ["wide", "lower", "right"]; // said by where a spot is in its grid
const SMALL = 400; // pixels of the height of a board from which on it needs all of them
const LEAST = 200, LEAST_ROW = 110; // pixels of the height of a board, and of one that is a row of things
const HAND = 190; // pixels that somebody's cards will need, before there are any
const LINE_GAP = 12; // pixels between the lines of a field, as in pieces.css
const TINY = 28; // pixels of a cell in which words have no room, whichever way
const NUMBER_ONLY = 54, SIGN_ONLY = 92; // pixels of a tile in which a note has no room, and none below its sign
const ROUND = 44; // pixels of a cell in which a number has room on a round piece, and else beside or below its picture
const FINGER = 44; // pixels: nothing that can be touched is smaller
const TOLD = ["", "names", "signs"]; // of the cards that lie on a table: everything, and what is told where that has no room

export class Board {
  /**
   * @param {HTMLElement} root
   * @param {{glyphs: Glyphs, touch?: (key: string) => void, side?: HTMLElement | null}} given side:
   *   where areas of the least importance go when there is room
   */
  constructor(root, { glyphs, touch, side }) {
    this._glyphs = glyphs;
    this._side = side ?? null;
    this._field = h("div", { class: "field" });
    this._hand = h("div", { class: "hand" });
    /** @type {Map<string, HTMLElement>} */
    this._areas = new Map();
    /** @type {Map<string, HTMLButtonElement>} */
    this._spots = new Map();
    /** @type {Scene | null} */
    this.scene = null;
    this.element = h("section", { class: "board", "aria-label": "The table" }, this._field, this._hand);
    root.append(this.element);
    const touched = (/** @type {MouseEvent} */ event) => {
      const spot = event.target instanceof Element ? event.target.closest("[data-key]") : null;
      const meant = spot?.matches(".live") ? spot : this._beside(event) ?? spot;
      if (meant instanceof HTMLElement && touch) touch(meant.dataset.key ?? "");
    };
    this.element.addEventListener("click", touched);
    side?.addEventListener("click", touched);
    this._watching = new ResizeObserver(() => this._resized());
    for (const box of [this.element, this._hand, ...this._side ? [this._side] : []]) this._watching.observe(box);
  }

  close() { this._watching.disconnect(); }

  /** What a finger meant that came down beside it: a small thing can be touched as far around as if
   * it had the size of a finger. @param {MouseEvent} event */
  _beside({ clientX, clientY }) {
    const far = (/** @type {Element} */ one) => {
      const { left, right, top, bottom } = one.getBoundingClientRect();
      const x = Math.abs(clientX - (left + right) / 2), y = Math.abs(clientY - (top + bottom) / 2);
      return x <= Math.max(right - left, FINGER) / 2 && y <= Math.max(bottom - top, FINGER) / 2 ? Math.hypot(x, y) : Infinity;
    };
    const near = this.touchable().filter((one) => far(one) < Infinity);
    return near.sort((one, other) => far(one) - far(other))[0] ?? null;
  }

  /** What went aside may have no room there any more. */
  _resized() {
    this._awaited = false;
    const areas = this.scene?.areas ?? [], round = areas.find((area) => area.shape === "ring");
    for (const area of areas) this._put(area, round);
    this.fit();
    this._settled = this.scene !== null;
  }

  /** Whether its first size is still to come: until then nothing is measured. */
  _awaited = true;

  /** Whether what is around the board has its size too. */
  _settled = false;

  /** What a face looks like. @param {string} face */
  sign = (face) => this._glyphs[face]?.emoji ?? face;

  /** @param {Scene} scene @param {Marks} [marks] */
  draw(scene, marks = {}) {
    this.scene = scene;
    const areas = scene.areas ?? [], kept = new Set(areas.map((area) => area.key));
    const round = areas.find((area) => area.shape === "ring");
    for (const area of areas) this._area(area, marks, round);
    for (const [key, box] of this._areas) {
      if (kept.has(key)) continue;
      box.remove();
      this._areas.delete(key);
    }
    const there = new Set(areas.flatMap((area) => area.spots.map((spot) => `${area.key}/${spot.key}`)));
    for (const [id, spot] of this._spots) {
      if (there.has(id)) continue;
      spot.remove();
      this._spots.delete(id);
    }
    this._hand.hidden = !this._hand.childElementCount || !areas.some((area) => area.secret && area.spots.some(filled));
    this._hand.classList.toggle("named", Boolean(marks.whose));
    const shape = measured(areas);
    if (shape !== this._shape && !this._awaited) this.fit();
    this._shape = shape;
  }

  /** What the size of things depends on besides the room: nothing is measured again while seeds only move. */
  _shape = "";

  /** The elements of everything that can be touched, in reading order. @returns {HTMLElement[]} */
  touchable() {
    return [...this._spots.values()].filter((spot) => spot.classList.contains("live"));
  }

  /** @param {Area} area @param {Marks} marks @param {Area | undefined} round */
  _area(area, marks, round) {
    const rank = area.rank ?? 1;
    let box = this._areas.get(area.key);
    if (!box) {
      box = h("div", { role: "group" }, h("h2", null), h("div", { class: "spots" }));
      this._areas.set(area.key, box);
      if (rank > 0) this._watching.observe(box);
    }
    const look = `area ${area.shape} ${area.look ?? "cell"}${rank === 0 ? " main" : ""}${area.secret ? " secret" : ""}${box.classList.contains("turned") ? " turned" : ""}`;
    if (box.className !== look) box.className = look;
    const title = area.secret && marks.whose ? `${marks.whose}: ${area.title.charAt(0).toLowerCase()}${area.title.slice(1)}` : area.title || this._glyphs[area.sign ?? ""]?.name || "";
    set(box, { "aria-label": title || "Board" });
    const [heading, holder] = /** @type {[HTMLElement, HTMLElement]} */ ([box.children[0], box.children[1]]);
    const sign = area.sign ? `${this.sign(area.sign)} ` : "";
    if (heading.textContent !== sign + title) heading.textContent = sign + title;
    heading.hidden = !title || (rank === 0 && area.shape !== "row");
    this._put(area, round);
    const shown = area.secret ? area.spots.filter(filled) : area.spots;
    show(holder, ...shown.map((spot) => this._spot(area, spot, marks)));
    box.hidden = !shown.length;
  }

  /** @param {Area} area @param {Area | undefined} round */
  _put(area, round) {
    const box = this._areas.get(area.key), parent = this._place(area, round);
    if (box && box.parentElement !== parent) parent.append(box);
  }

  /** Where an area goes: the hand below, the least important aside, the rest inside of a ring.
   * @param {Area} area @param {Area | undefined} round @returns {HTMLElement} */
  _place(area, round) {
    if (area.secret) return this._hand;
    if ((area.rank ?? 1) >= 2 && this._side && this._side.offsetParent !== null) return this._side;
    if (!round || area === round) return this._field;
    const box = /** @type {HTMLElement} */ (this._areas.get(round.key));
    let middle = /** @type {HTMLElement | null} */ (box.querySelector(":scope > .middle"));
    if (!middle) {
      middle = h("div", { class: "middle" });
      box.append(middle);
    }
    return middle;
  }

  /** @param {Area} area @param {Spot} spot @param {Marks} marks @returns {HTMLElement} */
  _spot(area, spot, marks) {
    const id = `${area.key}/${spot.key}`;
    let made = this._spots.get(id);
    if (!made) {
      made = h("button", { type: "button", "data-key": spot.key });
      this._spots.set(id, made);
    }
    const has = (/** @type {Set<string> | undefined} */ keys) => Boolean(keys?.has(spot.key));
    const live = has(marks.live), hints = marks.hints?.get(spot.key) ?? "", hint = hints === spot.note ? "" : hints; // it is told once
    const flags = { live, marked: has(marks.marked), picked: has(marks.path), last: has(marks.last), glow: has(marks.glow), reach: has(marks.reach), mine: spot.owner !== undefined && spot.owner === marks.seat, empty: !filled(spot) };
    const looks = ["spot", ...Object.entries(flags).filter(([, on]) => on).map(([name]) => name), ...PLACED.filter((name) => made.classList.contains(name))].join(" ");
    if (made.className !== looks) made.className = looks;
    set(made, {
      "data-tone": spot.tone || null, "data-seat": spot.owner === undefined ? null : spot.owner % 8,
      "data-face": spot.face || null, tabindex: live ? 0 : -1, "aria-disabled": live ? null : "true",
      "aria-pressed": marks.marked && live ? String(flags.marked) : null, "aria-label": this._spoken(area, spot, hint, flags),
    });
    const tint = this._glyphs[spot.face ?? ""]?.tint;
    if (tint) made.style.setProperty("--tint", tint);
    const drawn = String(hashed(JSON.stringify([spot, area.look, area.shape, this._whose(spot)])));
    if (made.dataset.drawn !== drawn) {
      made.dataset.drawn = drawn;
      made.replaceChildren(...this._inside(area, spot));
    }
    hinted(made, hint);
    return made;
  }

  /** What a screen reader says; what can be touched begins with what one would type, unless that is
   * in its name. @param {Area} area @param {Spot} spot @param {string} hint @param {Record<string, boolean>} flags */
  _spoken(area, spot, hint, flags) {
    const name = spot.spoken || spot.name || spot.label || this._glyphs[spot.face ?? ""]?.name || "empty", label = spot.label ?? "";
    const called = flags.live && label && !name.split(" ").includes(label.toUpperCase()) ? `${label.toUpperCase()}: ${name}` : name;
    const told = new Set(name.split(/[ ,]+/)), news = (/** @type {string} */ words) => words.split(" ").some((word) => !told.has(word)); // a pawn's name is told once
    const named = Boolean(spot.name) && area.look !== "tray"; // it says what its dice and cards are, as in draw/layouts/spoken.py
    const apart = (spot.tokens ?? []).filter(({ kind }) => kind !== "seed" && !(named && (kind === "die" || kind === "card")));
    const faces = apart.map((token) => this._word(token)).filter(news);
    const seeds = area.look === "pit" ? `${count(spot)}` : "", note = called.includes(spot.note ?? "") ? "" : spot.note;
    return [called, seeds, ...faces, note, hint,
      flags.marked ? "marked" : "", flags.last ? "last move" : ""].filter(Boolean).join(", ");
  }

  /** The name of whoever it belongs to. @param {Spot | import("./types").Token} thing */
  _whose({ owner }) { return this.scene?.scores?.find((one) => one.seat === owner)?.name ?? ""; }

  /** @param {import("./types").Token} token */
  _word(token) {
    const face = token.face ? (this._glyphs[token.face]?.name ?? token.face) : "";
    const name = face || this._whose(token) || token.kind;
    return `${token.color ? `${token.color} ` : ""}${name}${(token.count ?? 1) > 1 ? ` ×${token.count}` : ""}`;
  }

  /** @param {Area} area @param {Spot} spot @returns {Node[]} */
  _inside(area, spot) {
    const tokens = spot.tokens ?? [];
    const label = spot.label ? h("small", { class: "label" }, spot.label) : null;
    const note = spot.note ? h("small", { class: "note" }, ...inLine(spot.note, this.scene?.scores ?? [])) : null;
    if (area.look === "pit") return some(this._hollow(spot), spot.note ? h("small", { class: "whose" }, h("span", { "data-initial": initial(spot.name ?? "") }, h("bdi", null, spot.name ?? ""))) : label, h("span", { class: "number" }, String(count(spot) || "")));
    const whose = area.shape === "list" && this._whose(spot), whom = whose ? h("small", { class: "whom" }, initial(whose)) : null;
    const things = h("span", { class: "tokens" }, ...tokens.map((token) => drawToken(token, this.sign)), whom);
    if (area.shape === "list") return some(tokens.length ? things : null, h("strong", null, ...inLine(spot.name ?? "", this.scene?.scores ?? [])), note, label);
    const ground = spot.face ? h("span", { class: TEXTURE.test(this.sign(spot.face)) ? "ground texture" : "ground", title: this._glyphs[spot.face]?.name }, this.sign(spot.face)) : null;
    return some(ground, label ?? (spot.heading ? h("small", { class: "label" }, spot.heading) : null), things, note);
  }

  /** The seeds of a pit, each with its place. @param {Spot} spot */
  _hollow(spot) {
    const tokens = spot.tokens ?? [], seeds = h("span", { class: "seeds" });
    const all = tokens.flatMap((token) => Array.from({ length: Math.min(token.count ?? 1, MOST_SEEDS) }, () => token));
    heap(all.length, spot.key).forEach(({ x, y, turn }, at) => {
      const seed = drawToken({ ...all[at], count: 1 }, this.sign);
      seed.style.left = `${x.toFixed(1)}%`;
      seed.style.top = `${y.toFixed(1)}%`;
      seed.style.rotate = `${turn}deg`;
      seeds.append(seed);
    });
    return h("span", { class: "hollow" }, seeds);
  }

  /** Make the main board as large as the room allows; what still does not fit tells less, and is scrolled then, by keys too. */
  fit() {
    this._enlarge();
    const beside = [.../** @type {NodeListOf<HTMLElement>} */ (this.element.querySelectorAll(".middle")), ...this._side ? [this._side] : []];
    for (const box of beside) shorten(box);
    for (const box of [this.element, ...beside]) set(box, { tabindex: cut(box) ? 0 : null });
  }

  _enlarge() {
    const main = this.scene?.areas?.find((area) => (area.rank ?? 1) === 0);
    const box = main && this._areas.get(main.key);
    if (!main || !box) return;
    const others = stacked([.../** @type {NodeListOf<HTMLElement>} */ (this._field.querySelectorAll(":scope > *"))].filter((child) => child !== box && !child.hidden));
    const style = getComputedStyle(this._field);
    const width = this._field.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
    const height = Math.max(main.shape === "row" ? LEAST_ROW : LEAST, this.element.clientHeight - (this._hand.hidden ? 0 : this._hand.offsetHeight) - others - parseFloat(style.paddingTop) - parseFloat(style.paddingBottom));
    const holder = /** @type {HTMLElement} */ (box.children[1]);
    const elements = main.spots.map((spot) => this._spots.get(`${main.key}/${spot.key}`));
    if (main.shape === "ring") this._fitRing(box, holder, elements, width, height);
    else if (main.shape === "grid") this._fitGrid(main, box, holder, elements, width, height);
    else {
      const edge = getComputedStyle(box), { size, wide, tight } = row(main.spots, width - across(edge), height - along(edge));
      set(box, { "data-tight": tight ? "" : null });
      box.style.setProperty("--size", `${size}px`);
      holder.style.maxWidth = `${wide}px`;
    }
    const size = parseFloat(box.style.getPropertyValue("--size"));
    if (main.look === "tile") set(box, { "data-notes": size < NUMBER_ONLY ? "none" : size < SIGN_ONLY ? "above" : null });
  }

  /** How a ring is folded: chosen once for a width of the window, so that a tile stays where it was
   * however many cards come. */
  _fold = { for: "", columns: 0 };

  /** @param {HTMLElement} box @param {HTMLElement} holder @param {(HTMLElement | undefined)[]} elements @param {number} width @param {number} height */
  _fitRing(box, holder, elements, width, height) {
    const room = `${elements.length} ${Math.round(width)}`;
    if (room !== this._fold.for || !this._settled) {
      const hand = this.scene?.areas?.some((area) => area.secret) ? Math.max(HAND, this._hand.offsetHeight) : 0;
      this._fold = { for: room, columns: folded(elements.length, width, Math.max(LEAST, this.element.clientHeight - hand)) };
    }
    const columns = this._fold.columns, { rows, size, at } = ring(elements.length, columns, width, height);
    for (const one of [box, holder]) one.style.width = `${columns * size}px`;
    box.style.setProperty("--size", `${size}px`);
    holder.style.height = `${rows * size}px`;
    elements.forEach((element, n) => {
      if (!element) return;
      element.style.left = `${at[n][0] * size}px`;
      element.style.top = `${at[n][1] * size}px`;
    });
    const middle = /** @type {HTMLElement | null} */ (box.querySelector(":scope > .middle"));
    middle?.style.setProperty("inset", `${size + 6}px`);
  }

  /** @param {Area} area @param {HTMLElement} box @param {HTMLElement} holder @param {(HTMLElement | undefined)[]} elements @param {number} width @param {number} height */
  _fitGrid(area, box, holder, elements, width, height) {
    const pit = area.look === "pit", small = pit && height < SMALL, frame = pit ? 52 : 24;
    const look = small ? { ...PIT, ...SMALL_PIT } : pit ? PIT : CELL;
    const found = grid(area.spots, width - frame, height - frame - (pit ? 24 : 0), look);
    box.classList.toggle("turned", found.turned);
    set(box, { "data-tiny": found.width < (pit ? FINGER : TINY) || (!pit && found.height < TINY) ? "" : null, "data-small": small ? "" : null });
    box.style.setProperty("--size", `${Math.floor(Math.min(found.width, found.height))}px`);
    set(box, { "data-pieces": Math.min(found.width, found.height) >= ROUND ? null : found.width > found.height ? "beside" : "below" });
    holder.style.gap = `${look.gap}px`;
    holder.style.gridTemplate = `repeat(${found.rows}, ${found.height.toFixed(1)}px) / repeat(${found.columns}, ${found.width.toFixed(1)}px)`;
    elements.forEach((element, n) => {
      const [row, column, high, wide] = found.place(area.spots[n]);
      if (element) element.style.gridArea = `${row + 1} / ${column + 1} / span ${high} / span ${wide}`;
      element?.classList.toggle("wide", wide > high);
      element?.classList.toggle("lower", row * 2 >= found.rows);
      element?.classList.toggle("right", column * 2 >= found.columns);
    });
  }
}

/** What the edges of something need of its width, and of its height. @param {CSSStyleDeclaration} edge */
const across = (edge) => parseFloat(edge.paddingLeft) + parseFloat(edge.paddingRight) + parseFloat(edge.borderLeftWidth) + parseFloat(edge.borderRightWidth);
/** @param {CSSStyleDeclaration} edge */
const along = (edge) => parseFloat(edge.paddingTop) + parseFloat(edge.paddingBottom) + parseFloat(edge.borderTopWidth) + parseFloat(edge.borderBottomWidth);
/** @param {HTMLElement} box */
const cut = (box) => box.scrollHeight > box.clientHeight + 1;
/** Let cards tell as much as fits there. @param {HTMLElement} box */
function shorten(box) {
  for (const told of TOLD) {
    set(box, { "data-told": told || null });
    if (!cut(box)) return;
  }
}
/** Whether there is anything to see of a spot. @param {Spot} spot */
const filled = (spot) => Boolean(spot.tokens?.length || spot.face || spot.name || spot.label);
/** Words at the end of a spot; all else in it stays, whatever is asked. @param {HTMLElement} spot @param {string} hint */
function hinted(spot, hint) {
  const last = spot.lastElementChild, there = last?.matches(".words") ? last : null;
  if ((there?.textContent ?? "") === hint) return;
  there?.remove();
  if (hint) spot.append(h("small", { class: "words" }, hint));
}
/** How high these are, with a gap for each line: those beside each other are as high as the highest.
 * @param {HTMLElement[]} boxes in reading order */
function stacked(boxes) {
  let high = 0, end = -Infinity;
  for (const { offsetTop: top, offsetHeight } of boxes) {
    const bottom = top + offsetHeight;
    high += top >= end ? bottom - top + LINE_GAP : Math.max(0, bottom - end);
    end = Math.max(end, bottom);
  }
  return high;
}
/** @param {...(Node | null)} nodes @returns {Node[]} */
const some = (...nodes) => nodes.filter((node) => node !== null);
/** Whatever makes the main board larger or smaller: its places, and in a row what lies there. @param {Area[]} areas */
const measured = (areas) => JSON.stringify(areas.map(({ key, rank = 1, shape, look, spots }) => [key, shape, look,
  rank === 0 ? spots.map(({ key, at, span, tokens }) => [key, at, span, shape === "row" ? tokens?.length : 0]) : 0]));
/** @param {string} text */
function hashed(text) {
  let found = 7;
  for (let at = 0; at < text.length; at++) found = (Math.imul(found, 31) + text.charCodeAt(at)) | 0;
  return found;
}
