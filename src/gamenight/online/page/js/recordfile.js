/** A record from a file: drop it or choose it, and it is shown. The server reads it and keeps nothing. */
import * as api from "./api.js";
import { h, show } from "./dom.js";
import { screen } from "./header.js";
import { icon } from "./icons.js";
import { Player } from "./replay.js";
import { alarm } from "./speech.js";
import { ownReplays } from "./tables.js";

const LARGEST = 512 * 1024; // bytes, as the server has it

/** @param {HTMLElement} root @returns {import("./types").Screen} */
export function recordFile(root) {
  document.title = "Replays · gamenight";
  /** @type {Player | null} */
  let player = null;
  const said = h("p", { class: "drop-said", role: "status" });
  const field = h("input", { type: "file", class: "unseen", id: "record", accept: ".json,.txt,application/json", onchange: () => void read(field.files?.[0]) });
  const box = h("label", { class: "drop card", for: "record" }, icon("file"), h("strong", null, "Drop a record here"), h("span", { class: "dim" }, "or choose the file of a match: every ending has one, and so has the terminal (gamenight export)."), h("span", { class: "button main" }, "Choose a file"));
  const own = h("section", { class: "own-replays" });
  const page = screen("replay", h("main", { class: "narrow-main drop-main" }, h("h1", null, "Replays"), h("p", { class: "dim" }, "Look at any finished match, move by move. With the link to a replay you need no file."), own, field, box, said));
  api.games().then(ownReplays).then((rows) => { if (rows.length) show(own, h("h2", null, "Your matches"), h("ul", { class: "card rows" }, ...rows)); }, () => {});

  /** @param {File | undefined} file */
  async function read(file) {
    if (!file) return;
    if (file.size > LARGEST) return tell(`“${file.name}” is too large for a record (at most ${LARGEST / 1024} kB).`);
    show(said, "Reading …");
    try {
      const text = await file.text(), match = await api.replayOf(text), game = await api.game(match.game);
      page.remove();
      player = new Player(root, match, game, undefined, text);
      root.querySelector("h1")?.focus({ preventScroll: true }); // the file was chosen on a page that is gone
    } catch (error) {
      tell(error instanceof Error ? error.message : String(error));
      field.value = "";
    }
  }

  /** @param {string} sentence */
  function tell(sentence) {
    show(said, sentence);
    alarm(sentence);
  }

  const over = (/** @type {DragEvent} */ event) => { event.preventDefault(); box.classList.add("near"); };
  const away = () => box.classList.remove("near");
  const dropped = (/** @type {DragEvent} */ event) => { event.preventDefault(); away(); void read(event.dataTransfer?.files[0]); };
  addEventListener("dragover", over);
  addEventListener("dragleave", away);
  addEventListener("drop", dropped);
  root.append(page);
  return { close() {
    removeEventListener("dragover", over);
    removeEventListener("dragleave", away);
    removeEventListener("drop", dropped);
    player?.close();
  } };
}
