// My kingdom, large: a picture with a grid of squares over it that mouse, finger, arrow keys and
// screen reader all use.

import { html, useEffect, useMemo, useRef, useState } from "../lib.js";
import { groundOf, parseSquare, rowsOf, squareText, windowOf } from "../board.js";
import { change, language, squareName, t, tg } from "../i18n.js";
import { nameOf, sayHalf, saySquare } from "../say.js";
import { spotsAt } from "../turn.js";
import { ideasOf, Land, lookOf } from "./picture.js";
import { DrawLater } from "./draw-later.js";

/** @typedef {import("../turn.js").Turn} Turn */

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
  const w = groundOf(rules.size);
  const free = windowOf(box, rules.size, rules.size);
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
      [...gains.values()].join(),
      fresh.join(),
      Object.values(free).join(),
    ],
  );
  const land = {
    cells,
    w,
    ground: free,
    look: lookOf(seats[seat]),
    game: rules.game,
    pairs: turn.placed.value ? [...pairs, [turn.placed.value.left, turn.placed.value.right]] : pairs,
    glow,
    gains,
    laid: active && !targets.size && turn.onlyPlaced ? (turn.placed.value ?? null) : null,
    fresh,
    last: turn.placed.value ? null : pairs.at(-1),
    ghost: pointing ? turn.ghost.value : null,
    ring: active ? turn.ring() : null,
    hints: hinted(turn),
  };
  return html`<div
      class=${`board ${active ? "active" : ""} ${rules.size > 5 ? "great" : ""}`}
      style=${{ "--cols": w.cols, "--rows": w.rows }}
      data-kingdom=${seat}
    >
      <${Land} ...${land} />
      <${DrawLater} order=${0}>${squares}<//>
    </div>
    <${Loupe} turn=${turn} land=${land} />`;
}

/** What a finger would hide, beside it and larger; the kingdom stays where it is. @param {{turn: Turn, land: any}} props */
function Loupe({ turn, land }) {
  const at = turn.touch.value;
  if (!at) return null;
  const gain = land.ghost?.gain ?? land.gains.get(at.square);
  const w = { west: at.x - SEEN / 2, north: at.y - SEEN / 2, cols: SEEN, rows: SEEN };
  return html`<div class="loupe" style=${{ left: `${at.left}px`, top: `${at.top}px` }}>
    <${Land} ...${land} w=${w} lit=${[at.square]} />
    ${(gain ?? null) !== null && html`<b class="may" data-gain=${change(gain)} />`}
  </div>`;
}

/** So many squares a side are seen in it. */
const SEEN = 5;
const LOUPE_PX = 180;
/** And what it would bring, below. */
const SAID_PX = 28;
/** Squares that need none. */
const LARGE_PX = 44;
/** A finger means what is nearest to it, so many squares away. */
const NEAR = 1.5;

/** Where a finger is and which square it means.
 * @param {PointerEvent} event @param {HTMLElement} grid @param {Pane} w @param {Turn} turn */
function touched({ clientX, clientY }, grid, w, turn) {
  const box = grid.getBoundingClientRect();
  const side = box.width / w.cols;
  const x = w.west + (clientX - box.left) / side;
  const y = w.north + (clientY - box.top) / side;
  let [square, least] = ["", NEAR];
  for (const wanted of turn.wanted) {
    const { x: i, y: j } = parseSquare(wanted);
    const far = Math.hypot(i + 0.5 - x, j + 0.5 - y);
    if (far < least) [square, least] = [wanted, far];
  }
  const top = Math.max(clientY - LOUPE_PX - LARGE_PX - SAID_PX, 4);
  const hides = top + LOUPE_PX + SAID_PX > clientY - LARGE_PX / 2;
  const beside = clientX < innerWidth / 2 ? clientX + LARGE_PX : clientX - LARGE_PX - LOUPE_PX;
  const left = Math.min(Math.max(hides ? beside : clientX - LOUPE_PX / 2, 4), innerWidth - LOUPE_PX - 4);
  return { x, y, square, left, top, small: side < LARGE_PX };
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
  const pointed = turn.hover.value?.square;
  // The same words make the same square, which need not be compared with the one before.
  const made = useRef(/** @type {Map<string, unknown>} */ (new Map()));
  const rows = rowsOf(w);
  const all = rows.flat();
  const here = all.includes(cursor) ? cursor : "c";

  /** @param {KeyboardEvent} event @param {string} square */
  const onKey = (event, square) => {
    const step = ARROWS[event.key];
    if (step) {
      const { x, y } = parseSquare(square);
      const to = squareText(x + step[0], y + step[1]);
      event.preventDefault();
      if (!all.includes(to)) return;
      setCursor(to);
      focusSquare(grid.current, to);
    } else if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      turn.pick(square);
    }
  };

  /** Which square was meant before, while a finger is down. */
  const down = useRef(/** @type {string | null | undefined} */ (null));
  const lifted = useRef(false);
  /** @param {PointerEvent} event */
  const touch = (event) => {
    if (!grid.current) return "";
    const spot = touched(event, grid.current, w, turn);
    turn.touch.value = spot.small && spot.square ? spot : null;
    turn.point(spot.square);
    return spot.square;
  };
  /** @param {PointerEvent} event */
  const onDown = (event) => {
    lifted.current = false;
    if (event.pointerType !== "touch" || !pointing || !event.isPrimary) return;
    const before = turn.hover.value?.square;
    if (!touch(event)) return;
    down.current = before;
    // The focus stays: it would point at the square under the finger.
    event.preventDefault();
  };
  /** @param {PointerEvent} event */
  const onMove = (event) => {
    if (down.current !== null && event.isPrimary) touch(event);
  };
  const letGo = () => {
    down.current = null;
    turn.touch.value = null;
  };
  /** @param {PointerEvent} event */
  const onUp = (event) => {
    if (down.current === null || !event.isPrimary) return;
    const before = down.current;
    const square = touch(event);
    letGo();
    lifted.current = true;
    // Whoever plans ahead points, and turns what is pointed at.
    if (square && (turn.table.me.value !== null || before === square)) pick(square);
  };
  const onCancel = () => {
    letGo();
    turn.leave();
  };

  /** @param {string} square */
  const pick = (square) => {
    setCursor(square);
    turn.pick(square);
  };

  /** The square that an event is about. @param {Event} event @param {(square: string) => void} then */
  const on = ({ target }, then) => {
    const { square } = /** @type {HTMLElement} */ (target).dataset;
    if (square) then(square);
  };

  return html`<div
    ref=${grid}
    class="squares"
    role="grid"
    style=${inWhole(w, whole)}
    aria-label=${tg(view.rules.game, "a11y.kingdom", { player: nameOf(view, seat), columns: w.cols, rows: w.rows })}
    onClick=${(/** @type {MouseEvent} */ event) => !lifted.current && on(event, pick)}
    onKeyDown=${(/** @type {KeyboardEvent} */ event) => on(event, (square) => onKey(event, square))}
    onFocusCapture=${(/** @type {FocusEvent} */ event) => pointing && on(event, (square) => turn.point(square))}
    onBlurCapture=${() => turn.leave()}
    onPointerOver=${(/** @type {PointerEvent} */ event) => event.pointerType === "mouse" && pointing && on(event, (square) => turn.point(square))}
    onPointerLeave=${(/** @type {PointerEvent} */ event) => event.pointerType !== "touch" && turn.leave()}
    onPointerDown=${onDown}
    onPointerMove=${onMove}
    onPointerUp=${onUp}
    onPointerCancel=${onCancel}
    onTouchMove=${(/** @type {TouchEvent} */ event) => /** @type {Element} */ (event.target).matches(".great .legal") && noFlick(event)}
  >
    ${rows.map(
      (row, y) => html`<div role="row" key=${y}>
        ${row.map((square) => {
          const said = label(square, cells[square], view, seat, legal.has(square), turn, square === pointed);
          const looks = legal.has(square) ? "legal" : "";
          const [tab, chosen] = [square === here ? 0 : -1, fresh.includes(square) ? "true" : undefined];
          const known = [square, said, looks, tab, chosen].join("|");
          const cell =
            made.current.get(known) ??
            html`<div key=${square} role="gridcell" data-square=${square} class=${looks} tabindex=${tab} aria-label=${said} aria-selected=${chosen} />`;
          made.current.set(known, cell);
          return cell;
        })}
      </div>`,
    )}
  </div>`;
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

/** Where a finger scrolls nothing, the browser still takes a quick stroke for a flick, and as long as that
 * would go on, the next tap is to end it and does nothing else. @param {Event} event */
export const noFlick = (event) => event.preventDefault();

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
 * @param {boolean} legal @param {Turn} turn @param {boolean} pointed
 */
function label(square, word, view, seat, legal, turn, pointed) {
  const ghost = pointed ? turn.ghost.peek() : null;
  const game = view.rules.game;
  if (ghost)
    return t("a11y.ghost", {
      left: sayHalf(ghost.leftCell, game),
      right: sayHalf(ghost.rightCell, game),
      a: squareName(ghost.left, game),
      b: squareName(ghost.right, game),
      points: ghost.gain === null ? "" : change(ghost.gain),
    });
  const target = legal && turn.targets.peek().get(square);
  const said = saySquare(square, word, view, seat);
  if (target) return target.gain === null ? said : `${said}, ${change(target.gain)}`;
  return legal && !word && spotsAt(turn.spots.peek(), square).length
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
