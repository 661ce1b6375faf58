/** Offline: waits until the server answers, and then shows what was asked for. */
import { byId } from "./dom.js";
import { store } from "./store.js";

const AGAIN = 4000; // milliseconds between two tries

async function look() {
  try {
    if ((await fetch("/healthz", { cache: "no-store" })).ok) location.reload();
  } catch {
    // still nobody there
  }
}

document.documentElement.dataset.theme = store.theme;
byId("again").addEventListener("click", () => {
  byId("state").textContent = "Still no connection. This page goes on trying.";
  void look();
});
addEventListener("online", () => void look());
setInterval(look, AGAIN);
