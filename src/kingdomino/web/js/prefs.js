// What this browser remembers: name, last set-up and games, appearance, how moves are made, shown and heard.

import { effect, signal } from "./lib.js";
import { recall, retain } from "./storage.js";

/** @typedef {{table: string, told: string[]}} Guide */
/**
 * @typedef {{
 *   name: string, look: {colour: string, emblem: string}, confirm: boolean, theme: "auto" | "light" | "dark", setup: Setup | null,
 *   sound: boolean, pace: "calm" | "brisk" | "still", guide: Guide | null,
 *   best: Record<string, {points: number, table: string, first?: boolean}>, games: MyGame[],
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

export const prefs = signal(/** @type {Prefs} */ ({ ...DEFAULTS, ...recall(KEY) }));

/** @param {Partial<Prefs>} change */
export function setPrefs(change) {
  prefs.value = { ...prefs.value, ...change };
}

effect(() => {
  const now = prefs.value;
  const root = document.documentElement;
  if (now.theme === "auto") delete root.dataset.theme;
  else root.dataset.theme = now.theme;
  retain(KEY, now);
});
