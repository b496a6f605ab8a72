/** The six lands of Kingdomino and Age of Giants. */
import { CREAM, GOLD, INK, LAND, cut, dice, dot, fold, ground, line, use } from './paper.js';

const { W, F, L, G, S, M } = LAND;
const REED = '#453';
const SHADE = '#122';

/** A wavy strip that goes on in the neighbour squares. @param {number} y @param {number} h @param {number} a */
const strip = (y, h, a) =>
  `M0 ${y}q12.5 ${-a} 25 0t25 0t25 0t25 0v${h}q-12.5 ${a} -25 0t-25 0t-25 0t-25 0z`;

/** @param {number} y @param {number} a */
const wave = (y, a) => `M0 ${y}q12.5 ${-a} 25 0t25 0t25 0t25 0`;

function wheat() {
  let out = ground(W.base);
  for (const [row, y] of [30, 63, 96].entries()) {
    out += cut(row % 2 ? '#f3cb62' : '#f6d06a', `M0 ${y - 9}q12.5 -5 25 0t25 0t25 0t25 0v${13}H0z`);
    for (let x = row % 2 ? 0 : 12.5; x <= 100; x += 25) out += use('ear', x, y);
  }
  return out;
}

/** @param {number} v */
function forest(v) {
  const roll = dice(v + 5);
  let out = ground(F.base);
  for (const [row, y] of [36, 67, 98].entries()) {
    for (const x of row === 1 ? [0, 33, 67, 100] : [17, 50, 83])
      out += x % 100 ? use('fir', x + roll() * 6 - 3, y + roll() * 2 - 1, 0.9 + roll() * 0.2) : use('fir', x, y);
  }
  return out;
}

/** @param {number} v @param {import('./paper.js').Tones} tones */
export function lake(v, tones) {
  const roll = dice(v + 11);
  let out = ground(tones.base);
  for (const y of [12, 62])
    out += cut(tones.dark, strip(y, 25, 9)) + line(tones.light, 3, wave(y + 1.5, 9), 'opacity=".75"');
  for (const y of [37, 87]) out += line(tones.light, 2, wave(y + 1, 9), 'opacity=".4"');
  for (const y of [25, 49, 75, 95]) {
    const x = 8 + roll() * 60;
    out += line(tones.light, 2.4, `M${x.toFixed(0)} ${y}q5 -3.5 10 0t10 0`);
  }
  return out;
}

const MEADOWS = [
  [[22, 30], [70, 22], [50, 62], [14, 82], [86, 78]],
  [[34, 22], [82, 40], [20, 60], [62, 76], [88, 92]],
  [[16, 18], [58, 36], [84, 64], [30, 74], [62, 94]],
];

/** @param {number} v */
function grass(v) {
  const roll = dice(v + 23);
  let out = ground(G.base);
  out += cut(G.light, ['M8 48q18-22 42-8q14 8 4 15q-26 9-46-7z', 'M46 24q20-16 44-2q10 9-6 13q-26 4-38-11z', 'M10 22q16-14 34-3q10 9-4 13q-20 4-30-10z'][v]);
  out += cut(G.light, ['M50 88q16-16 40-4q10 9-8 11q-22 2-32-7z', 'M6 84q18-18 40-5q12 10-4 13q-22 3-36-8z', 'M48 66q18-16 40-4q10 10-6 13q-24 2-34-9z'][v]);
  for (const [i, [x, y]] of MEADOWS[v].entries()) {
    if (i % 2 === 0) out += use('tuft', x, y, 1 + roll() * 0.3);
    else out += use(i === 1 ? 'daisy' : 'bell', x, y, 1);
  }
  return out + use('daisy', 92 - 30 * v, 52 + 4 * v, 0.8) + use('tuft', 92 - 12 * v, 12 + v, 0.8);
}

/** @param {number} v */
function swamp(v) {
  let out = ground(S.base);
  for (let i = 0; i < 6; i++)
    out += line(S.dark, 3.2, wave(9 + i * 16.6, 5), `stroke-dasharray="13 ${i % 3 === v ? 37 : 12}" stroke-dashoffset="${i % 2 ? -4 : 10}"`);
  out += cut(S.dark, ['M44 18q22-12 46-1q10 9-8 13q-32 4-38-12z', 'M8 20q22-12 46-1q10 9-8 13q-32 4-38-12z', 'M2 70q20-11 42-1q10 9-8 12q-28 4-34-11z'][v], 'opacity=".85"');
  out += use('lily', [64, 28, 18][v], [23, 25, 76][v]);
  if (v < 2) out += use('lily', [18, 86][v], [84, 72][v], 0.7);
  for (const [x, y] of [[[28, 54], [74, 92]], [[70, 54], [28, 95]], [[52, 48], [80, 92]]][v]) out += use('reed', x, y);
  return out;
}

/** @param {number} v */
function mine(v) {
  let out = ground(M.base) + cut(M.dark, 'M0 0H100V6L88 12L76 4L60 16L44 6L30 14L14 4L0 6z');
  out += use('crag', 0, 46, 0.7) + use('crag', 100, 46, 0.7) + use('crag', [28, 70, 34][v], 56) + use('crag', [70, 30, 76][v], 54, 0.85);
  out += use('crag', 0, 100, 0.9) + use('crag', 100, 100, 0.9) + use('crag', [58, 42, 52][v], 100, 1.15);
  for (const [i, [x, y]] of [[[48, 24], [84, 72], [30, 80]], [[50, 30], [14, 74], [72, 82]], [[56, 24], [24, 76], [82, 72]]][v].entries())
    out += use('nugget', x, y, i ? 0.9 : 1.15);
  return out;
}

/** What lives here, now and then: [shape, x, y] per terrain. @type {Record<string, [string, number, number][]>} */
export const GUESTS = {
  W: [['poppy', 38, 50], ['poppy', 62, 20]],
  F: [['owl', 50, 58], ['toadstool', 34, 68], ['deer', 50, 64]],
  L: [['boat', 52, 44], ['swan', 34, 46], ['leap', 62, 44]],
  G: [['sheep', 46, 46], ['sheep', 64, 48], ['rabbit', 40, 48]],
  S: [['frog', 64, 62], ['heron', 40, 62], ['frog', 34, 40]],
  M: [['adit', 50, 62], ['cart', 46, 62], ['adit', 42, 62]],
};

/** The squares of land that have variants. @param {number} v */
const lands = (v) => ({
  ['bF' + v]: () => forest(v),
  ['bL' + v]: () => lake(v, L),
  ['bG' + v]: () => grass(v),
  ['bS' + v]: () => swamp(v),
  ['bM' + v]: () => mine(v),
});

/** Shapes round their own origin, and squares of land. @type {Record<string, () => string>} */
export const SHAPES = {
  ear: () => line(W.dark, 2.2, 'M0 4V-6M0 3q-6-3-8-10') + fold(W.light, W.dark, 'M0-4C-6-8-7.5-18 0-29z') + line(W.base, 1.3, 'M-4.5-10L0-7L4.5-10M-5-15L0-12L5-15M-4-20L0-17L4-20'),
  fir: () => cut(SHADE, 'M-2 2L20 5L13-2z', 'opacity=".35"') + cut('#532', 'M-2 0h4v4h-4z') + fold(F.light, F.dark, 'M0-40L-8-26L-5-26.5L-12-13L-7-13.5L-15 0L0 1z'),
  tuft: () => line(G.dark, 2.6, 'M0 0Q0-7 1-12M-2 0Q-4-5-8-8M2 0Q4-5 8-9'),
  daisy: () => [0, 72, 144, 216, 288].map((a) => `<circle fill="#ffe" cx="0" cy="-3.2" r="2.5" transform="rotate(${a})"/>`).join('') + dot('#eb3', 0, 0, 2),
  bell: () => line(G.dark, 1.6, 'M0 6V0') + [0, 72, 144, 216, 288].map((a) => `<circle fill="#e79" cx="0" cy="-2.8" r="2.3" transform="rotate(${a})"/>`).join('') + dot('#fea', 0, 0, 1.6),
  reed: () =>
    cut(S.dark, 'M-22 1q22-7 44 0q-22 7-44 0z') + line(REED, 2.6, 'M0 0V-34M-9 0Q-10-12-12-24M9 0Q10-10 13-20M-4 0Q-10-18-22-22M5 0Q12-14 22-15') +
    line('#531', 6.5, 'M0-28V-39M-12-19V-27M13-15V-22') + line('#853', 2, 'M-1.5-29V-38M-13.5-20V-26M11.5-16V-21'),
  lily: () => cut('#584', 'M0 0L10-4A11 6.5 0 1 0 9 4z') + cut('#7a6', 'M-2-1L7-4A11 6 0 0 0-10 0z') + dot('#ecd', -4, -2, 2.6),
  crag: () => cut(M.dark, 'M-28 0L-17-27L-6-40L3-30L12-34L28 0z') + cut(M.light, 'M-28 0L-17-27L-6-40L-4-22L-11-12L-7 0z') + cut(M.base, 'M-4-22L3-30L12-34L10-16L16 0H-7L-11-12z'),
  nugget: () => cut(GOLD.dark, 'M-7 2L-4-5L3-6L8 0L4 6L-3 6z') + cut(GOLD.base, 'M-7 2L-4-5L3-6L1 0L-3 3z') + cut(GOLD.light, 'M-4-5L3-6L1 0z'),
  poppy: () => line('#673', 1.8, 'M0 12V0') + dot('#d43', -2.5, -1, 4) + dot('#e54', 2.5, -1.5, 4) + dot(INK, 0, -1, 1.5),
  owl: () => cut('#864', 'M-8 0Q-11-12-8-22L-4-19H4L8-22Q11-12 8 0z') + cut('#c96', 'M-5 0Q-7-9 0-11Q7-9 5 0z') + dot(CREAM, -3.6, -14, 3.4) + dot(CREAM, 3.6, -14, 3.4) + dot(INK, -3.2, -14, 1.5) + dot(INK, 3.2, -14, 1.5) + cut('#ea3', 'M-1.5-12H1.500L0-9z'),
  toadstool: () => cut('#fed', 'M-3 0L-2-9H2L3 0z') + cut('#d43', 'M-10-7Q-9-18 0-18Q9-18 10-7z') + dot(CREAM, -4, -11, 1.8) + dot(CREAM, 3, -14, 1.8) + dot(CREAM, 6, -9.5, 1.4),
  deer: () => line('#753', 2.6, 'M-8 0V-10M-3 0V-10M6 0V-10M9 0V-9') + cut('#a74', 'M-11-8Q-10-17 0-16L7-17L10-27L16-25L18-22L13-20L10-9z') + line('#753', 1.8, 'M11-27L8-36M9.5-32L5-34M13-27L17-35M15-31L19-31') + dot(INK, 14, -23.5, 1),
  boat: () => cut('#246', 'M-14 4H18L14 8H-12z', 'opacity=".35"') + cut('#953', 'M-15-6H15L9 4H-10z') + cut('#742', 'M-2-6H15L9 4H-2z') + cut(CREAM, 'M-1-9V-34Q-10-20-13-9z') + cut('#edb', 'M1-9V-36Q12-22 14-9z') + cut('#d43', 'M0-36V-42L8-39z'),
  swan: () => cut('#fff', 'M-14 0Q-18-10-6-10Q4-10 8-6Q10-16 6-20Q3-24 8-26Q14-27 14-21Q12-8 10 0z') + cut('#dee', 'M-14 0Q-4-2 2-8Q6-4 10-3V0z') + cut('#e83', 'M13-24L20-21L13-20z') + dot(INK, 11, -23, 1.1),
  leap: () => cut('#e83', 'M-12-4Q-8-18 6-14Q12-12 14-6Q4-10-2-4L-8-1L-14-10z') + cut('#eb6', 'M-6-8Q-2-15 6-14Q12-12 14-6Q4-12-6-8z') + dot(INK, 9, -11, 1.2) + line(L.light, 2.2, 'M-16 3q5-4 10 0M2 3q5-4 10 0'),
  sheep: () => line(INK, 3, 'M-7 0V-6M-2 0V-6M6 0V-6M10 0V-6') + cut(G.dark, 'M-14 2H14L8-2H-10z', 'opacity=".4"') + cut('#ffe', 'M-12-6Q-18-14-9-17Q-6-24 2-20Q10-24 12-16Q18-10 11-6Q4-2-12-6z') + cut('#edc', 'M-12-6Q-14-9-11-11Q2-4 13-12Q15-8 11-6Q4-2-12-6z') + cut(INK, 'M-18-14Q-18-19-12-18L-9-16Q-9-10-14-8Q-18-9-18-14z') + dot(CREAM, -14.5, -14, 1.2),
  rabbit: () => cut('#ca7', 'M-9 0Q-13-10-3-12Q3-12 5-14Q4-24 7-25Q9-24 8.5-16Q11-24 13-23Q14-21 11-15Q15-11 12-8Q9-7 8 0z') + dot(CREAM, -10, -3, 3) + dot(INK, 10, -12, 1.1),
  frog: () => cut('#584', 'M-12 0Q-14-8-6-10Q-6-15-2-14L2-14Q6-15 6-10Q14-8 12 0z') + dot(CREAM, -4, -13, 2.8) + dot(CREAM, 4, -13, 2.8) + dot(INK, -4, -13, 1.4) + dot(INK, 4, -13, 1.4) + line('#352', 1.6, 'M-5-6Q0-3 5-6'),
  heron: () => line('#653', 1.8, 'M0 0V-14M5 0V-14') + cut('#eee', 'M-12-12Q-4-26 6-22Q11-26 6-34Q3-42 10-42Q14-40 12-36Q14-24 8-14Q0-10-12-12z') + cut('#9ab', 'M-12-12Q-4-22 4-20Q4-13-12-12z') + cut('#ea3', 'M12-41L24-37L12-37z') + dot(INK, 10, -39.5, 1),
  adit: () => cut(M.dark, 'M-24 1L-20-26L-8-36L10-34L22-22L24 1z') + cut('#212', 'M-14 1V-22H14V1z') + line('#a74', 5, 'M-14 1V-22M14 1V-22') + line('#c85', 6, 'M-18-23H18') + line('#889', 2, 'M-5 1L-2-8M5 1L2-8M-4-2H4') + dot(GOLD.base, 0, -15, 3),
  cart: () => cut('#323', 'M-18 3H20L14 7H-14z', 'opacity=".5"') + cut(GOLD.base, 'M-13-13L-8-20L-2-16L4-22L10-17L14-13z') + cut(GOLD.light, 'M-13-13L-8-20L-2-16L-4-13z') + cut('#b85', 'M-16-14H17L12-1H-11z') + cut('#863', 'M2-14H17L12-1H2z') + dot(INK, -7, 0, 4.5) + dot(INK, 8, 0, 4.5) + dot('#cbc', -7, 0, 1.6) + dot('#cbc', 8, 0, 1.6),
  ...lands(0),
  ...lands(1),
  ...lands(2),
  bW0: wheat,
};
