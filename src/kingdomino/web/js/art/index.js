// @ts-check
/**
 * The pictures of the game, as SVG text. Everything is drawn here, nothing is loaded.
 *
 * Put `<svg class="kd-defs" aria-hidden="true">${artDefs()}</svg>` once on a page; all other
 * pictures refer to it. Functions return inner markup for an `<svg>` of the size they name, except
 * `heroSvg` and `gameCardSvg`, which return a whole `<svg>` element.
 */
import { GUESTS as LAND_GUESTS, baseDefs } from './base.js';
import { GUESTS as WILD_GUESTS, originsDefs } from './origins.js';
import { dice, use } from './paper.js';
import { caveman, crowns, fireToken, flames, isOrigins, pieceDefs, RESOURCE, token } from './pieces.js';

export { castleSvg, dominoBackSvg, giantSvg, kingSvg } from './pieces.js';
export { gameCardSvg, heroSvg } from './scenes.js';
export { iconSvg, ICONS } from './icons.js';
export { LAND, PLAYERS, WILD } from './palette.js';

const WORD = /^([A-Z])([0-3]?)(g*)(?:\*([1-3]))?(\+)?(?::([a-z_]+))?$/;

/**
 * One 100 × 100 square.
 * @param {string} cell a cell word, such as "W", "M3gg", "J*2", "Q+", "D:hunter", "V3"
 * @param {string} game
 * @param {number} [seed] varies the picture; squares with different seeds fit together
 */
export function cellSvg(cell, game, seed = 0) {
  const match = WORD.exec(cell);
  if (!match) throw new Error(`no cell word: ${cell}`);
  const [, land, digit, giants, fire, resource, person] = match;
  const n = Number(digit || 0);
  const wild = isOrigins(game);
  if (wild && land === 'V') return use('oV' + (n || 1));
  const roll = dice(seed * 31 + land.charCodeAt(0));
  const v = land === 'W' ? 0 : Math.floor(roll() * 3);
  let out = use((wild ? 'o' : 'b') + land + v);
  const busy = wild && (n || fire || resource || person);
  const guests = (wild ? WILD_GUESTS : LAND_GUESTS)[land];
  if (guests && !busy && roll() < 0.3) out += use(...guests[Math.floor(roll() * guests.length)]);
  if (n) out += wild ? flames(n) : crowns(n, giants.length);
  if (fire) out += fireToken(Number(fire));
  if (resource) out += token(RESOURCE[land]);
  if (person) out += caveman(person);
  return out;
}

/**
 * The shared shapes of one game, or of all games when none is named. Ids begin with `kd-`.
 * @param {string} [game]
 */
export function artDefs(game) {
  const wild = !game || isOrigins(game);
  const base = !game || !isOrigins(game);
  return `<defs><clipPath id="kd-sq"><path d="M0 0H100V100H0z"/></clipPath>${pieceDefs(base, wild)}${base ? baseDefs() : ''}${wild ? originsDefs() : ''}</defs>`;
}
