/** What a screen reader hears: each sentence once, in order; refusals at once. */
import { byId, h } from "./dom.js";

const MOST = 12;

/** @param {string} sentence */
export function say(sentence) {
  if (!sentence) return;
  const said = byId("said");
  said.append(h("p", null, sentence));
  while (said.children.length > MOST) said.firstElementChild?.remove();
}

/** @param {string} sentence */
export function alarm(sentence) {
  byId("alerts").textContent = sentence;
}

/** With a capital letter, a full stop, and dots in one sign. @param {string} text */
export const sentence = (text) => text && `${text.charAt(0).toUpperCase()}${text.slice(1).replaceAll("...", "…")}${/[.!?…)]$/.test(text) ? "" : "."}`;
