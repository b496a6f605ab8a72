// Squares as texts ("e2n1" is two east, one north of the castle "c") and what lies where.

const SQUARE = /^(?:([ew])(\d))?(?:([ns])(\d))?$/;

/** @param {string} text @returns {Square} */
export function parseSquare(text) {
  const match = SQUARE.exec(text);
  if (!match) return { x: 0, y: 0 };
  const [, ew, x, ns, y] = match;
  return { x: Number(x ?? 0) * (ew === "w" ? -1 : 1), y: Number(y ?? 0) * (ns === "n" ? -1 : 1) };
}

/** @param {number} x @param {number} y */
export function squareText(x, y) {
  const across = x ? (x > 0 ? "e" : "w") + Math.abs(x) : "";
  const down = y ? (y > 0 ? "s" : "n") + Math.abs(y) : "";
  return across + down || "c";
}

/**
 * The part of the ground to show: the kingdom and *margin* squares around it, as far as the frame
 * still lets it grow, but never less than *least* squares a side.
 * @param {Box} box
 * @param {number} size
 * @param {number} margin
 * @param {number} least
 * @returns {Pane}
 */
export function windowOf(box, size, margin, least = 0) {
  const across = span(box.west, box.east, size, margin, least);
  const down = span(box.north, box.south, size, margin, least);
  return {
    west: across.from,
    north: down.from,
    cols: across.to - across.from + 1,
    rows: down.to - down.from + 1,
  };
}

/**
 * The ground to show, always the same: all that a kingdom may ever cover, the castle in the middle.
 * @param {number} size
 * @returns {Pane}
 */
export const groundOf = (size) => ({ west: 1 - size, north: 1 - size, cols: 2 * size - 1, rows: 2 * size - 1 });

/** @param {number} low @param {number} high @param {number} size @param {number} margin @param {number} least */
function span(low, high, size, margin, least) {
  const first = high - size + 1;
  const last = low + size - 1;
  let from = Math.max(low - margin, first);
  let to = Math.min(high + margin, last);
  for (let side = 0; to - from + 1 < least; side++) {
    if (side % 2 ? from > first : to >= last) from--;
    else to++;
  }
  return { from, to };
}

/** @param {Pane} w @returns {string[][]} Rows of square texts, north to south. */
export function rowsOf(w) {
  return Array.from({ length: w.rows }, (_row, j) =>
    Array.from({ length: w.cols }, (_cell, i) => squareText(w.west + i, w.north + j)),
  );
}

const STEPS = [
  [1, 0],
  [0, 1],
  [-1, 0],
  [0, -1],
];

/** @param {string} text */
export function neighbours(text) {
  const { x, y } = parseSquare(text);
  return STEPS.map(([dx, dy]) => squareText(x + dx, y + dy));
}

/**
 * The squares of the regions that hang together with the given ones.
 * @param {Record<string, string>} cells
 * @param {string[]} from
 */
export function regionsAround(cells, from) {
  const found = new Set(from);
  const queue = [...from];
  for (let at = queue.pop(); at !== undefined; at = queue.pop()) {
    const letter = cells[at]?.[0];
    for (const next of neighbours(at)) {
      if (letter && !found.has(next) && cells[next]?.[0] === letter) {
        found.add(next);
        queue.push(next);
      }
    }
  }
  return found;
}

/** What lies on a square, read from its word: "M2g" is a mine, two crowns, one under a giant. */
const CELL = /^([A-Z])(\d)?(g*)(?:\*(\d))?(\+)?(?::([a-z_]+))?$/;

/** @param {string} word */
export function readCell(word) {
  const match = CELL.exec(word);
  if (!match) return { letter: "", printed: 0, giants: 0, fire: 0, token: false, caveman: "" };
  return {
    letter: match[1],
    printed: Number(match[2] ?? 0),
    giants: match[3].length,
    fire: Number(match[4] ?? 0),
    token: Boolean(match[5]),
    caveman: match[6] ?? "",
  };
}

/** @type {Record<string, string>} */
const BASE = { W: "wheat", F: "forest", L: "lake", G: "grass", S: "swamp", M: "mine" };
/** @type {Record<string, string>} */
const ORIGINS = { G: "grassland", L: "lake", J: "jungle", Q: "quarry", D: "desert", V: "volcano" };
/** @type {Record<string, string>} */
export const RESOURCE = { G: "mammoth", L: "fish", J: "mushroom", Q: "flint" };

/** @param {string} game */
export const isOrigins = (game) => game.startsWith("origins");

/** @param {string} letter @param {string} game */
export const terrainName = (letter, game) => (isOrigins(game) ? ORIGINS : BASE)[letter] ?? letter;
