// @ts-check
/** Scissors and glue: the few helpers every drawing is made with. */

/** @param {string} fill @param {string} d @param {string} [more] */
export const cut = (fill, d, more = '') => `<path fill="${fill}" d="${d}"${more && ' ' + more}/>`;

/** @param {string} stroke @param {number} width @param {string} d @param {string} [more] */
export const line = (stroke, width, d, more = '') =>
  `<path fill="none" stroke="${stroke}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round" d="${d}"${more && ' ' + more}/>`;

/** @param {string} fill @param {number} x @param {number} y @param {number} r @param {number} [ry] */
export const dot = (fill, x, y, r, ry) =>
  ry === undefined
    ? `<circle fill="${fill}" cx="${x}" cy="${y}" r="${r}"/>`
    : `<ellipse fill="${fill}" cx="${x}" cy="${y}" rx="${r}" ry="${ry}"/>`;

/** A whole square of one tone. @param {string} fill */
export const ground = (fill) => `<rect width="100" height="100" fill="${fill}"/>`;

/** @param {number} n */
const short = (n) => +n.toFixed(2);

/**
 * A shape of the shared defs, put somewhere.
 * @param {string} id @param {number} [x] @param {number} [y] @param {number} [scale] @param {number} [turn]
 */
export const use = (id, x = 0, y = 0, scale = 1, turn = 0) =>
  `<use href="#kd-${id}"${x || y || scale !== 1 || turn ? ` transform="translate(${short(x)} ${short(y)})${turn ? ` rotate(${short(turn)})` : ''}${scale !== 1 ? ` scale(${short(scale)})` : ''}"` : ''}/>`;

/** @param {string} id @param {string} inner */
export const def = (id, inner) => `<g id="kd-${id}">${inner}</g>`;

/** A square of land, trimmed to its edges. @param {string} id @param {string} inner */
export const land = (id, inner) => `<g id="kd-${id}" clip-path="url(#kd-sq)">${inner}</g>`;

/** @param {string} inner @param {number} x @param {number} y @param {number} [scale] */
export const at = (inner, x, y, scale = 1) =>
  `<g transform="translate(${short(x)} ${short(y)})${scale !== 1 ? ` scale(${short(scale)})` : ''}">${inner}</g>`;

/** A small deterministic stream of numbers in [0, 1). @param {number} seed */
export function dice(seed) {
  let s = (Math.imul(Math.floor(seed) + 1013, 2654435761) ^ 0x9e3779b9) >>> 0 || 1;
  return () => {
    s ^= s << 13;
    s ^= s >>> 17;
    s ^= s << 5;
    s >>>= 0;
    return s / 4294967296;
  };
}
