// Which screen belongs to which address.

import { effect, html, render } from "./lib.js";
import { artDefs } from "./art/index.js";
import { ready, t } from "./i18n.js";
import "./prefs.js";
import { place } from "./router.js";
import { Live } from "./parts/shell.js";
import { Front } from "./screens/front.js";
import { Join } from "./screens/join.js";
import { Missing } from "./screens/missing.js";
import { MyGames } from "./screens/my-games.js";
import { NewGame } from "./screens/new-game.js";
import { Replay } from "./screens/replay.js";
import { Rules } from "./screens/rules.js";
import { TableScreen } from "./screens/table.js";

function Screen() {
  const [, first = "", second] = place.value.path.split("/");
  switch (first) {
    case "":
      return html`<${Front} />`;
    case "new":
      return html`<${NewGame} />`;
    case "my-games":
      return html`<${MyGames} />`;
    case "join":
      return html`<${Join} />`;
    case "t":
      return html`<${TableScreen} key=${second} id=${second} />`;
    case "replay":
      return html`<${Replay} key=${second} id=${second} />`;
    case "rules":
      return html`<${Rules} key=${second} game=${second} />`;
    default:
      return html`<${Missing} code="page" />`;
  }
}

function App() {
  return html`<svg class="kd-defs" aria-hidden="true" dangerouslySetInnerHTML=${{ __html: artDefs() }} />
    <a class="skip" href="#main" onClick=${skip}>${t("app.skip")}</a>
    <${Screen} />
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
  place.value.path;
  document.title = t("app.name");
});

ready.finally(() => render(html`<${App} />`, /** @type {Element} */ (document.getElementById("app"))));

if ("serviceWorker" in navigator && location.protocol !== "file:") navigator.serviceWorker.register("/sw.js").catch(() => undefined);
