/** Service: says that there is no connection, and nothing else. Code and tables always come from the
 * server, so that nobody plays on with an old page. */
const SHELL = "shell-3";
const OFFLINE = ["/page/offline.html", "/page/js/offline.js", "/page/js/dom.js", "/page/js/store.js", "/page/js/letters.js", "/page/css/tokens.css", "/page/css/base.css", "/page/icons/icon.svg", "/page/fonts/inter-latin.woff2", "/page/fonts/bricolage-grotesque-latin.woff2"];
const worker = /** @type {any} */ (self);

worker.addEventListener("install", (/** @type {any} */ event) => {
  event.waitUntil(caches.open(SHELL).then((shell) => shell.addAll(OFFLINE.map((path) => new Request(path, { cache: path.endsWith(".woff2") ? "default" : "reload" })))).then(() => worker.skipWaiting()));
});
worker.addEventListener("activate", (/** @type {any} */ event) => {
  const old = (/** @type {string[]} */ names) => Promise.all(names.filter((name) => name !== SHELL).map((name) => caches.delete(name)));
  event.waitUntil(caches.keys().then(old).then(() => worker.clients.claim()));
});
worker.addEventListener("fetch", (/** @type {any} */ event) => {
  const { request } = event, path = new URL(request.url).pathname;
  const spare = request.mode === "navigate" ? OFFLINE[0] : OFFLINE.includes(path) ? path : "";
  if (!spare || request.method !== "GET") return;
  event.respondWith(fetch(request).catch(async () => (await caches.match(spare)) ?? Response.error()));
});
