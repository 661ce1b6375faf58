/** Seal: what this browser has found out about the dice of a match, in two words, and all of it in a dialog. */
import { dialog } from "./dialog.js";
import { able } from "./digests.js";
import { h } from "./dom.js";
import { icon } from "./icons.js";
import { check, told } from "./proof.js";

const LABELS = /** @type {Record<string, string>} */ ({ proven: "Fair dice", broken: "NOT FAIR", unable: "Fair dice?" });
const UNABLE = "Browsers work out proofs on a secure line only: open this page by https, or on the machine where the server runs. The record can be checked anywhere: gamenight verify FILE.";

/** @typedef {{headline: string, label: string, title: string, lines: {holds: boolean | null, text: string}[]}} Seal */

/** @param {import("./types").Dice} dice @param {(fair: import("./types").Proof["fair"]) => boolean | null} [vouches] what this browser knew before @returns {Promise<Seal | null>} */
export async function sealed({ proof, ...words }, vouches = () => null) {
  if (!proof || !proof.draws.length) return null;
  if (!able()) return { headline: "unable", label: LABELS.unable, title: words.headlines.nothing, lines: [{ holds: null, text: UNABLE }] };
  const found = await check(proof), known = vouches(proof.fair);
  if (known !== null) found.findings.push({ code: "own", holds: known });
  else if (proof.fair.mixes.some(([, , salt]) => salt)) found.findings.push({ code: "record", holds: null });
  const headline = known === false ? "broken" : found.headline;
  return { headline, label: LABELS[headline] ?? "The dice", title: words.headlines[headline], lines: found.findings.map((one) => ({ holds: one.holds, text: told(one, words) })) };
}

/** @param {Seal} seal */
export const sealButton = (seal) => h("button", { type: "button", class: `button bare seal ${seal.headline}`, onclick: () => openProof(seal) }, icon(seal.headline === "proven" ? "check" : "odds"), seal.label);

/** @param {Seal} seal */
function openProof(seal) {
  const signs = (/** @type {boolean | null} */ holds) => (holds === null ? "hint" : holds ? "check" : "close");
  void dialog("The dice", () => [
    h("p", null, seal.title),
    h("ul", { class: "proof" }, ...seal.lines.map(({ holds, text }) => h("li", { class: holds === null ? "dim" : holds ? "holds" : "fails" }, icon(signs(holds)), h("span", null, text))))]);
}
