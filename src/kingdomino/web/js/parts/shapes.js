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

/** The shapes that a picture needs and the page lacks, and those that they need.
 * @param {string} svg @param {Set<string>} [there] @returns {string} */
function wanted(svg, there = known) {
  let found = "";
  for (const [, name] of svg.matchAll(/"#kd-([\w-]+)"/g)) {
    if (there.has(name)) continue;
    there.add(name);
    const shape = shapeSvg(name);
    found += /^[bo][A-Z]/.test(name) ? asImage(shape, ` id="kd-${name}"`) : wanted(shape, there) + shape;
  }
  return found;
}

/** A drawing as one image: a browser minds every leaf of one at every frame, and a table has a hundred squares
 * of land with dozens of them. @param {string} drawing @param {string} [id] */
export function asImage(drawing, id = "") {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="100" height="100"><defs>${wanted(drawing, new Set())}</defs>${drawing}</svg>`;
  return `<image${id} width="100" height="100" href="data:image/svg+xml,${encodeURIComponent(svg)}"/>`;
}

function onPage() {
  if (shelf) return shelf;
  document.body.insertAdjacentHTML("beforeend", `<svg class="kd-defs" aria-hidden="true">${defsSvg("")}</svg>`);
  return (shelf = /** @type {Element} */ (document.querySelector(".kd-shapes")));
}
