/** Icons, 24 × 24. Tools take the text colour; things of the game bring their own. */
import { GOLD, INK, LAND, STONE, at, cut, dot, line } from './paper.js';
import { CAVEMEN, PIECES, RESOURCES, WARRIORS } from './pieces.js';

/** @param {string} d */
const pen = (d) => line('currentColor', 2, d);
/** @param {string} d */
const ink = (d) => cut('currentColor', d);
/** @param {number} x @param {number} y @param {number} r */
const ring = (x, y, r) => `<circle fill="none" stroke="currentColor" stroke-width="2" cx="${x}" cy="${y}" r="${r}"/>`;

/** @type {Record<string, () => string>} */
const TOOLS = {
  rotate: () => pen('M19 8A8 8 0 1 0 20 14M20 3V8.5H14.5'),
  undo: () => pen('M8 5L4 9L8 13M4 9H14A5.5 5.5 0 0 1 14 20H9'),
  confirm: () => line('currentColor', 2.6, 'M4 13L9.5 18.500L20 6'),
  hint: () => pen('M9 18H15M10 21H14M9 15.500Q6 13.5 6 9.500A6 6 0 0 1 18 9.500Q18 13.5 15 15.500V18H9z') + pen('M12 11V15'),
  menu: () => pen('M4 6.500H20M4 12H20M4 17.500H20'),
  language: () => ring(12, 12, 9) + pen('M3 12H21M12 3Q7.5 7.5 7.5 12T12 21Q16.5 16.5 16.5 12T12 3'),
  moon: () => pen('M19.5 14.500A8.5 8.5 0 1 1 10 4.500A7 7 0 0 0 19.5 14.500z'),
  sun: () => ring(12, 12, 4) + pen('M12 2.500V4.500M12 19.500V21.500M2.5 12H4.500M19.5 12H21.500M5.3 5.300L6.7 6.700M17.3 17.300L18.7 18.700M5.3 18.700L6.7 17.300M17.3 6.700L18.7 5.3'),
  link: () => pen('M10 14A4 4 0 0 0 15.7 14L19 10.700A4 4 0 0 0 13.3 5L12 6.300M14 10A4 4 0 0 0 8.3 10L5 13.300A4 4 0 0 0 10.7 19L12 17.7'),
  replay: () => pen('M5 8A8 8 0 1 1 4 14M4 3V8.500H9.5') + ink('M10 8.500V15.500L15.5 12z'),
  play: () => ink('M7 4.500V19.500L19.5 12z'),
  pause: () => ink('M6.5 5H10.500V19H6.500zM13.5 5H17.500V19H13.500z'),
  next: () => ink('M5 5V19L15 12z') + pen('M18 6V18'),
  previous: () => ink('M19 5V19L9 12z') + pen('M6 6V18'),
  close: () => pen('M6 6L18 18M18 6L6 18'),
  home: () => pen('M3.5 11.500L12 4L20.5 11.500M6 10V20H18V10M10 20V14H14V20'),
  bot: () => pen('M5 9H19V19H5zM12 9V5M2.5 13V15M21.5 13V15M9.5 16H14.5') + '<circle cx="12" cy="4" r="1.5" fill="currentColor"/><circle cx="9" cy="12.5" r="1.4" fill="currentColor"/><circle cx="15" cy="12.5" r="1.4" fill="currentColor"/>',
  person: () => ring(12, 8, 4) + pen('M4.5 20.500Q5 14.5 12 14.500T19.5 20.5'),
  eye: () => pen('M2.5 12Q7 5.5 12 5.500T21.5 12Q17 18.5 12 18.500T2.5 12z') + ring(12, 12, 2.8),
  trophy: () => pen('M7 4H17V9.500A5 5 0 0 1 7 9.500zM7 5.500H3.500Q3.5 10.5 7.5 11M17 5.500H20.500Q20.5 10.5 16.5 11M12 14.500V17.500M8 20.500H16L15 17.500H9z'),
  download: () => pen('M12 3.500V15M7 10.500L12 15.500L17 10.500M4 19.500H20'),
  share: () => pen('M12 15V3.500M7.5 8L12 3.500L16.5 8M6 11.500H4.500V20.500H19.500V11.500H18'),
  settings: () => ring(12, 12, 3) + pen('M12 3V6M12 18V21M3 12H6M18 12H21M5.6 5.600L7.8 7.800M16.2 16.200L18.4 18.400M5.6 18.400L7.8 16.200M16.2 7.800L18.4 5.6') + ring(12, 12, 6),
};

/** @param {string} name */
const totem = (name) =>
  cut('#532', 'M6 1.500H18L19 22.500H5z') + cut('#a74', 'M7 2.500H12V21.500H6z') + cut('#853', 'M12 2.500H17L18 21.500H12z') + cut('#a74', 'M1.5 8L6 5V10zM22.5 8L18 5V10z') + dot('#fdb', 12, 11, 6.8) + at(PIECES[name](), 12, 11, 0.3) + line('#fdb', 1.3, 'M9 19.700H15');

/** @type {Record<string, () => string>} */
const THINGS = {
  crown: () => line(INK, 4, 'M-11 9L-12.5-6.5Q-8-4.5-5.5 0Q-3-4 0-12Q3-4 5.5 0Q8-4.5 12.5-6.5L11 9z', 'transform="translate(12 12.5) scale(.74)"') + at(PIECES.crown(), 12, 12.5, 0.74),
  flame: () => at(PIECES.flame(), 12, 22, 0.76),
  giant: () => at(PIECES.giant(), 12, 23, 0.225),
  footprints: () => [[7, 15, -14], [17, 8, 10]].map(([x, y, a]) => `<g transform="translate(${x} ${y}) rotate(${a})" fill="currentColor"><ellipse cx="0" cy="2" rx="3.4" ry="4.8"/><circle cx="-3.2" cy="-4" r="1.2"/><circle cx="-.7" cy="-5.2" r="1.3"/><circle cx="2" cy="-4.8" r="1.2"/></g>`).join(''),
};
for (const name of RESOURCES) {
  THINGS['totem_' + name] = () => totem(name);
  THINGS['token_' + name] = () => at(PIECES.disc() + at(PIECES[name](), 0, 0, 1.4), 12, 11.6, 0.32);
}
for (const name of CAVEMEN) THINGS[name] = () => at(PIECES[WARRIORS[name] ? 'tilew' : 'tileg']() + at(PIECES[name](), 0, 0, 1.5), 12, 11.8, 0.31);

/** A sign per land, 8 × 8 round its centre. @type {Record<string, (c: string) => string>} */
const SIGNS = {
  W: (c) => line(c, 1.1, 'M0 4V-3.500M0-.5L-2.2-2.500M0-.5L2.2-2.500M0 2L-2.2 0M0 2L2.2 0'),
  F: (c) => cut(c, 'M0-4L2-1H1.200L3.2 3H.6V4.200H-.6V3H-3.200L-1.2-1H-2z'),
  L: (c) => line(c, 1.1, 'M-3.6-1.600q1.8-1.8 3.6 0t3.6 0M-3.6 1.800q1.8-1.8 3.6 0t3.6 0'),
  G: (c) => line(c, 1.1, 'M0 3V-2.500M-1 3Q-1.5 .5-3.4-.8M1 3Q1.5 .5 3.4-.8'),
  S: (c) => line(c, 0.9, 'M-1.5 4V-1M1.8 4V0M-3.5 3.800H3.6') + line(c, 1.9, 'M-1.5-1V-3M1.8 .2V-1.2'),
  M: (c) => cut(c, 'M-3.8 .4L-1.8-3.200H1.800L3.8 .4L0 3.800z'),
};

/** Ink that reads on each land. @type {Record<string, string>} */
const ON = { W: '#640', F: '#efe', L: '#023', G: '#131', S: '#321', M: '#fd5' };

/** @type {Record<string, string>} */
const TERRAINS = { wheat: 'W', forest: 'F', lake: 'L', grass: 'G', swamp: 'S', mine: 'M' };

/** @param {number} x @param {number} y @param {number} w @param {string} fill */
const box = (x, y, w, fill) => `<rect x="${x}" y="${y}" width="${w}" height="${w}" rx="1" fill="${fill}"/>`;

/** @param {number} x @param {number} y @param {number} s */
const castle = (x, y, s) => at(cut(INK, 'M-4 4V-4H-2V-2.500H-1V-4H1V-2.500H2V-4H4V4H1.200V1.500H-1.200V4z'), x, y, s);

/** @param {number} x @param {number} y @param {number} s */
const crown = (x, y, s) => at(cut(GOLD.base, 'M-4 3L-4.5-2.500L-2-.3L0-3.500L2-.3L4.5-2.500L4 3z', `stroke="${INK}" stroke-width=".8" stroke-linejoin="round"`), x, y, s);

/** @param {string} land @param {number} x @param {number} y @param {number} w */
const patch = (land, x, y, w) => box(x, y, w, LAND[land].base) + at(SIGNS[land](ON[land]), x + w / 2, y + w / 2, w / 9.5);

const CARD = `<rect x=".5" y=".5" width="23" height="23" rx="3" fill="${STONE.base}" stroke="${INK}" stroke-width="1"/>`;

/** @type {Record<string, () => string>} */
const SINGLE = {
  harmony: () => [0, 1, 2, 3, 4].flatMap((i) => [0, 1, 2, 3, 4].map((j) => (i === 2 && j === 2 ? '' : box(3 + i * 3.7, 3 + j * 3.7, 3.2, '#583')))).join('') + castle(12, 12, 0.5),
  middle_kingdom: () => line(INK, 1, 'M3 3H21V21H3z') + line('#a85', 1.4, 'M12 4.500V7M12 17V19.500M4.5 12H7M17 12H19.5') + castle(12, 12, 1.15),
  lost_corner: () => line(INK, 1, 'M3 3H21V21H3z') + line('#a85', 1.2, 'M12.5 3V21M3 12.500H21', 'stroke-dasharray="1.5 1.7"') + castle(7.5, 16.5, 1.05),
  folie_des_grandeurs: () => line('#a85', 1.6, 'M4 20L20 4') + crown(6, 18.2, 0.85) + crown(12, 12.2, 0.85) + crown(18, 6.2, 0.85),
  bleak_king: () => ['W', 'F', 'L', 'G'].map((t, i) => patch(t, 2.5 + (i % 2) * 9.7, 2.5 + (i >> 1) * 9.7, 9.3)).join('') + dot(STONE.base, 12, 12, 5.6) + crown(12, 12.3, 0.85) + line('#b22', 1.5, 'M7.8 16.200L16.2 7.8'),
};

const QUESTS = [
  ...Object.keys(TERRAINS).flatMap((t) => ['local_business_' + t, 'four_corners_' + t]),
  ...Object.keys(SINGLE),
];

/** The icon of a quest or a terrain, or nothing. @param {string} name */
function questIcon(name) {
  if (TERRAINS[name]) return at(patch(TERRAINS[name], 0, 0, 22), 1, 1);
  if (SINGLE[name]) return CARD + SINGLE[name]();
  const match = /^(local_business|four_corners)_(\w+)$/.exec(name);
  const land = match && TERRAINS[match[2]];
  if (!match || !land) return '';
  if (match[1] === 'four_corners')
    return CARD + line('#a85', 1, 'M3 3H21V21H3z', 'stroke-dasharray="1.5 1.7"') + [[2, 2], [14, 2], [2, 14], [14, 14]].map(([x, y]) => patch(land, x, y, 8)).join('');
  const around = [0, 1, 2].flatMap((i) => [0, 1, 2].map((j) => (i === 1 && j === 1 ? '' : (i + j) % 2 ? box(2 + 6.8 * i, 2 + 6.8 * j, 6.4, LAND[land].base) : patch(land, 2 + 6.8 * i, 2 + 6.8 * j, 6.4))));
  return CARD + around.join('') + castle(12, 12, 0.72);
}

/** Every name iconSvg knows. */
export const ICONS = [...Object.keys(TOOLS), ...Object.keys(THINGS), ...QUESTS, ...Object.keys(TERRAINS)];

/**
 * An icon, 24 × 24; an unknown name gives nothing.
 * @param {string} name
 */
export function iconSvg(name) {
  const draw = TOOLS[name] || THINGS[name];
  return draw ? draw() : questIcon(name);
}
