// The flags of who has won.

import { PLAYERS } from "./art/index.js";
import { isOrigins } from "./board.js";

/** Where towers, or the poles of a hut, end. */
const CASTLE = [
  [18, 20],
  [50, 8],
  [82, 20],
];
const HUT = [
  [24, 34],
  [50, 8],
  [76, 34],
];

/** Pennants over the castle's square, as markup. @param {string} colour @param {string} game */
export function flagsSvg(colour, game) {
  const { main, dark } = PLAYERS[colour] ?? PLAYERS.blue;
  return (isOrigins(game) ? HUT : CASTLE)
    .map(
      ([x, y]) =>
        `<path fill="none" stroke="#3a2a1e" stroke-width="3" stroke-linecap="round" d="M${x} ${y}v-30"/>` +
        `<g class="pennant"><path fill="${main}" stroke="#fff6e0" stroke-width="2.5" d="M${x} ${y - 31}l29 8l-29 8z"/>` +
        `<path fill="${dark}" opacity=".45" d="M${x} ${y - 23}h29l-29 8z"/></g>`,
    )
    .join("");
}
