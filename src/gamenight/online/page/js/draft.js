/** Draft: what somebody has marked and not agreed to yet. This window remembers the latest of a match,
 * should the page be loaded again. */
import { live, start } from "./selection.js";

export class Draft {
  /** @param {string} match */
  constructor(match) { this._key = `draft.${match}`; }

  /** What was marked at this moment; null if nothing is known of it. @param {unknown} moment @param {import("./types").Scene} scene @returns {string[] | null} */
  read(moment, scene) {
    if (!scene.marks) return null;
    try {
      const found = JSON.parse(sessionStorage.getItem(this._key) ?? "{}"), possible = live(scene, start(scene));
      return found.moment === JSON.stringify(moment) && found.marks.every((/** @type {string} */ key) => possible.has(key)) ? found.marks : null;
    } catch {
      return null; // nothing can be kept here, or somebody else wrote it
    }
  }

  /** @param {unknown} moment @param {string[]} marks */
  write(moment, marks) {
    try {
      sessionStorage.setItem(this._key, JSON.stringify({ moment: JSON.stringify(moment), marks }));
    } catch {
      // a private window: this visit has no memory
    }
  }
}
