// A kingdom for whoever hears it instead of seeing it.

import { html } from "../lib.js";
import { readCell, rowsOf, squareText, windowOf } from "../board.js";
import { squareName } from "../i18n.js";
import { sayHalf, saySquare, sayUpon } from "../say.js";

/** @param {string} word @param {string} game */
const sayLand = (word, game) => [sayHalf(word, game), ...sayUpon(readCell(word))].join(", ");

/** A table, square by square. @param {{view: View, seat: number, label: string}} props */
export function Spoken({ view, seat, label }) {
  const { cells, box } = view.kingdoms[seat];
  const { game, size } = view.rules;
  const rows = rowsOf(windowOf(box, size, 0));
  const place = (/** @type {number} */ x, /** @type {number} */ y) => squareName(squareText(x, y), game);
  const land = (/** @type {string} */ square) =>
    square === "c" ? saySquare(square, "", view, seat) : cells[square] && sayLand(cells[square], game);
  return html`<div class="sr">
    <table>
      <caption>${label}</caption>
      <thead>
        <tr><td />${rows[0].map((_, i) => html`<th key=${i} scope="col">${place(box.west + i, 0)}</th>`)}</tr>
      </thead>
      <tbody>
        ${rows.map((row, j) => html`<tr key=${j}><th scope="row">${place(0, box.north + j)}</th>${row.map((square) => html`<td key=${square}>${land(square)}</td>`)}</tr>`)}
      </tbody>
    </table>
  </div>`;
}
