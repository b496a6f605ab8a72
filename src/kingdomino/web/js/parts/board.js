// My kingdom, large: a picture with a grid of squares over it that mouse, finger, arrow keys and
// screen reader all use.

import { html, signal, useEffect, useLayoutEffect, useMemo, useRef, useState } from "../lib.js";
import { groundOf, parseSquare, rowsOf, squareText, windowOf } from "../board.js";
import { change, language, squareName, t, tg } from "../i18n.js";
import { glide } from "../motion.js";
import { nameOf, sayHalf, saySquare } from "../say.js";
import { spotsAt } from "../turn.js";
import { ideasOf, Land, lookOf } from "./picture.js";
import { DrawLater } from "./draw-later.js";

/** @typedef {import("../turn.js").Turn} Turn */

/** So many squares a side are large enough for a finger on a small screen: all the ground of a kingdom
 * of five by five. */
const MOST = 9;
const smallScreen = matchMedia("(max-width: 699px), (max-height: 500px)");
const small = signal(smallScreen.matches);
smallScreen.addEventListener("change", () => (small.value = smallScreen.matches));

/** @type {Record<string, [number, number]>} */
export const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** @param {{turn: Turn, seat: number, pairs?: [string, string][]}} props */
export function Board({ turn, seat, pairs = [] }) {
  const { table } = turn;
  const committed = table.view.value;
  const shown = table.shown.value;
  if (!committed || !shown) return null;
  const { rules, seats } = committed;
  const active = table.me.value === seat;
  const planning = table.me.value === null && turn.plan.value?.seat === seat;
  const { box } = committed.kingdoms[seat];
  const w = groundOf(box, rules.size, small.value ? MOST : Infinity);
  const free = within(windowOf(box, rules.size, rules.size), w);
  const cells = shown.kingdoms[seat].cells;
  const glow = active ? turn.glow.value : new Set();
  const targets = active ? turn.targets.value : new Map();
  const held = active ? turn.holding : [];
  const fresh = Object.keys(cells).filter(
    (square) => cells[square] !== committed.kingdoms[seat].cells[square] || held.includes(square),
  );
  const gains = new Map([...targets].map(([square, { gain }]) => [square, gain]));
  const legal = active ? new Set([...turn.glow.value, ...targets.keys()]) : glow;

  const pointing = active || planning;
  // A hundred squares are put into words: only when something about them changes.
  const squares = useMemo(
    () => html`<${Squares} ...${{ turn, seat, view: shown, w: free, whole: w, legal, fresh, pointing }} />`,
    [
      shown.kingdoms[seat],
      seats[seat],
      language.value,
      pointing,
      [...legal].join(),
      fresh.join(),
      Object.values(w).join(),
    ],
  );
  return html`<div
    class=${`board ${active ? "active" : ""}`}
    style=${{ "--cols": w.cols, "--rows": w.rows }}
    data-kingdom=${seat}
  >
    <${Land}
      cells=${cells}
      w=${w}
      ground=${free}
      look=${lookOf(seats[seat])}
      game=${rules.game}
      pairs=${turn.placed.value ? [...pairs, [turn.placed.value.left, turn.placed.value.right]] : pairs}
      glow=${glow}
      gains=${gains}
      laid=${active && !targets.size && turn.onlyPlaced ? (turn.placed.value ?? null) : null}
      fresh=${fresh}
      last=${turn.placed.value ? null : pairs.at(-1)}
      ghost=${pointing ? turn.ghost.value : null}
      ring=${active ? turn.ring() : null}
      hints=${hinted(turn)}
    />
    <${Glide} w=${w} />
    <${DrawLater} order=${0}>${squares}<//>
  </div>`;
}

/**
 * @param {{
 *   turn: Turn, seat: number, view: View, w: Pane, whole: Pane, legal: Set<string>, fresh: string[],
 *   pointing: boolean,
 * }} props
 */
function Squares({ turn, seat, view, w, whole, legal, fresh, pointing }) {
  const [cursor, setCursor] = useState("c");
  const grid = useRef(/** @type {HTMLElement | null} */ (null));
  useWheel(grid, turn);
  const { cells } = view.kingdoms[seat];
  const at = parseSquare(cursor);
  const here = inside(at.x, at.y, w) ? cursor : "c";

  /** @param {KeyboardEvent} event @param {string} square */
  const onKey = (event, square) => {
    const step = ARROWS[event.key];
    if (step) {
      const { x, y } = parseSquare(square);
      const next = [x + step[0], y + step[1]];
      event.preventDefault();
      if (!inside(next[0], next[1], w)) return;
      const to = squareText(next[0], next[1]);
      setCursor(to);
      focusSquare(grid.current, to);
    } else if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      turn.pick(square);
    }
  };

  /** @param {string} square */
  const onClick = (square) => {
    setCursor(square);
    turn.pick(square);
  };

  return html`<div
    ref=${grid}
    class="squares"
    role="grid"
    style=${inWhole(w, whole)}
    aria-label=${tg(view.rules.game, "a11y.kingdom", { player: nameOf(view, seat), columns: w.cols, rows: w.rows })}
    onPointerLeave=${() => turn.leave()}
  >
    ${rowsOf(w).map(
      (row, y) => html`<div role="row" key=${y}>
        ${row.map(
          (square) => html`<div
            key=${square}
            role="gridcell"
            data-square=${square}
            class=${legal.has(square) ? "legal" : ""}
            tabindex=${square === here ? 0 : -1}
            aria-label=${label(square, cells[square], view, seat, legal.has(square), turn)}
            aria-selected=${fresh.includes(square) ? "true" : undefined}
            onClick=${() => onClick(square)}
            onKeyDown=${(/** @type {KeyboardEvent} */ event) => onKey(event, square)}
            onFocus=${() => pointing && turn.point(square)}
            onBlur=${() => turn.leave()}
            onPointerEnter=${(/** @type {PointerEvent} */ event) => event.pointerType === "mouse" && pointing && turn.point(square)}
          />`,
        )}
      </div>`,
    )}
  </div>`;
}

/** Where other ground comes into sight, the land glides there. @param {{w: Pane}} props */
function Glide({ w }) {
  const before = useRef(w);
  useLayoutEffect(() => {
    const [dx, dy] = [w.west - before.current.west, w.north - before.current.north];
    before.current = w;
    const land = document.querySelector(".board .land");
    if (land && (dx || dy)) glide(land, (100 * dx) / w.cols, (100 * dy) / w.rows);
  }, [w.west, w.north]);
  return null;
}

/** The part of a pane that is shown. @param {Pane} pane @param {Pane} shown @returns {Pane} */
function within(pane, shown) {
  const west = Math.max(pane.west, shown.west);
  const north = Math.max(pane.north, shown.north);
  const cols = Math.min(pane.west + pane.cols, shown.west + shown.cols) - west;
  const rows = Math.min(pane.north + pane.rows, shown.north + shown.rows) - north;
  return { west, north, cols, rows };
}

/** Where the squares that can still be reached lie on the whole ground. @param {Pane} w @param {Pane} whole */
const inWhole = (w, whole) => ({
  "--cols": w.cols,
  "--rows": w.rows,
  left: `${(100 * (w.west - whole.west)) / whole.cols}%`,
  top: `${(100 * (w.north - whole.north)) / whole.rows}%`,
  width: `${(100 * w.cols) / whole.cols}%`,
  height: `${(100 * w.rows) / whole.rows}%`,
});

/** @param {number} x @param {number} y @param {Pane} w */
const inside = (x, y, w) => x >= w.west && y >= w.north && x < w.west + w.cols && y < w.north + w.rows;

/** @param {HTMLElement | null} grid @param {string} square */
export function focusSquare(grid, square) {
  const found = grid?.querySelector(`[data-square="${square}"]`);
  if (found instanceof HTMLElement) found.focus();
}

/** @param {Turn} turn */
function hinted(turn) {
  const { hints, staged, view, dominoes } = turn.table;
  if (!Array.isArray(hints.value) || staged.value.actions.length) return [];
  return ideasOf(hints.value, dominoes.value[view.value?.decision?.domino ?? ""]);
}

/**
 * A square read aloud: what lies there, and what would if the domino were put down.
 * @param {string} square @param {string | undefined} word @param {View} view @param {number} seat
 * @param {boolean} legal @param {Turn} turn
 */
function label(square, word, view, seat, legal, turn) {
  const ghost = turn.hover.value?.square === square ? turn.ghost.value : null;
  const game = view.rules.game;
  if (ghost)
    return t("a11y.ghost", {
      left: sayHalf(ghost.leftCell, game),
      right: sayHalf(ghost.rightCell, game),
      a: squareName(ghost.left, game),
      b: squareName(ghost.right, game),
      points: ghost.gain === null ? "" : change(ghost.gain),
    });
  const target = turn.targets.value.get(square);
  const said = saySquare(square, word, view, seat);
  if (target) return target.gain === null ? said : `${said}, ${change(target.gain)}`;
  return legal && !word && spotsAt(turn.spots.value, square).length
    ? t("a11y.square_legal", { square: squareName(square, game) })
    : said;
}

/** @param {{current: HTMLElement | null}} grid @param {Turn} turn */
function useWheel(grid, turn) {
  useEffect(() => {
    const element = grid.current;
    if (!element) return;
    let before = 0;
    const onWheel = (/** @type {WheelEvent} */ event) => {
      if (!turn.hover.value && !turn.placed.value) return;
      event.preventDefault();
      // A touchpad sends dozens of these for one gesture.
      if (event.timeStamp - before < 90) return;
      before = event.timeStamp;
      turn.rotate(event.deltaY > 0 ? 1 : -1);
    };
    element.addEventListener("wheel", onWheel, { passive: false });
    return () => element.removeEventListener("wheel", onWheel);
  });
}
