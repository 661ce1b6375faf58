/** Chart: how a match went, as lines: a value for every seat at every moment. */
import { h, set, show, svg } from "./dom.js";
import { letters } from "./letters.js";
import { written } from "./podium.js";

/** @typedef {{seat: number, name: string}} Who */
/** @typedef {{moment: number, label: string, seat?: number}} Point */
/**
 * values: by moment and seat; stepped: points stay until they change; percent: chances.
 * @typedef {{title: string, who: Who[], values: number[][], stepped?: boolean, percent?: boolean, moves: number[], points?: Point[]}} Course
 */

const TOP = 34, BOTTOM = 24, LEFT = 46, LETTER = 7.6, LINE = 17;
const FINGER = 14; // pixels around a turning point that mean it

export class Chart {
  /** @param {HTMLElement} root @param {{go?: (moment: number) => void, tall?: number}} [given] */
  constructor(root, { go, tall = 172 } = {}) {
    this._go = go;
    this._tall = tall;
    this.element = h("div", { class: "chart" });
    this._wide = this._right = 0;
    /** @type {number | null} */
    this._now = null;
    /** @type {Course | null} */
    this._course = null;
    root.append(this.element);
    this._watching = new ResizeObserver(() => this._draw());
    this._watching.observe(this.element);
    if (go) this.element.addEventListener("click", (event) => this._clicked(event));
  }

  close() { this._watching.disconnect(); }

  /** @param {Course} course */
  show(course) {
    this._course = course;
    this._wide = 0;
    this._draw();
  }

  /** Mark a moment. @param {number} moment */
  at(moment) {
    const before = this._now;
    this._now = moment;
    if (before === null) this._wide = 0;
    this._draw();
    if (this._cursor) set(this._cursor, { x1: this._x(moment), x2: this._x(moment) });
  }

  /** @param {MouseEvent} event */
  _clicked(event) {
    if (!this._course || !this._go || (event.target instanceof Element && event.target.closest("button"))) return;
    const x = event.clientX - this.element.getBoundingClientRect().x;
    const far = (/** @type {number} */ moment) => Math.abs(this._x(moment) - x);
    const nearest = (/** @type {number[]} */ moments) => moments.reduce((best, one) => (far(one) < far(best) ? one : best), moments[0]);
    const point = nearest((this._course.points ?? []).map(({ moment }) => moment));
    this._go(point !== undefined && far(point) < FINGER ? point : nearest([...this._course.values.keys()]));
  }

  /** @param {number} moment */
  _x(moment) { return LEFT + ((this._right - LEFT) * this._along(moment)) / Math.max(1, this._along((this._course?.values.length ?? 1) - 1)); }

  /** How far along a moment is: what is dealt and laid out before the first move takes no longer than a move. @param {number} moment */
  _along(moment) {
    const first = this._course?.moves.lastIndexOf(0) ?? 0;
    return first < 1 ? moment : moment <= first ? moment / first : 1 + moment - first;
  }

  _draw() {
    const course = this._course, wide = this.element.clientWidth;
    if (!course || !wide || wide === this._wide) return;
    this._wide = wide;
    const tall = this._tall, bottom = tall - BOTTOM;
    const longest = Math.max(...course.who.map((one) => [...one.name].length), 0);
    this._right = wide - Math.min(24 + longest * LETTER, wide * 0.28);
    const flat = course.values.flat();
    const { low, high, step } = scale(Math.min(0, ...flat), Math.max(...flat, course.percent ? 1 : 0.001));
    const y = (/** @type {number} */ value) => bottom - ((value - low) / (high - low)) * (bottom - TOP);
    const ticks = [];
    for (let value = low; value <= high + step / 2; value += step) ticks.push(value);
    const drawing = svg("svg", { width: wide, height: tall, viewBox: `0 0 ${wide} ${tall}`, role: "img", "aria-label": spoken(course) },
      ...ticks.flatMap((value) => [
        svg("line", { class: value === 0 ? "axis zero" : "axis", x1: LEFT, x2: this._right, y1: y(value), y2: y(value) }),
        svg("text", { x: LEFT - 8, y: y(value) + 4, "text-anchor": "end" }, course.percent ? `${Math.round(value * 100)} %` : short(value))]),
      ...this._numbers(course, tall),
      ...(course.points ?? []).map((point) => svg("line", { class: "turning", x1: this._x(point.moment), x2: this._x(point.moment), y1: TOP - 8, y2: bottom })),
      ...course.who.map((one) => svg("path", { class: "course", "data-seat": one.seat % 8, d: this._path(course, one.seat, y) })),
      ...this._ends(course, y, bottom));
    this._cursor = this._now !== null ? svg("line", { class: "cursor", x1: 0, x2: 0, y1: TOP - 12, y2: bottom }) : null;
    if (this._cursor) drawing.append(this._cursor);
    show(this.element, drawing, ...this._marks(course, y));
    if (this._now !== null) this.at(this._now);
  }

  /** The line of a seat. @param {Course} course @param {number} seat @param {(value: number) => number} y */
  _path(course, seat, y) {
    let d = "", before = NaN;
    course.values.forEach((values, moment) => {
      const x = this._x(moment).toFixed(1), at = y(values[seat] ?? 0).toFixed(1);
      if (course.stepped && moment && values[seat] === before && moment < course.values.length - 1) return;
      d += moment === 0 ? `M${x} ${at}` : course.stepped ? `H${x}V${at}` : `L${x} ${at}`;
      before = values[seat];
    });
    return d;
  }

  /** The moves below. @param {Course} course @param {number} tall */
  _numbers(course, tall) {
    const moves = course.moves.at(-1) ?? 0, each = nice(moves / Math.max(2, Math.floor((this._right - LEFT) / 90)));
    const found = [];
    for (let move = each; move <= moves; move += each) {
      const moment = course.moves.indexOf(move);
      if (moment > 0) found.push(svg("text", { x: this._x(moment), y: tall - 5, "text-anchor": "middle" }, move));
    }
    return found;
  }

  /** Names at the right, apart from each other. @param {Course} course @param {(value: number) => number} y @param {number} bottom */
  _ends(course, y, bottom) {
    const last = course.values.at(-1) ?? [];
    const ends = course.who.map((one) => ({ one, dot: y(last[one.seat] ?? 0), text: y(last[one.seat] ?? 0) })).sort((a, b) => a.dot - b.dot);
    for (let at = 1; at < ends.length; at++) ends[at].text = Math.max(ends[at].text, ends[at - 1].text + LINE);
    const over = (ends.at(-1)?.text ?? 0) - bottom;
    if (over > 0) for (let at = ends.length - 1, floor = bottom; at >= 0; at--, floor -= LINE) ends[at].text = Math.min(ends[at].text, floor);
    const room = Math.floor((this._wide - this._right - 14) / LETTER);
    return ends.flatMap(({ one, dot, text }) => [
      svg("circle", { class: "end", "data-seat": one.seat % 8, cx: this._right, cy: dot, r: 4 }),
      svg("text", { class: "end-name", "data-seat": one.seat % 8, x: this._right + 10, y: text + 4, direction: "ltr" }, cut(one.name, room))]);
  }

  /** The turning points, which are buttons. @param {Course} course @param {(value: number) => number} y */
  _marks(course, y) {
    return (course.points ?? []).map((point, at) => {
      const seat = point.seat ?? 0, button = h("button", { type: "button", class: at ? "mark" : "mark most", "data-seat": seat % 8, "aria-label": `Turning point: ${point.label}`, title: point.label, onclick: () => this._go?.(point.moment) });
      button.style.left = `${this._x(point.moment)}px`;
      button.style.top = `${y(course.values[point.moment]?.[seat] ?? 0)}px`;
      if (at) return button;
      const flag = h("span", { class: "flag", "aria-hidden": "true" }, point.label);
      flag.style.left = `${Math.max(LEFT + 60, Math.min(this._right - 60, this._x(point.moment)))}px`;
      return h("span", null, button, flag);
    });
  }
}

/** Round steps for an axis. @param {number} least @param {number} most */
function scale(least, most) {
  const step = nice((most - least) / 3);
  return { low: Math.floor(least / step + 1e-9) * step, high: Math.ceil(most / step - 1e-9) * step, step };
}

/** 1, 2 or 5 and noughts, at least as much as this. @param {number} size */
function nice(size) {
  const power = 10 ** Math.floor(Math.log10(Math.max(size, 1e-6)));
  return [1, 2, 5, 10].map((one) => one * power).find((one) => one >= size - 1e-9) ?? 10 * power;
}

/** @param {number} value */
const short = (value) => (Math.abs(value) >= 1000 ? `${+(value / 1000).toFixed(1)}k` : written(+value.toFixed(2)));
/** @param {string} name @param {number} most */
const cut = (name, most) => (letters(name).length > most ? `${letters(name).slice(0, Math.max(1, most - 1)).join("")}…` : name);

/** The chart in a sentence. @param {Course} course */
function spoken(course) {
  const last = course.values.at(-1) ?? [];
  const ends = course.who.map((one) => `${one.name} ${course.percent ? `${Math.round(100 * (last[one.seat] ?? 0))} %` : written(+(last[one.seat] ?? 0).toFixed(1))}`);
  return `${course.title}. At the end: ${ends.join(", ")}.`;
}
