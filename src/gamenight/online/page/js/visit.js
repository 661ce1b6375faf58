/** Visit: a code leads to its table, where somebody may sit down. */
import * as api from "./api.js";
import { go } from "./app.js";
import { h, show } from "./dom.js";
import { screen } from "./header.js";
import { icon } from "./icons.js";
import { surely } from "./patience.js";
import { sentence } from "./speech.js";

/** @param {HTMLElement} root @param {string} code @returns {import("./types").Screen} */
export function visit(root, code) {
  document.title = "gamenight";
  const main = h("main", { class: "narrow-main" }, h("h1", { tabindex: -1 }, "Looking for the table …"));
  show(root, screen("play", main));
  let closed = false;
  surely(() => api.tableOf(code), () => closed).then(
    ({ id }) => {
      if (closed) return;
      sessionStorage.setItem(`code.${id}`, code);
      go(`/m/${id}`, true);
    },
    (error) => show(main,
      h("h1", { tabindex: -1 }, "This code leads nowhere"),
      h("p", { class: "dim" }, sentence(error.message)),
      h("a", { class: "button main", href: "/" }, icon("back"), "To all games")),
  );
  return { close() { closed = true; } };
}
