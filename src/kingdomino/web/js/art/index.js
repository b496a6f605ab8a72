// @ts-check
/**
 * The pictures of the game, as SVG text. Everything is drawn here, nothing is loaded.
 *
 * Put `<svg class="kd-defs" aria-hidden="true">${artDefs()}</svg>` once on a page; all other
 * pictures refer to it. Functions return inner markup for an `<svg>` of the size they name. Whole
 * scenes are in scenes.js, which a table does not need.
 */
import { baseDefs } from './base.js';
import { originsDefs } from './origins.js';
import { isOrigins, pieceDefs } from './pieces.js';

export { castleSvg, cellSvg, dominoBackSvg, giantSvg, kingSvg } from './pieces.js';
export { iconSvg, ICONS } from './icons.js';
export { LAND, PLAYERS, WILD } from './paper.js';

/**
 * The shared shapes of one game, or of all games when none is named. Ids begin with `kd-`.
 * @param {string} [game]
 */
export function artDefs(game) {
  const wild = !game || isOrigins(game);
  const base = !game || !isOrigins(game);
  return `<defs><clipPath id="kd-sq"><path d="M0 0H100V100H0z"/></clipPath></defs><defs class="kd-shapes">${pieceDefs(base, wild)}${base ? baseDefs() : ''}${wild ? originsDefs() : ''}</defs>`;
}
