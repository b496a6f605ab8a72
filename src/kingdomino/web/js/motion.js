// Others' moves, shown so that one can follow them: the domino travels, lands with weight, the region
// it joined lights up and its points fly to the score. The table itself is up to date at once and takes
// input meanwhile; a tap or a key ends whatever still moves. Where things are is read before anything is
// moved, and what is moved leaves all else where it is, so that a frame stays short on a slow phone.

import { parseSquare, regionsAround } from "./board.js";
import { cue } from "./cue.js";
import { change } from "./i18n.js";
import { allDrawn, moving } from "./parts/draw-later.js";
import { prefs } from "./prefs.js";

const TRAVEL_MS = 700;
const GLOW_MS = 650;
const SLIDE_MS = 450;
const EASE = "cubic-bezier(.3,.7,.3,1)";

export const still = matchMedia("(prefers-reduced-motion: reduce)");

/** Of the usual time. */
const PACE = { calm: 1, brisk: 0.45, still: 0 };
const pace = () => (still.matches ? 0 : PACE[prefs.value.pace]);

/** @type {Set<Animation>} */
const running = new Set();

/** Animate until it ends or somebody is in a hurry; what is on its way is drawn once, not at every frame. @param {Element} element @param {Keyframe[]} frames @param {KeyframeAnimationOptions} options */
function play(element, frames, options) {
  const duration = Number(options.duration) * pace();
  const animation = element.animate(frames, { easing: EASE, ...options, duration });
  const { style } = /** @type {HTMLElement} */ (element);
  style.willChange = "transform";
  running.add(animation);
  moving.things = running.size;
  return animation.finished
    .catch(() => undefined)
    .finally(() => {
      style.willChange = "";
      running.delete(animation);
      moving.things = running.size;
    });
}

let hurried = 0;

function hurry() {
  hurried += 1;
  for (const animation of [...running]) animation.finish();
  moving.things = 0;
}
addEventListener("pointerdown", hurry, true);
addEventListener("keydown", hurry, true);

/**
 * A move by another, until it has been seen. Called while the page still shows the table before it.
 * @param {TableEvent} event
 * @param {View} after
 * @param {number} gain
 */
export function follow(event, after, gain) {
  const [verb, ...words] = (event.action ?? "").split(" ");
  if (verb === "place" && pace()) return placeDomino(event, after, words, gain);
  if (verb === "place") cue("place");
  if (verb === "choose" && pace()) drawn().then(() => walk(Number(event.player), words[0]));
  return null;
}

/** A move of one's own lies there already: its region lights up and its points fly to the score.
 * @param {TableEvent} event @param {View} after @param {number} gain */
export function land(event, after, gain) {
  const [verb, ...squares] = (event.action ?? "").split(" ");
  if (verb !== "place" || !pace()) return null;
  const player = Number(event.player);
  const before = hurried;
  drawn().then(() => {
    if (hurried !== before) return;
    const from = cellOf(player, squares[0])?.getBoundingClientRect();
    if (gain && from) points(player, from, change(gain));
    glow(player, regionsAround(after.kingdoms[player].cells, squares));
  });
  return null;
}

/** The page shows the table after it, and its frame is over: where things are is known without working it out. */
async function drawn() {
  do await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done))));
  while (!allDrawn.value);
}

/** @param {TableEvent} event @param {View} after @param {string[]} squares @param {number} gain */
async function placeDomino(event, after, squares, gain) {
  const source = document.querySelector(`[data-line="${event.domino}"] svg.domino`);
  const from = source?.getBoundingClientRect();
  if (!source || !from?.width) return;
  const copy = /** @type {Element} */ (source.cloneNode(true));
  const player = Number(event.player);
  await drawn();
  const cells = squares.map((square) => cellOf(player, square)).filter((cell) => cell !== null);
  if (cells.length < 2) return;
  const places = cells.map((cell) => cell.getBoundingClientRect());
  const before = hurried;
  show(cells, "hidden");
  await travel(copy, from, places);
  show(cells, "");
  if (hurried !== before) return;
  cue("place");
  // What follows has a frame of its own, as the next move has.
  await drawn();
  if (gain) points(player, places[0], change(gain));
  glow(player, regionsAround(after.kingdoms[player].cells, squares));
  await drawn();
}

/** @param {Element[]} cells @param {"" | "hidden"} visibility */
function show(cells, visibility) {
  for (const cell of cells) if (cell instanceof SVGElement) cell.style.visibility = visibility;
}

/** @param {number} player @param {string} square */
const cellOf = (player, square) => document.querySelector(`[data-kingdom="${player}"] [data-at="${square}"]`);

/** Something laid over the page. @param {Element | string} inner @param {string} name @param {DOMRect} at */
function overlay(inner, name, at) {
  const layer = document.createElement("div");
  layer.className = name;
  layer.setAttribute("aria-hidden", "true");
  layer.append(inner);
  Object.assign(layer.style, { width: `${at.width}px`, left: `${at.left}px`, top: `${at.top}px` });
  document.body.append(layer);
  return layer;
}

/** @param {Element} copy @param {DOMRect} from @param {DOMRect[]} places Of its squares. */
async function travel(copy, from, [a, b]) {
  const flying = overlay(copy, "flight", from);
  const scale = (2 * a.width) / from.width;
  const turn = Math.atan2(b.top - a.top, b.left - a.left);
  const dx = (a.left + a.right + b.left + b.right) / 4 - from.left - from.width / 2;
  const dy = (a.top + a.bottom + b.top + b.bottom) / 4 - from.top - from.height / 2;
  const over = `translate(${dx}px, ${dy}px) rotate(${turn}rad) scale(${scale * 1.2})`;
  const down = `translate(${dx}px, ${dy}px) rotate(${turn}rad) scale(${scale})`;
  await play(
    flying,
    [
      { transform: "none" },
      { transform: "translateY(-10px) scale(1.08)", offset: 0.15 },
      { transform: over, offset: 0.85 },
      { transform: down },
    ],
    { duration: TRAVEL_MS },
  );
  flying.remove();
}

/** One light over all of them: each square on its own would be a layer of its own.
 * @param {number} player @param {Iterable<string>} squares */
async function glow(player, squares) {
  const ground = document.querySelector(`[data-kingdom="${player}"] .land`);
  if (!ground) return;
  const light = /** @type {Element} */ (ground.cloneNode());
  light.setAttribute("class", "light");
  const d = [...squares].map(parseSquare).map(({ x, y }) => `M${x * 100} ${y * 100}h100v100h-100z`);
  light.innerHTML = `<path fill="#fff" d="${d.join("")}"/>`;
  ground.after(light);
  await play(light, [{ opacity: 0 }, { opacity: 0.4, offset: 0.3 }, { opacity: 0 }], { duration: GLOW_MS });
  light.remove();
}

/** @param {number} player @param {DOMRect} from @param {string} text */
async function points(player, from, text) {
  const score = document.querySelector(`[data-points="${player}"]`)?.getBoundingClientRect();
  if (!score?.width) return;
  const label = overlay(text, "flight points-flight", from);
  const move = `translate(${score.left - from.left}px, ${score.top - from.top}px)`;
  await play(
    label,
    [{ transform: "none" }, { transform: "translateY(-12px)", offset: 0.3 }, { transform: move, opacity: 0.4 }],
    {
      duration: TRAVEL_MS,
    },
  );
  label.remove();
}

/** A king goes from the kingdom to the domino it chose; the last of a round finds it in the other row. @param {number} player @param {string} domino */
async function walk(player, domino) {
  const king = document.querySelector(`[data-slides="${domino}"] svg.king`);
  const from = document.querySelector(`[data-points="${player}"]`)?.getBoundingClientRect();
  const to = king?.getBoundingClientRect();
  if (!king || !from?.width || !to?.width) return;
  const start = `translate(${from.left - to.left}px, ${from.top - to.top}px)`;
  await play(king, [{ transform: start }, { transform: "none" }], { duration: TRAVEL_MS });
}

/** Where things were when they were drawn last. @typedef {Map<string, DOMRect>} Places */

/**
 * Lets what has changed its place slide there, and what is new be turned up.
 * @param {Element | null} within
 * @param {Places} before
 * @returns {Places}
 */
export function slide(within, before) {
  // All is read before anything is moved: each look after a move would lay the page out again.
  const seen = [...(within?.querySelectorAll("[data-slides]") ?? [])].map((element) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    return { element, to: new DOMRect(x + scrollX, y + scrollY, width, height) };
  });
  /** @type {Places} */
  const now = new Map();
  for (const { element, to } of seen) {
    const name = element.getAttribute("data-slides") ?? "";
    const from = before.get(name);
    now.set(name, to);
    if (!pace() || !before.size) continue;
    const [dx, dy] = from ? [from.x - to.x, from.y - to.y] : [0, 0];
    if (!from) play(element, [{ transform: "rotateX(90deg)" }, { transform: "none" }], { duration: SLIDE_MS });
    else if (Math.hypot(dx, dy) > 2)
      play(element, [{ transform: `translate(${dx}px, ${dy}px)` }, { transform: "none" }], { duration: SLIDE_MS });
  }
  return now;
}
