// What is painted on the score pad: kept in this browser, undone step by step, scored by the server.

import { signal } from "./lib.js";
import { codeOf, post } from "./api.js";
import { parseSquare, readCell, squareText, windowOf } from "./board.js";
import { recall, retain } from "./storage.js";

/** @typedef {{name: string, cells: Record<string, string>, discarded: number}} Painted */
/** @typedef {{game: string, variants: string[], quests: string[], totems: Record<string, number | null>, kingdoms: Painted[]}} Table */
/** Which game and kingdom is shown, and where its frame lies when its owner has moved the castle. @typedef {{tables: Table[], at: number, seat: number, frames: Record<string, {west: number, north: number}>}} Doc */
/** @typedef {{when: number, doc: Doc}} Kept */

const KEY = "kingdomino.pad";
const KEPT = "kingdomino.pads";
const MOST_KEPT = 30;
const MOST_STEPS = 200;
const PAUSE_MS = 120;
const AGAIN_MS = 3_000;

/** @param {string} game @param {number} players @returns {Table} */
const bare = (game, players) => ({
  game,
  variants: [],
  quests: [],
  totems: {},
  kingdoms: Array.from({ length: players }, () => ({ name: "", cells: {}, discarded: 0 })),
});

/** @param {Table[]} tables @returns {Doc} */
const docOf = (tables) => ({ tables, at: 0, seat: 0, frames: {} });

const doc = signal(/** @type {Doc} */ (recall(KEY) ?? docOf([bare("kingdomino", 2)])));
const kept = signal(/** @type {Kept[]} */ (recall(KEPT) ?? []));
/** What the server has said of the pad as it is, or as it was a moment ago. */
const scored = signal(/** @type {PadScored | null} */ (null));
const problem = signal("");
/** How many steps can be undone. */
const steps = signal(0);

/** @type {string[]} */
const past = [];

/** What follows can be undone in one step. */
function begin() {
  past.push(JSON.stringify(doc.value));
  if (past.length > MOST_STEPS) past.shift();
  steps.value = past.length;
}

function undo() {
  const before = past.pop();
  steps.value = past.length;
  if (before) set(JSON.parse(before));
}

/** Change a copy of the pad. @param {(next: Doc) => void} how */
function change(how) {
  const next = structuredClone(doc.value);
  how(next);
  set(next);
}

/** Change the table that is shown, as one step. @param {(table: Table) => void} how */
function changeTable(how) {
  begin();
  change((next) => how(next.tables[next.at]));
}

/** Only look at something else. @param {Partial<Doc>} where */
function look(where) {
  doc.value = { ...doc.value, ...where };
  retain(KEY, doc.value);
}

/** @param {Doc} next */
function set(next) {
  doc.value = next;
  retain(KEY, next);
  ask();
}

let asked = 0;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;

/** Ask for the points of what is painted now; what comes too late is not shown. */
function ask(wait = PAUSE_MS) {
  clearTimeout(timer);
  const mine = ++asked;
  timer = setTimeout(async () => {
    try {
      const found = await post("/api/pad/score", { tables: doc.value.tables });
      if (mine !== asked) return;
      scored.value = found;
      problem.value = "";
    } catch (refused) {
      if (mine !== asked) return;
      problem.value = codeOf(refused);
      if (["network", "too_fast", "unavailable"].includes(problem.value)) ask(AGAIN_MS);
    }
  }, wait);
}

/** Open what a link holds; what was there before is kept. @param {string} code */
async function open(code) {
  try {
    const found = await post("/api/pad/read", { code });
    keep();
    begin();
    const tables = found.tables.map((/** @type {PadTable} */ { game, variants, quests, totems, kingdoms }) => ({
      game,
      variants,
      quests,
      totems,
      kingdoms: kingdoms.map(({ name, cells, discarded }) => ({ name, cells, discarded })),
    }));
    set(docOf(tables));
    scored.value = found;
  } catch (refused) {
    ask();
    throw refused;
  }
}

const painted = () => doc.value.tables.some(({ kingdoms }) => kingdoms.some(({ cells }) => Object.keys(cells).length));

/** Put the pad on the shelf of this browser, unless it is bare or there already. */
function keep() {
  const same = JSON.stringify(doc.value.tables);
  if (!painted() || kept.value.some((other) => JSON.stringify(other.doc.tables) === same)) return;
  shelve([{ when: Date.now(), doc: doc.value }, ...kept.value].slice(0, MOST_KEPT));
}

/** @param {Kept[]} all */
function shelve(all) {
  kept.value = all;
  retain(KEPT, all);
}

/** Take a pad from the shelf; the one on the table goes there. @param {Doc} other */
function take(other) {
  keep();
  begin();
  set(other);
}

/** A bare pad for the same players; the one before is kept. */
function renew() {
  const { game, variants, kingdoms } = doc.value.tables[0];
  const fresh = { ...bare(game, kingdoms.length), variants };
  fresh.kingdoms.forEach((kingdom, i) => (kingdom.name = kingdoms[i].name));
  take(docOf([fresh]));
}

/** The next game of a dynasty. */
function addGame() {
  begin();
  change((next) => {
    const { game, variants, kingdoms } = next.tables[0];
    const table = { ...bare(game, kingdoms.length), variants: [...variants] };
    table.kingdoms.forEach((kingdom, i) => (kingdom.name = kingdoms[i].name));
    next.tables.push(table);
    Object.assign(next, { at: next.tables.length - 1, seat: 0 });
  });
}

/** All games of a dynasty have the same rules. @param {Game} game @param {number} players @param {string[]} variants */
function setRules(game, players, variants) {
  begin();
  change((next) => {
    const usable = game.variants.filter((variant) => variant.players.includes(players)).map(({ name }) => name);
    next.seat = Math.min(next.seat, players - 1);
    next.tables = next.tables.map((table) => {
      const { kingdoms } = bare(game.name, players);
      // Wheat is nothing in Origins: other terrains are another pad, and undoing brings this one back.
      const same = table.game.split("-")[0] === game.name.split("-")[0] || !/origins/.test(table.game + game.name);
      return {
        game: game.name,
        variants: variants.filter((name) => usable.includes(name)),
        quests: table.quests.filter((quest) => game.quests.includes(quest)),
        totems: {},
        kingdoms: kingdoms.map((kingdom, i) => {
          const old = table.kingdoms[i] ?? kingdom;
          return same ? old : { ...kingdom, name: old.name };
        }),
      };
    });
    if (next.tables[0].game !== doc.value.tables[0].game) next.frames = {};
  });
}

/** The squares that are shown: the frame, and whatever lies outside it. @param {Doc} shown @param {number} size @returns {Pane} */
function paneOf({ tables, at, seat, frames }, size) {
  const all = Object.keys(tables[at].kingdoms[seat].cells).map(parseSquare);
  const xs = [0, ...all.map(({ x }) => x)];
  const ys = [0, ...all.map(({ y }) => y)];
  const box = { west: Math.min(...xs), north: Math.min(...ys), east: Math.max(...xs), south: Math.max(...ys) };
  const frame = frames[`${at}.${seat}`] ?? middle(box, size);
  const west = Math.min(frame.west, box.west);
  const north = Math.min(frame.north, box.north);
  const cols = Math.max(frame.west + size - 1, box.east) - west + 1;
  const rows = Math.max(frame.north + size - 1, box.south) - north + 1;
  return { west, north, cols, rows };
}

/** The castle in the middle, as long as the land allows it. @param {Box} box @param {number} size */
function middle(box, size) {
  const half = (size - 1) / 2;
  const fits = Math.min(box.west, box.north) >= -half && Math.max(box.east, box.south) <= half;
  return fits ? { west: -half, north: -half } : windowOf(box, size, 0, size);
}

/** Stand the castle on another square; the land stays where it is. @param {string} square @param {Pane} pane */
function moveCastle(square, pane) {
  const { x, y } = parseSquare(square);
  if (!x && !y) return;
  begin();
  change((next) => {
    const { at, seat, tables } = next;
    const kingdom = tables[at].kingdoms[seat];
    const left = Object.entries(kingdom.cells).filter(([other]) => other !== square);
    kingdom.cells = Object.fromEntries(
      left.map(([other, word]) => {
        const old = parseSquare(other);
        return [squareText(old.x - x, old.y - y), word];
      }),
    );
    next.frames[`${at}.${seat}`] = { west: pane.west - x, north: pane.north - y };
  });
}

/** @param {ReturnType<typeof readCell>} cell */
const wordOf = ({ letter, printed, giants, fire, token, caveman }) =>
  letter +
  (printed || "") +
  "g".repeat(giants) +
  (fire ? `*${fire}` : "") +
  (token ? "+" : "") +
  (caveman && `:${caveman}`);

/** @param {string} square @param {string} word Nothing clears the square. */
function paint(square, word) {
  change(({ tables, at, seat }) => {
    const { cells } = tables[at].kingdoms[seat];
    if (word) cells[square] = word;
    else delete cells[square];
  });
}

/** Lay a whole domino, its left half first, as one step. @param {string} left @param {string} right @param {Dominoes[string]} domino */
function lay(left, right, domino) {
  begin();
  change(({ tables, at, seat }) => {
    const { cells } = tables[at].kingdoms[seat];
    cells[left] = domino.left.cell;
    cells[right] = domino.right.cell;
  });
}

export const pad = {
  doc,
  kept,
  scored,
  problem,
  steps,
  begin,
  undo,
  change,
  changeTable,
  look,
  ask,
  open,
  shelve,
  take,
  renew,
  addGame,
  setRules,
  paneOf,
  moveCastle,
  wordOf,
  paint,
  lay,
};
