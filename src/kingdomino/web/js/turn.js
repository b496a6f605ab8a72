// My turn at the board: pointing, turning, putting down. Knows the options it was sent, no rules:
// a pointed-at square stands for the legal placements that cover it, and turning goes through these.

import { computed, signal } from "./lib.js";
import { cue } from "./cue.js";
import { parseSquare, readCell, regionsAround, RESOURCE } from "./board.js";

/** @typedef {import("./table.js").Table} Table */
/** @typedef {{seat: number, domino: string | null, options: Choice[]}} Plan */
/** @typedef {{action: string, gain: number | null, left: string, right: string, turn: number}} Spot */

const SQUARE_VERBS = ["cover", "release", "erupt", "settle"];
/** @type {{seq: number, squares: string[]}} */
const NONE_HELD = { seq: -1, squares: [] };

export class Turn {
  /** @param {Table} table */
  constructor(table) {
    this.table = table;
    /** The square pointed at and the placement shown there.
     * @type {Signal<{square: string, spot: Spot} | null>} */
    this.hover = signal(null);
    /** Where a finger is, in squares and on the page, and which square it means.
     * @type {Signal<{x: number, y: number, square: string, left: number, top: number} | null>} */
    this.touch = signal(null);
    /** How the domino lies in the hand: 0 to 3 quarter turns. */
    this.hand = signal(0);
    /** The square around which the staged domino turns. */
    this.pivot = signal("");

    /** Tokens chosen that do not pay for anybody yet. @type {Signal<{seq: number, squares: string[]}>} */
    this.held = signal(NONE_HELD);

    /** My next domino while others play, to think ahead with. @type {Signal<Plan | null>} */
    this.plan = signal(null);

    this.spots = computed(() =>
      spotsOf(table.me.value === null ? (this.plan.value?.options ?? []) : table.committed.value),
    );
    this.placed = computed(() => {
      const [first] = table.staged.value.actions;
      return this.spots.value.find((spot) => spot.action === first);
    });
    /** Squares asked for now, with the action and its gain. */
    this.targets = computed(() => {
      /** @type {Map<string, {action: string, gain: number | null}>} */
      const found = new Map();
      for (const [action, gain] of table.options.value) {
        const [verb, square] = action.split(" ");
        if (SQUARE_VERBS.includes(verb)) found.set(square, { action, gain });
      }
      for (const square of this.payable()) found.set(square, { action: `spend ${square}`, gain: null });
      return found;
    });
    /** Where the domino in hand can lie. */
    this.glow = computed(() => {
      if (table.me.value === null || this.placed.value || table.sending.value)
        return new Set(this.targets.value.keys());
      return new Set(this.wanted);
    });
    this.ghost = computed(() => this.drawnGhost());
  }

  /** All squares that mean something, with a domino put down already too. */
  get wanted() {
    return [...this.spots.value.flatMap(({ left, right }) => [left, right]), ...this.targets.value.keys()];
  }

  /** The squares of the tokens held. */
  get holding() {
    const { seq, squares } = this.held.value;
    return seq === this.table.view.value?.seq && this.payments.length ? squares : [];
  }

  /** Whether nothing came to lie on the domino put down, which would be worth more than it, or less. */
  get onlyPlaced() {
    return this.table.staged.value.actions.every((action) => /^(place|choose) /.test(action));
  }

  /** What a caveman can be had for, each kind of token in the order it is paid in. */
  get payments() {
    return this.table.shown.value?.decision?.payments ?? [];
  }

  /** My squares as they are with what is tried out. */
  get cells() {
    const seat = this.table.me.value;
    return (seat !== null && this.table.shown.value?.kingdoms[seat].cells) || {};
  }

  /** The kind of token that lies on a square, or lay there until it was spent. @param {string} square */
  kindOn(square) {
    return RESOURCE[readCell(this.cells[square] ?? "").letter] ?? "";
  }

  /** Squares of the tokens chosen to be spent. */
  chosenTokens() {
    const staged = this.table.staged.value.actions.filter((action) => action.startsWith("spend "));
    return [...staged.map((action) => action.split(" ")[1]), ...this.holding];
  }

  /** Squares of tokens that pay for somebody together with those chosen. */
  payable() {
    const kinds = this.chosenTokens().map((square) => this.kindOn(square));
    const fitting = this.payments.filter((payment) => kinds.every((kind) => payment.includes(kind)));
    const wanted = new Set(fitting.flat().filter((kind) => !kinds.includes(kind)));
    return Object.entries(this.cells)
      .filter(([square, word]) => readCell(word).token && wanted.has(this.kindOn(square)))
      .map(([square]) => square);
  }

  /** One token more; it is staged once all chosen ones pay for somebody. @param {string} square */
  spend(square) {
    const chosen = [...this.chosenTokens(), square];
    const kinds = new Map(chosen.map((token) => [this.kindOn(token), token]));
    const paid = this.payments.find(
      (payment) => payment.length === kinds.size && payment.every((kind) => kinds.has(kind)),
    );
    const before = this.table.staged.value.actions.filter((action) => !action.startsWith("spend "));
    this.held.value = paid ? NONE_HELD : { seq: this.table.view.value?.seq ?? 0, squares: chosen };
    this.table.stage([...before, ...(paid ?? []).map((kind) => `spend ${kinds.get(kind)}`)]);
  }

  undo() {
    if (this.holding.length) this.held.value = NONE_HELD;
    else this.table.undo();
  }

  drawnGhost() {
    const pointed = this.hover.value?.spot.action;
    const spot = this.spots.value.find(({ action }) => action === pointed);
    const view = this.table.view.value;
    const seat = this.table.me.value ?? this.plan.value?.seat ?? null;
    const domino = this.table.me.value === null ? this.plan.value?.domino : view?.decision?.domino;
    const printed = this.table.dominoes.value[domino ?? ""];
    if (!spot || !view || !printed || seat === null || this.placed.value) return null;
    const leftCell = printed.left.cell;
    const rightCell = printed.right.cell;
    const cells = { ...view.kingdoms[seat].cells, [spot.left]: leftCell, [spot.right]: rightCell };
    const joined = regionsAround(cells, [spot.left, spot.right]);
    joined.delete(spot.left);
    joined.delete(spot.right);
    return { ...spot, leftCell, rightCell, joined };
  }

  /** @param {string} square */
  point(square) {
    const here = spotsAt(this.spots.value, square);
    if (this.pointedAt(square, here)) return;
    this.hover.value = here.length ? { square, spot: preferred(here, this.hand.value) } : null;
  }

  /** What is shown there, unless it is left over from another domino. @param {string} square @param {Spot[]} here */
  pointedAt(square, here) {
    const at = this.hover.value;
    return at?.square === square ? here.find(({ action }) => action === at.spot.action) : undefined;
  }

  leave() {
    this.hover.value = null;
  }

  /** Turn what is pointed at; else what is put down; else what is in the hand. @param {number} [step] */
  rotate(step = 1) {
    const at = this.hover.value;
    const placed = this.placed.value;
    const onPlaced = placed && (!at || covers(placed, at.square));
    const square = onPlaced ? this.pivot.value || placed.left : at?.square;
    if (!square) {
      this.hand.value = (this.hand.value + step + 4) % 4;
      return;
    }
    const next = turned(spotsAt(this.spots.value, square), onPlaced ? placed : at?.spot, step);
    if (!next) return;
    this.hand.value = next.turn;
    if (onPlaced) this.put(next, square);
    else this.hover.value = { square, spot: next };
  }

  /** Click, tap or Enter on a square. @param {string} square @returns {boolean} Whether it meant something. */
  pick(square) {
    const target = this.targets.value.get(square);
    const { actions } = this.table.staged.value;
    if (target) {
      if (target.action.startsWith("spend ")) this.spend(square);
      else this.table.stage([...actions, target.action]);
      return true;
    }
    const placed = this.placed.value;
    if (placed && covers(placed, square)) {
      this.pivot.value = square;
      this.rotate();
      return true;
    }
    const here = spotsAt(this.spots.value, square);
    if (!here.length) return false;
    const at = this.hover.value;
    if (this.table.me.value === null) {
      if (at?.square === square) this.rotate();
      else this.point(square);
      return true;
    }
    this.put(this.pointedAt(square, here) ?? preferred(here, this.hand.value), square);
    return true;
  }

  /** @param {Spot} spot @param {string} square */
  put(spot, square) {
    const { actions } = this.table.staged.value;
    const kept = actions.slice(1).filter((action) => action.startsWith("choose "));
    this.pivot.value = square;
    this.hover.value = null;
    cue(spot.gain && spot.gain > 0 ? "crown" : "place");
    this.table.stage([spot.action, ...kept]);
  }

  /** How far fire flies from the volcano in question. */
  ring() {
    const decision = this.table.shown.value?.decision;
    return decision?.square && decision.reach ? { square: decision.square, reach: decision.reach } : null;
  }
}

/** @param {Spot} spot @param {string} square */
const covers = (spot, square) => spot.left === square || spot.right === square;

/** Where the right half lies from the left one: 0 east, 1 south, 2 west, 3 north.
 * @param {string} left @param {string} right */
function turnOf(left, right) {
  const a = parseSquare(left);
  const b = parseSquare(right);
  if (b.x > a.x) return 0;
  if (b.y > a.y) return 1;
  return b.x < a.x ? 2 : 3;
}

/** @param {Choice[]} options @returns {Spot[]} */
function spotsOf(options) {
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
function preferred(here, turn) {
  return here.find((spot) => spot.turn === turn) ?? here[0];
}

/**
 * The next legal orientation on the same square.
 * @param {Spot[]} here
 * @param {Spot | undefined} now
 * @param {number} step
 */
function turned(here, now, step = 1) {
  if (!here.length) return undefined;
  const at = here.findIndex((spot) => spot.action === now?.action);
  return here[(at + step + here.length) % here.length];
}
