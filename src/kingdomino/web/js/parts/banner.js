// States of the line and of my seat: each has its words and one clear action.

import { html, useEffect, useState } from "../lib.js";
import { t } from "../i18n.js";
import { nameOf } from "../say.js";

/** A short hiccup is nobody's business. */
const PATIENCE_MS = 700;
/** After so long the server lets the others ask a bot in. */
const AWAY_MS = 60_000;

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
    return html`<div class="banner seat" role="status">
      <span>${table.seats.value.length > 1 ? t("state.bot_plays_for", { player: nameOf(view, replaced) }) : t("state.bot_plays")}</span>
      <button type="button" onClick=${() => table.ask("return", replaced)}>${t("state.bot_plays.action")}</button>
    </div>`;
  const lapsed = lapsedSeat(table, view);
  if (lapsed !== null)
    return html`<div class="banner seat" role="status">
      <span>${t("state.lapsed", { player: nameOf(view, lapsed) })}</span>
    </div>`;
  if (!table.seats.value.length)
    return html`<div class="banner calm" role="status">
      <span>${t("state.spectator")}</span>
      <a class="button" href="/new">${t("state.spectator.action")}</a>
    </div>`;
  return null;
}

/** My seat that has let a turn pass and not moved by itself since.
 * @param {import("../table.js").Table} table @param {View} view */
function lapsedSeat(table, view) {
  const seat = table.seats.value.find((mine) => {
    const own = table.log.value.filter((line) => line.player === mine || line.seat === mine);
    const lapse = own.findLastIndex((line) => line.lapsed);
    const back = own.findIndex((line, i) => i > lapse && line.what === "returned");
    return lapse >= 0 && !own.some((line, i) => i > back && line.action !== null);
  });
  return seat !== undefined && !view.seats[seat].played_by ? seat : null;
}

/** Whoever is waited for and has been away for long: a bot may be asked in. @param {{table: import("../table.js").Table, view: View}} props */
export function Away({ table, view }) {
  const seat = view.over ? null : (view.decision?.player ?? null);
  const who = seat === null ? null : view.seats[seat];
  const away = who?.kind === "human" && !who.online && !who.played_by && !table.seats.value.includes(Number(seat));
  const late = useLate(away && table.seats.value.length > 0, AWAY_MS, seat);
  if (!late || seat === null) return null;
  return html`<div class="banner away-for-long" role="status">
    <span>${t("state.away", { player: nameOf(view, seat) })}</span>
    <button type="button" onClick=${() => table.ask("bot", seat, { once: true })}>${t("state.away.once")}</button>
    <button type="button" onClick=${() => table.ask("bot", seat)}>${t("state.away.stay")}</button>
  </div>`;
}

/** @param {boolean} on @param {number} [patience] @param {unknown} [about] */
function useLate(on, patience = PATIENCE_MS, about = null) {
  const [late, setLate] = useState(false);
  useEffect(() => {
    setLate(false);
    if (!on) return;
    const timer = setTimeout(() => setLate(true), patience);
    return () => clearTimeout(timer);
  }, [on, about]);
  return late;
}
