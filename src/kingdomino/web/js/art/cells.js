// @ts-check
/** One square of a kingdom: the land and what stands on it. */
import { GUESTS as LAND_GUESTS } from './base.js';
import { GUESTS as WILD_GUESTS } from './origins.js';
import { dice, use } from './paper.js';
import { caveman, crowns, fireToken, flames, isOrigins, RESOURCE, token } from './pieces.js';

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
