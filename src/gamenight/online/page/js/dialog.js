/** Dialogs: a question over the page. The browser keeps the focus inside, and gives it back. */
import { h, show } from "./dom.js";
import { icon } from "./icons.js";
import { nameField } from "./namefield.js";

/** @typedef {import("./dom.js").Child} Child */

let count = 0;

/**
 * Open a dialog; what it shows gets a function that closes it.
 * @param {string} title @param {(close: () => void) => Child[]} content @param {string} [look] a class beside its own @returns {Promise<void>} when it is closed
 */
export function dialog(title, content, look = "") {
  const id = `dialog-${++count}`;
  const box = h("dialog", { class: `dialog ${look}`.trim(), "aria-labelledby": id });
  const close = () => box.close();
  box.append(
    h("div", { class: "dialog-head" },
      h("h2", { id }, title),
      h("button", { class: "icon-button", type: "button", "aria-label": "Close", onclick: close }, icon("close"))),
    h("div", { class: "dialog-body" }));
  show(/** @type {Element} */ (box.lastElementChild), ...content(close));
  box.addEventListener("click", (event) => event.target === box && close()); // beside it
  (document.querySelector("main.worn") ?? document.body).append(box); // it wears what the game wears
  box.showModal();
  return new Promise((done) => box.addEventListener("close", () => {
    box.remove();
    done();
  }));
}

/**
 * Ask for a name until it is good, or nobody wants to say it.
 * @param {{title: string, name: string, button: string, take: (name: string) => void | Promise<unknown>}} asked
 * take: what is done with the name; it may refuse with a sentence
 */
export async function askName({ title, name, button, take }) {
  await dialog(title, (close) => {
    const field = nameField({ id: "asked-name", name: "name", value: name, required: true, autocomplete: "nickname", autofocus: true, "aria-describedby": "asked-error" });
    const error = h("p", { class: "error", id: "asked-error", role: "alert" });
    const form = h("form", { class: "stack", onsubmit: async (/** @type {Event} */ event) => {
      event.preventDefault();
      const given = field.value.trim();
      if (!given) return;
      try {
        await take(given);
        close();
      } catch (refused) {
        show(error, refused instanceof Error ? refused.message : String(refused));
        field.setAttribute("aria-invalid", "true");
        field.select();
      }
    } },
      h("label", { for: "asked-name" }, "Your name"), field, error,
      h("button", { class: "button main wide" }, button));
    setTimeout(() => field.select());
    return [form];
  });
}
