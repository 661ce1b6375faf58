/** Replay: a finished match, by a link or from a file: step, play, jump, and what every move was worth. */
import * as api from "./api.js";
import { dress } from "./app.js";
import { Board } from "./board.js";
import { Chart } from "./chart.js";
import { Controls } from "./controls.js";
import { scoreCourse, valueCourse } from "./course.js";
import { h, show } from "./dom.js";
import { Pause, beats, calm, fly, seen } from "./film.js";
import { emblem, wear } from "./looks.js";
import { Moves } from "./moves.js";
import { Players } from "./players.js";
import { standings } from "./podium.js";
import { coloured, turningPoints, verdict, waitingVerdict, worth } from "./review.js";
import { changed, still } from "./scene.js";
import { sealButton, sealed } from "./seal.js";
import { replayLink, shareLink } from "./share.js";
import { wayHome } from "./header.js";
import { icon } from "./icons.js";
import { News, tablePath } from "./news.js";
import { surely } from "./patience.js";
import { alarm, say } from "./speech.js";

/** @typedef {import("./types").Replay} Match */
/** @typedef {import("./types").MatchReview} MatchReview */

const BETWEEN = 620, STEP = 380; // milliseconds: between two plies, of one jump ahead
const MOST_SHOWN = 8; // possible moves with their values

/** By a link. @param {HTMLElement} root @param {string} id @returns {import("./types").Screen} */
export function replay(root, id) {
  const waiting = h("main", { class: "alone" }, h("p", { role: "status" }, "Fetching the match …"));
  root.append(waiting);
  /** @type {Player | null} */
  let player = null;
  let closed = false;
  const left = () => closed;
  surely(() => api.replay(id), left).then(async (match) => {
    const game = await surely(() => api.game(match.game), left);
    if (closed) return;
    waiting.remove();
    player = new Player(root, match, game, id);
  }).catch((error) => {
    show(waiting, h("p", { role: "alert" }, error.message), h("a", { class: "button", href: tablePath(id) }, "To the table"), h("a", { class: "button", href: "/" }, "All games"));
  });
  return { close() { closed = true; player?.close(); } };
}

export class Player {
  /** @param {HTMLElement} root @param {Match} match @param {import("./types").GameDetails} game @param {string} [id] of its table, if it has one here @param {string} [record] its text, if it comes from a file */
  constructor(root, match, game, id, record) {
    this._match = match;
    this._id = id;
    this._closed = false;
    this._pause = new Pause();
    /** Which run is on: another number ends it. */
    this._run = 0;
    this._playing = false;
    this.at = 0;
    /** @type {MatchReview | null} */
    this._review = null;
    this._dress(game);
    this._caption = h("p", { class: "caption" });
    this._worth = h("section", { class: "worth", "aria-label": "What was possible", hidden: true });
    this._verdict = h("section", { class: "verdict", "aria-label": "Verdict", hidden: true });
    const stage = h("section", { class: "replay-stage", "aria-label": "The board" }), below = h("section", { class: "course-card", "aria-label": "How it went" });
    const deck = h("section", { class: "deck", "aria-label": "Controls" }), side = h("aside", { class: "replay-side" });
    this._seal = h("p", { class: "seal-line", hidden: true });
    const notice = (/** @type {string} */ sentence) => { alarm(sentence); show(this._said, sentence); };
    this._said = h("p", { class: "dim small", role: "status" });
    const share = id ? h("button", { type: "button", class: "button bare", "aria-label": "Share", onclick: () => void shareLink({ title: document.title, link: `${replayLink(id)}#${this.at}`, record: "", file: "", picture: () => Promise.reject(new Error()), say: notice }) }, icon("share"), h("span", { class: "long" }, "Share")) : null;
    const download = id ? h("a", { class: "button bare", "aria-label": "Record", href: api.matchPath(id, "record"), download: `${game.id}-${id.replace("/", "-")}.json` }, icon("file"), h("span", { class: "long" }, "Record")) : null;
    const table = id ? h("a", { class: "button bare", "aria-label": "Back to the table", title: "Back to the table", href: tablePath(id) }, icon("people"), h("span", { class: "long" }, "Table")) : null;
    this._news = id ? new News(id) : null;
    this.element = wear(h("div", { class: "replay" },
      h("header", { class: "bar" }, wayHome(), h("h1", { tabindex: -1 }, h("span", { "aria-hidden": "true" }, `${emblem(game)} `), game.title), this._outcome(), this._said, table, share, download), this._news?.element ?? null,
      h("main", { class: "replay-main" }, stage, below, deck, side)), game);
    root.append(this.element);
    this.board = new Board(stage, { glyphs: game.glyphs });
    stage.append(this._caption);
    this._title = h("h2", null, "");
    below.append(h("div", { class: "section-head" }, this._title));
    this._chart = new Chart(below, { go: (moment) => this.go(moment), tall: 150 });
    this._controls = new Controls(deck, {
      last: match.plies.length, go: (moment) => this.go(moment), play: () => this.toggle(), turn: () => this._nextTurn(), speed: () => this._pause.skip(),
    });
    this.players = new Players(side, () => {});
    side.append(this._seal, this._verdict, this._worth);
    this.moves = new Moves(side, match, (moment) => this.go(moment));
    this._keys = (/** @type {KeyboardEvent} */ event) => this._key(event);
    addEventListener("keydown", this._keys);
    this._chartFrom(null);
    const asked = Number(location.hash.slice(1));
    this.go(Number.isInteger(asked) ? asked : 0);
    const closed = () => this._closed, text = record ?? "";
    void this._look(id ? (far) => api.review(id, closed, far) : (far) => api.reviewOf(text, closed, far));
    void this._checkDice(notice);
  }

  close() {
    this._closed = true;
    this._run++;
    this._pause.skip();
    this._news?.close();
    removeEventListener("keydown", this._keys);
    this.board.close();
    this._chart.close();
    this.element.remove();
    delete document.documentElement.dataset.ground;
  }

  /** @param {import("./types").GameDetails} game */
  _dress(game) {
    dress();
    document.title = `${game.title}: ${this._match.names.filter(Boolean).join(", ")} · gamenight`;
    document.documentElement.dataset.ground = game.theme?.ground ?? "night";
    document.documentElement.style.setProperty("--game", game.theme?.accent ?? "");
    document.documentElement.style.setProperty("--game-light", game.theme?.accent_light ?? "");
  }

  /** Who got what, in the bar. */
  _outcome() {
    const { result, names, seats } = this._match;
    const people = names.flatMap((name, seat) => (name ? [{ seat, name, bot: seats[seat]?.[1] ?? "" }] : []));
    const all = result ? standings(result, people) : people.map((one) => ({ ...one, score: "" }));
    return h("ul", { class: "status", "aria-label": result ? "The result" : "Who plays" }, ...all.map((one) => h("li", null, h("bdi", null, one.name), one.score ? ` ${one.score}` : "")));
  }

  /** Whoever made the record may have made up its dice. @param {(sentence: string) => void} notice */
  async _checkDice(notice) {
    const dice = this._match.dice ?? (this._id ? await api.proof(this._id).catch(() => null) : null);
    const found = dice && await sealed(dice).catch(() => null);
    if (!found || this._closed) return;
    show(this._seal, sealButton(found));
    this._seal.hidden = false;
    if (found.headline === "broken") notice(found.title);
  }

  /** The review, when there is one. @param {(far: import("./api.js").Far) => Promise<MatchReview | null>} asked */
  async _look(asked) {
    const waiting = waitingVerdict();
    try {
      const review = await asked((percent, words) => {
        this._verdict.hidden = false;
        show(this._verdict, ...waiting.card);
        waiting.far(percent, words);
      });
      if (!review || this._closed) return;
      this._review = review;
      this._verdict.hidden = false;
      show(this._verdict, ...verdict(review, this._match));
      this.moves.judge(review);
      this._controls.turns(review.turning.length > 0);
      this._chartFrom(review);
      this._draw(this.at);
    } catch {
      this._verdict.hidden = true; // no review of this match: what is seen is enough
    }
  }

  /** @param {MatchReview | null} review */
  _chartFrom(review) {
    const course = review ? valueCourse(review, this._match.moves, turningPoints(review)) : scoreCourse(this._match, []);
    this._title.textContent = course?.title ?? "";
    if (course) this._chart.show(course);
  }

  /** @param {number} moment */
  _scene(moment) { return moment ? this._match.plies[moment - 1].scene : this._match.start; }

  /** To a moment, at once; one ahead is shown moving. @param {number} moment */
  go(moment) {
    this._run++;
    this._pause.skip();
    this._playing = false;
    const to = Math.max(0, Math.min(this._match.plies.length, moment)), moves = to === this.at + 1 && !calm();
    const before = moves ? seen(this.element) : [];
    this._draw(to);
    if (moves) fly(this.element, before, STEP);
    this._rest();
    say(this._told(to));
  }

  /** Play on, or stop. */
  toggle() {
    if (this._playing) {
      this.go(this.at);
      return;
    }
    if (this.at === this._match.plies.length) this.go(0);
    void this._play(++this._run);
  }

  /** @param {number} run */
  async _play(run) {
    this._playing = true;
    this._rest();
    while (run === this._run && this.at < this._match.plies.length) {
      const { steps } = this._match.plies[this.at], times = beats(steps);
      for (const [at, step] of steps.entries()) {
        const long = times[at] / this._controls.pace;
        const before = calm() || !step.scene ? [] : seen(this.element);
        if (step.scene) this._show(step.scene, {});
        show(this._caption, ...this._said_of(this.at + 1, step.text ?? ""));
        if (before.length) fly(this.element, before, long * 0.8);
        await this._pause.wait(long);
        if (run !== this._run) return;
      }
      this._draw(this.at + 1);
      this._controls.draw(this.at, true);
      await this._pause.wait(BETWEEN / this._controls.pace);
    }
    if (run !== this._run) return;
    this._playing = false;
    this._rest();
  }

  /** Nothing moves: the address says where we are. */
  _rest() {
    this._controls.draw(this.at, this._playing);
    if (this._id) history.replaceState(history.state, "", `${location.pathname}${this.at ? `#${this.at}` : ""}`);
  }

  /** @param {number} moment */
  _draw(moment) {
    const before = this._scene(Math.max(0, moment - 1)), scene = this._scene(moment);
    this.at = moment;
    this._show(scene, { last: moment ? changed(before, scene) : new Set(), hints: this._hints(moment) });
    let told = moment; // of what nobody may know there is no sentence: what was said before stays
    while (told && !this._told(told)) told--;
    show(this._caption, ...this._said_of(moment, this._told(told)));
    this._chart.at(moment);
    this.moves.at(moment);
    this._possible(moment);
  }

  /** @param {import("./types").Scene} scene @param {import("./board.js").Marks} marks */
  _show(scene, marks) {
    this.board.draw(still(scene), marks);
    const bots = new Set(this._match.seats.flatMap(([, bot], seat) => (bot ? [seat] : [])));
    this.players.draw(scene.scores ?? [], scene.unit ?? "", { live: new Set(), yours: new Set(), bots, away: new Set() });
  }

  /** What happened before a moment, in sentences. @param {number} moment */
  _told(moment) {
    if (!moment) return "The match begins.";
    const steps = this._match.plies[moment - 1].steps.map((step) => step.text ?? "").filter(Boolean).join(" ");
    return steps || (moment === this._match.plies.length ? this._match.result?.reason ?? "" : "");
  }

  /** @param {number} moment @param {string} sentence */
  _said_of(moment, sentence) {
    const who = this._match.names.map((name, seat) => ({ name, seat, luck: 0, lost: 0, choices: 0 }));
    const move = this._match.moves[moment] ?? moment; // 0: nobody has moved yet
    return [move ? h("b", { class: "move-number" }, `Move ${move}`) : null, h("span", null, ...coloured(sentence, who))];
  }

  /** The played and the best place, where something was given away. @param {number} moment */
  _hints(moment) {
    /** @type {Map<string, string>} */
    const hints = new Map(), judged = this._review?.moments.find((one) => one.ply === moment);
    if (!judged?.moves?.length || !judged.lost || !this._review) return hints;
    const best = judged.moves[0][2] ?? [], played = judged.moves.find(([label]) => label === judged.played)?.[2] ?? [];
    if (played.length) hints.set(played[0], worth(-judged.lost, this._review.unit));
    if (best.length) hints.set(best[0], "best");
    return hints;
  }

  /** What else could have been done, and its worth. @param {number} moment */
  _possible(moment) {
    const review = this._review, judged = review?.moments.find((one) => one.ply === moment), all = judged?.moves ?? [];
    this._worth.hidden = all.length < 2;
    if (!review || !judged || all.length < 2) return;
    const values = all.map(([, value]) => value), least = Math.min(...values), room = Math.max(...values) - least || 1;
    const row = (/** @type {[string, number, string[]?]} */ [label, value], /** @type {number} */ at) => {
      const bar = h("i"), mine = label === judged.played;
      bar.style.width = `${8 + (92 * (value - least)) / room}%`;
      return h("li", { class: [at === 0 ? "best" : "", mine ? "played" : ""].filter(Boolean).join(" ") }, h("span", { class: "what" }, label), h("span", { class: "meter", "aria-hidden": "true" }, bar),
        h("span", { class: "figure" }, review.unit === "wins" ? `${Math.round(100 * value)} %` : worth(value, review.unit)), h("small", null, [at === 0 ? "best" : "", mine ? "played" : ""].filter(Boolean).join(", ")));
    };
    const shown = all.slice(0, MOST_SHOWN), played = all.find(([label]) => label === judged.played);
    if (played && !shown.includes(played)) shown.push(played);
    show(this._worth, h("h2", { class: "over" }, `Move ${judged.move}: what each choice was worth`), h("ol", null, ...shown.map(row)),
      judged.line?.length ? h("p", { class: "dim small" }, `After ${all[0][0]}: ${judged.line.join(", ")}.`) : null);
  }

  _nextTurn() {
    const turns = [...(this._review?.turning ?? [])].sort((one, other) => one - other);
    if (turns.length) this.go(turns.find((ply) => ply > this.at) ?? turns[0]);
  }

  /** @param {KeyboardEvent} event */
  _key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || document.querySelector("dialog[open]")) return;
    const where = event.target instanceof Element ? event.target : document.body;
    if (where.closest("input") || (event.key === " " && where.closest("button, a"))) return;
    const ways = /** @type {Record<string, () => void>} */ ({
      ArrowLeft: () => this.go(this.at - 1), ArrowRight: () => this.go(this.at + 1), Home: () => this.go(0), End: () => this.go(this._match.plies.length),
      " ": () => this.toggle(), t: () => this._nextTurn(), T: () => this._nextTurn(),
    });
    if (!ways[event.key]) return;
    event.preventDefault();
    ways[event.key]();
  }
}
