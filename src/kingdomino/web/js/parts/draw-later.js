// Parts of a screen drawn one after another, each in a task of its own with a frame between them,
// so that a slow phone can answer a finger meanwhile.

import { signal, useLayoutEffect, useRef, useState } from "../lib.js";

/** A page that nobody looks at has no frames. */
const FRAME_MS = 50;

/** @typedef {{order: number, draw: () => void}} Part */
/** @type {Set<Part>} */
const waiting = new Set();

/** Whether no part waits any more. */
export const allDrawn = signal(true);

/** How much is on its way over the page: as long as anything is, parts change one after another, too. */
export const moving = { things: 0 };

/** Draws its children when those of a lower order are there; what is *small* waits only where others do
 * too, so that a table which stands there already changes at once.
 * @param {{order: number, small?: boolean, meanwhile?: unknown, children?: unknown}} props */
export function DrawLater({ order, small = false, meanwhile = null, children }) {
  const [times, setTimes] = useState(small && allDrawn.value ? 1 : 0);
  const kept = useRef({ times: 0, children: meanwhile });
  const now = times > 0 && (small || kept.current.times !== times || !moving.things);
  if (now) kept.current = { times, children };
  useLayoutEffect(() => {
    if (now) return;
    const part = { order, draw: () => setTimes((n) => n + 1) };
    waiting.add(part);
    if (allDrawn.value) begin();
    return () => void waiting.delete(part);
  }, [now, children]);
  return kept.current.children;
}

function begin() {
  allDrawn.value = false;
  afterFrame(next);
}

function next() {
  const [part] = [...waiting].sort((a, b) => a.order - b.order);
  if (!part) {
    allDrawn.value = true;
    return;
  }
  waiting.delete(part);
  part.draw();
  afterFrame(next);
}

/** @param {() => void} then */
function afterFrame(then) {
  const go = () => {
    cancelAnimationFrame(frame);
    clearTimeout(late);
    setTimeout(then);
  };
  const frame = requestAnimationFrame(go);
  const late = setTimeout(go, FRAME_MS);
}
