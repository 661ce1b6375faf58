/** Film: what moved flies from where it was. Measure, change, pair, animate. */

/** @typedef {{name: string, face: string, spot: string, box: DOMRect}} Seen */

const EASE = "cubic-bezier(.3,.7,.2,1)";

const BEAT = 620, LONGEST = 1200, LEAST = 60; // milliseconds: of a beat; of all that a ply shows; of a step

/** How long each step of a ply takes, and together not so long that anybody waits. @param {{beat?: number}[]} steps @returns {number[]} in milliseconds */
export function beats(steps) {
  const long = steps.map((step) => (step.beat ?? 1) * BEAT), all = long.reduce((sum, one) => sum + one, 0);
  return long.map((one) => Math.max(LEAST, one * Math.min(1, LONGEST / all)));
}

const HURRY = 4, FAR = 40, QUICK = 0.12; // plies that wait from which on it goes quickly, where somebody here is asked and where nobody is; and how quickly
const CATCH_UP = 3500; // milliseconds in which all that waits is shown, or what is left of it is shown no more

/** How quickly a film goes, so that it is never far behind the match, nor over before anybody has looked. */
export class Haste {
  _since = 0; // when it began to hurry

  /**
   * Which part of its time a ply gets; 0: it is not shown, only what comes of it.
   * @param {number} waiting how many plies wait behind it @param {boolean} asked whether somebody here is, at the end of them
   */
  pace(waiting, asked) {
    const now = performance.now(), most = asked || this._since ? HURRY : FAR; // once it hurries, it catches up
    this._since = waiting < most ? 0 : this._since || now;
    if (!this._since) return 1;
    return now - this._since < CATCH_UP ? Math.min(QUICK, CATCH_UP / LONGEST / waiting) : 0;
  }
}

/** Whether the person wants nothing to move. */
export const calm = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

/** Everything that can move, as it is now. @param {ParentNode} root @returns {(Seen & {element: HTMLElement})[]} */
export function seen(root) {
  const found = [...root.querySelectorAll("[data-token]")];
  return found.map((element) => ({
    element: /** @type {HTMLElement} */ (element),
    name: /** @type {HTMLElement} */ (element).dataset.token ?? "",
    face: /** @type {HTMLElement} */ (element).dataset.face ?? "",
    spot: element.closest("[data-key]")?.getAttribute("data-key") ?? "",
    box: element.getBoundingClientRect(),
  }));
}

/**
 * Which thing is which: by its own name, then in the same place, then of the same kind elsewhere.
 * @param {Seen[]} before @param {Seen[]} after @returns {(Seen | null)[]} for each of after, what it was
 */
export function paired(before, after) {
  const free = new Set(before);
  /** @param {Seen} now @param {(was: Seen) => boolean} fits */
  const take = (now, fits) => {
    for (const was of free) {
      if (was.name === now.name && fits(was)) {
        free.delete(was);
        return was;
      }
    }
    return null;
  };
  const own = after.map((now) => (now.name.startsWith("=") ? take(now, () => true) : take(now, (was) => was.spot === now.spot && was.face === now.face)));
  const here = after.map((now, at) => own[at] ?? (now.name.startsWith("=") ? null : take(now, (was) => was.spot === now.spot)));
  return after.map((now, at) => here[at] ?? (now.name.startsWith("=") ? null : take(now, () => true)));
}

/** Move everything to where it is now. @param {ParentNode} root @param {Seen[]} before @param {number} milliseconds */
export function fly(root, before, milliseconds) {
  if (calm() || milliseconds <= 0) return;
  const after = seen(root), pairs = paired(before, after);
  after.forEach((now, at) => {
    const was = pairs[at];
    if (!was) appear(now.element, milliseconds);
    else if (was.spot === now.spot && was.face !== now.face && now.face) tumble(now.element, milliseconds);
    else travel(now, was, milliseconds);
  });
}

/** @param {HTMLElement} element @param {number} milliseconds */
const appear = (element, milliseconds) => element.animate([{ opacity: 0, scale: 0.4 }, { opacity: 1, scale: 1 }], { duration: Math.min(milliseconds, 350), easing: "ease-out" });

/** @param {HTMLElement} element @param {number} milliseconds */
const tumble = (element, milliseconds) => element.animate([{ rotate: "-220deg", scale: 0.7 }, { rotate: "18deg", scale: 1.12 }, { rotate: "0deg", scale: 1 }], { duration: Math.min(milliseconds, 520), easing: "cubic-bezier(.2,.9,.3,1)" });

/** @param {Seen & {element: HTMLElement}} now @param {Seen} was @param {number} milliseconds */
function travel(now, was, milliseconds) {
  const x = was.box.x + was.box.width / 2 - now.box.x - now.box.width / 2;
  const y = was.box.y + was.box.height / 2 - now.box.y - now.box.height / 2;
  if (Math.abs(x) + Math.abs(y) < 1.5) return;
  const size = Math.max(0.3, Math.min(3, was.box.width / (now.box.width || 1)));
  const lift = Math.min(36, Math.hypot(x, y) / 6);
  now.element.classList.add("moving");
  const done = () => now.element.classList.remove("moving");
  now.element.animate(
    [{ translate: `${x}px ${y}px`, scale: size }, { translate: `${x / 2}px ${y / 2 - lift}px`, scale: Math.max(1, size) * 1.08, offset: 0.5 }, { translate: "0 0", scale: 1 }],
    { duration: milliseconds, easing: EASE },
  ).finished.then(done, done);
}

/** A pause that can be cut short. */
export class Pause {
  /** @param {number} milliseconds @returns {Promise<void>} */
  wait(milliseconds) {
    return new Promise((done) => {
      this._done = done;
      this._timer = setTimeout(done, milliseconds);
    });
  }

  /** On to what comes next. */
  skip() {
    clearTimeout(this._timer);
    this._done?.();
    for (const one of document.getAnimations()) if (one.effect?.getComputedTiming().iterations !== Infinity) one.finish();
  }
}
