// What the menu offers at a table.

import { html, useState } from "../lib.js";
import { beginGuide } from "../guide.js";
import { list, t } from "../i18n.js";
import { isHere } from "../offline/here.js";
import { useModule } from "./later.js";
import { SeatKeys } from "./seats.js";

const loadCopy = () => import("../copy.js");

/** @param {{table: import("../table.js").Table}} props */
export function TableMenu({ table }) {
  const view = table.view.value;
  const [leaving, setLeaving] = useState(false);
  const [copied, setCopied] = useState(false);
  const copying = useModule(loadCopy);
  if (!view) return null;
  const mine = table.seats.value.filter((seat) => !view.seats[seat].played_by);
  const shared = !isHere(view.id);
  const take = async () => setCopied(await copying.copy(`${location.origin}/t/${view.id}`));
  const explain = (/** @type {MouseEvent} */ { currentTarget }) => {
    beginGuide(view.id);
    if (currentTarget instanceof Element) currentTarget.closest("dialog")?.close();
  };
  return html`<h3>${t(`game.${view.rules.game}`)}</h3>
    ${view.rules.variants.length > 0 && html`<p>${list(view.rules.variants.map((name) => t(`variant.${name}`)))}</p>`}
    ${view.dynasty && html`<p>${t("table.game_of_dynasty", { n: view.dynasty.game, games: view.dynasty.of })}</p>`}
    ${shared && html`<${SeatKeys} table=${table} view=${view} />`}
    <div class="links">
      ${mine.length > 0 && !view.over && html`<button type="button" onClick=${explain}>${t("coach.start")}</button>`}
      <a href=${`/rules/${view.rules.game}`}>${t("rules.of", { game: t(`game.${view.rules.game}`) })}</a>
      ${shared && html`<button type="button" disabled=${!copying} onClick=${take}>${t(copied ? "lobby.copied" : "lobby.watch_link")}</button>`}
      ${mine.length > 0 && !view.over && view.started !== false && html`<button type="button" onClick=${() => setLeaving(true)}>${t("button.leave")}</button>`}
    </div>
    ${
      leaving &&
      html`<p>${t("button.leave.sure")}</p>
      <button type="button" onClick=${() => mine.forEach((seat) => table.ask("leave", seat))}>${t("button.leave")}</button>`
    }`;
}
