// Drawings put on the page: single pictures, dominoes, kingdoms.

import { html, useMemo } from "../lib.js";
import { castleSvg, cellSvg, dominoBackSvg, iconSvg, kingSvg, PLAYERS } from "../art/index.js";
import { isOrigins, parseSquare } from "../board.js";
import { flagsSvg } from "../flags.js";
import { change } from "../i18n.js";
import { asImage, withShapes } from "./shapes.js";

/** @type {Map<string, string>} */
const drawn = new Map();

/** Drawings depend on their words only, so each is made once. @param {string} key @param {() => string} make */
function once(key, make) {
  let svg = drawn.get(key);
  if (svg === undefined) drawn.set(key, (svg = withShapes(make())));
  return svg;
}

/** @param {{svg: string, class?: string, box?: string}} props */
function Art({ svg, class: name = "", box = "0 0 100 100" }) {
  return html`<svg
    class=${name}
    viewBox=${box}
    aria-hidden="true"
    focusable="false"
    dangerouslySetInnerHTML=${{ __html: svg }}
  />`;
}

/** @param {{name: string, class?: string}} props */
export const Icon = ({ name, class: extra = "" }) =>
  html`<${Art} class=${`icon ${extra}`} box="0 0 24 24" svg=${once(`i ${name}`, () => iconSvg(name))} />`;

/** How a player's pieces are drawn: in a colour, under its own emblem or another. @param {Seat} seat */
export const lookOf = ({ colour, emblem }) => (emblem ? `${colour}/${emblem}` : colour);

/** @param {(colour: string, game: string) => string} draw @param {string} look @param {string} game */
export function worn(draw, look, game) {
  const [colour, emblem] = look.split("/");
  const svg = draw(colour, game);
  return emblem ? svg.replaceAll(`#kd-e-${PLAYERS[colour].emblem}"`, `#kd-e-${emblem}"`) : svg;
}

/** @param {{look: string, game: string, class?: string}} props */
export const King = ({ look, game, class: extra = "" }) =>
  html`<${Art} class=${`king ${extra}`} svg=${once(`k ${look} ${game}`, () => asImage(worn(kingSvg, look, game)))} />`;

/** @param {{look: string, game: string, class?: string}} props */
export const Castle = ({ look, game, class: extra = "" }) =>
  html`<${Art} class=${`castle ${extra}`} svg=${once(`c ${look} ${game}`, () => worn(castleSvg, look, game))} />`;

/** On a disc of a player's colour. @param {{name: string, colour: string}} props */
export const Emblem = ({ name, colour }) =>
  html`<${Art} class="emblem" svg=${once(`e ${name} ${colour}`, () => `<circle cx="50" cy="50" r="50" fill="${PLAYERS[colour].main}"/><use href="#kd-e-${name}" transform="translate(50 50) scale(3.6)"/>`)} />`;

/** @param {string} word @param {string} game @param {number} seed Varies trees and tufts. */
const cell = (word, game, seed) => once(`${game} ${word} ${seed}`, () => cellSvg(word, game, seed));

/** @param {number} x @param {number} y */
export const seedAt = (x, y) => (x + 6) * 13 + y + 6;

/** A domino as it lies in a row. @param {{name: string, dominoes: Dominoes, game: string, class?: string}} props */
export function Domino({ name, dominoes, game, class: extra = "" }) {
  const printed = dominoes[name];
  if (!printed)
    return html`<${Art} class=${`domino ${extra}`} box="0 0 200 100" svg=${once(`b ${name} ${game}`, () => dominoBackSvg(name, game))} />`;
  const { left, right, symbol } = printed;
  const seed = 2 * (Number(name) || name.charCodeAt(0)) + 200;
  const svg = once(
    `d ${name} ${left.cell} ${right.cell} ${game}`,
    () =>
      `<g>${cell(left.cell, game, seed)}</g><g transform="translate(100 0)">${cell(right.cell, game, seed + 1)}</g>` +
      `<path class="seam" d="M100 6v88"/>` +
      (symbol ? `<g class="symbol" transform="translate(80 4) scale(1.7)">${iconSvg(symbol)}</g>` : ""),
  );
  return html`<${Art} class=${`domino ${extra}`} box="0 0 200 100" svg=${svg} />`;
}

/**
 * One drawing among others at a square. The markup is ours, made from parsed words.
 * @param {{svg: string, x: number, y: number, class?: string, at?: string}} props
 */
const At = ({ svg, x, y, class: name, at }) =>
  html`<g class=${name} data-at=${at} transform=${`translate(${x * 100} ${y * 100})`} dangerouslySetInnerHTML=${{ __html: svg }} />`;

/** The rim of a domino, lit from the upper left. @param {{a: string, b: string}} props */
function Edge({ a, b }) {
  const [from, to] = [parseSquare(a), parseSquare(b)];
  const x = Math.min(from.x, to.x) * 100;
  const y = Math.min(from.y, to.y) * 100;
  const [wide, high] = from.y === to.y ? [200, 100] : [100, 200];
  return html`<g class="edge">
    <rect x=${x + 1} y=${y + 1} width=${wide - 2} height=${high - 2} rx="6" />
    <path d=${`M${x + 3} ${y + high - 6}V${y + 7}Q${x + 3} ${y + 3} ${x + 7} ${y + 3}H${x + wide - 6}`} />
  </g>`;
}

/** Round what was laid last: a domino, or what lies on one square. @param {{a: string, b?: string}} props */
function Halo({ a, b = a }) {
  const [from, to] = [parseSquare(a), parseSquare(b)];
  const wide = 100 * Math.abs(from.x - to.x) + 108;
  const high = 100 * Math.abs(from.y - to.y) + 108;
  return html`<rect class="halo" x=${Math.min(from.x, to.x) * 100 - 4} y=${Math.min(from.y, to.y) * 100 - 4} width=${wide} height=${high} rx="12" />`;
}

/** @param {{square: string, class: string}} props */
function Tint({ square, class: name }) {
  const { x, y } = parseSquare(square);
  return html`<rect class=${name} x=${x * 100 + 3} y=${y * 100 + 3} width="94" height="94" rx="10" />`;
}

/** A small label with a number: what an action changes. Crowns, giants and flames lie at the lower edge of a
 * square, so it hangs from the upper edge; in Origins tokens lie in the middle and below flames there is room,
 * so it hangs higher. @param {{x: number, y: number, value: number, game: string, bare?: boolean}} props */
function Badge({ x, y, value, game, bare }) {
  const text = change(value);
  const wide = 20 + text.length * 15;
  const kind = value > 0 ? "gain" : value < 0 ? "cost" : "even";
  return html`<g class=${`badge ${kind} ${bare ? "bare" : ""}`} transform=${isOrigins(game) ? `translate(${x} ${y - 11}) scale(.9)` : `translate(${x} ${y})`}>
    <rect x=${-wide / 2} y="2" width=${wide} height="32" rx="16" />
    <text text-anchor="middle" dy="27">${text}</text>
  </g>`;
}

/**
 * @typedef {{
 *   left: string, right: string, leftCell: string, rightCell: string, gain: number | null, joined: Iterable<string>,
 * }} Ghost
 */

/** @typedef {{rank: number, squares: string[], cells: string[]}} Idea */

/** Hints as they are drawn: which squares, and what would lie there. @param {Hint[]} hints @param {Printed} [printed] @returns {Idea[]} */
export function ideasOf(hints, printed) {
  return hints.flatMap(([action], i) => {
    const [verb, ...squares] = action.split(" ");
    if (verb === "place" && printed) return [{ rank: i + 1, squares, cells: [printed.left.cell, printed.right.cell] }];
    return ON_SQUARES.includes(verb) ? [{ rank: i + 1, squares, cells: [] }] : [];
  });
}

const ON_SQUARES = ["cover", "release", "erupt", "spend", "settle"];

/** Where an action is seen on the kingdom, if it is. @param {string} action @returns {string[] | null} */
export function squaresOf(action) {
  const [verb, ...squares] = action.split(" ");
  return verb === "place" || ON_SQUARES.includes(verb) ? squares : null;
}

/** The best ideas, each with its number; what would lie there is drawn where no better one lies.
 * @param {{ideas: Idea[], game: string}} props */
function Ideas({ ideas, game }) {
  /** @type {Set<string>} */
  const taken = new Set();
  return html`<g class="ideas">
    ${ideas.map(({ rank, squares, cells }) => {
      const free = squares.filter((square) => !taken.has(square));
      const drawnHere = free.length === squares.length ? cells : [];
      const { x, y } = parseSquare(free[0] ?? squares[0]);
      for (const square of squares) taken.add(square);
      const at = squares.map(parseSquare);
      const [west, north] = [Math.min(...at.map((s) => s.x)), Math.min(...at.map((s) => s.y))];
      const wide = Math.max(...at.map((s) => s.x)) - west + 1;
      const high = Math.max(...at.map((s) => s.y)) - north + 1;
      return html`<g key=${rank} class=${`idea rank-${rank}`}>
        ${drawnHere.map((word, i) => html`<${At} key=${i} x=${at[i].x} y=${at[i].y} svg=${cell(word, game, seedAt(at[i].x, at[i].y))} />`)}
        <rect class="hinted" x=${west * 100 + 3} y=${north * 100 + 3} width=${wide * 100 - 6} height=${high * 100 - 6} rx="12" />
        <g class="number" transform=${`translate(${x * 100 + 22} ${y * 100 + 24})`}>
          <circle r="19" /><text text-anchor="middle" dy="10">${rank}</text>
        </g>
      </g>`;
    })}
  </g>`;
}

/**
 * A kingdom drawn on its ground, for eyes alone.
 * @param {{
 *   cells: Record<string, string>, w: Pane, look: string, game: string,
 *   glow?: Iterable<string>, gains?: Map<string, number | null>, ghost?: Ghost | null,
 *   fresh?: Iterable<string>, lit?: Iterable<string>, ring?: {square: string, reach: number} | null,
 *   hints?: Idea[], pairs?: [string, string][], ground?: Pane,
 *   laid?: {left: string, right: string, gain: number | null} | null, last?: string[] | null,
 *   flags?: boolean,
 * }} props
 */
export function Land({
  cells,
  w,
  look,
  game,
  pairs = [],
  glow = [],
  gains,
  ghost,
  fresh = [],
  lit = [],
  ring,
  hints = [],
  ground,
  laid,
  last,
  flags = false,
}) {
  const box = `${w.west * 100} ${w.north * 100} ${w.cols * 100} ${w.rows * 100}`;
  const lights = [...glow];
  // Most of what is drawn again is as it was: the same parts need not be compared.
  const laidCells = useMemo(
    () =>
      Object.entries(cells).map(([square, word]) => {
        const { x, y } = parseSquare(square);
        return html`<${At} key=${square} at=${square} class="cell" x=${x} y=${y} svg=${cell(word, game, seedAt(x, y))} />`;
      }),
    [cells, game],
  );
  const edges = useMemo(() => pairs.map(([a, b]) => html`<${Edge} key=${`e${a}`} a=${a} b=${b} />`), [String(pairs)]);
  return html`<svg class="land" viewBox=${box} aria-hidden="true" focusable="false">
    <${Ground} w=${ground ?? w} />
    ${laidCells}
    <${At} key="c" at="c" class="home" x="0" y="0" svg=${once(`c ${look} ${game}`, () => worn(castleSvg, look, game))} />
    ${edges}
    ${lights.length > 0 && html`<g class="glows">${lights.map((square) => html`<${Tint} key=${square} square=${square} class="glow" />`)}</g>`}
    ${flags && html`<${At} class="flags" x="0" y="0" svg=${flagsSvg(look.split("/")[0], game)} />`}
    ${hints.length > 0 && !ghost && html`<${Ideas} ideas=${hints} game=${game} />`}
    ${last && html`<${Halo} a=${last[0]} b=${last[1]} />`}
    ${[...lit].map((square) => html`<${Tint} key=${`l${square}`} square=${square} class="lit" />`)}
    ${[...fresh].map((square) => html`<${Tint} key=${`f${square}`} square=${square} class="fresh" />`)}
    ${ring && html`<${Rings} ...${ring} w=${ground ?? w} />`}
    ${ghost && html`<${GhostArt} ghost=${ghost} game=${game} />`}
    ${laid && html`<${Brings} ...${laid} game=${game} />`}
    ${
      gains &&
      [...gains].map(([square, gain]) => {
        const { x, y } = parseSquare(square);
        return (
          gain !== null &&
          html`<${Badge} key=${`b${square}`} x=${x * 100 + 50} y=${y * 100} value=${gain} game=${game} bare=${cells[square]?.length === 1} />`
        );
      })
    }
  </svg>`;
}

/** All squares in one shape: there are many. @param {{w: Pane}} props */
function Ground({ w }) {
  let d = "";
  for (let y = w.north; y < w.north + w.rows; y++)
    for (let x = w.west; x < w.west + w.cols; x++) d += `M${x * 100 + 14} ${y * 100 + 5}${FREE_SQUARE}`;
  return html`<path class="ground" d=${d} />`;
}

const FREE_SQUARE = "h72q9 0 9 9v72q0 9-9 9h-72q-9 0-9-9v-72q0-9 9-9z";

/** What a domino brings, at its upper edge. @param {{left: string, right: string, gain: number | null, game: string}} props */
function Brings({ left, right, gain, game }) {
  if (gain === null) return null;
  const [a, b] = [parseSquare(left), parseSquare(right)];
  return html`<g class="brings"><${Badge} x=${(a.x + b.x) * 50 + 50} y=${Math.min(a.y, b.y) * 100} value=${gain} game=${game} /></g>`;
}

/** @param {{ghost: Ghost, game: string}} props */
function GhostArt({ ghost, game }) {
  const a = parseSquare(ghost.left);
  const b = parseSquare(ghost.right);
  const x = Math.min(a.x, b.x) * 100;
  const y = Math.min(a.y, b.y) * 100;
  const wide = a.y === b.y;
  return html`<g class="ghost">
    ${[...ghost.joined].map((square) => html`<${Tint} key=${square} square=${square} class="lit" />`)}
    <${At} x=${a.x} y=${a.y} svg=${cell(ghost.leftCell, game, seedAt(a.x, a.y))} />
    <${At} x=${b.x} y=${b.y} svg=${cell(ghost.rightCell, game, seedAt(b.x, b.y))} />
    <rect class="outline" x=${x + 3} y=${y + 3} width=${wide ? 194 : 94} height=${wide ? 94 : 194} rx="12" />
    <${Brings} ...${ghost} game=${game} />
  </g>`;
}

/** How far fire flies from a volcano, as far as the ground is shown. @param {{square: string, reach: number, w: Pane}} props */
function Rings({ square, reach, w }) {
  const { x, y } = parseSquare(square);
  return html`<g class="rings">
    ${Array.from({ length: reach }, (_, i) => {
      const west = Math.max(x - i - 1, w.west) * 100;
      const north = Math.max(y - i - 1, w.north) * 100;
      const east = Math.min(x + i + 2, w.west + w.cols) * 100;
      const south = Math.min(y + i + 2, w.north + w.rows) * 100;
      return html`<rect key=${i} x=${west} y=${north} width=${east - west} height=${south - north} rx="40" />`;
    })}
  </g>`;
}
