// Keeps the shell of the pages for when the network or the server is away. The network comes
// first, so a new version is never held back; games are never kept here.

const SHELL = "kingdomino-shell-1";
const FIRST = [
  "/",
  "/css/after.css",
  "/css/front.css",
  "/css/page.css",
  "/css/rules.css",
  "/css/table.css",
  "/css/theme.css",
  "/i18n/cs.json",
  "/i18n/en.json",
  "/i18n/sk.json",
  "/i18n/sr.json",
  "/icons/favicon.svg",
  "/js/api.js",
  "/js/art/base.js",
  "/js/art/icons.js",
  "/js/art/index.js",
  "/js/art/origins.js",
  "/js/art/paper.js",
  "/js/art/pieces.js",
  "/js/art/scenes.js",
  "/js/board.js",
  "/js/fair.js",
  "/js/i18n.js",
  "/js/lib.js",
  "/js/link.js",
  "/js/main.js",
  "/js/motion.js",
  "/js/parts/ask.js",
  "/js/parts/banner.js",
  "/js/parts/board.js",
  "/js/parts/extras.js",
  "/js/parts/hand.js",
  "/js/parts/later.js",
  "/js/parts/log.js",
  "/js/parts/picture.js",
  "/js/parts/players.js",
  "/js/parts/rows.js",
  "/js/parts/sheet.js",
  "/js/parts/shell.js",
  "/js/patch.js",
  "/js/prefs.js",
  "/js/router.js",
  "/js/say.js",
  "/js/screens/end.js",
  "/js/screens/front.js",
  "/js/screens/join.js",
  "/js/screens/lobby.js",
  "/js/screens/missing.js",
  "/js/screens/my-games.js",
  "/js/screens/new-game.js",
  "/js/screens/replay.js",
  "/js/screens/rules.js",
  "/js/screens/table.js",
  "/js/setup.js",
  "/js/table.js",
  "/js/turn.js",
  "/manifest.webmanifest",
  "/vendor/hooks.js",
  "/vendor/htm.js",
  "/vendor/preact.js",
  "/vendor/signals-core.js",
  "/vendor/signals.js",
];

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(SHELL).then((cache) => cache.addAll(FIRST)));
  self.skipWaiting();
});

self.addEventListener("activate", (event) => {
  event.waitUntil(
    caches
      .keys()
      .then((names) => Promise.all(names.filter((name) => name !== SHELL).map((name) => caches.delete(name))))
      .then(() => self.clients.claim()),
  );
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const address = new URL(request.url);
  const kept = request.method === "GET" && address.origin === location.origin && keeps(address.pathname);
  if (kept) event.respondWith(answer(request, address));
});

/** What never changes may be kept too: without it a table could not be drawn. */
const keeps = (path) => !path.startsWith("/api/") || path.startsWith("/api/dominoes/") || path === "/api/catalogue";

async function answer(request, address) {
  const cache = await caches.open(SHELL);
  // Every address of the page is the same file.
  const key = request.mode === "navigate" ? "/" : address.pathname;
  try {
    const fresh = await fetch(request);
    if (fresh.ok) cache.put(key, fresh.clone());
    if (fresh.status < 500) return fresh;
    return (await cache.match(key)) ?? fresh;
  } catch (problem) {
    const known = await cache.match(key);
    if (known) return known;
    throw problem;
  }
}
