// @ts-check
/** The colours of the paper the art is cut from. css/theme.css repeats the base tones. */

/** @typedef {{base: string, light: string, dark: string}} Tones */

/** @type {Record<string, Tones>} */
export const LAND = {
  W: { base: '#f2ca5c', light: '#fce6a4', dark: '#c98f25' },
  F: { base: '#2c664c', light: '#4b9464', dark: '#1d4a3a' },
  L: { base: '#4a9bc9', light: '#b9e2f2', dark: '#3581b1' },
  G: { base: '#83b54c', light: '#a3cd6c', dark: '#578a33' },
  S: { base: '#a89c74', light: '#cdc39c', dark: '#6d8379' },
  M: { base: '#5a5263', light: '#857c91', dark: '#3c3545' },
};

/** @type {Record<string, Tones>} */
export const WILD = {
  G: { base: '#b4b24f', light: '#d3ce7c', dark: '#7d7d2f' },
  L: { base: '#3f98b4', light: '#b4e3e6', dark: '#2f7f9c' },
  J: { base: '#1f5844', light: '#4ea25f', dark: '#2f7f52' },
  Q: { base: '#aaa29a', light: '#d3ccc2', dark: '#7d756f' },
  D: { base: '#f3dba8', light: '#fdf0d2', dark: '#d5ab6b' },
  V: { base: '#584a4e', light: '#86727a', dark: '#352a2e' },
};

/**
 * Player colours: `main` for cloth and roofs, `dark` for its shaded side, `ink` for text on it.
 * @type {Record<string, {main: string, dark: string, ink: string, skin: string, emblem: string}>}
 */
export const PLAYERS = {
  pink: { main: '#e0669a', dark: '#b5447a', ink: '#2a0a19', skin: '#f3cfae', emblem: 'rose' },
  yellow: { main: '#f4be2c', dark: '#cb9112', ink: '#2f2100', skin: '#d9a273', emblem: 'sun' },
  green: { main: '#3f9b57', dark: '#2a7440', ink: '#04180b', skin: '#8d5a3b', emblem: 'leaf' },
  blue: { main: '#2f6fc4', dark: '#1f5197', ink: '#ffffff', skin: '#eabf95', emblem: 'wave' },
  brown: { main: '#8a5a36', dark: '#673f22', ink: '#ffffff', skin: '#c58b5e', emblem: 'acorn' },
  black: { main: '#3c3a44', dark: '#26242d', ink: '#ffffff', skin: '#b27a52', emblem: 'moon' },
};

export const INK = '#3a2a1e';
export const CREAM = '#fff6e0';
export const GOLD = { base: '#ffcf4a', light: '#ffe999', dark: '#e29f17' };
export const FIRE = { base: '#ff7b2e', light: '#ffd75e', dark: '#d9401c' };
export const ROYAL = { base: '#5c2347', light: '#7c3a62', dark: '#3c122d' };
export const STONE = { base: '#efe5d3', light: '#fffaf0', dark: '#cdbb9f' };
