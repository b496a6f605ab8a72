// Tries at daily deals as this browser remembers them, and whether the server keeps to its chain of
// seeds: docs/protocol.md, Daily deal.

import { signal } from "./lib.js";
import { date, t } from "./i18n.js";
import { levelName } from "./say.js";
import { recall, retain } from "./storage.js";

/** One that is over has points. @typedef {{id: string, day: string, game: string, level: string, known?: boolean, points?: number, other?: number, won?: boolean, secret?: string}} Try */
/** *seen* are the seeds by day, as they were first shown. @typedef {{level: string, tries: Try[], seen: Record<string, string>}} Mine */

const KEY = "kingdomino.daily";
const LABEL = "kingdomino-daily/1";
const MOST = 1_000;
const DAY_MS = 86_400_000;

export const mine = signal(/** @type {Mine} */ ({ level: "", tries: [], seen: {}, ...recall(KEY) }));

/** @param {Partial<Mine>} change */
export function keep(change) {
  mine.value = { ...mine.value, ...change };
  retain(KEY, mine.value);
}

/** @param {string} day @param {string} game @param {string} level */
export const tryAt = (day, game, level) =>
  mine.value.tries.find((one) => one.day === day && one.game === game && one.level === level);

/** A try that counts has begun, or is found again. @param {Try} begun */
export function begin(begun) {
  if (tryAt(begun.day, begun.game, begun.level)) return;
  const known = mine.value.tries.some(({ day, game }) => day === begun.day && game === begun.game);
  keep({ tries: [{ ...begun, known }, ...mine.value.tries].slice(0, MOST) });
}

/** The try of a table that is over. @param {View} view @returns {Try | null} */
export function finish(view) {
  const { daily, rules, seats, sheets, winners, fair } = view;
  if (!daily || daily.kind !== "counts") return null;
  begin({ id: view.id, day: daily.day, game: rules.game, level: seats[1].level ?? "" });
  const done = {
    points: sheets[0].total,
    other: sheets[1].total,
    won: winners?.includes(0) ?? false,
    secret: fair?.secret ?? "",
  };
  keep({ tries: mine.value.tries.map((one) => (one.id === view.id ? { ...one, ...done } : one)) });
  return mine.value.tries.find(({ id }) => id === view.id) ?? null;
}

/** @param {string} day @param {number} days */
export const before = (day, days) => new Date(Date.parse(day) - days * DAY_MS).toISOString().slice(0, 10);

/** The days with a try that was played to its end. */
export const playedDays = () =>
  new Set(mine.value.tries.filter(({ points }) => points !== undefined).map(({ day }) => day));

/** Days in a row up to today, or to yesterday while today's is still to be played. @param {string} today */
export function streak(today) {
  const played = playedDays();
  let day = played.has(today) ? today : before(today, 1);
  let days = 0;
  for (; played.has(day); day = before(day, 1)) days += 1;
  return days;
}

/** A day as people write it: it is the same day everywhere. @param {string} day @param {Intl.DateTimeFormatOptions} [options] */
export const sayDay = (day, options = { dateStyle: "medium" }) =>
  date(Date.parse(day), { ...options, timeZone: "UTC" });

/** What can be shown around without telling a domino. @param {Try} done @param {string} [today] */
export function resultLine(done, today = done.day) {
  const days = streak(today);
  const line = t("daily.line", {
    day: sayDay(done.day),
    game: t(`game.${done.game}`),
    level: levelName(done.level),
    result: `${done.points} : ${done.other}`,
  });
  return `${line}${done.won ? " 👑" : ""}${done.known ? " ↻" : ""}${days > 1 ? ` 🔥${days}` : ""}`;
}

/** The line with where to play. @param {string} line */
export const sharedText = (line) => ({ text: `${line}\n${location.origin}/daily` });

/** @param {string} text */
const fromHex = (text) => Uint8Array.from(text.match(/../g) ?? [], (byte) => parseInt(byte, 16));

/** @param {ArrayBuffer} bytes */
const toHex = (bytes) => Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, "0")).join("");

const bytesOf = (/** @type {string} */ text) => new TextEncoder().encode(text);

/** The seed of the day before. @param {string} seed */
async function promised(seed) {
  const label = bytesOf(LABEL);
  const message = new Uint8Array(label.length + 32);
  message.set(label);
  message.set(fromHex(seed), label.length);
  return toHex(await crypto.subtle.digest("SHA-256", message));
}

/** The secret of a game's deal. @param {string} seed @param {string} game */
async function secretOf(seed, game) {
  const key = await crypto.subtle.importKey("raw", fromHex(seed), { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  return toHex(await crypto.subtle.sign("HMAC", key, bytesOf(`${LABEL}:${game}`)));
}

/** @typedef {{days: number, wrong: string | null} | "insecure"} Verdict */

/** Whether the seed that is shown now leads to all that this browser has seen and played; what is new is remembered.
 * @param {ShownSeed} shown @returns {Promise<Verdict>} */
export async function checkChain(shown) {
  const { seen, tries } = mine.value;
  if (!globalThis.crypto?.subtle) return "insecure";
  const kept = [...Object.keys(seen), ...tries.filter(({ secret }) => secret).map(({ day }) => day)];
  const days = new Set(kept.filter((day) => day <= shown.day));
  const first = [...days].sort()[0] ?? shown.day;
  let wrong = null;
  let { seed } = shown;
  for (let day = shown.day; day >= first; day = before(day, 1)) {
    const played = tries.filter((one) => one.day === day && one.secret);
    const secrets = await Promise.all(played.map(async ({ game, secret }) => secret === (await secretOf(seed, game))));
    if ((seen[day] && seen[day] !== seed) || secrets.includes(false)) wrong ??= day;
    seed = await promised(seed);
  }
  if (!seen[shown.day]) keep({ seen: { ...mine.value.seen, [shown.day]: shown.seed } });
  return { days: days.size, wrong };
}
