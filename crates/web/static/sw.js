// The service worker of the page on a static host: once visited, the page works without a
// connection. `cargo xtask page` fills in the files and a version that changes with any of them.
//
// It also tells the browser that the page is cross-origin isolated, which static hosts do not: only
// then may the page share memory with its workers, which is how a search is stopped.

const VERSION = "hakooshi-{version}";
const FILES = ["{files}"];

const HEADERS = {
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-embedder-policy": "require-corp",
  "cross-origin-resource-policy": "same-origin",
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
};

const home = new URL("./", self.location.href);

addEventListener("install", (event) => {
  // Past the browser's own cache, or an old file could get a new version.
  const fresh = FILES.map((file) => new Request(new URL(file, home), { cache: "reload" }));
  event.waitUntil(caches.open(VERSION).then((cache) => cache.addAll(fresh)));
});

addEventListener("activate", (event) => {
  const old = (name) => name.startsWith("hakooshi-") && name !== VERSION;
  event.waitUntil(
    caches.keys().then((names) => Promise.all(names.filter(old).map((name) => caches.delete(name)))),
  );
});

async function answer(request) {
  const url = new URL(request.url);
  const path = request.mode === "navigate" ? new URL("index.html", home) : url;
  const cache = await caches.open(VERSION);
  const found = (await cache.match(path, { ignoreSearch: true, ignoreVary: true })) ?? (await fetch(request));
  const headers = new Headers(found.headers);
  for (const [name, value] of Object.entries(HEADERS)) headers.set(name, value);
  return new Response(found.body, { status: found.status, statusText: found.statusText, headers });
}

addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method === "GET" && request.url.startsWith(home.href)) event.respondWith(answer(request));
});
