/** A square of land and what stands on it: crowns, giants, flames, tokens, people, castles, kings. */
import { GUESTS as LAND_GUESTS } from './base.js';
import { GUESTS as WILD_GUESTS } from './origins.js';
import { CREAM, FIRE, GOLD, INK, PLAYERS, ROYAL, STONE, at, cut, dice, dot, fold, ground, line, use } from './paper.js';

const HIDE = { base: '#b98552', light: '#dcb283', dark: '#853' };
const ROCK = { base: '#a5a6b4', light: '#c9cad4', dark: '#7f7f92' };
const MOSS = { base: '#6d9a4c', dark: '#4c7634' };
const HAIR = '#432';

/** @param {string} shape */
const shadow = (shape) => shape.replace('/>', ' opacity=".3"/>');

/** @param {string} game */
export const isOrigins = (game) => game.startsWith('origins');

/** @type {Record<string, string>} */
const RESOURCE = { G: 'mammoth', L: 'fish', J: 'mushroom', Q: 'flint' };

const SLOTS = [[], [50], [31, 69], [18.5, 50, 81.5]];

/** The ribbon of crowns, some of them under a giant. @param {number} crowns @param {number} giants */
function ribbon(crowns, giants) {
  const w = [0, 25, 45, 49][crowns];
  const tail = crowns < 3 ? 5 : 0;
  let out =
    cut(ROYAL.dark, `M${50 - w} 74h${2 * w}l${-tail} 12.500l${tail} 12.500h${-2 * w}l${tail} -12.500z`) +
    cut(ROYAL.base, `M${50 - w} 71h${2 * w}l${-tail} 12.500l${tail} 12.500h${-2 * w}l${tail} -12.500z`) +
    cut(ROYAL.light, `M${50 - w} 71h${2 * w}l-1.2 3h${-2 * w + 2.4}z`);
  for (const [i, x] of SLOTS[crowns].entries())
    out += i < crowns - giants ? use('crown', x, 85, [0, 1.15, 1.1, 0.92][crowns]) : use('giant', x, 98, [0, 0.6, 0.56, 0.44][crowns]);
  return out;
}

const CROWN = 'M-11 9L-12.5-6.5Q-8-4.5-5.5 0Q-3-4 0-12Q3-4 5.5 0Q8-4.5 12.5-6.5L11 9z';
const FLAME = 'M0 0C-11 0-13-10-7-17C-6.5-12-3.5-12-3.5-15C-3.5-21-1-25 3-28C2.5-21 11-17 10-8C9-2 5 0 0 0z';
const EMBER = 'M0-1.500C-5-1.5-6-6-3-10C-1-8 0-10 1-14C2-10 6-9 5.5-5C5-2.5 3-1.5 0-1.500z';

/** Printed flames. @param {number} n */
function flames(n) {
  const w = [0, 24, 39, 48][n];
  let out =
    cut('#211', `M${50 - w} 88Q${50 - w} 77 50 77T${50 + w} 88Q${50 + w} 98 50 98T${50 - w} 88z`) +
    cut('#433', `M${50 - w} 86Q${50 - w} 75 50 75T${50 + w} 86Q${50 + w} 95 50 95T${50 - w} 86z`);
  for (const x of SLOTS[n]) out += use('flame', x, 90, n < 3 ? 1.35 : 1.15);
  return out;
}

/** A fire token. @param {number} n */
function fireToken(n) {
  const spots = [[], [[50, 68, 1.5]], [[36, 65, 1.2], [64, 65, 1.2]], [[50, 51, 1.02], [33, 76, 1.02], [67, 76, 1.02]]][n];
  return (
    shadow(dot('#000', 52, 54, 41)) + dot(FIRE.dark, 50, 50, 41) + dot(FIRE.light, 49, 49, 38.5) + dot('#433', 50, 50, 36) +
    cut('#544', 'M50 14A36 36 0 0 0 14 50Q30 40 50 14z') +
    spots.map(([x, y, s]) => use('flame', x, y, s)).join('')
  );
}

/** A wooden resource token. @param {string} name */
const token = (name) => use('disc', 50, 50) + use(name, 50, 50, 1.45);

/** A caveman's tile on a square. @param {string} name */
const caveman = (name) => use(WARRIORS[name] ? 'tilew' : 'tileg', 50, 50) + use(name, 50, 50, 1.5);

/** @type {Record<string, number>} */
export const WARRIORS = { small: 1, amazon: 2, oafish: 3 };

export const RESOURCES = ['mammoth', 'fish', 'mushroom', 'flint'];
export const CAVEMEN = ['hunter', 'fishing_child', 'gatherer', 'sculptor', 'painter', 'fire_lady', 'shaman', 'small', 'amazon', 'oafish'];

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
  if (n) out += wild ? flames(n) : ribbon(n, giants.length);
  if (fire) out += fireToken(Number(fire));
  if (resource) out += token(RESOURCE[land]);
  if (person) out += caveman(person);
  return out;
}

/** @param {string} colour */
const player = (colour) => PLAYERS[colour] || PLAYERS.blue;

/** A banner of the player's colour with the emblem, 40 × 46 round its centre. @param {string} colour */
function banner(colour) {
  const { main, dark, emblem } = player(colour);
  return (
    cut('#221', 'M-19-19H23V12L2 26L-17 14z', 'opacity=".3"') + cut(CREAM, 'M-22-23H22V12L0 26L-22 12z') +
    cut(main, 'M-19-20H19V10.500L0 22.500L-19 10.500z') + cut(dark, 'M0-20H19V10.500L0 22.500z', 'opacity=".45"') + use('e-' + emblem, 0, -2, 1.5)
  );
}

/** The castle's square. @param {string} colour @param {string} game */
export function castleSvg(colour, game) {
  const { main, dark } = player(colour);
  if (isOrigins(game))
    return use('camp') + fold(main, dark, 'M50 12Q17 15 11 58Q15 53 20 57Q25 52 31 56Q40 50 50 54z', 50) + use('poles') + at(banner(colour), 50, 60, 0.9);
  const roof = (/** @type {number} */ x, /** @type {number} */ y, /** @type {number} */ w, /** @type {number} */ h) =>
    fold(main, dark, `M${x - w} ${y}L${x} ${y - h}V${y}z`, x);
  return use('yard') + roof(50, 26, 17, 20) + use('keep') + roof(18, 42, 15, 24) + roof(82, 42, 15, 24) + at(banner(colour), 50, 60, 0.95);
}

/** A king (or a chief), standing; feet at 50, 97. @param {string} colour @param {string} game */
export function kingSvg(colour, game) {
  const { main, dark, skin, emblem, hair, braids } = player(colour);
  const hem = cut(CREAM, 'M50 38C36 40 31 56 23 92Q50 100 77 92C69 56 64 40 50 38z', `stroke="${CREAM}" stroke-width="4"`);
  const badge = dot(CREAM, 50, 66, 15.5) + dot(main, 50, 66, 13.5) + use('e-' + emblem, 50, 66, 1.05);
  if (isOrigins(game))
    return (
      shadow(dot('#000', 54, 95, 32, 4)) + hem +
      line(HIDE.dark, 4, 'M82 96V22') + cut('#767', 'M82 6L89 20L82 27L75 20z') + cut('#aaa', 'M82 6L75 20L82 27z') +
      fold(main, dark, 'M50 38C34 40 29 56 24 94Q40 98 50 97z', 50) +
      fold(HIDE.light, HIDE.base, 'M50 38C36 38 27 46 25 62L33 57L38 66L44 56L50 62z', 50) +
      at(badge, 0, 12) + dot(skin, 50, 29, 13.5) + cut(hair, 'M36 33Q33 13 50 13Q67 13 64 33Q60 22 50 22Q40 22 36 33z') + (braids ? line(hair, 5, 'M37 28V46M63 28V46') : cut(hair, 'M40 33Q50 40 60 33Q59 47 50 47Q41 47 40 33z')) +
      cut(CREAM, 'M33 17L50 12L67 17L66 20L50 16L34 20z') + cut(main, 'M50 14Q44 6 48 0Q54 6 52 14z') + cut(dark, 'M56 14Q56 6 62 3Q64 10 59 15z') + dot(INK, 45, 29, 1.7) + dot(INK, 55, 29, 1.7)
    );
  return (
    shadow(dot('#000', 54, 95, 32, 4)) + hem +
    fold(main, dark, 'M50 38C36 40 31 56 23 92Q36 97 50 97z', 50) +
    cut(CREAM, 'M24 86Q50 96 76 86L77.5 93Q50 102 22.5 93z') + dot(INK, 33, 92, 1.5) + dot(INK, 44, 94.5, 1.5) + dot(INK, 56, 94.5, 1.5) + dot(INK, 67, 92, 1.5) +
    cut(CREAM, 'M34 46Q38 38 50 38Q62 38 66 46Q58 53 50 53Q42 53 34 46z') + badge +
    (braids ? cut(hair, 'M36 24H64Q66 40 69 52Q60 54 58 44H42Q40 54 31 52Q34 40 36 24z') : '') + dot(skin, 50, 31, 13) + (braids ? cut(hair, 'M37 24H63V31Q58 26 50 25Q42 26 37 31z') + line('#a43', 1.8, 'M46 38Q50 41 54 38') : cut(hair, 'M37 31Q38 46 50 49Q62 46 63 31Q58 37 50 36Q42 37 37 31z')) + dot(INK, 45, 29.5, 1.7) + dot(INK, 55, 29.5, 1.7) + cut(dark, 'M37 24h26v-5h-26z') +
    use('crown', 50, 12, 1.05)
  );
}

/** The back of a domino with its number or letter, 200 × 100. @param {string} name @param {string} game */
export function dominoBackSvg(name, game) {
  const wild = isOrigins(game);
  const [base, tone, edge] = wild ? ['#964', '#a75', '#642'] : ['#457', '#468', '#245'];
  let out = `<rect width="200" height="100" rx="8" fill="${edge}"/><rect x="4" y="4" width="192" height="92" rx="6" fill="${base}"/>`;
  for (let x = 25; x < 200; x += 50)
    out += wild
      ? line(tone, 4, `M${x - 21} 30q10.5 -12 21 0t21 0M${x - 21} 54q10.5 -12 21 0t21 0M${x - 21} 78q10.5 -12 21 0t21 0`)
      : cut(tone, `M${x} 8L${x + 21} 50L${x} 92L${x - 21} 50z`) + use('crown', x, 50, 0.9).replace('/>', ' opacity=".35"/>');
  const letter = !wild && /^[A-Z]/.test(name);
  return (
    out + cut('#211', 'M64 20H140L150 52L140 86H64L54 52z', 'opacity=".3"') + cut(STONE.base, 'M62 16H138L149 50L138 84H62L51 50z') +
    cut(STONE.light, 'M62 16H138L140 22H60z') +
    `<text x="100" y="${letter ? 69 : 68}" text-anchor="middle" font-family="Georgia, 'Times New Roman', serif" font-weight="700" font-size="54" fill="${INK}">${name.replace(/[^\w-]/g, '')}</text>` +
    (letter ? use('giant', 27, 84, 0.62) + use('giant', 173, 84, 0.62) : '')
  );
}

/** A cave person: shoulders and head; hair and props come on top. @param {string} hide @param {string} skin @param {number} [r] */
const bust = (hide, skin, r = 9) => cut(hide, `M-17 20Q-16 7 -${r - 2} 6H${r - 2}Q16 7 17 20z`) + dot(skin, 0, -3, r) + dot(INK, -3.2, -3, 1.3) + dot(INK, 3.2, -3, 1.3);

/** @param {string} fill */
const mop = (fill) => cut(fill, 'M-10-1L-12-8L-8-10L-8-15L-2-13L3-16L6-12L11-12L10-6L12-2L8-5Q0-10-8-5z');

/** @param {number} n */
const pips = (n) => cut('#511', 'M-21.5 11H21.5L21 14L0 23.5L-21 14z') + [[], [0], [-7, 7], [-13, 0, 13]][n].map((x) => cut(CREAM, `M${x - 5} 11H${x + 5}L${x} ${x ? 19 : 22}z`)).join('');

/** @type {Record<string, () => string>} */
const PEOPLE = {
  hunter: () => at(bust(HIDE.base, '#da8') + mop(HAIR) + cut(HAIR, 'M-7 0Q0 4 7 0Q6 9 0 9Q-6 9-7 0z'), -4, 0) + line('#642', 3, 'M14 20V-12') + cut('#556', 'M14-24L19-13L14-8L9-13z'),
  fishing_child: () => at(bust('#7a9', '#d97', 8), -6, 4, 0.9) + at(mop('#c84'), -6, 4, 0.85) + line('#642', 2.6, 'M2 20L13-20') + line(INK, 1, 'M13-20Q18-14 16-3') + at(cut('#37a', 'M0-12Q8-4 4 6L9 13H-9L-4 6Q-8-4 0-12z'), 15, 8, 0.8),
  gatherer: () => at(bust('#a74', '#854') + cut('#321', 'M-10 0Q-14-15 0-15Q14-15 10 0Q8-8 0-8Q-8-8-10 0z') + dot('#321', 0, -16, 4.5), -5, 0) + at(PIECES.mushroom(), 13, 9, 0.68),
  sculptor: () => at(bust('#876', '#eb9') + cut('#bba', 'M-9-2Q-9 13 0 14Q9 13 9-2Q5 3 0 2Q-5 3-9-2z') + cut('#bba', 'M-10-3Q-10-14 0-14Q10-14 10-3Q6-8 0-8Q-6-8-10-3z'), -5, 0) + line('#642', 3.2, 'M11 18L15-8') + cut('#556', 'M6-18L21-15L20-6L6-9z'),
  painter: () => at(bust('#db8', '#a74') + mop('#321') + line('#b43', 2, 'M-6 1H-2M2 1H6'), -8, 4, 0.85) + at(line('#b43', 4.2, 'M-6-2V-9M-2-4V-13M2.5-4V-12M6.5-1V-8M-8 4L-12-1') + cut('#b43', 'M-8.5-3H8.500V5Q5 11 0 11Q-6 10-8.5 4z'), 11, -3, 1.05),
  fire_lady: () => cut(FIRE.dark, 'M-15 8C-22-8-10-12-9-19C-5-18-4-15-4-14C-2-19 0-22 4-25C4-18 12-17 13-9C16-11 15-14 15-15C20-6 18 2 15 8z') + cut(FIRE.base, 'M-11 6C-16-6-6-10-6-14C-3-12 0-14 3-19C4-13 10-12 10-6C14-4 13 2 11 6z') + bust('#732', '#eca') + cut(FIRE.light, 'M-9-4Q-8-12 0-12Q8-12 9-4Q4-8 0-8Q-4-8-9-4z'),
  shaman: () => line('#753', 3, 'M-6-11L-11-22M-9-17L-18-18M-11-22L-16-26M6-11L11-22M9-17L18-18M11-22L16-26') + bust('#546', '#c86') + cut(CREAM, 'M-9-4Q-9-13 0-13Q9-13 9-4Q5 4 0 8Q-5 4-9-4z') + dot(INK, -3.6, -4, 2.2) + dot(INK, 3.6, -4, 2.2) + line('#b43', 1.6, 'M0-12V-5M-3 2H3'),
  small: () => at(bust('#654', '#da8', 9) + mop('#842'), -3, 0, 0.85) + line('#642', 5, 'M13 8L16-8') + pips(1),
  amazon: () => at(bust('#654', '#a75') + cut('#321', 'M-10 2Q-14-15 0-15Q13-15 11-2Q8-8 0-8Q-7-8-10 2z') + cut('#321', 'M8-12Q18-10 15 6Q11 0 9-6z') + line('#b43', 2, 'M-9-8Q0-12 9-8'), -3, -3) + line('#642', 2.6, 'M15-18Q24-4 15 10') + line(CREAM, 1, 'M15-18V10') + pips(2),
  oafish: () => at(cut('#654', 'M-21 20Q-20 3-9 3H9Q20 3 21 20z') + cut('#d97', 'M-12-6Q-12-16 0-16Q12-16 12-6L13 4Q8 11 0 11Q-8 11-13 4z') + cut(HAIR, 'M-12-7Q-13-18 0-18Q13-18 12-7Q6-12 0-10Q-6-12-12-7z') + line(HAIR, 2.2, 'M-8-5L-2-4M8-5L2-4') + dot(INK, -4.5, -2, 1.4) + dot(INK, 4.5, -2, 1.4) + cut(CREAM, 'M-6 5H6L5 7.500H-5z'), -2, -5) + cut('#742', 'M14 12L15-14Q19-21 23-14L19 12z') + pips(3),
};

/** Emblems, cream paper, about 20 × 20 round their centre. @type {Record<string, () => string>} */
const EMBLEMS = {
  rose: () => [0, 72, 144, 216, 288].map((a) => `<circle fill="${CREAM}" cx="0" cy="-5.4" r="4.6" transform="rotate(${a})"/>`).join('') + dot('#b47', 0, 0, 3.2) + dot('#fd6', 0, 0, 1.8),
  sun: () => dot(CREAM, 0, 0, 5.2) + line(CREAM, 2.6, 'M0-8V-10.500M0 8V10.500M8 0H10.500M-8 0H-10.500M5.7-5.700L7.5-7.500M-5.7-5.700L-7.5-7.500M5.7 5.700L7.5 7.500M-5.7 5.700L-7.5 7.5'),
  leaf: () => cut(CREAM, 'M-8 8C-10-4-2-10 10-10C10 2 4 10-8 8z') + line('#274', 1.6, 'M-10 10L4-4M-4 4V-2M-1 1H5'),
  wave: () => line(CREAM, 3.2, 'M-10-4.500q5-6 10 0t10 0M-10 4.500q5-6 10 0t10 0'),
  acorn: () => cut(CREAM, 'M-6.5-1H6.500Q6 7 0 11Q-6 7-6.5-1z') + cut('#eda', 'M-8.5-2Q-8-8 0-8Q8-8 8.5-2z') + line('#eda', 2.2, 'M0-8V-11'),
  moon: () => cut(CREAM, 'M3-10A10 10 0 1 0 9 6A9 9 0 0 1 3-10z') + dot(CREAM, 6, -3, 1.6),
};

const BODY = 'M-22-2H-4V-12H4V-2H22L22-16Q22-9 28-9Q35-9 36-18Q39-54 20-66Q20-95 0-95Q-20-95-20-66Q-39-54-36-18Q-35-9-28-9Q-22-9-22-16z';

/** The loose pieces, round their own origin; icons draw them too. @type {Record<string, () => string>} */
export const PIECES = {
  crown: () => cut(GOLD.dark, CROWN) + cut(GOLD.base, 'M-11 9L-12.5-6.5Q-8-4.5-5.5 0Q-3-4 0-12V9z') + dot(GOLD.light, -12.5, -7.5, 2.1) + dot(GOLD.light, 0, -12.5, 2.4) + dot(GOLD.base, 12.5, -7.5, 2.1) + line(ROYAL.base, 1.4, 'M-10 4.5H10'),
  flame: () => cut(FIRE.dark, FLAME) + cut(FIRE.base, 'M0-1C-9-1-11-9-7-13C-5-9-2-11-2-15C-2-19 0-22 2-25C2-18 9-16 8.5-8C8-3 5-1 0-1z') + cut(FIRE.light, EMBER),
  giant: () =>
    cut(CREAM, BODY, `stroke="${CREAM}" stroke-width="6" stroke-linejoin="round"`) + cut(ROCK.base, BODY) +
    cut(ROCK.dark, 'M0-14V-60L20-66Q39-56 36-18Q35-9 28-9Q22-10 22-16L22-2H4V-12z') + cut(ROCK.light, 'M-24-62Q-38-50-35-18L-31-16Q-30-44-18-58z') +
    fold('#853', '#642', 'M-22-32H0V-8L-6-13L-13-7L-22-13z') + line('#eda', 3, 'M-22-32H22') +
    cut(ROCK.base, 'M-19-62Q-21-92 0-92Q21-92 19-62Q10-50 0-50Q-10-50-19-62z') + cut(ROCK.light, 'M-19-62Q-21-92 0-92Q-12-84-11-56z') +
    fold(MOSS.base, MOSS.dark, 'M-20-66Q-21-44 0-33V-56Q-12-56-20-66z') + line(CREAM, 2.6, 'M-6-53Q0-49 6-53') +
    cut(MOSS.base, 'M-21-74Q-24-96-4-97H4Q24-96 21-74Q15-84 8-82Q2-86-4-82Q-12-85-21-74z') + cut(MOSS.dark, 'M4-97Q24-96 21-74Q15-84 8-82z') +
    dot(CREAM, -8, -72, 3.6) + dot(CREAM, 8, -72, 3.6) + dot(INK, -7.4, -71.6, 2.2) + dot(INK, 7.4, -71.6, 2.2) + line(MOSS.dark, 3.4, 'M-13-77L-4-75M13-77L5-75') + cut(ROCK.dark, 'M-2-74Q5-74 6-64Q0-58-6-63Q-4-68-2-74z'),
  mammoth: () => cut('#742', 'M17 14H10.5V6Q5 8 0 6V14H-6V4Q-8 3-9 0Q-10 6-9 9Q-8 14-13 14Q-18 13-16.5 2Q-18-11-8-14Q-2-19 4-13Q17-12 17.5 1z') + line(CREAM, 2.8, 'M-8 2Q-11 10-18.5 5') + dot(CREAM, -9.5, -6, 1.7),
  fish: () => cut('#279', 'M-19 0Q-8-13 6-5L17-11Q13 0 17 11L6 5Q-8 13-19 0z') + dot(CREAM, -11, -2, 2) + line(CREAM, 1.8, 'M-4-6Q0 0-4 6'),
  mushroom: () => cut('#ca8', 'M-5 1L-6 14Q0 18 6 14L5 1z') + cut('#b42', 'M-17 2Q-15-16 0-16Q15-16 17 2Q0 7-17 2z') + dot(CREAM, -8, -4, 2.8) + dot(CREAM, 1, -9, 2.8) + dot(CREAM, 9, -2, 2.8),
  flint: () => cut('#444', 'M1-19L11-6L9 12L-4 17L-12 4L-9-9z') + cut('#778', 'M1-19L-9-9L-12 4L-2 0z') + cut('#556', 'M1-19L11-6L-2 0z'),
  disc: () => shadow(dot('#000', 2, 4, 35)) + dot('#853', 0, 0, 35) + dot('#f7e3b8', -0.5, -0.5, 31.5) + line('#e3c48c', 1.8, 'M-22-16Q0-24 22-16M-27 4Q0-2 27 4M-20 20Q0 15 20 20'),
  tileg: () => cut('#000', 'M-32-26L-24-34L28-33L37-24L36 30L28 37L-26 36L-33 28z', 'opacity=".3"') + cut('#752', 'M-36-28L-27-37L27-36L36-27L35 28L27 35L-28 36L-36 27z') + cut('#eda', 'M-32-27L-25-33L26-32L32-25L31 26L25 31L-27 32L-32 25z'),
  tilew: () => cut('#000', 'M-30-30L37-30L35 18L4 40L-32 20z', 'opacity=".3"') + cut('#521', 'M-36-37L36-37L35 22L0 39L-35 22z') + cut('#d86', 'M-31.5-33L31.5-33L31 19L0 34L-31 19z'),
  ...PEOPLE,
};

/** @param {string[]} names */
const pieces = (names) => Object.fromEntries(names.map((name) => [name, PIECES[name]]));

/** Shared shapes of all games. @type {Record<string, () => string>} */
export const SHARED = {
  ...pieces(['crown']),
  ...Object.fromEntries(Object.entries(EMBLEMS).map(([name, draw]) => ['e-' + name, draw])),
};

/** Of Kingdomino and Age of Giants. @type {Record<string, () => string>} */
export const ROYALS = {
  ...pieces(['giant']),
  yard: () => ground('#b97') + cut('#ba8', 'M4 7L50 4L96 6L97 52L95 96L48 94L5 96L3 48z') + line('#a96', 2, 'M8 22H16M84 20H92M10 12H24M74 11H86M34 12H42M8 34H12M90 32H93') + cut('#653', 'M8 92L94 92L97 84L88 78L12 80z', 'opacity=".35"'),
  keep: () =>
    cut(STONE.base, 'M34 88V26H40V30H46V26H54V30H60V26H66V88z') + cut(STONE.dark, 'M50 88V26H54V30H60V26H66V88z') +
    cut(STONE.base, 'M6 90V42H18V90zM24 58H36V90H24z') + cut(STONE.dark, 'M18 90V42H30V90zM64 58H76V90H64z') + cut(STONE.base, 'M70 90V42H82V90z') + cut(STONE.dark, 'M82 90V42H94V90z') +
    line('#764', 3, 'M18 52V60M82 52V60') + line('#ba8', 1.6, 'M9 70H15M22 78H27M73 72H79M86 80H91M10 84H14'),
};

/** Of Origins. @type {Record<string, () => string>} */
export const TRIBES = {
  ...pieces(['flame', 'disc', 'tileg', 'tilew', ...RESOURCES, ...CAVEMEN]),
  camp: () => ground('#a85') + cut('#b96', 'M6 20Q40 2 82 12Q104 40 90 80Q50 104 12 88Q-4 60 6 20z') + cut('#532', 'M8 90Q50 102 98 88L92 78L10 80z', 'opacity=".4"') + fold(HIDE.light, HIDE.base, 'M50 12Q12 15 9 90H50z', 50) + line(HIDE.dark, 1.8, 'M16 74l6 3M20 64l5 2M78 72l6-3M76 82l7-2M18 84l6 1'),
  poles: () => line('#642', 3.6, 'M50 16L42 3M50 16L58 2') + line(CREAM, 5, 'M26 92Q14 70 26 50M74 92Q86 70 74 50'),
};
