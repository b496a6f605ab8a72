// The others at the table: readable at a glance, enlarged by a click.

import { html, useMemo } from "../lib.js";
import { windowOf } from "../board.js";
import { plural, t } from "../i18n.js";
import { levelName, nameOf, sayMovedBy } from "../say.js";
import { GameClock } from "./clock.js";
import { later } from "./later.js";
import { Castle, Icon, Land, lookOf } from "./picture.js";

/** A kingdom for whoever hears it. */
export const Spoken = later(() => import("./spoken.js"), "Spoken");

/** Name, colour, points and state of a player. @param {{view: View, seat: number, mine?: boolean, bare?: boolean, movedBy?: string, says?: string}} props */
export function NamePlate({ view, seat, mine = false, bare = false, movedBy, says }) {
  const who = view.seats[seat];
  const sheet = view.sheets[seat];
  const turn = view.decision?.player === seat;
  const away = who.kind === "human" && !who.online && !who.played_by && !mine && !bare;
  const note =
    movedBy !== undefined
      ? sayMovedBy(movedBy)
      : who.played_by
        ? t("seat.bot_level", { level: levelName(who.played_by) })
        : who.kind === "bot"
          ? t("seat.bot_level", { level: levelName(who.level) })
          : away
            ? t("seat.offline")
            : mine
              ? t("seat.you")
              : "";
  return html`<div class=${`plate p-${who.colour} ${turn ? "turn" : ""} ${away ? "away" : ""}`}>
    <${Castle} look=${lookOf(who)} game=${view.rules.game} />
    <span class="who"><b>${nameOf(view, seat)}</b>${says ? html`<small class="says">${t(`say.${says}`)}</small>` : note && !bare && note !== nameOf(view, seat) ? html`<small>${note}</small>` : null}${!bare && html`<${GameClock} view=${view} seat=${seat} />`}</span>
    ${view.winners?.includes(seat) && html`<${Icon} name="crown" class="won" />`}
    ${sheet && html`<strong class="points" aria-hidden="true" data-points=${seat}>${sheet.total}</strong><span class="sr">${plural("count.points", sheet.total)}</span>`}
  </div>`;
}

/** @typedef {[string, string][]} Pairs */

/** @param {{view: View, seat: number, pairs?: Pairs, last?: string[] | null, lit?: Iterable<string>, label?: string, hints?: import("./picture.js").Idea[], flags?: boolean}} props */
export function Small({ view, seat, pairs, last, lit, label, hints, flags }) {
  const kingdom = view.kingdoms[seat];
  const { size, game } = view.rules;
  const look = lookOf(view.seats[seat]);
  const w = windowOf(kingdom.box, size, 0, size);
  // A move changes one kingdom: the others are not even compared with what they were.
  const land = useMemo(
    () =>
      html`<${Land} cells=${kingdom.cells} w=${w} look=${look} game=${game} pairs=${pairs} last=${last} lit=${lit} hints=${hints} flags=${flags} />`,
    [kingdom, look, game, pairs?.length, String(last), lit, hints, flags],
  );
  return html`<div class="small" data-kingdom=${seat} style=${{ "--cols": w.cols, "--rows": w.rows }}>
    ${land}
    ${label && html`<${Spoken} view=${view} seat=${seat} label=${label} />`}
  </div>`;
}

/** @param {{view: View, seats: number[], pairs: Record<string, Pairs>, replaced: Record<string, string>, said: Record<string, string>, onOpen: (seat: number) => void}} props */
export function Others({ view, seats, pairs, replaced, said, onOpen }) {
  if (!seats.length) return null;
  return html`<section class=${`others n-${seats.length}`} aria-label=${t("table.others")}>
    ${seats.map(
      (seat) => html`<button
        type="button"
        key=${seat}
        class="other"
        onClick=${() => onOpen(seat)}
      >
        <${NamePlate} view=${view} seat=${seat} movedBy=${replaced[seat]} says=${said[seat]} />
        <${Small} view=${view} seat=${seat} pairs=${pairs[seat]} last=${pairs[seat]?.at(-1)} />
        <span class="sr">${t("button.enlarge")}</span>
      </button>`,
    )}
  </section>`;
}
