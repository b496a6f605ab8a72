// What this browser remembers: name, last set-up and games, appearance, how moves are made, shown and heard.

import { effect, signal } from "./lib.js";

/** @typedef {{table: string, told: string[]}} Guide */
/**
 * @typedef {{
 *   name: string, look: {colour: string, emblem: string}, confirm: boolean, theme: "auto" | "light" | "dark", setup: Setup | null,
 *   sound: boolean, pace: "calm" | "brisk" | "still", guide: Guide | null,
 *   best: Record<string, {points: number, table: string}>, games: MyGame[],
 * }} Prefs
 */

const KEY = "kingdomino.prefs";

/** @type {Prefs} */
const DEFAULTS = {
  name: "",
  look: { colour: "", emblem: "" },
  confirm: true,
  theme: "auto",
  setup: null,
  sound: true,
  pace: "calm",
  guide: null,
  best: {},
  games: [],
};

/** @returns {Prefs} */
function stored() {
  try {
    return { ...DEFAULTS, ...JSON.parse(localStorage.getItem(KEY) ?? "{}") };
  } catch {
    return DEFAULTS; // private windows may forbid storage
  }
}

export const prefs = signal(stored());

/** @param {Partial<Prefs>} change */
export function setPrefs(change) {
  prefs.value = { ...prefs.value, ...change };
}

effect(() => {
  const now = prefs.value;
  const root = document.documentElement;
  if (now.theme === "auto") delete root.dataset.theme;
  else root.dataset.theme = now.theme;
  try {
    localStorage.setItem(KEY, JSON.stringify(now));
  } catch {
    // then it lasts as long as the page
  }
});
