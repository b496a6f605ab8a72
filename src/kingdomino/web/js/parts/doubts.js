// What cannot be on a score pad.

import { html } from "../lib.js";
import { isOrigins } from "../board.js";
import { pair, plural, squareName, t } from "../i18n.js";
import { nameOf } from "../say.js";
import { focusSquare } from "./board.js";

/** @param {{pad: typeof import("../pad.js").pad, view: View, doubts: Doubt[]}} props */
export function Doubts({ pad, view, doubts }) {
  if (!doubts.length) return null;
  const show = (/** @type {Doubt} */ { seat, square }) => {
    if (seat !== null) pad.look({ seat });
    if (square) setTimeout(() => focusSquare(document.querySelector(".paint"), square));
  };
  return html`<details class="panel doubts">
    <summary>${plural("pad.doubts", doubts.length)}</summary>
    <ul>${doubts.map((doubt, i) => html`<li key=${i}><button type="button" class="plain" onClick=${() => show(doubt)}>${sayDoubt(doubt, view)}</button></li>`)}</ul>
  </details>`;
}

/** @param {Doubt} doubt @param {View} view */
function sayDoubt({ code, seat, square, what, crowns, n, most }, view) {
  /** @type {Record<string, () => string>} */
  const named = {
    not_in_game: () => t(`pad.mark.${what}`),
    too_many_squares: () => t(`terrain.${what}`),
    too_many_cavemen: () => t(`caveman.${what}`),
    totem_not_most: () => t(`totem.${what}`),
  };
  const printed = isOrigins(view.rules.game) ? "count.flames" : "count.crowns";
  const counted = code === "too_many_squares" && what !== "volcano";
  const said = t(`pad.doubt.${code}`, {
    square: square ? squareName(square, view.rules.game) : "",
    what: named[code]?.() ?? "",
    crowns: counted ? plural(printed, crowns) : crowns,
    n,
    most,
  });
  return seat === null ? said : pair(nameOf(view, seat), said);
}
