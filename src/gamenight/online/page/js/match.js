/** Match: the board, the players and the question of a running match, and everything that moves. */
import { asked, awaited } from "./asking.js";
import { Board } from "./board.js";
import { Curtain } from "./curtain.js";
import { h, keepingFocus } from "./dom.js";
import { Haste, Pause, beats, calm, fly, seen } from "./film.js";
import { pressed } from "./keys.js";
import { Log } from "./log.js";
import { Players } from "./players.js";
import { presence } from "./presence.js";
import { Question } from "./question.js";
import { changed, filmed, marked, seenFrom, still } from "./scene.js";
import { back, hintsOf, live, start, touch, waiting } from "./selection.js";
import * as sound from "./sound.js";
import { say, sentence } from "./speech.js";

/** @typedef {import("./types").Scene} Scene */
/** @typedef {import("./types").Ply} Ply */
/** @typedef {import("./types").Welcome} Welcome */
/** @typedef {import("./types").Turn} Turn */
/** @typedef {import("./types").At} At */
/** @typedef {import("./types").Result} Result */
/** @typedef {Record<string, Scene>} Scenes by who sees them */
/** @typedef {{scenes?: Scenes, last?: Record<string, string[]>}} Seen */
/** @typedef {import("./scene.js").Films} Films */
/** @typedef {import("./selection.js").Selection} Selection */
/** @typedef {import("./selection.js").Outcome} Outcome */
/** @typedef {import("./presence.js").Seating} Seating */
/** @typedef {import("./asking.js").Sent} Sent */

const SENDING = 1200; // milliseconds until a slow answer is told of

export class MatchView {
  /**
   * @param {HTMLElement} root
   * @param {{glyphs: Record<string, import("./types").Glyph>, send: (message: object) => Promise<unknown>,
   *   refused: (sentence: string) => void, changed: () => void, shown?: (scene: Scene) => void, draft?: import("./draft.js").Draft}} given
   */
  constructor(root, { glyphs, send, refused, changed, shown, draft }) {
    this._draft = draft;
    this._send = send;
    this._refused = refused;
    this._changed = changed;
    this._shown = shown;
    this._pause = new Pause();
    this._haste = new Haste();
    /** @type {(() => Promise<void> | void)[]} what has come and was not shown yet */
    this._queue = [];
    this._busy = false;
    this._sent = /** @type {Sent | null} */ (null);
    this._connected = true;
    this._bye = "";
    this._since = 0; // when the question appeared
    this._question = this._said = this._spoken = this._passed = "";
    this._begun = /** @type {Selection | null} */ (null); // what was chosen so far, before something moved
    /** @type {import("./question.js").Advice | null} */
    this.advice = null;
    this._welcomes = 0;
    this._heard = ""; // the moment up to which something was told
    /** @type {Scenes} the latest that the server has told: what comes next changes them */
    this._told = {};
    /** @type {Scenes} those that are shown now */
    this._scenes = {};
    this.scene = /** @type {Scene} */ ({ title: "" });
    this.selection = /** @type {Selection | null} */ (null);
    this.n = /** @type {At} */ ([0, 0]);
    this.turn = /** @type {Turn | undefined} */ (undefined);
    this._next = this.turn; // whose turn it is when all that has come is shown
    /** @type {Set<string>} */
    this._last = new Set();
    /** @type {import("./presence.js").Presence} */
    this._about = { yours: new Set(), people: new Set(), bots: new Set(), sides: new Set(), away: new Set() };
    this._curtain = new Curtain(() => { this._look(this._scenes); this.rest(); });
    const extras = h("section", { class: "extras", "aria-label": "Also on the table" });
    const side = h("aside", { class: "side" });
    this.players = new Players(side, (key) => this.touch(key));
    side.append(extras);
    this.log = new Log(side);
    this.element = h("main", { class: "match" });
    root.append(this.element);
    this.board = new Board(this.element, { glyphs, touch: (key) => this.touch(key), side: extras });
    this.element.append(side);
    this.question = new Question(this.element, { choose: (choice) => this.choose(choice), back: () => this._take(this.selection && back(this.selection)) });
    this._keys = (/** @type {KeyboardEvent} */ event) => pressed(this, event);
    addEventListener("keydown", this._keys);
    this.board.element.addEventListener("pointerdown", () => this.skip());
  }

  close() {
    removeEventListener("keydown", this._keys);
    for (const shown of [this.board, this.players.clocks]) shown.close();
    this._queue = [];
    this.skip();
    this.element.remove();
  }

  /** Whether something still moves. */
  get busy() { return this._busy; }

  /** Whether a machine plays for whoever is here. */
  get replaced() { return this.seat !== undefined && this._about.bots.has(this.seat); }

  /** Whether nothing is asked of anybody any more. */
  get over() { return this.turn?.kind === "over"; }

  /** Whether nobody here plays. */
  get watching() { return this._about.yours.size === 0; }

  /** The seat that acts here: the only one, or the one that is asked. */
  get seat() { return this._curtain.shared ? this._curtain.asked(this.turn) : [...this._about.yours][0]; }

  /** The seat whose hand may be shown. */
  get viewer() { return this._curtain.shared ? this._curtain.viewer(this.turn, this._scenes) : this.seat; }

  /** Whose eyes: the key of the scene that is shown, or of what everybody here sees happen. @param {Record<string, unknown>} scenes @param {number | undefined} [viewer] */
  eye(scenes, viewer = this._curtain.hangs ? undefined : this.seat) {
    const wanted = viewer === undefined ? "" : String(viewer);
    return wanted in scenes ? wanted : "" in scenes ? "" : (Object.keys(scenes)[0] ?? "");
  }

  /** A scene of these eyes, with their own side of the board below, or that of the only person. @param {string} eye @param {Scene} scene */
  _turned(eye, scene) {
    const people = [...this._about.people];
    return seenFrom(scene, eye !== "" ? Number(eye) : people.length === 1 ? people[0] : undefined);
  }

  /** Show these scenes from now on, and where the last move was. @param {Scenes} scenes @param {Record<string, string[]>} [last] */
  _look(scenes, last) {
    this._scenes = scenes;
    this._curtain.learns(scenes);
    const eye = this.eye(scenes, this.viewer);
    if (last) this._last = new Set(last[eye] ?? []);
    this.scene = eye in scenes ? this._turned(eye, scenes[eye]) : this.scene;
    this.log.people = this.scene.scores ?? [];
  }

  /** Everything at once, or as it was when the line was cut, and then what was missed. @param {Welcome} welcome */
  welcome(welcome) {
    const missed = welcome.plies ?? [], [plies, cuts] = welcome.n ?? [0, 0];
    this.seated(welcome);
    this._passed = (welcome.passes ?? []).length ? String([plies, cuts]) : "";
    if (String([plies - missed.length, cuts]) === this._heard) {
      this.jump(undefined, undefined, welcome);
      for (const note of welcome.notes ?? []) this._then(() => this.log.noteOnce(note));
    } else this._begin([plies - missed.length, cuts], welcome);
    for (const ply of missed) this.ply(ply);
    this.jump([plies, cuts], welcome.turn);
    if (welcome.result) this._ended(welcome.result);
  }

  /** Whatever was to be shown, now it is this, and before it that. @param {At} n @param {Welcome} welcome */
  _begin(n, { scenes = {}, last = {}, story: stories = {}, notes = [] }) {
    const story = stories[this.eye(stories)] ?? [];
    this._welcomes += 1;
    this._queue = [];
    this.skip();
    this.n = n;
    this._told = scenes;
    this._look(scenes, last);
    this.log.begin(story, n[0], notes);
    this._said = story.flat().at(-1) ?? "";
  }

  /** Who sits where, and who is connected. @param {Seating} table */
  here(table) {
    this.seated(table);
    if (!this._busy) this._draw(this.scene);
  }

  /** @param {Seating} table */
  seated(table) {
    this.players.clocks.yours = (this._about = presence(table)).yours;
    this._curtain.seated(this._about.yours, this._about.bots);
  }

  /** @param {Ply} ply */
  ply(ply) {
    const films = filmed(this._told, ply);
    this._next = ply.turn ?? this._next;
    this._told = Object.fromEntries(Object.entries(films).map(([eye, film]) => [eye, film.scene]));
    this._heard = String(ply.n);
    const after = this._told;
    this._then(() => this._show(ply, films, after, this._haste.pace(this._queue.length, awaited(this._about, this._next, this._told))));
    if (ply.result) this._ended(ply.result);
  }

  /** Everything is shown in the order in which it came. @param {() => Promise<void> | void} next */
  _then(next) {
    this._queue.push(next);
    if (!this._busy) void this._play();
  }

  async _play() {
    this._busy = true;
    this._begun = this.selection;
    this.selection = this.advice = null;
    for (let next = this._queue.shift(); next; next = this._queue.shift()) await next();
    this._busy = false;
    this.rest();
  }

  /** One ply, step by step, or only what comes of it. @param {Ply} ply @param {Films} films @param {Scenes} after @param {number} pace */
  async _show(ply, films, after, pace) {
    this._curtain.learns(after);
    const eye = this.eye(films), first = this.scene, welcomes = this._welcomes;
    if (this._curtain.hangs) this.scene = this._turned(eye, this._scenes[eye] ?? first);
    const steps = films[eye]?.steps ?? [], times = beats(steps);
    for (const [at, step] of steps.entries()) {
      if (pace) say(step.text ?? "");
      const scene = step.scene && this._turned(eye, step.scene);
      const long = calm() ? 0 : times[at] * pace;
      const before = scene && long ? seen(this.element) : [];
      this._last = scene ? changed(this.scene, scene) : this._last;
      this.scene = scene ?? this.scene;
      if (pace) this._draw(still(this.scene, step.text ?? "", step.tone));
      if (pace && step.sound) sound.play(step.sound);
      if (scene && long) fly(this.element, before, long * 0.8);
      this.log.add(step.text ?? "", ply.n[0]);
      this._said = step.text || this._said;
      if (long) await this._pause.wait(long);
      if (welcomes !== this._welcomes) return; // everything was told anew meanwhile
    }
    this.n = ply.n;
    if (ply.turn) this.turn = ply.turn;
    this._curtain.moves(this.turn);
    this._look(after);
    this._last = changed(first, this.scene);
  }

  /** On to the end of what moves. */
  skip() { if (this._busy) this._pause.skip(); }

  /** Some plies were taken back. @param {{n: At, text: string, turn?: Turn} & Seen} cut */
  cut({ n, text, turn, ...seen }) {
    this._then(() => this.log.cut(n[0], text));
    this.jump(n, turn, seen);
  }

  /** Somebody else plays a seat. @param {{change: [number, number, string, string], text?: string, turn?: Turn} & Seen} told */
  replace({ change, text, turn, ...seen }) {
    this._then(() => this.log.note([change[0], text ?? ""]));
    this.jump(undefined, turn, seen);
  }

  /** It is over without a ply. @param {{n: At, result: Result}} end */
  end({ n, result }) {
    this.jump(n, { kind: "over" });
    this._ended(result);
  }

  /** The log ends with why it is over, unless the last ply has said so. @param {Result} result */
  _ended({ reason }) {
    this._then(() => { if (reason !== this._said) this.log.add(reason, this.n[0]); this._said = reason; });
  }

  /** Some plies were taken back, or others sit there, or the turn has changed. @param {At | undefined} n @param {Turn | undefined} turn @param {Seen} [seen] */
  jump(n, turn, { scenes, last } = {}) {
    this._told = scenes ?? this._told;
    this._next = turn ?? this._next;
    this._heard = n ? String(n) : this._heard;
    this._then(() => {
      if (scenes && n) this._said = "";
      this.n = n ?? this.n;
      this.turn = turn ?? this.turn;
      this._curtain.moves(this.turn);
      this._look(scenes ?? this._scenes, last);
    });
  }

  /** Nothing moves: what is asked now. What somebody has begun to choose stays, as long as they are asked the same. */
  rest() {
    const asked = !this.over && (this.scene.choices ?? []).length > 0 && !this._sent && !this.replaced && this._passed !== String(this.n);
    const others = this._others().map(({ label }) => label), question = asked || others.length ? JSON.stringify([asked && [this.scene.choices, this.scene.marks], others]) : "";
    const same = question === this._question;
    this.selection = asked ? (same && (this.selection ?? this._begun)) || start(this.scene, this._draft?.read([this.n, this.seat], this.scene)) : null;
    this._question = question;
    if (question && !same) this._since = performance.now();
    if (this.selection && !same && this.turn?.kind === "choose") sound.play("turn");
    this._draw(this.scene);
    this._speak();
    this._changed();
  }

  /** Whoever only listens hears what is asked of them, once a moment. */
  _speak() {
    const moment = `${this.n} ${this.turn?.kind} ${this._curtain.asking}`;
    if (moment === this._spoken || (!this.selection && this._others().every(({ aside }) => aside))) return;
    this._spoken = moment;
    say(this._asked(this.scene).ask ?? "");
  }

  /** @param {Scene} scene */
  _draw(scene) { keepingFocus(this.element, () => this._redraw(scene)); }

  /** @param {Scene} drawn */
  _redraw(drawn) {
    const selection = this.selection, scene = selection?.marks ? marked(drawn, selection.marks) : drawn;
    const touchable = selection ? live(scene, selection) : new Set(), hints = selection ? hintsOf(scene, selection) : new Map();
    const main = selection ? waiting(scene, selection) : undefined, kept = new Set(this._sent?.keys ?? []);
    const hint = new Set(scene.choices?.find((choice) => selection && choice.text === this.advice?.text)?.on ?? []);
    for (const key of hint) hints.set(key, ["hint", hints.get(key)].filter(Boolean).join(" · "));
    this.board.draw(scene, {
      live: touchable, marked: selection?.marks ? new Set(selection.marks) : undefined, path: selection ? new Set(selection.path) : kept,
      last: this._last, glow: hint, reach: new Set(main?.reach ?? []), hints, seat: this.seat, whose: this._curtain.shared ? scene.scores?.find((row) => row.seat === this.viewer)?.name : undefined,
    });
    this.players.draw(scene.scores ?? [], scene.unit ?? "", { live: touchable, glow: hint, over: this.over, .../** @type {any} */ (this._about), ...(this._curtain.shared ? { yours: new Set() } : {}) });
    this._shown?.(scene);
    this.question.draw(this._asked(scene), selection, selection || !this._busy ? this._others() : [], selection ? this.advice : null, this.watching && !this.over);
  }

  /** @param {Scene} scene @returns {Scene} */
  _asked(scene) {
    return this._busy ? scene : asked(this._curtain.over(scene, this.turn), { sent: this._sent, connected: this._connected, bye: this._bye, chooses: this.selection !== null, passed: this._passed === String(this.n) && !this.watching,
      turn: this.turn, said: this._said, here: this.replaced ? new Set() : this._about.yours, shared: this._curtain.shared });
  }

  /** What can be done besides choices: being ready, rolling, passing, lifting the curtain. @returns {import("./curtain.js").Deed[]} */
  _others() {
    const seat = this.seat, turn = this.turn;
    if (this._sent || this._busy || !turn || this.over) return [];
    return [...(seat === undefined || this.replaced ? [] : this._own(seat, turn)), ...this._curtain.deeds(this.scene, turn)];
  }

  /** @param {number} seat @param {Turn} turn @returns {import("./curtain.js").Deed[]} */
  _own(seat, turn) {
    if (turn.seat === seat && (turn.kind === "ready" || turn.kind === "roll")) {
      const label = turn.label || "Begin your turn"; // one press for both, being ready and rolling
      return [{ label, act: () => this._act({ t: "ready", n: this.n, seat, roll: true }, { label: sentence(label), keys: [] }) }];
    }
    const mine = (this.scene.scores ?? []).some((row) => row.current && row.seat === seat);
    const outOfTurn = !this._curtain.shared && (this.scene.choices ?? []).length > 0 && !mine && this._passed !== String(this.n);
    const pass = () => {
      this._passed = String(this.n);
      this._act({ t: "pass", n: this.n, seat }, { label: "You pass.", keys: [] });
    };
    return outOfTurn ? [{ label: "Pass", act: pass }] : [];
  }

  /** Whether there is a line to the server, or why it is gone. @param {boolean} open @param {string} bye */
  connected(open, bye) {
    if (open === this._connected && bye === this._bye) return;
    this._connected = open;
    this._bye = bye;
    if (!this._busy) this._draw(this.scene);
  }

  /** Send something; until it is answered nothing else can be. @param {object} message @param {Pick<Sent, "label" | "keys">} what */
  _act(message, what) {
    /** @type {Sent} */
    const sent = this._sent = { ...what, slow: false };
    this.advice = this._begun = null;
    this.rest();
    const slow = setTimeout(() => { sent.slow = true; if (!this._busy) this._draw(this.scene); }, SENDING);
    this._send(message).catch((error) => { this._passed = ""; this._refused(error.message); }).finally(() => {
      clearTimeout(slow);
      this._sent = null;
      if (!this._busy) this.rest();
    });
  }

  /** @param {import("./types").Choice} choice */
  choose(choice) {
    if (this._sent || this._busy || this.seat === undefined) return;
    const message = { t: "play", n: this.n, seat: this.seat, text: choice.text };
    this._curtain.plays();
    this._look(this._scenes);
    this._act(message, { label: sentence(choice.label), keys: choice.on ?? [] });
  }

  /** A hint, or that it is looked for; nothing: none is wanted any more. @param {import("./question.js").Advice | null} advice */
  advise(advice) {
    this.advice = advice;
    if (!this._busy) this._draw(this.scene);
  }

  /** @param {string} key */
  touch(key) {
    if (this.selection && !this._busy) this._take(touch(this.scene, this.selection, key));
  }

  /** @param {Outcome} outcome @returns {boolean} whether it meant something */
  _take(outcome) {
    if (!outcome) return false;
    if ("choice" in outcome) this.choose(outcome.choice);
    else {
      this.selection = outcome.selection;
      if (this.selection.marks) this._draft?.write([this.n, this.seat], this.selection.marks);
      this._draw(this.scene);
    }
    return true;
  }
}
