/** Header: the bar at the top with the way around the page, the name, light and dark, sound. */
import { dress } from "./app.js";
import { h, set, show } from "./dom.js";
import { brand, icon } from "./icons.js";
import { avatar } from "./looks.js";
import { surely } from "./patience.js";
import { NAMED, store } from "./store.js";

/** @typedef {"play" | "tables" | "learn" | "replay"} Room */

/** @type {[Room, string, string, import("./icons.js").IconName][]} */
const ROOMS = [
  ["play", "/", "Play", "play"],
  ["tables", "/tables", "Tables", "people"],
  ["learn", "/learn", "Learn", "book"],
  ["replay", "/replay", "Replays", "replay"],
];

/**
 * A screen with the bar, and on a phone the rooms of the page at its foot.
 * @param {Room} here @param {HTMLElement} main @param {{title: string, back: string, end?: Node}} [narrow] what the bar of a phone shows instead of the brand
 */
export function screen(here, main, narrow) {
  main.id = "main";
  main.tabIndex = -1;
  return h("div", { class: narrow ? "page inner" : "page" },
    bar(here, main, narrow), main, narrow ? null : rooms(here, "tabs", true));
}

/** @param {Room} here @param {HTMLElement} main @param {{title: string, back: string, end?: Node}} [narrow] */
function bar(here, main, narrow) {
  const back = narrow && h("div", { class: "top-back" },
    h("a", { class: "icon-button", href: narrow.back, "aria-label": "Back" }, icon("back")),
    h("strong", null, narrow.title), narrow.end);
  const skip = (/** @type {Event} */ event) => { event.preventDefault(); main.focus(); };
  return h("header", { class: "top" },
    h("a", { class: "skip", href: "#main", onclick: skip }, "Skip to content"),
    back, h("a", { class: "brand", href: "/" }, brand(), "gamenight"),
    rooms(here, "rooms", false),
    h("div", { class: "top-end" }, soundSwitch(), themeSwitch(), nameButton()));
}

/** The way out of a match or a replay: where there is little room, only an arrow. */
export const wayHome = () => h("a", { class: "brand", href: "/", title: "All games", "aria-label": "gamenight: all games" }, icon("back"), h("span", null, "gamenight"));

/** @param {Room} here @param {string} look @param {boolean} drawn */
const rooms = (here, look, drawn) =>
  h("nav", { class: look, "aria-label": drawn ? "Page" : "Main" },
    ...ROOMS.map(([room, href, title, sign]) => h("a", { href, "aria-current": room === here ? "page" : null }, drawn ? icon(sign) : null, title)));

function soundSwitch() {
  const button = h("button", { class: "icon-button sound-switch", type: "button" });
  const draw = () => {
    set(button, { "aria-label": "Sound", "aria-pressed": String(store.sound), title: store.sound ? "Sound is on" : "Sound is off" });
    show(button, icon(store.sound ? "sound" : "silent"));
  };
  button.addEventListener("click", () => { store.sound = !store.sound; draw(); });
  draw();
  return button;
}

/** Whether the page is light now, by choice or because the system is. */
const isLight = () => store.theme === "light" || (store.theme === "" && matchMedia("(prefers-color-scheme: light)").matches);

function themeSwitch() {
  const button = h("button", { class: "icon-button", type: "button" });
  const draw = () => {
    const label = isLight() ? "Dark colours" : "Light colours";
    set(button, { "aria-label": label, title: label });
    show(button, icon(isLight() ? "dark" : "light"));
  };
  button.addEventListener("click", () => {
    store.theme = isLight() ? "dark" : "light";
    dress();
    draw();
  });
  draw();
  return button;
}

function nameButton() {
  const button = h("button", { class: "me", type: "button" });
  let drawn = false;
  const draw = () => {
    if (drawn && !button.isConnected) removeEventListener(NAMED, draw); // its screen is gone
    drawn = true;
    const name = store.name;
    set(button, { "aria-label": name ? `Your name: ${name}` : "Say your name", title: "Your name" });
    show(button, avatar({ name: name || "?" }, 0), h("bdi", { class: "me-name" }, name || "Your name"), icon("down", "small"));
  };
  button.addEventListener("click", async () => {
    const { askName } = await surely(() => import("./dialog.js"));
    await askName({
      title: "What are you called?", name: store.name, button: "That's me",
      take(name) {
        store.name = name;
      },
    });
  });
  addEventListener(NAMED, draw);
  draw();
  return button;
}
