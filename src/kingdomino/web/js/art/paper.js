/** Coloured paper, scissors and glue. css/theme.css repeats the base tones. */

/** @typedef {{base: string, light: string, dark: string}} Tones */

/** @type {Record<string, Tones>} */
export const LAND = {
  W: { base: '#f8d672', light: '#fff0bd', dark: '#c98f25' },
  F: { base: '#2c664c', light: '#4b9464', dark: '#1d4a3a' },
  L: { base: '#4a9bc9', light: '#b9e2f2', dark: '#3581b1' },
  G: { base: '#77ab44', light: '#95c45f', dark: '#4f822e' },
  S: { base: '#9b936d', light: '#c4bb93', dark: '#64806f' },
  M: { base: '#5a5263', light: '#857c91', dark: '#3c3545' },
};

/** @type {Record<string, Tones>} */
export const WILD = {
  G: { base: '#b4b24f', light: '#d3ce7c', dark: '#7d7d2f' },
  L: { base: '#3f98b4', light: '#b4e3e6', dark: '#2f7f9c' },
  J: { base: '#1f5844', light: '#4ea25f', dark: '#2f7f52' },
  Q: { base: '#aaa29a', light: '#d3ccc2', dark: '#7d756f' },
  D: { base: '#f3dba8', light: '#fdf0d2', dark: '#d5ab6b' },
  V: { base: '#74625f', light: '#a58f8b', dark: '#3d3033' },
};

/**
 * Player colours: `main` for cloth and roofs, `dark` for its shaded side, `ink` for text on it.
 * @type {Record<string, {main: string, dark: string, ink: string, skin: string, emblem: string, hair: string, braids: boolean}>}
 */
export const PLAYERS = {
  pink: { main: '#e0669a', dark: '#b5447a', ink: '#2a0a19', skin: '#f3cfae', emblem: 'rose', hair: '#8a4b22', braids: true },
  yellow: { main: '#f4be2c', dark: '#cb9112', ink: '#2f2100', skin: '#d9a273', emblem: 'sun', hair: '#c9803a', braids: false },
  green: { main: '#3f9b57', dark: '#2a7440', ink: '#04180b', skin: '#8d5a3b', emblem: 'leaf', hair: '#2b1b14', braids: true },
  blue: { main: '#2f6fc4', dark: '#1f5197', ink: '#ffffff', skin: '#eabf95', emblem: 'wave', hair: '#e9e2d8', braids: false },
  brown: { main: '#8a5a36', dark: '#673f22', ink: '#ffffff', skin: '#c58b5e', emblem: 'acorn', hair: '#a4532a', braids: false },
  black: { main: '#3c3a44', dark: '#26242d', ink: '#ffffff', skin: '#b27a52', emblem: 'moon', hair: '#2b1b14', braids: false },
};

export const INK = '#3a2a1e';
export const CREAM = '#fff6e0';
export const GOLD = { base: '#ffcf4a', light: '#ffe999', dark: '#e29f17' };
export const FIRE = { base: '#ff7b2e', light: '#ffd75e', dark: '#d9401c' };
export const ROYAL = { base: '#5c2347', light: '#7c3a62', dark: '#3c122d' };
export const STONE = { base: '#efe5d3', light: '#fffaf0', dark: '#cdbb9f' };

/** @param {string} fill @param {string} d @param {string} [more] */
export const cut = (fill, d, more = '') => `<path fill="${fill}" d="${d}"${more && ' ' + more}/>`;

/** Folded paper: a left half and its mirror image in another tone. @param {string} left @param {string} right @param {string} d @param {number} [axis] */
export const fold = (left, right, d, axis = 0) => cut(left, d) + cut(right, d, `transform="matrix(-1 0 0 1 ${2 * axis} 0)"`);

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
