/** Nowhere: an address that leads to no screen. */
import { h, show } from "./dom.js";
import { screen } from "./header.js";
import { icon } from "./icons.js";

/** @param {HTMLElement} root @returns {import("./types").Screen} */
export function nowhere(root) {
  document.title = "No such page · gamenight";
  show(root, screen("play", h("main", { class: "narrow-main" },
    h("h1", { tabindex: -1 }, "There is no such page"),
    h("p", { class: "dim" }, "Perhaps a letter of the link is missing. A code to join a table goes into the field on the first page."),
    h("a", { class: "button main", href: "/" }, icon("back"), "To all games"))));
  return { close() {} };
}
