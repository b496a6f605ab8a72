// The domino in hand: which legal placements a pointed-at square stands for, and turning it.

import { parseSquare } from "./board.js";

/** @typedef {import("./types").Option} Option */
/** @typedef {{action: string, gain: number | null, left: string, right: string, turn: number}} Spot */

/** Where the right half lies from the left one: 0 east, 1 south, 2 west, 3 north.
 * @param {string} left @param {string} right */
function turnOf(left, right) {
  const a = parseSquare(left);
  const b = parseSquare(right);
  if (b.x > a.x) return 0;
  if (b.y > a.y) return 1;
  return b.x < a.x ? 2 : 3;
}

/** @param {Option[]} options @returns {Spot[]} */
export function spotsOf(options) {
  return options
    .filter(([action]) => action.startsWith("place "))
    .map(([action, gain]) => {
      const [, left, right] = action.split(" ");
      return { action, gain, left, right, turn: turnOf(left, right) };
    });
}

/**
 * The placements that cover a square, in turning order: those with the left half on it first.
 * @param {Spot[]} spots
 * @param {string} square
 */
export function spotsAt(spots, square) {
  const lefts = spots.filter((spot) => spot.left === square).sort((a, b) => a.turn - b.turn);
  const rights = spots.filter((spot) => spot.right === square).sort((a, b) => a.turn - b.turn);
  return [...lefts, ...rights];
}

/**
 * The placement to show first: turned as the hand is, if it can be.
 * @param {Spot[]} here
 * @param {number} turn
 */
export function preferred(here, turn) {
  return here.find((spot) => spot.turn === turn) ?? here[0];
}

/**
 * The next legal orientation on the same square.
 * @param {Spot[]} here
 * @param {Spot | undefined} now
 * @param {number} step
 */
export function turned(here, now, step = 1) {
  if (!here.length) return undefined;
  const at = here.findIndex((spot) => spot.action === now?.action);
  return here[(at + step + here.length) % here.length];
}
