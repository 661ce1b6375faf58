/** The page: which screen an address shows. */
import { byId, h } from "./dom.js";
import { surely } from "./patience.js";
import { store } from "./store.js";

/** @typedef {import("./types").Screen} Screen */
/** @typedef {(root: HTMLElement, id: string) => Screen} Open */

/** @type {[RegExp, () => Promise<Open>][]} Paths, and what they show; modules and styles are loaded when needed. */
const ROUTES = [
  [/^\/$/, async () => (await import("./home.js")).home],
  [/^\/m\/([\w-]+)$/, async () => (await styled(import("./table.js"))).table],
  [/^\/new\/([\w-]+)$/, async () => (await import("./newtable.js")).newTable],
  [/^\/tables$/, async () => (await import("./tables.js")).tables],
  [/^\/learn(?:\/([\w-]+))?$/, async () => (await import("./learn.js")).learn],
  [/^\/r\/([\w-]+(?:\/\d+)?)$/, async () => (await styled(import("./replay.js"))).replay],
  [/^\/replay$/, async () => (await styled(import("./recordfile.js"))).recordFile],
  [/^\/tv\/([\w-]+)$/, async () => (await styled(import("./tv.js"))).tv],
  [/^\/c\/([\w-]+)$/, async () => (await import("./visit.js")).visit],
];

const LATER = ["ending", "replay", "tv"]; // the styles of what nobody sees first

/** A module, and the styles that its screen needs besides. @template T @param {Promise<T>} module @returns {Promise<T>} */
async function styled(module) {
  const links = LATER.filter((name) => !byId(`style-${name}`)).map((name) => h("link", { id: `style-${name}`, rel: "stylesheet", href: `/page/css/${name}.css` }));
  const there = links.map((link) => new Promise((done, failed) => {
    link.onload = done;
    link.onerror = () => { link.remove(); failed(new TypeError("no line")); }; // as of a module: it is tried again
  }));
  document.head.append(...links);
  await Promise.all(there);
  return module;
}

/** @type {Screen | null} */
let shown = null;

/** Show what the address says. */
async function route() {
  for (const [pattern, load] of ROUTES) {
    const found = location.pathname.match(pattern);
    if (!found) continue;
    const open = await surely(load);
    if (location.pathname !== found[0]) return; // somebody went on meanwhile
    shown?.close();
    const root = byId("screen");
    root.replaceChildren();
    shown = open(root, found[1] ?? "");
    return;
  }
  const { nowhere } = await surely(() => import("./nowhere.js"));
  shown?.close();
  shown = nowhere(byId("screen"));
}

/**
 * Go to another screen of the page; whoever reads it begins at its heading.
 * @param {string} path @param {boolean} [instead] of where one is: going back does not return there
 */
export function go(path, instead = false) {
  if (instead) history.replaceState(null, "", path);
  else history.pushState(null, "", path);
  void route().then(() => {
    scrollTo(0, 0);
    const screen = byId("screen"); // which has the focus until its heading has come
    (/** @type {HTMLElement | null} */ (screen.querySelector("h1")) ?? screen).focus({ preventScroll: true });
  });
}

/** Dark, light, or as the system has it. */
export function dress() {
  document.documentElement.dataset.theme = store.theme;
}

addEventListener("popstate", () => void route());
document.addEventListener("click", (event) => {
  const link = event.target instanceof Element ? event.target.closest("a") : null;
  const plain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
  if (!link || !plain || event.defaultPrevented || link.origin !== location.origin || link.target || link.hasAttribute("download")) return;
  event.preventDefault();
  go(link.pathname + link.hash);
});
dress();
void route();
// Only where the browser trusts the address: a secure one, or this machine.
void navigator.serviceWorker?.register("/service.js").catch(() => {});
