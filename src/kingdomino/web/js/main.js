// Which screen belongs to which address.

import { effect, html, render } from "./lib.js";
import { ready, t } from "./i18n.js";
import { starting } from "./offline/here.js";
import "./prefs.js";
import { place } from "./router.js";
import { later } from "./parts/later.js";
import { called, Live, Loading } from "./parts/shell.js";
import { Front } from "./screens/front.js";
import { Missing } from "./screens/missing.js";
import { TableScreen } from "./screens/table.js";

const Starting = later(() => import("./parts/starting.js"), "Starting");
const Progress = () => starting.value && html`<${Starting} ...${starting.value} />`;
const loading = () => html`<${Loading} />`;

/** @type {Record<string, Function>} */
const SCREENS = {
  "": Front,
  new: later(() => import("./screens/new-game.js"), "NewGame", loading),
  "my-games": later(() => import("./screens/my-games.js"), "MyGames", loading),
  tables: later(() => import("./screens/open-tables.js"), "TableList", loading),
  join: later(() => import("./screens/join.js"), "Join", loading),
  t: TableScreen,
  replay: later(() => import("./screens/replay.js"), "Replay", loading),
  review: later(() => import("./screens/replay.js"), "Review", loading),
  rules: later(() => import("./screens/rules.js"), "Rules", loading),
  puzzles: later(() => import("./screens/puzzles.js"), "Puzzles", loading),
  history: later(() => import("./screens/history.js"), "History", loading),
  daily: later(() => import("./screens/daily.js"), "Daily", loading),
  pad: later(() => import("./screens/pad.js"), "PadScreen", loading),
  offline: later(() => import("./screens/offline.js"), "Offline", loading),
  embed: later(() => import("./screens/replay.js"), "Embed"),
};

/** What the tab is called besides the name of the game. @type {Record<string, string>} */
const TITLES = {
  new: "new.title",
  "my-games": "front.my_games",
  tables: "tables.title",
  join: "join.title",
  replay: "replay.title",
  review: "review.title",
  rules: "rules.title",
  pad: "pad.title",
  history: "history.title",
  offline: "offline.title",
  puzzles: "puzzles.title",
  daily: "daily.title",
};

const WORKER_MS = 3_000;

function App() {
  const [, name = "", rest] = place.value.path.split("/");
  return html`<a class="skip" href="#main" onClick=${skip}>${t("app.skip")}</a>
    <${SCREENS[name] ?? Missing} key=${`${name}/${rest}`} id=${rest} code="page" />
    <${Progress} />
    <${Live} />`;
}

/** @param {Event} event */
function skip(event) {
  event.preventDefault();
  const main = document.querySelector("main");
  main?.setAttribute("tabindex", "-1");
  main?.focus();
}

let badged = false;

effect(() => {
  const [, name = ""] = place.value.path.split("/");
  const said = called.value ? `● ${t("prompt.your_turn")}` : TITLES[name] && t(TITLES[name]);
  document.title = said ? `${said} · ${t("app.name")}` : t("app.name");
  // The icons of the tab and, where the system has such a thing, of the installed app; asking it takes its time.
  if (called.value === badged) return;
  badged = called.value;
  document.querySelector("[rel=icon]")?.setAttribute("href", `/icons/${badged ? "turn" : "favicon"}.svg`);
  const badge = badged ? navigator.setAppBadge?.(1) : navigator.clearAppBadge?.();
  badge?.catch(() => undefined);
});

ready.finally(() => render(html`<${App} />`, /** @type {Element} */ (document.getElementById("app"))));

// The worker fetches the whole shell again: the page that somebody waits for comes first. In a frame
// on another page there is nothing to keep.
if ("serviceWorker" in navigator && parent === window)
  setTimeout(() => navigator.serviceWorker.register("/sw.js").catch(() => undefined), WORKER_MS);
