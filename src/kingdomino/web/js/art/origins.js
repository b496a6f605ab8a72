/** The six lands of Origins. */
import { lake } from './base.js';
import { FIRE, WILD, cut, dice, dot, fold, ground, line, use } from './paper.js';

const { G, L, J, Q, D, V } = WILD;

/** @param {number} v */
function grassland(v) {
  const roll = dice(v + 31);
  const bend = [-7, 6, -2][v];
  let out = ground(G.base) + cut(G.light, `M0 54q20 4 36 ${bend}t64 ${-bend}v13q-28 ${bend + 4} -62 0t-38 2z`);
  for (let i = 0; i < 6; i++) {
    const x = 6 + i * 17.6;
    const lift = bend * 0.55 * Math.sin((x / 100) * 6.283);
    out += dot(G.dark, +x.toFixed(1), +(60 + lift + (i % 2 ? 3 : -2)).toFixed(1), 3.4, 2.3);
  }
  for (const [x, y] of [[[18, 36], [54, 28], [88, 40], [30, 97], [76, 96]], [[34, 30], [76, 36], [6, 44], [54, 98], [94, 92]], [[14, 30], [50, 40], [84, 30], [22, 96], [66, 94]]][v])
    out += use('tall', x, y, 0.9 + roll() * 0.3);
  return out;
}

/** @param {number} v */
function jungle(v) {
  let out = ground(J.base);
  const plan = [
    [[28, 44, -28], [70, 40, 20], [50, 74, 4], [14, 98, -14], [84, 98, 16], [48, 102, -34, 0.8]],
    [[36, 40, 14], [72, 48, -18], [24, 78, -20], [62, 86, 24], [86, 102, -8, 0.9], [16, 104, 20, 0.8]],
    [[24, 36, 10], [62, 44, -14], [82, 76, 22], [36, 80, -6], [64, 104, -20, 0.9], [14, 102, 10, 0.8]],
  ][v];
  for (const y of [20, 62]) out += use('leaf', 0, y, 0.9, 6) + use('leaf', 100, y, 0.9, 6);
  for (const [x, y, turn, scale] of plan) out += use('leaf', x, y, scale || 1, turn);
  out += use('leaf', 0, 106, 0.9, -8) + use('leaf', 100, 106, 0.9, -8);
  return out + use('bloom', [84, 20, 46][v], [62, 34, 52][v]);
}

/** @param {number} v */
function quarry(v) {
  let out = ground(Q.base);
  out += cut(Q.light, 'M0 12L18 9L40 15L64 8L82 14L100 12V26L84 29L60 23L38 30L16 24L0 26z');
  out += cut(Q.dark, 'M0 46L20 43L44 49L66 42L82 47L100 46V55L80 58L58 53L30 59L0 55z');
  out += cut(Q.light, 'M0 78L24 74L48 80L76 75L100 78V88L70 92L40 86L0 88z') + line(Q.dark, 1.8, 'M0 36L30 38L58 34L100 36M0 67L36 69L70 65L100 67M12 12V24M70 10V23M34 79V86M84 77V89');
  for (const [x, y, s] of [[[26, 50, 1.1], [52, 50, 0.8], [72, 96, 1.2]], [[68, 48, 1.15], [22, 94, 1], [48, 95, 0.8]], [[30, 48, 0.85], [74, 52, 1.05], [36, 96, 1.2]]][v])
    out += use('block', x, y, s);
  return out;
}

/** @param {number} v */
function desert(v) {
  let out = ground(D.base) + use('dune', 0, 72, 0.8) + use('dune', 100, 72, 0.8);
  for (const [x, y, s] of [[[44, 40, 1], [58, 92, 1]], [[60, 38, 0.9], [40, 94, 1.05]], [[36, 36, 0.85], [60, 96, 0.9], [52, 62, 0.6]]][v]) out += use('dune', x, y, s);
  for (const [x, y] of [[[84, 18], [14, 88], [88, 92]], [[18, 18], [84, 62], [88, 92]], [[80, 16], [18, 92], [84, 46]]][v])
    out += line(D.dark, 2, `M${x - 8} ${y}q4 -3 8 0t8 0`);
  return out;
}

/** @param {number} craters */
function volcano(craters) {
  let out = ground(V.base) + cut(V.dark, 'M0 82L16 76L34 84L52 78L70 85L86 77L100 82V100H0z', 'opacity=".55"');
  out += line(V.light, 2, 'M8 14l8 5M82 10l9 4M90 40l5 6M6 46l6 5', 'opacity=".7"');
  const plan = [[], [[50, 97, 1.3]], [[27, 96, 0.84], [70, 97, 1]], [[50, 58, 0.8], [25, 97, 0.8], [75, 97, 0.8]]][craters];
  if (craters > 2) out += cut(V.dark, 'M10 100L30 56H70L90 100z');
  for (const [x, y, s] of plan) out += use('cone', x, y, s);
  return out;
}

/** @type {Record<string, [string, number, number][]>} */
export const GUESTS = {
  D: [['cactus', 76, 56], ['cactus', 22, 58]],
};

/** The squares of land that have variants. @param {number} v */
const lands = (v) => ({
  ['oG' + v]: () => grassland(v),
  ['oL' + v]: () => lake(v, L),
  ['oJ' + v]: () => jungle(v),
  ['oQ' + v]: () => quarry(v),
  ['oD' + v]: () => desert(v),
  ['oV' + (v + 1)]: () => volcano(v + 1),
});

/** Shapes round their own origin, and squares of land. @type {Record<string, () => string>} */
export const SHAPES = {
  tall: () => line(G.dark, 2.8, 'M0 0Q-1-12 2-22M-3 0Q-5-10-11-17M3 0Q6-10 12-16M-1 0Q-4-8-5-19') + line(G.light, 2, 'M1-1Q1-10 5-18'),
  bloom: () => [0, 72, 144, 216, 288].map((a) => `<ellipse fill="#e64" cx="0" cy="-4" rx="2.6" ry="3.6" transform="rotate(${a})"/>`).join('') + dot(FIRE.light, 0, 0, 2.2),
  leaf: () => cut('#133', 'M4 3C26-5 28-25 4-45z', 'opacity=".5"') + fold(J.light, J.dark, 'M0 0C-22-8-24-28 0-48z') +
    line(J.base, 1.6, 'M0 2V-40M0-10L-11-17M0-20L-12-27M0-30L-8-36M0-10L11-17M0-20L12-27M0-30L8-36'),
  block: () => cut('#554', 'M-16 1H24L18-7z', 'opacity=".4"') + cut('#c4bbb1', 'M-16 0V-19H8V0z') + cut('#ece6dc', 'M-16-19L-8-27H17L8-19z') + cut('#857c74', 'M8 0V-19L17-27V-8z') + line('#a1978d', 1.4, 'M-4 0V-7M-10-19V-12'),
  dune: () => cut(D.light, 'M-44 4Q-18 0-2-24Q6-10-8 4z') + cut(D.dark, 'M-2-24Q14-4 42 4H-8Q6-10-2-24z') + line(D.base, 1.6, 'M-22 0Q-12-6-8-12'),
  cone: () =>
    cut(V.dark, 'M-36 0Q-18-16-12-50L12-50Q18-16 36 0z') + cut(V.light, 'M-36 0Q-18-16-12-50L-3-48Q-8-30-14-22L-8-10L-16 0z') +
    cut(FIRE.dark, 'M-7-50Q-4-34-8-22Q-4-14-1-24Q2-14 4-8Q10-16 7-28Q9-40 9-50z') + cut(FIRE.base, 'M-4-50Q-2-36-5-25Q-2-24 0-35Q2-24 4-16Q6-24 4-32Q5-42 6-50z') +
    dot('#222', 0, -51, 17, 8.5) + dot(FIRE.base, 0, -50.5, 13, 6.2) + dot(FIRE.light, -1, -50.5, 8.5, 3.8),
  cactus: () => line('#585', 6, 'M0 0V-26M0-10H-9V-18M0-14H9V-22') + line('#7a7', 2, 'M-1.5-2V-25'),
  ...lands(0),
  ...lands(1),
  ...lands(2),
};
