// Which screen belongs to which address. A screen is fetched when somebody goes there.

import { effect, html, render } from "./lib.js";
import { artDefs } from "./art/index.js";
import { ready, t } from "./i18n.js";
import "./prefs.js";
import { place } from "./router.js";
import { later } from "./parts/later.js";
import { Live } from "./parts/shell.js";

/** @type {Record<string, Function>} */
const SCREENS = {
  "": later(() => import("./screens/front.js").then((found) => found.Front), { styles: ["front"] }),
  new: later(() => import("./screens/new-game.js").then((found) => found.NewGame), { styles: ["front"] }),
  "my-games": later(() => import("./screens/my-games.js").then((found) => found.MyGames), { styles: ["front"] }),
  join: later(() => import("./screens/join.js").then((found) => found.Join), { styles: ["front"] }),
  t: later(() => import("./screens/table.js").then((found) => found.TableScreen)),
  replay: later(() => import("./screens/replay.js").then((found) => found.Replay), { styles: ["after"] }),
  rules: later(() => import("./screens/rules.js").then((found) => found.Rules), { styles: ["front", "rules"] }),
};
const NOWHERE = later(() => import("./screens/missing.js").then((found) => found.Missing));

function App() {
  const [, name = "", rest] = place.value.path.split("/");
  return html`<svg class="kd-defs" aria-hidden="true" dangerouslySetInnerHTML=${{ __html: artDefs() }} />
    <a class="skip" href="#main" onClick=${skip}>${t("app.skip")}</a>
    <${SCREENS[name] ?? NOWHERE} key=${`${name}/${rest}`} id=${rest} code="page" />
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
  document.title = t("app.name");
});

ready.finally(() => render(html`<${App} />`, /** @type {Element} */ (document.getElementById("app"))));

if ("serviceWorker" in navigator) navigator.serviceWorker.register("/sw.js").catch(() => undefined);
