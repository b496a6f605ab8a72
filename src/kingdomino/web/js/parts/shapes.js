// The shapes that pictures share, put on the page when a picture first needs them: all of them
// together would take longer than a whole table.

import { defsSvg, shapeSvg } from "../art/index.js";

/** @type {Set<string>} */
const known = new Set();
/** @type {Element | null} */
let shelf = null;

/** The picture again, now that its shapes are on the page. @param {string} svg */
export function withShapes(svg) {
  const missing = wanted(svg);
  if (missing) onPage().insertAdjacentHTML("beforeend", missing);
  return svg;
}

/** The shapes that a picture needs and the page lacks, and those that they need. @param {string} svg @returns {string} */
function wanted(svg) {
  let found = "";
  for (const [, name] of svg.matchAll(/"#kd-([\w-]+)"/g)) {
    if (known.has(name)) continue;
    known.add(name);
    const shape = shapeSvg(name);
    found += wanted(shape) + shape;
  }
  return found;
}

function onPage() {
  if (shelf) return shelf;
  document.body.insertAdjacentHTML("beforeend", `<svg class="kd-defs" aria-hidden="true">${defsSvg("")}</svg>`);
  return (shelf = /** @type {Element} */ (document.querySelector(".kd-shapes")));
}
