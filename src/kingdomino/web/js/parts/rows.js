// The two rows on the table: the dominoes to be placed now and those to choose from.

import { html, useLayoutEffect, useRef } from "../lib.js";
import { change, list, t, tg } from "../i18n.js";
import { slide } from "../motion.js";
import { nameOf, sayDomino } from "../say.js";
import { DrawLater } from "./draw-later.js";
import { Domino, King, lookOf } from "./picture.js";

const FIRST_LOOK_MS = 200;

/**
 * @param {{
 *   view: View, dominoes: Dominoes, options?: Choice[], me?: number | null,
 *   chosen?: string[], onChoose?: (action: string) => void, hints?: Hint[],
 * }} props
 */
export function Rows({ view, dominoes, options = [], me = null, chosen = [], onChoose, hints = [] }) {
  const { game } = view.rules;
  const choices = choicesOf(options);
  const asked = choices.size > 0;
  // A row that empties keeps the size of its dominoes, or what is below it would move.
  const most = Math.max(view.line.length, view.offer.length, 3);
  const table = useRef(/** @type {Element | null} */ (null));
  const places = useRef(/** @type {import("../motion.js").Places} */ (new Map()));
  useLayoutEffect(() => {
    const look = () => (places.current = slide(table.current, places.current));
    // Once a frame, however many moves come at a time: a look makes the browser lay the page out.
    if (places.current.size) {
      const frame = requestAnimationFrame(look);
      return () => cancelAnimationFrame(frame);
    }
    // At first nothing slides: where things lie is seen once they are drawn, or all would wait for it.
    const later = setTimeout(look, FIRST_LOOK_MS);
    return () => clearTimeout(later);
  });
  return html`<section ref=${table} class=${`rows ${asked ? "asked" : ""}`} style=${{ "--n": most }}>
    ${
      view.line.length > 0 &&
      html`<div class="row now">
      <h2>${t("table.current_row")}</h2>
      <ol>
        ${view.line.map(({ domino, player }, i) => {
          const first = i === 0 && view.decision !== null;
          return html`<li key=${domino} class=${first ? "first" : ""} data-line=${domino} data-slides=${domino}>
            <span class="entry" role="img" aria-label=${`${sayDomino(domino, dominoes, game)}, ${tg(game, "table.king_of", { player: nameOf(view, player) })}`}>
              <${Piece} ...${{ domino, dominoes, game }} />
              <span class="side">
                <span class="number">${domino}</span>
                <${King} look=${lookOf(view.seats[player])} game=${game} />
              </span>
            </span>
          </li>`;
        })}
      </ol>
    </div>`
    }
    ${
      view.offer.length > 0 &&
      html`<div class="row next">
      <h2>${t("table.next_row")}</h2>
      <ol>
        ${view.offer.map(({ domino, owner: taker }, i) => {
          const choice = choices.get(domino);
          const mine = chosen.includes(domino);
          const owner = mine ? me : taker;
          return html`<li key=${domino} data-offer=${domino} data-slides=${domino} class=${`${owner === null || owner === undefined ? "free" : "taken"} ${mine ? "chosen" : ""}`}>
            <${Entry} ...${{ view, domino, owner, dominoes, choice, mine, onChoose, index: i, rank: rankOf(domino, hints) }} />
          </li>`;
        })}
      </ol>
      <${Trimmed} view=${view} dominoes=${dominoes} />
    </div>`
    }
  </section>`;
}

/** A domino's picture, in a task of its own when the table is drawn first. @param {{domino: string, dominoes: Dominoes, game: string}} props */
const Piece = ({ domino, dominoes, game }) =>
  html`<${DrawLater} order=${1} small meanwhile=${html`<svg class="domino" viewBox="0 0 200 100" aria-hidden="true" />`}><${Domino} name=${domino} dominoes=${dominoes} game=${game} /><//>`;

/** The place of a domino among the best to be chosen, or 0. @param {string} domino @param {Hint[]} hints */
const rankOf = (domino, hints) =>
  hints.findIndex(([action]) => action.startsWith("choose") && action.split(" ").includes(domino)) + 1;

/** @param {Choice[]} options @returns {Map<string, {action: string, gain: number | null}>} */
function choicesOf(options) {
  const found = new Map();
  for (const [action, gain] of options) {
    const [verb, ...dominoes] = action.split(" ");
    if (verb === "choose" || verb === "choose_pair") for (const domino of dominoes) found.set(domino, { action, gain });
  }
  return found;
}

/**
 * @param {{
 *   view: View, domino: string, owner: number | null, dominoes: Dominoes, mine: boolean, index: number, rank: number,
 *   choice?: {action: string, gain: number | null}, onChoose?: (action: string) => void,
 * }} props
 */
function Entry({ view, domino, owner, dominoes, choice, mine, onChoose, index, rank }) {
  const { game } = view.rules;
  const taken = owner !== null && owner !== undefined;
  const said = sayDomino(domino, dominoes, game);
  const label = taken
    ? t("a11y.row_domino_taken", { domino: said, player: nameOf(view, owner) })
    : t("a11y.row_domino_free", { domino: said });
  const inner = html`
    <${Piece} ...${{ domino, dominoes, game }} />
    <span class="side">
      <span class="number">${domino}</span>
      ${taken && html`<${King} class="arrive" look=${lookOf(view.seats[owner])} game=${game} />`}
      ${rank > 0 && html`<b class="rank" aria-hidden="true">${rank}</b>`}
      ${choice && !taken && choice.gain !== null && choice.gain > 0 && html`<span class="may" data-gain=${change(choice.gain)} />`}
    </span>
  `;
  if (!choice && !mine) return html`<span class="entry" role="img" aria-label=${label}>${inner}</span>`;
  const gain = choice?.gain ? `, ${t("table.best_gain", { points: change(choice.gain) })}` : "";
  return html`<button
    type="button"
    class="entry"
    aria-label=${label + gain}
    aria-pressed=${mine ? "true" : "false"}
    aria-keyshortcuts=${String(index + 1)}
    onClick=${(/** @type {MouseEvent} */ event) => {
      // The second half of a double click would take the choice back.
      if (event.detail < 2) onChoose?.(choice?.action ?? `choose ${domino}`);
    }}
  >
    ${inner}
  </button>`;
}

/** @param {{view: View, dominoes: Dominoes}} props */
function Trimmed({ view, dominoes }) {
  const trimmed = view.trimmed ?? [];
  if (!trimmed.length) return null;
  return html`<p class="trimmed">
    ${trimmed.map((domino) => html`<${Domino} key=${domino} class="tiny" name=${domino} dominoes=${dominoes} game=${view.rules.game} />`)}
    <span>${t("table.trimmed", { dominoes: list(trimmed) })}</span>
  </p>`;
}
