// A QR code of a text, as rows of dark and light squares: ISO/IEC 18004, bytes, level L, up to 134 of them.

/** By version: codewords of data in a block, of correction, and blocks. @type {[number, number, number][]} */
const SIZES = [
  [19, 7, 1],
  [34, 10, 1],
  [55, 15, 1],
  [80, 20, 1],
  [108, 26, 1],
  [68, 18, 2],
];
const BYTES = 4;
const PADS = [236, 17];
/** Which squares a mask turns over. @type {((x: number, y: number) => boolean)[]} */
const MASKS = [
  (x, y) => (x + y) % 2 === 0,
  (_, y) => y % 2 === 0,
  (x) => x % 3 === 0,
  (x, y) => (x + y) % 3 === 0,
  (x, y) => (Math.floor(y / 2) + Math.floor(x / 3)) % 2 === 0,
  (x, y) => ((x * y) % 2) + ((x * y) % 3) === 0,
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
];

/** The squares, dark ones true; nothing for a text that is too long. @param {string} text @returns {boolean[][] | null} */
export function qrCode(text) {
  const bytes = new TextEncoder().encode(text);
  const version = SIZES.findIndex(([data, , blocks]) => bytes.length + 2 <= data * blocks) + 1;
  if (!version) return null;
  const frame = framed(version);
  const bits = codewords(bytes, version).flatMap((word) => digits(word, 8));
  const drawn = MASKS.map((_, mask) => filled(frame, bits, mask));
  return drawn.reduce((best, next) => (ugliness(next) < ugliness(best) ? next : best));
}

/** A number in so many binary digits. @param {number} number @param {number} count */
const digits = (number, count) => Array.from({ length: count }, (_, i) => Boolean((number >> (count - 1 - i)) & 1));

/** Data and correction, block by block in turns. @param {Uint8Array} bytes @param {number} version */
function codewords(bytes, version) {
  const [size, more, blocks] = SIZES[version - 1];
  const bits = [...digits(BYTES, 4), ...digits(bytes.length, 8), ...[...bytes].flatMap((byte) => digits(byte, 8))];
  bits.push(...digits(0, 4));
  /** @type {number[]} */
  const words = [];
  for (let i = 0; i < bits.length; i += 8)
    words.push(bits.slice(i, i + 8).reduce((sum, bit) => sum * 2 + Number(bit), 0));
  for (let i = 0; words.length < size * blocks; i++) words.push(PADS[i % 2]);
  const data = Array.from({ length: blocks }, (_, i) => words.slice(i * size, (i + 1) * size));
  return [...inTurns(data), ...inTurns(data.map((block) => correction(block, more)))];
}

/** @param {number[][]} rows */
const inTurns = (rows) => rows[0].flatMap((_, i) => rows.map((row) => row[i]));

/** Powers of two in the field of 256 numbers, and their exponents. */
const [POWERS, LOGS] = (() => {
  const powers = [1];
  while (powers.length < 255) {
    const next = powers[powers.length - 1] * 2;
    powers.push(next > 255 ? next ^ 285 : next);
  }
  return [powers, new Map(powers.map((power, i) => [power, i]))];
})();

/** @param {number} a @param {number} b */
const times = (a, b) => (a && b ? POWERS[((LOGS.get(a) ?? 0) + (LOGS.get(b) ?? 0)) % 255] : 0);

/** Reed and Solomon's: the remainder of the data by the generator. @param {number[]} data @param {number} count */
function correction(data, count) {
  let generator = [1];
  for (let i = 0; i < count; i++)
    generator = [...generator, 0].map((factor, j) => factor ^ times(generator[j - 1] ?? 0, POWERS[i]));
  const rest = [...data, ...Array(count).fill(0)];
  for (let i = 0; i < data.length; i++) {
    const factor = rest[i];
    generator.forEach((one, j) => (rest[i + j] ^= times(one, factor)));
  }
  return rest.slice(data.length);
}

/** The patterns that are always there; undefined where data goes. @param {number} version @returns {(boolean | undefined)[][]} */
function framed(version) {
  const side = 17 + 4 * version;
  /** @type {(boolean | undefined)[][]} */
  const frame = Array.from({ length: side }, () => Array(side).fill(undefined));
  const put = (/** @type {number} */ x, /** @type {number} */ y, /** @type {boolean} */ dark) => {
    if (frame[y]?.[x] === undefined && y >= 0 && y < side && x >= 0 && x < side) frame[y][x] = dark;
  };
  const rings = (
    /** @type {number} */ cx,
    /** @type {number} */ cy,
    /** @type {number} */ reach,
    /** @type {number} */ light,
  ) => {
    for (let y = -reach; y <= reach; y++)
      for (let x = -reach; x <= reach; x++) {
        const far = Math.max(Math.abs(x), Math.abs(y));
        put(cx + x, cy + y, far !== light && far < 4);
      }
  };
  for (const [x, y] of [
    [3, 3],
    [side - 4, 3],
    [3, side - 4],
  ])
    rings(x, y, 4, 2);
  if (version > 1) rings(side - 7, side - 7, 2, 1);
  for (let i = 8; i < side - 8; i++) {
    put(i, 6, i % 2 === 0);
    put(6, i, i % 2 === 0);
  }
  put(8, side - 8, true);
  for (let i = 0; i < 9; i++) {
    // Where the format will stand.
    put(8, i, false);
    put(i, 8, false);
    if (i < 8) {
      put(8, side - 1 - i, false);
      put(side - 1 - i, 8, false);
    }
  }
  return frame;
}

/** @param {(boolean | undefined)[][]} frame @param {boolean[]} bits @param {number} mask @returns {boolean[][]} */
function filled(frame, bits, mask) {
  const side = frame.length;
  const drawn = frame.map((row) => [...row]);
  let next = 0;
  let up = true;
  for (let right = side - 1; right > 0; right -= 2) {
    if (right === 6) right = 5; // the timing column is passed over
    for (let step = 0; step < side; step++) {
      const y = up ? side - 1 - step : step;
      for (const x of [right, right - 1])
        if (drawn[y][x] === undefined) drawn[y][x] = (bits[next++] ?? false) !== MASKS[mask](x, y);
    }
    up = !up;
  }
  format(mask).forEach((dark, i) => {
    drawn[i < 6 ? i : i < 8 ? i + 1 : side - 15 + i][8] = dark;
    drawn[8][i < 8 ? side - 1 - i : i < 9 ? 7 : 14 - i] = dark;
  });
  return /** @type {boolean[][]} */ (drawn);
}

/** Level L and the mask with their check digits, the last digit first. @param {number} mask */
function format(mask) {
  const data = (1 << 3) | mask;
  let rest = data << 10;
  for (let i = 14; i >= 10; i--) if ((rest >> i) & 1) rest ^= 1335 << (i - 10);
  return digits(((data << 10) | rest) ^ 21522, 15).reverse();
}

/** How hard it is to read: long runs, squares of four, what looks like a corner, more dark than light. @param {boolean[][]} drawn */
function ugliness(drawn) {
  const side = drawn.length;
  const lines = [...drawn, ...drawn.map((_, x) => drawn.map((row) => row[x]))].map((line) =>
    line.map((dark) => (dark ? "1" : "0")).join(""),
  );
  let points = 0;
  for (const line of lines) {
    for (const [run] of line.matchAll(/0{5,}|1{5,}/g)) points += run.length - 2;
    for (const corner of ["10111010000", "00001011101"])
      for (let at = line.indexOf(corner); at >= 0; at = line.indexOf(corner, at + 1)) points += 40;
  }
  for (let y = 1; y < side; y++)
    for (let x = 1; x < side; x++) {
      const dark = drawn[y][x];
      if (dark === drawn[y - 1][x] && dark === drawn[y][x - 1] && dark === drawn[y - 1][x - 1]) points += 3;
    }
  const share = drawn.flat().filter(Boolean).length / side ** 2;
  return points + 10 * Math.floor(Math.abs(share - 0.5) * 20);
}
