// A first game explained while it is played: a short mark when its moment comes, and never two in
// one. Nothing waits for it; who acts has read it.

import { html, useEffect, useLayoutEffect, useRef, useState } from "../lib.js";
import { coached, endGuide, tell } from "../guide.js";
import { t } from "../i18n.js";
import { prefs } from "../prefs.js";
import { allDrawn } from "./draw-later.js";
import { announce, keyboard } from "./shell.js";

/** @typedef {import("../table.js").Table} Table */
/** @typedef {{view: View, phase: string, staged: number, seat: number, stuck: boolean}} Now */
/** @typedef {{name: string, at: string, when: (now: Now) => boolean}} Mark */

/** @param {Now} now */
const placing = ({ phase, staged, stuck }) => phase === "place" && !staged && !stuck;

/** How far the kingdom reaches. @param {Now} now */
function reach({ view, seat }) {
  const { west, north, east, south } = view.kingdoms[seat].box;
  return Math.max(east - west, south - north) + 1;
}

/** @param {Now} now */
const isLastRound = ({ view }) => view.round === view.rules.rounds && !view.offer.length;

/** @param {Now} now */
const hasTokens = ({ view, seat }) => Object.values(view.kingdoms[seat].cells).some((word) => word.endsWith("+"));

/** What passes and does not come again, so it goes before the rest. @type {Mark[]} */
const PASSING = [
  { name: "nowhere", at: ".confirm", when: ({ phase, staged, stuck }) => phase === "place" && !staged && stuck },
  { name: "last", at: ".row.now", when: (now) => now.phase === "place" && isLastRound(now) },
];

/** @type {Mark[]} */
const ERUPT = [{ name: "erupt", at: ".board", when: ({ phase }) => phase === "erupt" }];

/** @type {Mark[]} */
const TOKENS = [{ name: "tokens", at: ".board", when: (now) => placing(now) && hasTokens(now) }];

/** @type {Record<string, Mark[]>} */
const MARKS = {
  kingdomino: [
    ...PASSING,
    { name: "order", at: ".row.next", when: ({ phase, view }) => phase === "choose" && view.round === 0 },
    { name: "match", at: ".board", when: placing },
    { name: "next", at: ".row.next", when: ({ phase, view }) => phase === "choose" && view.round > 0 },
    { name: "points", at: ".mine .plate", when: (now) => placing(now) && now.view.sheets[now.seat].total > 0 },
    { name: "frame", at: ".board", when: (now) => placing(now) && reach(now) >= now.view.rules.size - 1 },
    { name: "others", at: ".others", when: ({ phase, view }) => phase === "choose" && view.round > 2 },
  ],
  giants: [
    { name: "quests", at: ".quests", when: placing },
    { name: "giant", at: ".board", when: ({ phase }) => phase === "cover" },
    { name: "footprints", at: ".board", when: ({ phase }) => phase === "release" },
    { name: "send", at: ".choices", when: ({ phase }) => phase === "send" },
  ],
  "origins-discovery": [{ name: "flames", at: ".board", when: placing }, ...ERUPT],
  "origins-totem": [
    { name: "flames", at: ".board", when: placing },
    ...TOKENS,
    { name: "totem", at: ".totems", when: ({ phase, view }) => phase === "choose" && view.round > 1 },
    ...ERUPT,
  ],
  "origins-tribe": [
    ...TOKENS,
    { name: "cave", at: ".cave", when: ({ phase }) => phase === "settle" },
    { name: "caveman", at: ".board", when: ({ phase }) => phase === "settle_on" },
    ...ERUPT,
  ],
};

/** @param {{table: Table, seat: number}} props */
export function Coach({ table, seat }) {
  const view = /** @type {View} */ (table.view.value);
  const asked = allDrawn.value && table.me.value === seat && !table.staged.value.done;
  const phase = (asked && table.shown.value?.decision?.phase) || "";
  const stuck = table.committed.value.some(([action]) => action === "discard");
  const moment = `${view.seq} ${phase}`;
  const [quiet, setQuiet] = useState("");
  const told = prefs.value.guide?.told ?? [];
  const now = { view, phase, staged: table.staged.value.actions.length, seat, stuck };
  const due = phase && quiet !== moment ? MARKS[view.rules.game] : undefined;
  const mark = due?.find(({ name, when }) => !told.includes(name) && when(now));
  const name = mark?.name ?? "";
  useEffect(() => {
    coached.value = name;
    if (!name) return;
    announce(sayMark(name, view));
    return () => {
      coached.value = "";
      tell(name);
    };
  }, [name]);
  if (!mark) return null;
  const close = () => {
    setQuiet(moment);
    tell(name);
  };
  return html`<${Bubble} key=${name} at=${mark.at} text=${sayMark(name, view)} onClose=${close} />`;
}

/** @param {string} name @param {View} view */
const sayMark = (name, view) => t(`coach.${name}`, { size: view.rules.size });

/** @param {{at: string, text: string, onClose: () => void}} props */
function Bubble({ at, text, onClose }) {
  const bubble = useRef(/** @type {HTMLElement | null} */ (null));
  const ring = useRef(/** @type {HTMLElement | null} */ (null));
  useLayoutEffect(() => {
    const target = document.querySelector(at);
    target?.scrollIntoView({ block: "nearest" });
    const put = () => beside(target, bubble.current, ring.current);
    put();
    addEventListener("scroll", put, { passive: true });
    addEventListener("resize", put);
    return () => {
      removeEventListener("scroll", put);
      removeEventListener("resize", put);
    };
  }, [at, text]);
  useEffect(() => {
    if (keyboard.used) bubble.current?.querySelector("button")?.focus();
  }, []);
  return html`<div ref=${ring} class="coach-ring" aria-hidden="true" />
    <section ref=${bubble} class="coach" aria-label=${t("coach.title")}>
      <p>${text}</p>
      <div class="coach-steps">
        <button type="button" class="button primary" onClick=${onClose}>${t("coach.ok")}</button>
        <button type="button" class="plain" onClick=${endGuide}>${t("coach.stop")}</button>
      </div>
    </section>`;
}

const GAP = 10;
const EDGE = 4;
const STEP = 4;
const DECIDED = ".row.next button, .squares .legal, .board :is(.cell, .home), .confirm:enabled";

/** @param {string} what */
const boxes = (what) => [...document.querySelectorAll(what)].map((element) => element.getBoundingClientRect());

/** How much of a box lies under one of this place and size.
 * @param {DOMRect} box @param {number} x @param {number} y @param {number} width @param {number} height */
function meet(box, x, y, width, height) {
  const across = Math.min(x + width, box.right) - Math.max(x, box.left);
  const down = Math.min(y + height, box.bottom) - Math.max(y, box.top);
  return Math.max(0, across) * Math.max(0, down);
}

/** Puts a mark near what it is about, where it covers least of what one decides on, and the ring around that.
 * @param {Element | null} target @param {HTMLElement | null} bubble @param {HTMLElement | null} ring */
function beside(target, bubble, ring) {
  if (!bubble || !ring) return;
  const { width, height } = bubble.getBoundingClientRect();
  const box = target?.getBoundingClientRect();
  ring.hidden = !box?.width;
  if (!box?.width)
    return void Object.assign(bubble.style, { left: `${GAP}px`, top: `${innerHeight - height - GAP}px` });
  const [right, low] = [innerWidth - width - EDGE, innerHeight - height - EDGE];
  const [middle, level] = [(box.left + box.right - width) / 2, (box.top + box.bottom - height) / 2];
  const around = new DOMRect(box.left - GAP, box.top - GAP, box.width + 2 * GAP, box.height + 2 * GAP);
  const [much, little] = [DECIDED, ".ask, .actions, .hand, .board"].map(boxes);
  let [left, y, least] = [EDGE, low, Infinity];
  for (const x of [Math.max(EDGE, Math.min(middle, right)), EDGE, right, box.right + GAP, box.left - GAP - width])
    for (let top = EDGE; top <= low && x >= EDGE && x <= right; top += STEP) {
      const under = (/** @type {DOMRect[]} */ all) => all.reduce((sum, at) => sum + meet(at, x, top, width, height), 0);
      const cost = 99 * under(much) + 9 * under([around]) + under(little) + Math.hypot(x - middle, top - level);
      if (cost < least) [left, y, least] = [x, top, cost];
    }
  Object.assign(bubble.style, { left: `${left}px`, top: `${y}px` });
  Object.assign(ring.style, {
    left: `${box.left - 4}px`,
    top: `${box.top - 4}px`,
    width: `${box.width + 8}px`,
    height: `${box.height + 8}px`,
  });
}
