// @ts-check
/** Quest tiles and terrain signs as icons, 24 × 24. */
import { GOLD, INK, LAND, STONE } from './palette.js';
import { at, cut, dot, line } from './paper.js';

/** A sign per land, 8 × 8 round its centre. @type {Record<string, (c: string) => string>} */
const SIGNS = {
  W: (c) => line(c, 1.1, 'M0 4V-3.500M0 -.5L-2.2 -2.500M0 -.5L2.2 -2.500M0 2L-2.2 0M0 2L2.2 0'),
  F: (c) => cut(c, 'M0 -4L2 -1H1.200L3.2 3H.6V4.200H-.6V3H-3.200L-1.2 -1H-2z'),
  L: (c) => line(c, 1.1, 'M-3.6 -1.600q1.8 -1.8 3.6 0t3.6 0M-3.6 1.800q1.8 -1.8 3.6 0t3.6 0'),
  G: (c) => line(c, 1.1, 'M0 3V-2.500M-1 3Q-1.5 .5 -3.4 -.8M1 3Q1.5 .5 3.4 -.8'),
  S: (c) => line(c, 0.9, 'M-1.5 4V-1M1.8 4V0M-3.5 3.800H3.6') + line(c, 1.9, 'M-1.5 -1V-3M1.8 .2V-1.2'),
  M: (c) => cut(c, 'M-3.8 .4L-1.8 -3.200H1.800L3.8 .4L0 3.800z'),
};

/** Ink that reads on each land. @type {Record<string, string>} */
const ON = { W: '#6b4400', F: '#e9ffe9', L: '#06263a', G: '#16310a', S: '#2c2411', M: '#ffd65a' };

/** @type {Record<string, string>} */
export const TERRAINS = { wheat: 'W', forest: 'F', lake: 'L', grass: 'G', swamp: 'S', mine: 'M' };

/** @param {number} x @param {number} y @param {number} w @param {string} fill */
const box = (x, y, w, fill) => `<rect x="${x}" y="${y}" width="${w}" height="${w}" rx="1" fill="${fill}"/>`;

/** @param {number} x @param {number} y @param {number} s */
const castle = (x, y, s) => at(cut(INK, 'M-4 4V-4H-2V-2.500H-1V-4H1V-2.500H2V-4H4V4H1.200V1.500H-1.200V4z'), x, y, s);

/** @param {number} x @param {number} y @param {number} s */
const crown = (x, y, s) => at(cut(GOLD.base, 'M-4 3L-4.5 -2.500L-2 -.3L0 -3.500L2 -.3L4.5 -2.500L4 3z', `stroke="${INK}" stroke-width=".8" stroke-linejoin="round"`), x, y, s);

/** @param {string} land @param {number} x @param {number} y @param {number} w */
const patch = (land, x, y, w) => box(x, y, w, LAND[land].base) + at(SIGNS[land](ON[land]), x + w / 2, y + w / 2, w / 9.5);

const CARD = `<rect x=".5" y=".5" width="23" height="23" rx="3" fill="${STONE.base}" stroke="${INK}" stroke-width="1"/>`;

/** @type {Record<string, () => string>} */
const SINGLE = {
  harmony: () => [0, 1, 2, 3, 4].flatMap((i) => [0, 1, 2, 3, 4].map((j) => (i === 2 && j === 2 ? '' : box(3 + i * 3.7, 3 + j * 3.7, 3.2, '#5c8f3a')))).join('') + castle(12, 12, 0.5),
  middle_kingdom: () => line(INK, 1, 'M3 3H21V21H3z') + line('#a8875a', 1.4, 'M12 4.500V7M12 17V19.500M4.5 12H7M17 12H19.5') + castle(12, 12, 1.15),
  lost_corner: () => line(INK, 1, 'M3 3H21V21H3z') + line('#a8875a', 1.2, 'M12.5 3V21M3 12.500H21', 'stroke-dasharray="1.5 1.7"') + castle(7.5, 16.5, 1.05),
  folie_des_grandeurs: () => line('#a8875a', 1.6, 'M4 20L20 4') + crown(6, 18.2, 0.85) + crown(12, 12.2, 0.85) + crown(18, 6.2, 0.85),
  bleak_king: () => ['W', 'F', 'L', 'G'].map((t, i) => patch(t, 2.5 + (i % 2) * 9.7, 2.5 + (i >> 1) * 9.7, 9.3)).join('') + dot(STONE.base, 12, 12, 5.6) + crown(12, 12.3, 0.85) + line('#b3261e', 1.5, 'M7.8 16.200L16.2 7.8'),
};

export const QUESTS = [
  ...Object.keys(TERRAINS).flatMap((t) => ['local_business_' + t, 'four_corners_' + t]),
  ...Object.keys(SINGLE),
];

/** The icon of a quest or a terrain, or nothing. @param {string} name */
export function questIcon(name) {
  if (TERRAINS[name]) return at(patch(TERRAINS[name], 0, 0, 22), 1, 1);
  if (SINGLE[name]) return CARD + SINGLE[name]();
  const match = /^(local_business|four_corners)_(\w+)$/.exec(name);
  const land = match && TERRAINS[match[2]];
  if (!match || !land) return '';
  if (match[1] === 'four_corners')
    return CARD + line('#a8875a', 1, 'M3 3H21V21H3z', 'stroke-dasharray="1.5 1.7"') + [[2, 2], [14, 2], [2, 14], [14, 14]].map(([x, y]) => patch(land, x, y, 8)).join('');
  const around = [0, 1, 2].flatMap((i) => [0, 1, 2].map((j) => (i === 1 && j === 1 ? '' : (i + j) % 2 ? box(2 + 6.8 * i, 2 + 6.8 * j, 6.4, LAND[land].base) : patch(land, 2 + 6.8 * i, 2 + 6.8 * j, 6.4))));
  return CARD + around.join('') + castle(12, 12, 0.72);
}
