// The menu: every page there is, and how the game is to look, sound and move.

import { html } from "../lib.js";
import { t } from "../i18n.js";
import { prefs, setPrefs } from "../prefs.js";
import { useModule } from "./later.js";
import { TurnNotice } from "./notice.js";
import { Icon } from "./picture.js";
import { Dialog, LanguageChoice, Switch } from "./shell.js";

const loadTable = () => import("./table-menu.js");

/** All of it comes at once: what came later would push away what a finger is on.
 * @param {{onClose: () => void, table?: import("../table.js").Table}} props */
export function Menu({ onClose, table }) {
  const part = useModule(loadTable, Boolean(table));
  if (table && !part) return null;
  return html`<${Dialog} title=${t("app.menu")} onClose=${onClose} class="menu">
    ${table && html`<${part.TableMenu} table=${table} />`}
    <nav aria-label=${t("app.menu")}>
      <a href="/" onClick=${onClose}>${t("app.home")}</a>
      <a href="/new" onClick=${onClose}>${t("button.new_game")}</a>
      <a href="/my-games" onClick=${onClose}>${t("front.my_games")}</a>
      <a href="/tables" onClick=${onClose}>${t("tables.title")}</a>
      <a href="/history" onClick=${onClose}>${t("history.title")}</a>
      <a href="/daily" onClick=${onClose}>${t("daily.title")}</a>
      <a href="/puzzles" onClick=${onClose}>${t("puzzles.title")}</a>
      <a href="/pad" onClick=${onClose}>${t("pad.title")}</a>
      <a href="/rules" onClick=${onClose}>${t("front.rules")}</a>
      <a href="/offline" onClick=${onClose}>${t("offline.title")}</a>
      <a href="/replay" onClick=${onClose}>${t("front.replay_record")}</a>
    </nav>
    <h3>${t("settings.title")}</h3>
    <${LanguageChoice} />
    <${ThemeChoice} />
    <${Switch} on=${prefs.value.confirm} label=${t("settings.confirm")} what=${t("settings.confirm.what")} onChange=${(/** @type {boolean} */ confirm) => setPrefs({ confirm })} />
    <${Switch} on=${prefs.value.sound} label=${t("settings.sound")} onChange=${(/** @type {boolean} */ sound) => setPrefs({ sound })} />
    <h3>${t("settings.pace")}</h3>
    <${PaceChoice} />
    <${TurnNotice} />
    <h3>${t("keys.title")}</h3>
    <ul class="keys">
      ${["arrows", "rotate", "enter", "escape", "numbers", "hint"].map((key) => html`<li key=${key}>${t(`keys.${key}`)}</li>`)}
    </ul>
  <//>`;
}

function ThemeChoice() {
  /** @type {("auto" | "light" | "dark")[]} */
  const themes = ["auto", "light", "dark"];
  return html`<div class="segments" role="group" aria-label=${t("settings.theme")}>
    ${themes.map(
      (
        theme,
      ) => html`<button type="button" key=${theme} aria-pressed=${prefs.value.theme === theme ? "true" : "false"} onClick=${() => setPrefs({ theme })}>
        ${theme === "light" && html`<${Icon} name="sun" />`}${theme === "dark" && html`<${Icon} name="moon" />`} ${t(`settings.theme.${theme}`)}
      </button>`,
    )}
  </div>`;
}

function PaceChoice() {
  /** @type {("calm" | "brisk" | "still")[]} */
  const paces = ["calm", "brisk", "still"];
  return html`<div class="segments" role="group" aria-label=${t("settings.pace")}>
    ${paces.map((pace) => html`<button type="button" key=${pace} aria-pressed=${prefs.value.pace === pace ? "true" : "false"} onClick=${() => setPrefs({ pace })}>${t(`settings.pace.${pace}`)}</button>`)}
  </div>`;
}
