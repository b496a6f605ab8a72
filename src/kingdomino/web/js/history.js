// The finished games of this browser, kept in it and nowhere else.

import { signal } from "./lib.js";
import { recall, retain } from "./storage.js";

/** @typedef {{id: string, when: number, game: string, size: number, players: number, level: string, points: number, other: number, won: boolean, region: number, crowns: number, opening?: string, cells?: Record<string, string>, colour?: string}} Played */

const KEY = "kingdomino.history";
const FORMAT = "kingdomino-history/1";
const MOST = 2_000;

/** @returns {Played[]} */
function stored() {
  const games = recall(KEY);
  return Array.isArray(games) ? games.filter(isPlayed) : [];
}

/** The newest first. */
export const history = signal(stored());

/** @param {Played[]} games */
export function keep(games) {
  const all = games.sort((a, b) => b.when - a.when).slice(0, MOST);
  // What a kingdom looked like is kept of the best of each game only.
  history.value = all.map((one) => (one.cells && one !== best(all, one.game) ? { ...one, cells: undefined } : one));
  retain(KEY, history.value);
}

/** The newest of those with the most points. @param {Played[]} games The newest first. @param {string} [game] */
export const best = (games, game) =>
  games.filter((one) => !game || one.game === game).reduce((a, b) => (b.points > a.points ? b : a));

/** The domino that somebody took first, as the log has it. @param {LogLine[]} log @param {number} seat */
const openingOf = (log, seat) =>
  log.find(({ player, action }) => player === seat && action?.startsWith("choose "))?.action?.split(" ")[1];

/** A game that is over, once. @param {View} view @param {number} seat @param {string[]} levels Gentlest first. @param {LogLine[]} log */
export function remember(view, seat, levels, log) {
  if (history.value.some(({ id }) => id === view.id)) return;
  const others = Object.entries(view.seats).filter(([other]) => Number(other) !== seat);
  const ranks = others.map(([, { kind, level = "" }]) => (kind === "bot" ? levels.indexOf(level) : -1));
  const { total, largest_region: region, crowns } = view.sheets[seat];
  keep([
    ...history.value,
    {
      id: view.id,
      when: Date.now(),
      game: view.rules.game,
      size: view.rules.size,
      players: others.length + 1,
      level: levels[Math.max(...ranks)] ?? "",
      points: total,
      other: Math.max(...others.map(([other]) => view.sheets[other].total)),
      won: view.winners?.includes(seat) ?? false,
      region,
      crowns,
      opening: openingOf(log, seat),
      cells: view.kingdoms[seat].cells,
      colour: view.seats[seat].colour,
    },
  ]);
}

/** How many games were won against each level. */
export function crownsWon() {
  /** @type {Record<string, number>} */
  const won = {};
  for (const { level, won: mine } of history.value) if (mine && level) won[level] = (won[level] ?? 0) + 1;
  return won;
}

/** What a file can be recognised by when somebody has changed it. @param {string} text */
function fingerprint(text) {
  let hash = 2166136261;
  for (const character of text) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 16777619) >>> 0;
  return hash.toString(16);
}

/** All of it as one file. */
export function exported() {
  const games = JSON.stringify(history.value);
  return JSON.stringify({ format: FORMAT, fingerprint: fingerprint(games), games: history.value });
}

/** Add the games of a file to those that are here; how many were new, or why it is refused.
 * @param {string} text @returns {number | "bad_history" | "other_version"} */
export function imported(text) {
  let file;
  try {
    file = JSON.parse(text);
  } catch {
    return "bad_history";
  }
  if (!String(file?.format).startsWith("kingdomino-history/")) return "bad_history";
  if (file.format !== FORMAT) return "other_version";
  const { games } = file;
  const whole =
    Array.isArray(games) && games.every(isPlayed) && fingerprint(JSON.stringify(games)) === file.fingerprint;
  if (!whole) return "bad_history";
  const known = new Set(history.value.map(({ id }) => id));
  const fresh = games.filter(({ id }) => !known.has(id));
  keep([...history.value, ...fresh]);
  return fresh.length;
}

/** @param {any} one @returns {one is Played} */
function isPlayed(one) {
  const numbers = ["when", "size", "players", "points", "other", "region", "crowns"];
  return (
    typeof one === "object" &&
    one !== null &&
    numbers.every((key) => Number.isFinite(one[key])) &&
    ["id", "game", "level"].every((key) => typeof one[key] === "string") &&
    typeof one.won === "boolean" &&
    ["string", "undefined"].includes(typeof one.opening)
  );
}
