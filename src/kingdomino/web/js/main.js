// Which screen belongs to which address.

import { effect, html, render } from "./lib.js";
import { ready, t } from "./i18n.js";
import "./prefs.js";
import { place } from "./router.js";
import { called, Live } from "./parts/shell.js";
import { Front } from "./screens/front.js";
import { Join } from "./screens/join.js";
import { Missing } from "./screens/missing.js";
import { MyGames } from "./screens/my-games.js";
import { NewGame } from "./screens/new-game.js";
import { Replay } from "./screens/replay.js";
import { Rules } from "./screens/rules.js";
import { TableScreen } from "./screens/table.js";

/** @type {Record<string, Function>} */
const SCREENS = {
  "": Front,
  new: NewGame,
  "my-games": MyGames,
  join: Join,
  t: TableScreen,
  replay: Replay,
  rules: Rules,
};

/** What the tab is called besides the name of the game. @type {Record<string, string>} */
const TITLES = {
  new: "new.title",
  "my-games": "front.my_games",
  join: "join.title",
  replay: "replay.title",
  rules: "rules.title",
};

const WORKER_MS = 3_000;

function App() {
  const [, name = "", rest] = place.value.path.split("/");
  return html`<a class="skip" href="#main" onClick=${skip}>${t("app.skip")}</a>
    <${SCREENS[name] ?? Missing} key=${`${name}/${rest}`} id=${rest} code="page" />
    <${Live} />`;
}

/** @param {Event} event */
function skip(event) {
  event.preventDefault();
  const main = document.querySelector("main");
  main?.setAttribute("tabindex", "-1");
  main?.focus();
}

effect(() => {
  const [, name = ""] = place.value.path.split("/");
  const said = called.value ? `● ${t("prompt.your_turn")}` : TITLES[name] && t(TITLES[name]);
  document.title = said ? `${said} · ${t("app.name")}` : t("app.name");
  // The icon of the installed app, where the system has such a thing.
  const badge = called.value ? navigator.setAppBadge?.(1) : navigator.clearAppBadge?.();
  badge?.catch(() => undefined);
});

ready.finally(() => render(html`<${App} />`, /** @type {Element} */ (document.getElementById("app"))));

// The worker fetches the whole shell again: the page that somebody waits for comes first.
if ("serviceWorker" in navigator)
  setTimeout(() => navigator.serviceWorker.register("/sw.js").catch(() => undefined), WORKER_MS);
