// Score sheets: what each player has line by line, live and at the end.

import { html } from "../lib.js";
import { plural, t, tg } from "../i18n.js";
import { lineTitle, nameOf } from "../say.js";
import { Castle, lookOf } from "./picture.js";

/** Everybody's sheet as one table. @param {{view: View, counted?: Record<string, Record<string, number>>}} props */
export function ScoreTable({ view, counted }) {
  const seats = Object.keys(view.kingdoms);
  const lines = Object.keys(view.sheets[seats[0]]?.lines ?? {});
  const { game } = view.rules;
  /** @param {string} seat @param {string} line */
  const value = (seat, line) => (counted ? (counted[seat]?.[line] ?? 0) : view.sheets[seat].lines[line]);
  /** @param {string} seat */
  const total = (seat) => lines.reduce((sum, line) => sum + value(seat, line), 0);
  /** With this game as far as it is counted. @param {string} seat */
  const dynasty = (seat) => (view.dynasty?.totals[seat] ?? 0) - (view.over ? view.sheets[seat].total : 0) + total(seat);
  return html`<div class="sheet-scroll" tabindex="0" role="region" aria-label=${t("score.title")}><table class="sheet">
    <caption>${t(view.over ? "score.title" : "score.now")}</caption>
    <thead>
      <tr>
        <th scope="col">${t("score.line")}</th>
        ${seats.map(
          (
            seat,
          ) => html`<th scope="col" key=${seat} class=${!counted && view.winners?.includes(Number(seat)) ? "won" : ""}>
            <${Castle} look=${lookOf(view.seats[seat])} game=${game} /><span>${nameOf(view, Number(seat))}</span>
          </th>`,
        )}
      </tr>
    </thead>
    <tbody>
      ${lines.map(
        (line) => html`<tr key=${line}>
          <th scope="row">${lineTitle(line)}</th>
          ${seats.map((seat) => html`<td key=${seat}>${value(seat, line)}</td>`)}
        </tr>`,
      )}
      <tr class="total">
        <th scope="row">${t("score.total")}</th>
        ${seats.map((seat) => html`<td key=${seat}>${total(seat)}</td>`)}
      </tr>
      ${
        view.dynasty &&
        html`<tr class="total">
        <th scope="row">${t("score.dynasty_sum")}</th>
        ${seats.map((seat) => html`<td key=${seat}>${dynasty(seat)}</td>`)}
      </tr>`
      }
      <tr class="aside">
        <th scope="row">${t("score.largest_region")}</th>
        ${seats.map((seat) => html`<td key=${seat}>${view.sheets[seat].largest_region}</td>`)}
      </tr>
      <tr class="aside">
        <th scope="row">${tg(game, "score.crowns")}</th>
        ${seats.map((seat) => html`<td key=${seat}>${view.sheets[seat].crowns}</td>`)}
      </tr>
    </tbody>
  </table></div>`;
}

/** Total and lines of one player, small. @param {{view: View, seat: number}} props */
export function Score({ view, seat }) {
  const sheet = view.sheets[seat];
  if (!sheet) return null;
  const lines = Object.entries(sheet.lines);
  return html`<div class="score">
    <strong class="total" aria-hidden="true">${sheet.total}</strong><span class="sr">${plural("count.points", sheet.total)}</span>
    ${
      lines.length > 1 &&
      html`<ul>
      ${lines.map(([line, points]) => html`<li key=${line} class=${points ? "" : "none"}><span>${lineTitle(line)}</span> <b>${points}</b></li>`)}
    </ul>`
    }
  </div>`;
}
