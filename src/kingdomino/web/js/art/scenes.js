/** Whole pictures: the kingdom of the front page and a card for each game. */
import { FIRE, LAND, at, cut, dot, line, use } from './paper.js';
import { castleSvg, cellSvg, isOrigins, kingSvg, RESOURCES } from './pieces.js';

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
  [11, 'G', 3, 1, 'G', 3, 2],
  [29, 'F1', 0, 3, 'G', 0, 4],
  [33, 'L1', 1, 2, 'F', 0, 2],
  [32, 'L1', 1, 1, 'F', 0, 1],
  [34, 'L1', 1, 0, 'F', 0, 0],
];

/** @param {string} game @param {string} a @param {number} ax @param {number} ay @param {string} b @param {number} bx @param {number} by @param {number} seed */
function domino(game, a, ax, ay, b, bx, by, seed) {
  const x = Math.min(ax, bx) * 100;
  const y = Math.min(ay, by) * 100;
  const [w, h] = ax === bx ? [100, 200] : [200, 100];
  const half = (/** @type {string} */ cell, /** @type {number} */ cx, /** @type {number} */ cy, /** @type {number} */ s) =>
    at(cellSvg(cell, game, s), cx * 100, cy * 100);
  return (
    half(a, ax, ay, seed) + half(b, bx, by, seed + 1) +
    `<rect x="${x + 1}" y="${y + 1}" width="${w - 2}" height="${h - 2}" rx="5" fill="none" stroke="#221" stroke-opacity=".38" stroke-width="2"/><path fill="none" stroke="#fff" stroke-opacity=".45" stroke-width="1.6" d="M${x + 3} ${y + h - 5}V${y + 6}Q${x + 3} ${y + 3} ${x + 6} ${y + 3}H${x + w - 5}"/>`
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
  whole(560, 560, 'kd-hero', at(kingdomSvg('blue'), 26, 30) + at(kingSvg('blue', 'kingdomino'), 438, 432, 1.22));

/** A loose domino on the card. @param {string} game @param {string} a @param {string} b @param {number} x @param {number} y @param {number} s @param {number} turn @param {number} seed */
const loose = (game, a, b, x, y, s, turn, seed) =>
  `<g transform="translate(${x} ${y}) rotate(${turn}) scale(${s})"><rect x="4" y="6" width="200" height="100" rx="6" fill="#000" opacity=".3"/>${domino(game, a, 0, 0, b, 1, 0, seed)}</g>`;

/** @param {string} air @param {string} light @param {number} x @param {number} y */
const sky = (air, light, x, y) => `<rect width="320" height="180" fill="${air}"/>` + dot(light, x, y, 24);

const TABLE = '<rect width="320" height="180" fill="#c85"/>' + line('#a74', 2, 'M0 44Q80 40 160 46T320 42M0 92Q100 96 170 90T320 94M0 138Q60 134 150 140T320 136');

/** @type {Record<string, () => string>} */
const CARDS = {
  kingdomino: () =>
    TABLE + loose('kingdomino', 'W', 'F1', 20, 22, 0.62, -4, 3) + loose('kingdomino', 'L1', 'G2', 178, 98, 0.62, 5, 8) + loose('kingdomino', 'S', 'M3', 176, 14, 0.62, 3, 5) +
    at(castleSvg('pink', 'kingdomino'), 92, 94, 0.74) + at(kingSvg('pink', 'kingdomino'), 14, 94, 0.8),
  giants: () =>
    sky('#bfdfe6', '#fdf3d0', 262, 40) + cut('#9ba', 'M0 108L42 62L74 96L118 44L164 100L206 70L250 104L290 66L320 96V180H0z') + cut(LAND.G.base, 'M0 124Q90 98 170 118T320 106V180H0z') +
    at(castleSvg('yellow', '').replace(use('yard'), ''), 236, 66, 0.56) + [[20, 122], [44, 116], [74, 124], [210, 120], [306, 120]].map(([x, y]) => use('fir', x, y, 0.8)).join('') +
    use('giant', 146, 164, 1.55) + cut('#694', 'M0 156Q70 138 150 158T320 146V180H0z') + [[18, 176, 1.2], [52, 182, 1], [270, 178, 1.3], [302, 184, 1.1]].map(([x, y, k]) => use('fir', x, y, k)).join('') +
    use('sheep', 216, 168, 1) + use('sheep', 96, 172, 0.8) + use('daisy', 130, 172) + use('bell', 180, 170),
  'origins-discovery': () =>
    sky('#f6cf94', '#fdeec8', 66, 50) + cut('#da7', 'M0 110Q60 78 130 100T320 86V180H0z') + cut('#655', 'M168 26Q150 10 172 2Q190-10 212 2Q236 0 228 18Q214 30 190 28z', 'opacity=".75"') + use('cone', 190, 160, 2.4) +
    cut('#ba5', 'M0 142Q80 122 170 142T320 130V180H0z') + cut('#883', 'M0 164Q90 150 190 168T320 158V180H0z') +
    line(FIRE.dark, 3, 'M206 34Q262 0 274 108M174 34Q112 0 92 112', 'stroke-dasharray="1 9"') +
    use('flame', 275, 150, 1.5) + use('flame', 91, 158, 1.5) + use('tall', 30, 158, 1.1) + use('tall', 232, 170, 1) + use('tall', 134, 172, 1.1) + use('flame', 190, 44, 1.2),
  'origins-totem': () =>
    sky('#cfe6df', '#fff6d8', 56, 44) + cut('#9b9', 'M0 92Q70 60 150 84T320 66V180H0z') + use('mammoth', 258, 76, 1.5) + use('mammoth', 216, 84, 0.9) + cut('#7a7', 'M0 118Q100 92 200 112T320 96V180H0z') +
    cut('#49c', 'M0 142Q60 128 120 140T240 138T320 128V152Q240 166 160 156T0 164z') + line('#bde', 2.4, 'M20 148q8-5 16 0t16 0M214 146q8-5 16 0t16 0') + use('leaf', 24, 182, 1.7, -14) + use('leaf', 62, 186, 1.4, 18) + use('leaf', 294, 182, 1.8, 12) + use('leaf', 254, 188, 1.4, -20) +
    cut('#ba5', 'M96 180Q104 158 160 158T224 180z') + cut('#421', 'M126 8H196L200 172H130z', 'opacity=".3"') + cut('#532', 'M126 6H194L198 170H122z') + cut('#a74', 'M129 9H160V168H125z') + cut('#853', 'M160 9H191L195 168H160z') + cut('#a74', 'M88 24L129 14V44zM232 24L191 14V44z') + line('#532', 2, 'M98 25L126 22M222 25L194 22') +
    RESOURCES.map((n, i) => use('disc', 160, 29 + i * 38, 0.52) + use(n, 160, 29 + i * 38, 0.74)).join('') + use('mushroom', 108, 168, 0.7) + use('flint', 214, 170, 0.7),
  'origins-tribe': () =>
    '<rect width="320" height="180" fill="#322"/>' + cut('#544', 'M0 0H320V180H306Q316 22 160 18T14 180H0z') + cut('#754', 'M0 0H130Q14 24 8 180H0z') + [[96, 0.1], [70, 0.14], [44, 0.2]].map(([r, o]) => dot('#f94', 160, 122, r).replace('/>', ` opacity="${o}"/>`)).join('') +
    line('#c64', 3, 'M84 62q8-12 20-8q12 4 14 12M88 62v11M99 58v12M111 64v9M206 52l8 12l-5 10M206 52l-8 10M214 64l9 4M240 70q8-8 16 0q-8 8-16 0l-7-5v10z') +
    use('hunter', 66, 128, 1.7) + use('sculptor', 116, 134, 1.15) + use('fire_lady', 206, 134, 1.2) + use('shaman', 256, 128, 1.7) + cut('#433', 'M0 152Q70 142 130 158Q160 164 190 158Q250 142 320 152V180H0z') + line('#642', 7, 'M138 168L184 158M182 168L138 158') + use('flame', 160, 164, 2.1),
};

/**
 * A picture for the card of a game, a whole `<svg>` of 320 × 180.
 * @param {string} game
 */
export const gameCardSvg = (game) => whole(320, 180, 'kd-card', (CARDS[game] || CARDS[isOrigins(game) ? 'origins-discovery' : 'kingdomino'])());
