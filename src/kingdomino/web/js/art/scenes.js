// @ts-check
/** Whole pictures: the kingdom of the front page and a card for each game. */
import { cellSvg } from './index.js';
import { FIRE } from './palette.js';
import { at, cut, dot, line, use } from './paper.js';
import { castleSvg, isOrigins, kingSvg } from './pieces.js';

/**
 * A finished kingdom of real dominoes, in the order they were laid: 75 points.
 * @type {[number, string, number, number, string, number, number][]}
 */
export const KINGDOM = [
  [48, 'W', 2, 1, 'M3', 2, 0],
  [47, 'S', 4, 0, 'M2', 3, 0],
  [44, 'G', 4, 2, 'S2', 4, 1],
  [42, 'L', 4, 4, 'G2', 4, 3],
  [41, 'W', 3, 4, 'G2', 3, 3],
  [37, 'L', 1, 3, 'G1', 2, 3],
  [10, 'G', 1, 4, 'G', 2, 4],
  [11, 'G', 3, 2, 'G', 3, 1],
  [29, 'F1', 0, 3, 'G', 0, 4],
  [33, 'L1', 1, 2, 'F', 0, 2],
  [32, 'L1', 1, 1, 'F', 0, 1],
  [34, 'L1', 1, 0, 'F', 0, 0],
];

/** One domino as a piece of paper, its squares in a kingdom. */
/** @param {string} game @param {string} a @param {number} ax @param {number} ay @param {string} b @param {number} bx @param {number} by @param {number} seed */
function domino(game, a, ax, ay, b, bx, by, seed) {
  const x = Math.min(ax, bx) * 100;
  const y = Math.min(ay, by) * 100;
  const [w, h] = ax === bx ? [100, 200] : [200, 100];
  const half = (/** @type {string} */ cell, /** @type {number} */ cx, /** @type {number} */ cy, /** @type {number} */ s) =>
    at(cellSvg(cell, game, s), cx * 100, cy * 100);
  return (
    half(a, ax, ay, seed) + half(b, bx, by, seed + 1) +
    `<rect x="${x + 1}" y="${y + 1}" width="${w - 2}" height="${h - 2}" rx="5" fill="none" stroke="#2a1a0c" stroke-opacity=".38" stroke-width="2"/><path fill="none" stroke="#fff" stroke-opacity=".45" stroke-width="1.6" d="M${x + 3} ${y + h - 5}V${y + 6}Q${x + 3} ${y + 3} ${x + 6} ${y + 3}H${x + w - 5}"/>`
  );
}

/** The finished kingdom, 500 × 500, without the table under it. @param {string} colour */
export const kingdomSvg = (colour) =>
  `<rect x="6" y="9" width="500" height="500" rx="8" fill="#000" opacity=".28"/>` +
  KINGDOM.map(([n, a, ax, ay, b, bx, by]) => domino('kingdomino', a, ax, ay, b, bx, by, n * 2)).join('') +
  at(castleSvg(colour, 'kingdomino'), 200, 200);

/** @param {number} w @param {number} h @param {string} name @param {string} inner */
const whole = (w, h, name, inner) => `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${w} ${h}" class="${name}" aria-hidden="true" focusable="false">${inner}</svg>`;

/** The kingdom of the front page, a whole `<svg>`. */
export const heroSvg = () =>
  whole(560, 560, 'kd-hero', at(kingdomSvg('blue'), 26, 30) + at(kingSvg('blue', 'kingdomino'), 420, 418, 1.3));

/** A loose domino on the card. @param {string} game @param {string} a @param {string} b @param {number} x @param {number} y @param {number} s @param {number} turn @param {number} seed */
const loose = (game, a, b, x, y, s, turn, seed) =>
  `<g transform="translate(${x} ${y}) rotate(${turn}) scale(${s})"><rect x="4" y="6" width="200" height="100" rx="6" fill="#000" opacity=".3"/>${domino(game, a, 0, 0, b, 1, 0, seed)}</g>`;

const TABLE = '<rect width="320" height="180" fill="#c48f5c"/>' + line('#b27d4b', 2, 'M0 44Q80 40 160 46T320 42M0 92Q100 96 170 90T320 94M0 138Q60 134 150 140T320 136');

/** @type {Record<string, () => string>} */
const CARDS = {
  kingdomino: () =>
    TABLE + loose('kingdomino', 'W', 'F1', 20, 22, 0.62, -4, 3) + loose('kingdomino', 'L1', 'G2', 178, 98, 0.62, 5, 8) + loose('kingdomino', 'S', 'M3', 176, 14, 0.62, 3, 5) +
    at(castleSvg('pink', 'kingdomino'), 92, 94, 0.74) + at(kingSvg('pink', 'kingdomino'), 14, 94, 0.8),
  giants: () =>
    TABLE + loose('giants', 'G2', 'F1', 12, 100, 0.7, -3, 12) + loose('giants', 'M3g', 'L', 164, 92, 0.72, 3, 9) + loose('giants', 'W1', 'S', 150, 8, 0.72, -2, 4) + use('giant', 86, 162, 1.5),
  'origins-discovery': () =>
    '<rect width="320" height="180" fill="#f6cf94"/>' + dot('#fbe6bd', 70, 52, 26) + cut('#e5a873', 'M0 110Q60 78 130 100T320 86V180H0z') + use('cone', 190, 152, 2.3) +
    cut('#b4b24f', 'M0 142Q80 122 170 146T320 134V180H0z') + cut('#8c8b35', 'M0 162Q90 148 190 166T320 156V180H0z') +
    line(FIRE.base, 3, 'M190 34Q240 -8 272 96', 'stroke-dasharray="2 9"') + line(FIRE.base, 3, 'M188 34Q120 -6 92 104', 'stroke-dasharray="2 9"') +
    use('flame', 273, 148, 1.5) + use('flame', 90, 156, 1.5) + use('tall', 30, 160, 1.1) + use('tall', 232, 172, 1) + use('tall', 134, 174, 1.1) + use('flame', 190, 44, 1.1),
  'origins-totem': () =>
    '<rect width="320" height="180" fill="#cfe2cf"/>' + cut('#9fc39b', 'M0 92Q70 60 150 84T320 66V180H0z') + use('leaf', 22, 176, 2, -12) + use('leaf', 60, 182, 1.6, 18) + use('leaf', 292, 178, 2, 10) + use('leaf', 256, 184, 1.5, -20) +
    cut('#b4b24f', 'M0 160Q160 140 320 160V180H0z') + cut('#5d3a1e', 'M128 10H192L196 172H124z') + cut('#a8713f', 'M131 13H160V172H128z') + cut('#8a5a30', 'M160 13H189L192 172H160z') + cut('#a8713f', 'M92 30L131 20V46zM228 30L189 20V46z') +
    ['mammoth', 'fish', 'mushroom', 'flint'].map((n, i) => use('disc', 160, 32 + i * 38, 0.52) + use(n, 160, 32 + i * 38, 0.72)).join(''),
  'origins-tribe': () =>
    '<rect width="320" height="180" fill="#3b2d2b"/>' + cut('#54413c', 'M0 0H320V180H300Q310 30 160 26T20 180H0z') + cut('#6f5850', 'M0 0H150Q20 20 10 180H0z', 'opacity=".6"') + cut('#7d6046', 'M20 180Q60 140 160 142T300 180z') +
    dot(FIRE.light, 160, 120, 74).replace('/>', ' opacity=".14"/>') + use('flame', 160, 160, 2.2) + line('#4a2f1e', 6, 'M140 162L182 154M180 163L140 154') +
    line('#c2402d', 3, 'M92 66q8 -10 18 -6q10 4 12 12M96 66v10M106 64v10M116 70v8M206 58l10 12l-4 8M222 56l-6 14l8 6') +
    use('hunter', 78, 128, 1.55) + use('shaman', 240, 128, 1.55) + use('gatherer', 118, 146, 1.05) + use('oafish', 204, 146, 1.05),
};

/**
 * A picture for the card of a game, a whole `<svg>` of 320 × 180.
 * @param {string} game
 */
export const gameCardSvg = (game) => whole(320, 180, 'kd-card', (CARDS[game] || CARDS[isOrigins(game) ? 'origins-discovery' : 'kingdomino'])());
