// @ts-check
/** The six lands of Origins. */
import { CREAM, FIRE, INK, WILD } from './palette.js';
import { lake } from './base.js';
import { cut, def, dice, dot, ground, line, use } from './paper.js';

const { G, L, J, Q, D, V } = WILD;

/** @param {number} v */
function grassland(v) {
  const roll = dice(v + 31);
  let out = ground(G.base);
  out += cut(G.light, ['M0 62Q26 50 46 62T100 56V66Q76 74 50 72T0 74z', 'M0 62Q30 74 52 60T100 56V66Q76 70 50 74T0 74z', 'M0 62Q22 44 50 52T100 56V66Q70 72 48 64T0 74z'][v]);
  const track = [[10, 66], [28, 62], [46, 68], [64, 66], [82, 62]];
  for (const [i, [x, y]] of track.entries()) out += dot(G.dark, x, y + (i % 2 ? 2 : -2) - (v === 2 ? 3 : 0), 3.6, 2.6);
  for (const [x, y] of [[[20, 34], [56, 26], [84, 44], [30, 96], [74, 94]], [[36, 30], [78, 34], [12, 46], [54, 96], [90, 92]], [[16, 28], [48, 40], [82, 30], [22, 94], [66, 92]]][v])
    out += use('tall', x, y, 0.9 + roll() * 0.3);
  return out;
}

/** @param {number} v */
function jungle(v) {
  let out = ground(J.base);
  out += use('leafr', 0, 52) + use('leafl', 100, 52);
  const plan = [
    [[28, 44, -28], [70, 40, 20], [50, 74, 4], [14, 98, -14], [84, 98, 16], [48, 104, -34, 0.8]],
    [[36, 40, 14], [72, 48, -18], [24, 78, -20], [62, 86, 24], [88, 100, 2, 0.9], [10, 102, 20, 0.8]],
    [[24, 36, 10], [62, 44, -14], [82, 76, 22], [36, 80, -6], [64, 102, -20, 0.9], [12, 100, 10, 0.8]],
  ][v];
  for (const [x, y, turn, scale] of plan) out += use('leaf', x, Math.min(y, 98), scale || 1, turn);
  return out + dot('#e8603c', [84, 14, 46][v], [64, 30, 56][v], 4) + dot(FIRE.light, [84, 14, 46][v], [64, 30, 56][v], 1.6);
}

/** @param {number} v */
function quarry(v) {
  let out = ground(Q.base);
  out += cut(Q.light, 'M0 16L18 13L40 18L64 12L82 17L100 14V28L84 31L60 26L38 32L16 27L0 30z');
  out += cut(Q.dark, 'M0 48L20 45L44 50L66 44L100 49V56L80 60L58 55L30 60L0 57z');
  out += cut(Q.light, 'M0 80L24 76L48 82L76 77L100 79V88L70 92L40 88L0 91z');
  out += line(Q.dark, 1.8, 'M0 37L30 39L58 36L100 39M0 68L36 70L70 67L100 70');
  const plan = [[[24, 46], [46, 46, 0.8], [76, 92], [70, 64, 0.7]], [[72, 44], [26, 90], [50, 92, 0.8], [24, 60, 0.7]], [[30, 44, 0.8], [70, 46], [48, 90], [18, 92, 0.75]]][v];
  for (const [x, y, s] of plan) out += use('block', x, y, s || 1);
  return out;
}

/** @param {number} v */
function desert(v) {
  let out = ground(D.base);
  const plan = [[[40, 40, 1], [76, 66, 0.8], [30, 92, 1]], [[62, 38, 0.9], [34, 66, 0.9], [70, 94, 0.95]], [[34, 34, 0.8], [62, 62, 1.05], [32, 93, 0.8]]][v];
  for (const [x, y, s] of plan) out += use('dune', x, y, s);
  for (const [x, y] of [[[84, 18], [14, 60], [86, 92]], [[18, 18], [86, 60], [14, 92]], [[80, 16], [12, 60], [82, 92]]][v])
    out += line(D.dark, 2, `M${x - 8} ${y}q4 -3 8 0t8 0`);
  return out;
}

/** @param {number} craters */
function volcano(craters) {
  let out = ground(V.base);
  out += cut(V.dark, 'M0 82L16 76L34 84L52 78L70 85L86 77L100 82V100H0z', 'opacity=".6"');
  out += line(V.light, 2, 'M8 14l8 5M82 10l9 4M90 40l5 6M6 46l6 5', 'opacity=".7"');
  const plan = [[], [[50, 95, 1.22]], [[29, 86, 0.84], [69, 96, 0.9]], [[50, 60, 0.74], [26, 95, 0.74], [74, 95, 0.74]]][craters];
  for (const [x, y, s] of plan) out += use('cone', x, y, s);
  return out;
}

/** @type {Record<string, [string, number, number][]>} */
export const GUESTS = {
  D: [['cactus', 76, 56], ['skull', 64, 84], ['cactus', 22, 58]],
};

/** Shapes of these lands. */
export function originsDefs() {
  const leafL = cut(J.light, 'M0 0C-22 -8 -24 -28 0 -48z');
  const leafR = cut(J.dark, 'M0 0C22 -8 24 -28 0 -48z');
  const veins = line(J.base, 1.6, 'M0 2V-40M0 -10L-11 -17M0 -20L-12 -27M0 -30L-8 -36M0 -10L11 -17M0 -20L12 -27M0 -30L8 -36');
  return [
    def('tall', line(G.dark, 2.8, 'M0 0Q-1 -12 2 -22M-3 0Q-5 -10 -11 -17M3 0Q6 -10 12 -16M-1 0Q-4 -8 -5 -19') + line(G.light, 2, 'M1 -1Q1 -10 5 -18')),
    def('leafl', leafL),
    def('leafr', leafR),
    def('leaf', cut('#123a2d', 'M4 3C26 -5 28 -25 4 -45z', 'opacity=".5"') + leafL + leafR + veins),
    def('block', cut('#574f4a', 'M-16 1H22L16 -5z', 'opacity=".4"') + cut(Q.base, 'M-16 0V-18H8V0z') + cut(Q.light, 'M-16 -18L-8 -26H16L8 -18z') + cut(Q.dark, 'M8 0V-18L16 -26V-7z') + line(Q.dark, 1.4, 'M-4 0V-6M-10 -18V-11')),
    def('dune', cut(D.light, 'M-40 4Q-16 -8 -4 -26Q2 -10 -6 4z') + cut(D.dark, 'M-4 -26Q12 -8 38 4H-6Q2 -10 -4 -26z')),
    def('cone', cut(V.dark, 'M-36 0Q-18 -16 -11 -50L11 -50Q18 -16 36 0z') + cut(V.light, 'M-36 0Q-18 -16 -11 -50L-3 -48Q-8 -30 -14 -22L-8 -10L-16 0z') +
      cut(FIRE.dark, 'M-6 -50Q-4 -34 -7 -24Q-3 -18 -1 -26Q2 -18 4 -12Q9 -18 6 -28Q8 -40 8 -50z') + cut(FIRE.base, 'M-4 -50Q-2 -36 -5 -27Q-2 -26 0 -36Q2 -26 4 -18Q6 -24 4 -32Q5 -42 6 -50z') +
      dot('#241b1f', 0, -51, 15, 7) + dot(FIRE.base, 0, -50.5, 11.5, 5) + dot(FIRE.light, -1, -50.5, 7, 3)),
    def('cactus', line('#4f8a5a', 6, 'M0 0V-26M0 -10H-9V-18M0 -14H9V-22') + line('#79b07c', 2, 'M-1.5 -2V-25')),
    def('skull', cut(CREAM, 'M-9 0Q-14 -6 -10 -12Q-4 -18 6 -14Q14 -10 12 -4L6 -4L5 0z') + dot(INK, 3, -8.5, 2.4) + line('#d9c7a0', 1.8, 'M-10 -10Q-18 -14 -16 -22')),
    ...[0, 1, 2].flatMap((v) => [
      def('oG' + v, grassland(v)),
      def('oL' + v, lake(v, L)),
      def('oJ' + v, jungle(v)),
      def('oQ' + v, quarry(v)),
      def('oD' + v, desert(v)),
      def('oV' + (v + 1), volcano(v + 1)),
    ]),
  ].join('');
}
