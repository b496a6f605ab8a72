/**
 * The pictures of the game, as SVG text. Everything is drawn here, nothing is loaded.
 *
 * Pictures refer to shared shapes, which have to be on the page once: parts/shapes.js puts those
 * there that are needed. Functions return inner markup for an `<svg>` of the size they name. Whole
 * scenes are in scenes.js, which a table does not need.
 */
import { SHAPES as LANDS } from './base.js';
import { SHAPES as WILDS } from './origins.js';
import { def, land } from './paper.js';
import { ROYALS, SHARED, TRIBES, isOrigins } from './pieces.js';

export { castleSvg, cellSvg, dominoBackSvg, kingSvg } from './pieces.js';
export { iconSvg, ICONS } from './icons.js';
export { LAND, PLAYERS, WILD } from './paper.js';

const ALL = { ...SHARED, ...ROYALS, ...LANDS, ...TRIBES, ...WILDS };

/** One shared shape. Its id is its name after `kd-`. @param {string} name */
export const shapeSvg = (name) => (/^[bo][A-Z]/.test(name) ? land : def)(name, ALL[name]());

/** What is put on the page once: what trims squares of land, and shared shapes. @param {string} shapes */
export const defsSvg = (shapes) =>
  `<defs><clipPath id="kd-sq"><path d="M0 0H100V100H0z"/></clipPath></defs><defs class="kd-shapes">${shapes}</defs>`;

/**
 * The shared shapes of one game, or of all games when none is named.
 * @param {string} [game]
 */
export function artDefs(game) {
  const own = !game ? ALL : isOrigins(game) ? { ...SHARED, ...TRIBES, ...WILDS } : { ...SHARED, ...ROYALS, ...LANDS };
  return defsSvg(Object.keys(own).map(shapeSvg).join(''));
}
