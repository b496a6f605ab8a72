// Play without a network: fetch what it takes onto this device, and what was played here.

import { html, useEffect, useState } from "../lib.js";
import { post, Refusal } from "../api.js";
import { has, number, t } from "../i18n.js";
import { here, setHere } from "../offline/here.js";
import { Foot, Header } from "../parts/shell.js";
import { GameList } from "../parts/game-list.js";

/** @typedef {{version: string, files: Record<string, number>, besides: string[]}} Kit */

const local = () => import("../offline/local.js");

const CACHE = "kingdomino-offline-1";
const MEGABYTE = 1e6;

/** What the browser has to have. */
const able = () =>
  "serviceWorker" in navigator && "caches" in window && "indexedDB" in window && "DecompressionStream" in window;

export function Offline() {
  const [kit, setKit] = useState(/** @type {Kit | "none" | "away" | null} */ (null));
  const [part, setPart] = useState(/** @type {number | null} */ (null));
  const [failed, setFailed] = useState(false);
  useEffect(() => void look().then(setKit), []);
  const fetchAll = async () => {
    if (!kit || typeof kit === "string") return;
    setFailed(false);
    setPart(0);
    try {
      await fetchKit(kit, setPart);
      setHere({ version: kit.version });
    } catch {
      setFailed(true);
    }
    setPart(null);
  };
  const remove = async () => {
    await caches.delete(CACHE);
    setHere({ version: "" });
  };
  const { version } = here.value;
  const offered = kit !== null && typeof kit !== "string" ? kit : null;
  const size = offered && Object.values(offered.files).reduce((sum, bytes) => sum + bytes, 0) / MEGABYTE;
  const said = !able() ? "unable" : version ? "ready" : typeof kit === "string" ? kit : "";
  return html`<${Header} title=${t("offline.title")} />
    <main id="main" class="page offline">
      <h1>${t("offline.title")}</h1>
      <p>${t("offline.what")}</p>
      ${said && html`<p class=${`panel kit-${said}`} role="status">${t(`offline.${said}`)}</p>`}
      ${
        able() &&
        offered &&
        part === null &&
        offered.version !== version &&
        html`<p><button type="button" class="button primary" onClick=${fetchAll}>${t(version ? "offline.renew" : "offline.fetch", { size: number(size ?? 0, { maximumFractionDigits: 0 }) })}</button></p>`
      }
      ${part !== null && html`<p><label class="field"><span>${t("offline.fetching")}</span><progress max="1" value=${part} /></label></p>`}
      ${failed && html`<p class="problem" role="alert">${t("offline.failed")}</p>`}
      ${
        version &&
        html`<p><a class="button primary" href="/new">${t("button.new_game")}</a></p>
        <p><button type="button" class="plain" onClick=${remove}>${t("offline.remove")}</button></p>`
      }
      <${Played} />
    </main>
    <${Foot} />`;
}

/** What the server offers. @returns {Promise<Kit | "none" | "away">} */
async function look() {
  try {
    const answer = await fetch("/offline/kit.json?now");
    if (answer.ok) return await answer.json();
    return answer.status < 500 ? "none" : "away";
  } catch {
    return "away";
  }
}

/** All of it or nothing. @param {Kit} kit @param {(part: number) => void} tell */
async function fetchKit({ version, files, besides }, tell) {
  await navigator.serviceWorker.ready;
  navigator.storage?.persist?.().catch(() => undefined);
  const fresh = `${CACHE}-new`;
  await caches.delete(fresh);
  const cache = await caches.open(fresh);
  const whole = Object.values(files).reduce((sum, bytes) => sum + bytes, 0);
  let done = 0;
  for (const name of [...Object.keys(files), ...besides, "/offline/kit.json"]) {
    const answer = await fetch(`${name}?v=${version}`, { cache: "no-cache" });
    if (!answer.ok) throw new Error(`${name}: ${answer.status}`);
    await cache.put(name, answer);
    done += files[name] ?? 0;
    tell(done / whole);
  }
  const kept = await caches.open(CACHE);
  for (const request of await cache.keys()) {
    const answer = await cache.match(request);
    if (answer) await kept.put(request, answer);
  }
  for (const request of await kept.keys()) {
    if (!(await cache.match(request))) await kept.delete(request);
  }
  await caches.delete(fresh);
}

/** What was played on this device, and what becomes of it. */
function Played() {
  const [games, setGames] = useState(/** @type {MyGame[]} */ ([]));
  const [problem, setProblem] = useState("");
  const [kept, setKept] = useState(false);
  const read = () =>
    void local()
      .then(({ tablesHere }) => tablesHere())
      .then(setGames, () => undefined);
  useEffect(read, []);
  if (!games.length) return kept ? html`<p role="status">${t("offline.kept")}</p>` : null;
  const over = games.filter((game) => game.over);
  const give = async () => {
    setProblem("");
    try {
      const { forgetHere, textOf } = await local();
      for (const { id } of over) {
        await post("/api/kept", await textOf(id));
        await forgetHere(id);
      }
      setKept(true);
    } catch (refused) {
      setProblem(refused instanceof Refusal && has(`error.${refused.code}`) ? refused.code : "network");
    }
    read();
  };
  return html`<section class="panel">
    <h2>${t("offline.played")}</h2>
    <${GameList} games=${games} />
    ${over.length > 0 && html`<p><button type="button" class="button" onClick=${give}>${t("offline.keep")}</button></p>`}
    ${kept && html`<p role="status">${t("offline.kept")}</p>`}
    ${problem && html`<p class="problem" role="alert">${t(`error.${problem}`)}</p>`}
  </section>`;
}
