// A score sheet region by region: squares times crowns, and touching a line lights the region.

import { html, useEffect, useState } from "../lib.js";
import { get } from "../api.js";
import { pair, t } from "../i18n.js";
import { nameOf, sayRegion } from "../say.js";
import { Small } from "./players.js";

/** @param {{view: View, seat: number, regions: Region[]}} props */
export function Regions({ view, seat, regions }) {
  const [lit, setLit] = useState(/** @type {Region | null} */ (null));
  const told = [...regions].sort((a, b) => b.points - a.points || b.squares.length - a.squares.length);
  return html`<div class="regions">
    <${Small} view=${view} seat=${seat} lit=${lit?.squares ?? []} />
    <ul>
      ${told.map(
        (region) => html`<li key=${region.squares[0]}>
          <button
            type="button"
            class=${region.points ? "" : "none"}
            aria-pressed=${region === lit ? "true" : "false"}
            onClick=${() => setLit(region)}
            onPointerEnter=${(/** @type {PointerEvent} */ event) => event.pointerType === "mouse" && setLit(region)}
          >
            <span>${sayRegion(region, view.rules.game)}</span> <b>${region.points}</b>
          </button>
        </li>`,
      )}
    </ul>
  </div>`;
}

/** Everybody's regions as they are now; too long for a message, so they are asked for.
 * @param {{view: View, seats: number[], open?: number}} props */
export function AllRegions({ view, seats, open }) {
  const [sheets, setSheets] = useState(/** @type {Record<string, Sheet> | null} */ (null));
  useEffect(() => {
    get(`/api/games/${view.id}/sheets`).then(
      (found) => setSheets(found.sheets),
      () => {}, // the lines of the sheet are there all the same
    );
  }, [view.seq]);
  return html`<div class="all-regions">
    ${seats.map(
      (seat) => html`<details key=${seat} class="panel" open=${seat === open}>
        <summary>${pair(t("score.regions"), nameOf(view, seat))}</summary>
        ${sheets && html`<${Regions} view=${view} seat=${seat} regions=${sheets[seat].regions ?? []} />`}
      </details>`,
    )}
  </div>`;
}
