// The words of the pages. A component that calls `t` or `plural` is drawn again when the language
// changes. Catalogues are flat: a text, or for counted things one text per plural category of the
// language; `{name}` in a text is a parameter.
import { signal } from "../vendor/signals.js";

/** The name of a folder below /languages. @typedef {string} Code */
/** @typedef {{code: Code, name: string, locale: string, direction: string}} Language */
/** @typedef {string | Record<string, string>} Entry */
/** @typedef {Record<string, string | number>} Params */

/** Every language that the server has, as the page names them. @type {Language[]} */
export const languages = [
  .../** @type {NodeListOf<HTMLLinkElement>} */ (document.querySelectorAll("link[hreflang]")),
].map(({ title, hreflang, dir, dataset }) => ({
  code: dataset.code ?? "",
  name: title,
  locale: hreflang,
  direction: dir,
}));
const REMEMBERED = "kingdomino.language";
const COOKIE = "kingdomino_language";

/** @type {Map<Code, Record<string, Entry>>} */
const catalogues = new Map();

/** The language of the page; its words are loaded before it changes. */
export const language = signal(/** @type {Code} */ ("en"));
/** Counts loaded catalogues, so that texts that fell back are drawn again. */
const loaded = signal(0);

/** The language that serves readers of *tag*: "de-AT" has "de". @param {string | null | undefined} tag @returns {Code | null} */
export function served(tag) {
  const parts = (tag ?? "").toLowerCase().split("-");
  for (; parts.length; parts.pop()) {
    const found = languages.find(({ code }) => code.toLowerCase() === parts.join("-"));
    if (found) return found.code;
  }
  return null;
}

/** The remembered language, else the first the browser asks for that we have, else what the server chose. @returns {Code} */
export function firstLanguage() {
  const wanted = [remembered(), ...navigator.languages, document.documentElement.lang];
  return wanted.map(served).find((code) => code !== null) ?? "en";
}

/** @param {Code} code */
const localeOf = (code) => languages.find((known) => known.code === code)?.locale ?? code;

/** Change the language, remember it and tell the document. @param {string} code */
export async function setLanguage(code) {
  const next = served(code) ?? "en";
  await load(next);
  remember(next);
  show(next);
}

/** The text of *key*; English where the language lacks it, the key itself where nobody knows it.
 * @param {string} key @param {Params} [params] @returns {string} */
export function t(key, params) {
  const entry = lookUp(key);
  if (entry === undefined) return key;
  return fill(typeof entry === "string" ? entry : entry.other, params);
}

/** The text of *key* for *n* things; `{n}` is the number.
 * @param {string} key @param {number} n @param {Params} [params] @returns {string} */
export function plural(key, n, params) {
  const entry = lookUp(key);
  if (entry === undefined) return key;
  const text = typeof entry === "string" ? entry : (entry[category(key, n)] ?? entry.other);
  return fill(text, { ...params, n });
}

/** Like `t`, in the words of *game*: Origins says hut, flame and territory.
 * @param {string} game @param {string} key @param {Params} [params] @returns {string} */
export function tg(game, key, params) {
  const own = `${key}.origins`;
  return t(game.startsWith("origins") && has(own) ? own : key, params);
}

/** @param {string} key */
export function has(key) {
  return lookUp(key) !== undefined;
}

/** The first of these costs a phone a tenth of a second, so they are made when nothing simpler does. @type {Map<string, any>} */
const formats = new Map();

/** @template F, O @param {new (locale: string, options?: O) => F} Format @param {O} [options] @param {Code} [code] @returns {F} */
function format(Format, options, code = language.value) {
  const key = Format.name + code + JSON.stringify(options);
  if (!formats.has(key)) formats.set(key, new Format(localeOf(code), options));
  return formats.get(key);
}

/** @param {number} n @param {Intl.NumberFormatOptions} [options] */
export function number(n, options) {
  if (Number.isInteger(n) && Math.abs(n) < 1000 && !options) return String(n);
  return format(Intl.NumberFormat, options).format(n);
}

/** A change of points with its sign: +6, −2, 0. @param {number} n */
export function change(n) {
  return (n > 0 ? "+" : "") + number(n).replace("-", "−");
}

/** "a, b and c". @param {Iterable<string>} items @param {"conjunction" | "disjunction"} [type] */
export function list(items, type = "conjunction") {
  const all = [...items];
  const last = all.pop() ?? "";
  return all.length ? t(`list.${type}`, { first: all.join(", "), last }) : last;
}

/** "a: b". @param {string} what @param {string} said */
export const pair = (what, said) => t("list.pair", { what, said });

/** @param {Date | number} when @param {Intl.DateTimeFormatOptions} [options] */
export function date(when, options = { dateStyle: "medium", timeStyle: "short" }) {
  return format(Intl.DateTimeFormat, options).format(when);
}

/** "3 days", "2 hours", "30 seconds": the largest unit that there is one of. @param {number} seconds @param {"long" | "short"} [unitDisplay] */
export function duration(seconds, unitDisplay = "long") {
  const [unit, long] = UNITS.find(([, least]) => seconds >= least) ?? UNITS[UNITS.length - 1];
  return number(Math.round(seconds / long), { style: "unit", unit, unitDisplay });
}

/** @type {[string, number][]} */
const UNITS = [
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
  ["second", 1],
];

/** A square as spoken: "e1n2" is "1 right, 2 up". @param {string} square @param {string} [game] */
export function squareName(square, game = "") {
  const way = { e: "right", w: "left", n: "up", s: "down" };
  const steps = [...square.matchAll(/([ewns])(\d)/g)];
  if (steps.length === 0) return tg(game, "square.castle");
  const name = (/** @type {RegExpMatchArray} */ [, side, n]) =>
    t(`square.${way[/** @type {keyof typeof way} */ (side)]}`, { n });
  return steps.map(name).join(", ");
}

/** @param {string} key @returns {Entry | undefined} */
function lookUp(key) {
  const own = catalogues.get(language.value)?.[key];
  if (own !== undefined) return own;
  loaded.value; // a fallback is drawn again when English arrives
  if (catalogues.size > 0 && !catalogues.has("en")) load("en").catch(() => {}); // the key is shown meanwhile
  return catalogues.get("en")?.[key];
}

/** The plural category of *n* in the language that has *key*. @param {string} key @param {number} n */
function category(key, n) {
  const code = catalogues.get(language.value)?.[key] === undefined ? "en" : language.value;
  return format(Intl.PluralRules, undefined, code).select(n);
}

/** @param {string} text @param {Params} [params] */
function fill(text, params) {
  return text.replace(/\{(\w+)\}/g, (whole, name) => {
    const value = params?.[name];
    if (value === undefined) return whole;
    return typeof value === "number" ? number(value) : value;
  });
}

/** @type {Map<Code, Promise<void>>} */
const loading = new Map();

/** Fetch a language's words, once; a failure may be tried again. @param {Code} code */
function load(code) {
  const before = loading.get(code);
  if (before) return before;
  const coming = fetch(`/languages/${code}/texts.json`)
    .then((answer) => {
      if (!answer.ok) throw new Error(`no words for ${code}: ${answer.status}`);
      return answer.json();
    })
    .then((words) => {
      catalogues.set(code, words);
      loaded.value += 1;
    })
    .catch((problem) => {
      loading.delete(code);
      throw problem;
    });
  loading.set(code, coming);
  return coming;
}

/** @param {Code} code */
function show(code) {
  language.value = code;
  const root = document.documentElement;
  root.lang = localeOf(code);
  root.dir = languages.find((known) => known.code === code)?.direction || "ltr";
  document.querySelector('link[rel="manifest"]')?.setAttribute("href", `/manifest.webmanifest?language=${code}`);
}

function remembered() {
  try {
    return localStorage.getItem(REMEMBERED);
  } catch {
    return null; // private windows may forbid it
  }
}

/** Here for the page, and in a cookie for what the server sends before any script runs. @param {Code} code */
function remember(code) {
  document.cookie = `${COOKIE}=${code};path=/;max-age=31536000;samesite=lax`;
  try {
    localStorage.setItem(REMEMBERED, code);
  } catch {
    // then the choice lasts as long as the page
  }
}

// Other windows of this browser change with the one where somebody chose.
addEventListener("storage", ({ key, newValue }) => {
  if (key === REMEMBERED && newValue) setLanguage(newValue).catch(() => undefined);
});

/** Done when the words of the first language are here: draw the page after it. */
export const ready = (async () => {
  const first = firstLanguage();
  try {
    await load(first);
    if (remembered()) remember(first); // the cookie may have gone, or never been
    show(first);
  } catch {
    await load("en");
    show("en");
  }
})();
