// The domino in my hand: shown beside the kingdom, turned by a button, dragged onto a square.

import { html, useState } from "../lib.js";
import { cue } from "../cue.js";
import { change, t } from "../i18n.js";
import { sayDomino } from "../say.js";
import { noFlick } from "./board.js";
import { Domino, Icon } from "./picture.js";

/** @typedef {import("../turn.js").Turn} Turn */

/** The square there, if any. @param {PointerEvent} event */
function squareUnder(event) {
  const found = document.elementFromPoint(event.clientX, event.clientY)?.closest("[data-square]");
  return (found instanceof HTMLElement && found.dataset.square) || "";
}

/** @param {{turn: Turn}} props */
export function Hand({ turn }) {
  const { table } = turn;
  const [drag, setDrag] = useState(/** @type {{x: number, y: number} | null} */ (null));
  const view = table.view.value;
  const domino = view?.decision?.domino;
  if (!view || !domino || table.me.value === null || view.decision?.phase !== "place") return null;
  const { game } = view.rules;
  const placed = Boolean(turn.placed.value);
  const gain = turn.onlyPlaced ? ((turn.placed.value ?? turn.ghost.value)?.gain ?? null) : null;
  const stuck = turn.spots.value.length === 0;

  const move = (/** @type {PointerEvent} */ event) => {
    if (!drag) return;
    setDrag({ x: event.clientX, y: event.clientY });
    turn.point(squareUnder(event));
  };
  const drop = (/** @type {PointerEvent} */ event) => {
    if (!drag) return;
    setDrag(null);
    if (!turn.pick(squareUnder(event))) turn.leave();
  };
  const lift = (/** @type {PointerEvent} */ event) => {
    if (event.button || stuck || !(event.currentTarget instanceof Element)) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    cue("lift");
    setDrag({ x: event.clientX, y: event.clientY });
  };

  return html`<div class=${`hand ${placed ? "empty" : ""}`} role="group" aria-label=${t("table.in_hand", { domino })}>
    <div
      class=${`held turn-${turn.hand.value} ${drag ? "dragged" : ""}`}
      role="img"
      aria-label=${sayDomino(domino, table.dominoes.value, game)}
      onPointerDown=${lift}
      onPointerMove=${move}
      onPointerUp=${drop}
      onPointerCancel=${() => setDrag(null)}
      onTouchMove=${noFlick}
    >
      <${Domino} name=${domino} dominoes=${table.dominoes.value} game=${game} />
    </div>
    <span class="number">${domino}${gain !== null && html`<span class="may" data-gain=${change(gain)} />`}</span>
    ${
      !stuck &&
      html`<button type="button" class="plain" aria-keyshortcuts="r" title=${t("button.rotate")} aria-label=${t("button.rotate")} onClick=${() => turn.rotate()}>
      <${Icon} name="rotate" />
    </button>`
    }
    ${drag && html`<${Dragged} at=${drag} turn=${turn} domino=${domino} game=${game} />`}
  </div>`;
}

/** The domino under the finger, while no square takes it. @param {{at: {x: number, y: number}, turn: Turn, domino: string, game: string}} props */
function Dragged({ at, turn, domino, game }) {
  if (turn.hover.value) return null;
  return html`<div class=${`flying turn-${turn.hand.value}`} style=${{ left: `${at.x}px`, top: `${at.y}px` }}>
    <${Domino} name=${domino} dominoes=${turn.table.dominoes.value} game=${game} />
  </div>`;
}
