/** Ending: who won, the podium, what it was worth, and what comes next. It lies over the match, which
 * can be looked at again. */
import * as api from "./api.js";
import { Chart } from "./chart.js";
import { confetti } from "./confetti.js";
import { h, show } from "./dom.js";
import { icon } from "./icons.js";
import { emblem, ground, inLine, listed, wear } from "./looks.js";
import { headline, podium, standings } from "./podium.js";
import { postcard } from "./postcard.js";
import { seated } from "./presence.js";
import { again } from "./proposals.js";
import { scoreCourse } from "./course.js";
import { turningPoints, verdict, waitingVerdict } from "./review.js";
import { sealButton, sealed } from "./seal.js";
import { replayLink, shareButton, ways } from "./share.js";
import { go } from "./app.js";

/** @typedef {import("./table.js").Table} Table */
/** @typedef {import("./types").MatchReview} MatchReview */

export class Ending {
  /** @param {HTMLElement} root @param {Table} table */
  constructor(root, table) {
    this._table = table;
    this._closed = false;
    /** This round, also when the next has begun. */
    this._id = `${table.id}/${table.welcome?.match}`;
    this._state = "";
    this._agreed = -1; // the offer that was agreed to by itself
    const { result, people } = this._facts();
    this._standings = standings(result, people);
    this._head = h("h2", { class: "headline", tabindex: -1 }, ...headline(this._standings));
    this._play = h("div", { class: "again" });
    this._verdict = h("section", { class: "card verdict", "aria-label": "Verdict" });
    this._course = h("section", { class: "card course-card", "aria-label": "The match, move by move", hidden: true });
    this._chips = h("p", { class: "over" });
    this._seal = h("p", { class: "seal-line", hidden: true });
    const yours = table.welcome?.yours.map((place) => table.welcome?.places[place]?.seat) ?? [];
    const won = this._standings.some((one) => one.won && (!yours.length || yours.includes(one.seat))); // it falls for nobody who has lost
    const hero = ground(h("section", { class: "hero-ending" }, won ? confetti(".won > *, .podium li") : null,
      h("div", { class: "won" }, this._chips, this._head, h("p", { class: "reason" }, ...inLine(result.reason, people)), this._seal),
      podium(this._standings, table.match?.scene.unit ?? "")), table.details);
    const shared = this._shared();
    const leave = () => [
      h("button", { type: "button", class: "button bare board-link", onclick: () => this.fold(true) }, icon("watch"), "See the board"),
      h("a", { class: "button bare games-link", href: "/" }, icon("play"), "All games")]; // below the cards on a phone, in the foot where it is wide
    const cards = h("div", { class: "ending-cards" }, hero, this._verdict, this._course, this._series(),
      h("p", { class: "ending-leave" }, ...leave()));
    const foot = h("footer", { class: "ending-foot" }, this._play,
      h("a", { class: "button review-link", href: `/r/${this._id}` }, icon("chart"), h("span", null, "Review", h("span", { class: "long" }, " the match"))),
      ...leave(), h("span", { class: "ways" }, ...ways(shared)), shareButton(shared));
    this._strip = h("button", { type: "button", class: "button ending-strip", onclick: () => this.fold(false) }, icon("back"), "Back to the result");
    this.element = wear(h("section", { class: "ending", "aria-label": "The end" }, cards, foot, this._strip), table.details);
    root.append(this.element);
    this.fold(false);
    this.update();
    void this._look();
    void this._prove();
  }

  /** The seal: this browser works out all dice again. Where there were none, or nobody can tell, there is no seal. */
  async _prove() {
    const found = await api.proof(this._id).then((dice) => sealed(dice, (fair) => this._table.chance.vouches(fair))).catch(() => null);
    if (!found || this._closed) return;
    show(this._seal, sealButton(found));
    this._seal.hidden = false;
  }

  /** Show the board, or the result over it. @param {boolean} folded */
  fold(folded) {
    this.element.classList.toggle("folded", folded);
    const match = this._table.match?.element;
    if (match) match.inert = !folded;
    (folded ? this._strip : this._head).focus({ preventScroll: true });
  }

  close() {
    this._closed = true;
    this._chart?.close();
    this.element.remove();
  }

  /** Who wants to play again. */
  update() {
    const { welcome } = this._table, yours = new Set(welcome?.yours ?? []), names = welcome?.places ?? [];
    const offer = (welcome?.offers ?? []).find((one) => one.what === "next");
    this._agree(offer, yours);
    const state = JSON.stringify([offer, [...yours], names.map((one) => one.name)]);
    if (state === this._state) return;
    this._state = state;
    const kept = this._play.contains(document.activeElement);
    const asked = offer?.asked.some((place) => yours.has(place)), called = (/** @type {number[]} */ places) => places.map((place) => names[place]?.name ?? "Somebody");
    const send = (/** @type {object} */ message) => () => void this._table.send(message).catch((error) => this._table.notice(error.message));
    const main = (/** @type {string} */ words, /** @type {object} */ message) => h("button", { type: "button", class: "button main", onclick: send(message) }, icon("replay"), words);
    if (!yours.size) show(this._play, h("a", { class: "button main", href: `/r/${this._id}` }, icon("start"), "Watch it again"));
    else if (!offer) show(this._play, main("Play again", { t: "offer", what: "next" }));
    else if (asked) {
      show(this._play, main("Play again", { t: "answer", offer: offer.id, yes: true }),
        h("button", { type: "button", class: "button", onclick: send({ t: "answer", offer: offer.id, yes: false }) }, "No"),
        h("p", { class: "dim", role: "status" }, ...again(called(offer.yes))));
    } else {
      show(this._play, h("p", { class: "waiting", role: "status" }, "Waiting for ", ...listed(called(offer.asked))));
    }
    this.element.querySelector(".review-link")?.toggleAttribute("hidden", !yours.size);
    if (kept) (/** @type {HTMLElement | null} */ (this._play.querySelector("button, a")) ?? this._head).focus();
  }

  /** Whoever shares this screen has agreed with whoever proposed it here. @param {import("./types").OpenOffer | undefined} offer @param {Set<number>} yours */
  _agree(offer, yours) {
    if (!offer || !yours.has(offer.by) || this._agreed === offer.id || !offer.asked.some((place) => yours.has(place))) return;
    this._agreed = offer.id;
    void this._table.send({ t: "answer", offer: offer.id, yes: true }).catch(() => {});
  }

  /** What is known at once. */
  _facts() {
    const { welcome, match } = this._table;
    const result = welcome?.result ?? { scores: [], winners: [], reason: "It is over.", resigned: null };
    const rows = match?.scene.scores ?? [];
    const named = (welcome?.seats ?? []).map(([name], seat) => ({ seat, name }));
    const there = rows.length ? rows : named.filter((one) => one.name);
    return { result, people: seated({ places: welcome?.places ?? [] }, there) };
  }

  /** The rounds of an evening. */
  _series() {
    const rounds = this._table.welcome?.series ?? [];
    if (!rounds.length) return null;
    /** @type {Map<string, number>} */
    const wins = new Map(this._standings.map((one) => [one.name, one.won ? 1 : 0]));
    for (const round of rounds) for (const [name, , won] of round) wins.set(name, (wins.get(name) ?? 0) + (won ? 1 : 0));
    const sorted = [...wins].sort((one, other) => other[1] - one[1]);
    return h("section", { class: "card evening", "aria-label": "This evening" }, h("h3", null, `After ${rounds.length + 1} rounds`),
      h("ul", null, ...sorted.map(([name, count]) => h("li", null, h("bdi", null, name), h("b", null, `${count} ${count === 1 ? "win" : "wins"}`)))));
  }

  /** @returns {import("./share.js").Shared} */
  _shared() {
    const { details, welcome } = this._table, line = this._head.textContent ?? "";
    return {
      title: `${details?.title}: ${line}`, link: replayLink(this._id), record: api.matchPath(this._id, "record"), file: `${details?.id}-${this._id.replace("/", "-")}`, say: (sentence) => this._table.notice(sentence),
      picture: () => postcard({ title: details?.title ?? "", emblem: emblem(details), ground: details?.theme?.ground ?? "night", headline: line, reason: welcome?.result?.reason ?? "", standings: this._standings }),
    };
  }

  /** How it went: first the points, then what they were worth. Where the server cannot tell, the card is not there. */
  async _look() {
    const waiting = waitingVerdict();
    show(this._verdict, ...waiting.card);
    const [replay, review] = [api.replay(this._id), api.review(this._id, () => this._closed, waiting.far)];
    review.catch(() => {});
    try {
      const found = await replay;
      if (this._closed) return;
      const moves = found.moves.at(-1) ?? 0;
      show(this._chips, `After ${moves} ${moves === 1 ? "move" : "moves"}`);
      this._draw(found, null);
      const judged = await review;
      if (this._closed || !judged) return;
      show(this._verdict, ...verdict(judged, found));
      this._draw(found, judged);
    } catch {
      if (!this._verdict.querySelector("table")) this._verdict.hidden = true;
    }
  }

  /** @param {import("./types").Replay} replay @param {MatchReview | null} review */
  _draw(replay, review) {
    const points = review ? turningPoints(review) : [];
    const course = scoreCourse(replay, points);
    if (!course) return;
    this._course.hidden = false;
    if (!this._chart) {
      this._hint = h("span", { class: "dim small" });
      this._course.append(h("div", { class: "section-head" }, h("h3", null, "The match, move by move"), this._hint));
      this._chart = new Chart(this._course, { go: (moment) => go(`/r/${this._id}#${moment}`) });
    }
    if (this._hint) this._hint.textContent = points.length ? `${points.length} turning ${points.length === 1 ? "point" : "points"}: tap one to see it` : "tap it to see a move";
    this._chart.show(course);
  }
}
