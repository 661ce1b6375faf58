/** Curtain: people who share a screen do not see each other's hands; the terminal's rules are in match/curtain.py. */

/** @typedef {import("./types").Scene} Scene */
/** @typedef {import("./types").Turn} Turn */
/** What can be done besides choices; aside: nobody is asked to. @typedef {{label: string, act: () => void, aside?: boolean}} Deed */

const NOTHING = "there is nothing you can play now.";

/** Whether a scene shows what only one person may see. @param {Scene | undefined} scene */
const shows = (scene) => (scene?.areas ?? []).some((area) => area.secret);

export class Curtain {
  /** @param {() => void} changed whose eyes look, or what is asked of them */
  constructor(changed) { this._changed = changed; }

  /** Whose seats are at this screen. @type {Set<number | undefined>} */
  _yours = new Set();

  /** Those of them whom no machine stands in for. @type {number[]} */
  _here = [];

  _secrets = false; // whether somebody has had a hand in this match

  /** Who has said that they are alone with the screen. @type {number | undefined} */
  _shownTo = undefined;

  /** Who wants to act out of turn: "?" until they have said who they are. @type {number | "?" | undefined} */
  _caller = undefined;

  /** @param {Set<number | undefined>} yours @param {Set<number>} bots */
  seated(yours, bots) {
    this._yours = yours;
    this._here = /** @type {number[]} */ ([...yours]).filter((seat) => !bots.has(seat));
  }

  /** Whether several people share this screen. */
  get shared() { return this._yours.size > 1; }

  /** Whether everybody may see only what a spectator sees, until one of them says that they are alone. */
  get hangs() { return this.shared && this._secrets; }

  /** Who is asked of those who share it: of nobody out of turn, for that would tell who holds what. @param {Turn | undefined} turn @returns {number | undefined} */
  asked(turn) {
    if (this._caller !== undefined) return this._caller === "?" ? undefined : this._caller;
    return turn && turn.kind !== "wait" && this._yours.has(turn.seat) ? turn.seat : undefined;
  }

  /** Whom it asks, and whether it has been lifted for them. */
  get asking() { return [this._caller, this._shownTo].join(); }

  /** Something new can be seen. @param {Record<string, Scene>} scenes */
  learns(scenes) { this._secrets ||= Object.values(scenes).some(shows); }

  /** Somebody has chosen: out of turn that is all they wanted. */
  plays() { if (this._caller !== undefined) this._caller = this._shownTo = undefined; }

  /** The match goes on: whose turn is over is looking no more. @param {Turn | undefined} turn */
  moves(turn) {
    if (turn?.kind === "over" || (this._caller !== undefined && this._caller === turn?.seat)) this._caller = undefined;
    if (this._shownTo !== this.asked(turn)) this._shownTo = undefined;
  }

  /** Whose hand may be shown. @param {Turn | undefined} turn @param {Record<string, Scene>} scenes @returns {number | undefined} */
  viewer(turn, scenes) {
    const seat = this.asked(turn);
    if (!this.hangs) return seat;
    const bare = seat !== undefined && this._caller === undefined && turn?.kind === "choose" && !shows(scenes[seat]);
    if (bare) this._shownTo = seat; // there is nothing to hide
    return this._shownTo === seat ? seat : undefined;
  }

  /** What a scene says and asks of whoever has to lift the curtain. @param {Scene} scene @param {Turn | undefined} turn @returns {Scene} */
  over(scene, turn) {
    if (!this.hangs) return scene;
    const seat = this.asked(turn), name = this._name(scene, seat);
    if (this._caller === "?") return { ...scene, ask: "Who?" };
    if (this._caller !== undefined && this._shownTo === seat) return scene.choices?.length ? scene : { ...scene, ask: `${name}, ${NOTHING}` };
    if (this._waits(turn)) return { ...scene, ask: `${name}, ${this._caller === undefined ? "it is your turn: " : ""}are you alone with the screen?` };
    return scene;
  }

  /** What those who share the screen can do with it. @param {Scene} scene @param {Turn | undefined} turn @returns {Deed[]} */
  deeds(scene, turn) {
    if (!this.hangs || turn?.kind === "over") return [];
    const seat = this.asked(turn), does = (/** @type {string} */ label, /** @type {() => void} */ act) => ({ label, act: () => { act(); this._changed(); } });
    const away = () => { this._caller = this._shownTo = undefined; };
    if (this._caller === "?") {
      const able = this._here.filter((one) => turn?.kind !== "choose" || one !== turn.seat); // they have no need to
      return [...able.map((one) => does(this._name(scene, one), () => { this._caller = one; })), does("Back", away)];
    }
    const call = { ...does("Act out of turn", () => { this._caller = "?"; this._shownTo = undefined; }), aside: true };
    const show = does("Show my cards", () => { this._shownTo = seat; });
    if (this._caller !== undefined) return this._waits(turn) ? [show, does("Back", away)] : [does("Put my cards away", away)];
    return this._waits(turn) ? [show, call] : [call];
  }

  /** Whether somebody is to say first that they are alone. @param {Turn | undefined} turn */
  _waits(turn) {
    const seat = this.asked(turn);
    return seat !== undefined && this._here.includes(seat) && this._shownTo !== seat && (this._caller !== undefined || turn?.kind === "choose");
  }

  /** @param {Scene} scene @param {number | undefined} seat */
  _name(scene, seat) { return scene.scores?.find((row) => row.seat === seat)?.name ?? ""; }
}
