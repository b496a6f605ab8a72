// Keeps the shell of the pages for when the network or the server is away. The network comes
// first, so a new version is never held back; games are never kept here. And tells of one's turn.

const SHELL = "kingdomino-shell-5";
/** What plays without a network; the page fetches it, all of it or nothing, and replaces it. */
const KIT = "kingdomino-offline-1";
/** What the page names is its shell: the texts of the reader's language among it. */
const NAMED = /(?:href|src)="(\/[a-z][^"]*)"/g;
/** And what its script fetches on demand, with the style sheets that come with it. */
const ON_DEMAND = /import\("(\/later\/[^"]+)"\)/g;
const STYLES = /"(\/css\/[^"]+)"/g;

self.addEventListener("install", (event) => {
  event.waitUntil(keepShell());
  self.skipWaiting();
});

async function keepShell() {
  const cache = await caches.open(SHELL);
  const page = await found("/");
  const named = [...(await page.clone().text()).matchAll(NAMED)].map(([, address]) => address);
  await cache.put("/", page);
  const known = new Set();
  await Promise.all(named.map((address) => keep(cache, address, known)));
}

/** With what a script fetches on demand, and what that does in its turn. */
async function keep(cache, address, known) {
  const path = address.split("?")[0];
  if (known.has(path)) return;
  known.add(path);
  const file = await found(address);
  const text = /^\/(app\.js|later\/)/.test(path) ? await file.clone().text() : "";
  const wanted = [...text.matchAll(ON_DEMAND), ...text.matchAll(STYLES)];
  await cache.put(path, file);
  await Promise.all(wanted.map(([, other]) => keep(cache, other, known)));
}

async function found(address) {
  const file = await fetch(address);
  if (!file.ok) throw new Error(`${address}: ${file.status}`);
  return file;
}

self.addEventListener("activate", (event) => {
  event.waitUntil(
    caches
      .keys()
      .then((names) =>
        Promise.all(names.filter((name) => name !== SHELL && name !== KIT).map((name) => caches.delete(name))),
      )
      .then(() => self.clients.claim()),
  );
});

// Somebody waits for us. The call itself says nothing: what there is to say is asked for here.
self.addEventListener("push", (event) => event.waitUntil(tellTurn()));

async function tellTurn() {
  const [waiting, say] = await Promise.all([waitingGames(), words()]);
  const windows = await self.clients.matchAll({ type: "window" });
  const seen = windows.some(
    ({ url, visibilityState }) =>
      visibilityState === "visible" && waiting.some(({ id }) => new URL(url).pathname === `/t/${id}`),
  );
  if (seen) return;
  const [first] = waiting;
  const names = first?.names.filter(Boolean).join(", ");
  await self.registration.showNotification(say(first ? "prompt.your_turn" : "front.my_games"), {
    body: first ? [say(`game.${first.game}`), names].filter(Boolean).join(" · ") : "",
    tag: "turn",
    icon: "/icons/icon-192.png",
    data: first ? `/t/${first.id}` : "/my-games",
  });
}

async function waitingGames() {
  const listed = await fetch("/api/my-games").catch(() => null);
  const { games } = listed?.ok ? await listed.json() : { games: [] };
  return games.filter(({ my_turn, over }) => my_turn && !over);
}

/** The words of the reader's language, as the page names it. Who is called is told, with words or without. */
async function words() {
  const page = await (await foundOrKept("/"))?.text();
  const [address] = /\/languages\/[\w-]+\/texts\.json/.exec(page) ?? ["/languages/en/texts.json"];
  const texts = await (await foundOrKept(address))?.json();
  return (key) => texts?.[key] ?? "Kingdomino";
}

const foundOrKept = (address) => found(address).catch(() => caches.match(address));

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(show(event.notification.data));
});

/** @param {string} address */
async function show(address) {
  const windows = await self.clients.matchAll({ type: "window" });
  const there = windows.find(({ url }) => new URL(url).pathname === address);
  return there ? there.focus() : self.clients.openWindow(address);
}

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const address = new URL(request.url);
  if (request.method !== "GET" || address.origin !== location.origin) return;
  if (ofKit(address)) event.respondWith(answerFromKit(request, address));
  else if (keeps(address.pathname)) event.respondWith(answer(request, address));
});

/** Files that belong together come from one place; who asks for a version gets it from the server. */
const ofKit = ({ pathname }) => /^\/(js\/)?offline\/./.test(pathname);

async function answerFromKit(request, { pathname, search }) {
  const kit = search ? null : await caches.open(KIT);
  const kept = (await kit?.match(pathname)) ?? unpacked(await kit?.match(`${pathname}.gz`), pathname);
  return kept ?? fetch(request);
}

/** The largest files are kept as they were sent, a third of the size. */
const TYPES = { wasm: "application/wasm", mjs: "text/javascript" };

function unpacked(kept, pathname) {
  if (!kept) return null;
  const type = TYPES[pathname.split(".").at(-1)] ?? "application/octet-stream";
  const headers = { "content-type": type };
  return new Response(kept.body.pipeThrough(new DecompressionStream("gzip")), { headers });
}

/** What never changes may be kept too: without it a table could not be drawn. A page for frames is not
 * kept: what it may be framed by would hold for all pages. */
const keeps = (path) =>
  path.startsWith("/api/")
    ? path.startsWith("/api/dominoes/") || path === "/api/catalogue"
    : !/^\/embed(\/|$)/.test(path);

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
    const known = (await cache.match(key)) ?? (await caches.match(key));
    if (known) return known;
    throw problem;
  }
}
