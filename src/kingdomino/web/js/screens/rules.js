// The rules of the games, in our own words.

import { html } from "../lib.js";
import { t } from "../i18n.js";
import { Header } from "../parts/shell.js";

/** @param {{game?: string}} props */
export function Rules({ game }) {
  return html`<${Header} title=${t("rules.title")} />
    <main id="main" class="page rules"><h1>${game ? t("rules.of", { game: t(`game.${game}`) }) : t("rules.title")}</h1></main>`;
}
