// States of the line and of my seat: each has its words and one clear action.

import { html, useEffect, useState } from "../lib.js";
import { t } from "../i18n.js";
import { nameOf } from "../say.js";

/** A short hiccup is nobody's business. */
const PATIENCE_MS = 700;

/** @param {{table: import("../table.js").Table}} props */
export function Banner({ table }) {
  const link = table.linked.value;
  const view = table.view.value;
  const lost = link?.state.value === "lost";
  const late = useLate(lost);
  if (lost && late)
    return html`<div class="banner lost" role="status">
      <span>${t(navigator.onLine ? "state.reconnecting" : "state.offline")} ${table.sending.value ? t("state.unsent") : ""}</span>
      <button type="button" onClick=${() => link?.retry()}>${t("state.try_now")}</button>
    </div>`;
  if (!view || view.over || view.started === false) return null;
  const replaced = table.seats.value.find((seat) => view.seats[seat]?.played_by);
  if (replaced !== undefined)
    return html`<div class="banner" role="status">
      <span>${table.seats.value.length > 1 ? t("state.bot_plays_for", { player: nameOf(view, replaced) }) : t("state.bot_plays")}</span>
      <button type="button" onClick=${() => table.ask("return", replaced)}>${t("state.bot_plays.action")}</button>
    </div>`;
  if (!table.seats.value.length)
    return html`<div class="banner calm" role="status">
      <span>${t("state.spectator")}</span>
      <a class="button" href="/new">${t("state.spectator.action")}</a>
    </div>`;
  return null;
}

/** @param {boolean} on */
function useLate(on) {
  const [late, setLate] = useState(false);
  useEffect(() => {
    if (!on) return setLate(false);
    const timer = setTimeout(() => setLate(true), PATIENCE_MS);
    return () => clearTimeout(timer);
  }, [on]);
  return late;
}
