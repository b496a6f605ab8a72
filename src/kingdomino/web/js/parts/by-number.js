// Whole dominoes for the score pad: their numbers here, their squares on the frame.

import { html } from "../lib.js";
import { cellSvg } from "../art/index.js";
import { t } from "../i18n.js";
import { withShapes } from "./shapes.js";

/** Whole dominoes, by what stands on their backs. @param {{printed: Dominoes, game: Game, number: string, onType: (number: string) => void}} props */
export function ByNumber({ printed, game, number, onType }) {
  const domino = printed[number];
  /** To the frame, where the keys go on. @param {Event} event */
  const enter = (event) => {
    event.preventDefault();
    if (domino) /** @type {HTMLElement | null} */ (document.querySelector('.paint [tabindex="0"]'))?.focus();
  };
  return html`<form class="by-number" onSubmit=${enter}>
    <label class="field"><span>${t("pad.domino")}</span>
      <input type="text" inputmode=${Object.keys(printed).every(Number) ? "numeric" : "text"} maxlength="2" autocomplete="off" value=${number} onFocus=${(/** @type {any} */ event) => onType(event.currentTarget.value)} onInput=${(/** @type {any} */ event) => onType(event.currentTarget.value.trim().toUpperCase())} />
    </label>
    ${
      domino &&
      html`<svg class="domino" viewBox="0 0 200 100" aria-hidden="true" dangerouslySetInnerHTML=${{ __html: withShapes(`${cellSvg(domino.left.cell, game.name, 1)}<g transform="translate(100 0)">${cellSvg(domino.right.cell, game.name, 2)}</g>`) }} />`
    }
    <p class="tip" role="status">${domino ? t("pad.domino.where") : number ? t("pad.domino.none", { n: number }) : t("pad.domino.what")}</p>
  </form>`;
}
