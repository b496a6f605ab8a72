// Tables that anybody may sit down at.

import { html, useEffect, useState } from "../lib.js";
import { catalogue, codeOf, get, post } from "../api.js";
import { duration, language, list, pair, plural, t } from "../i18n.js";
import { prefs, setPrefs } from "../prefs.js";
import { go } from "../router.js";
import { levelName } from "../say.js";
import { announce, Header } from "../parts/shell.js";

/** How often a page that somebody looks at asks again. */
const ASK_MS = 4_000;

export function TableList() {
  const [found, setFound] = useState(/** @type {OpenTables | null} */ (null));
  const [problem, setProblem] = useState("");
  const [busy, setBusy] = useState(false);
  const read = () =>
    get("/api/open-tables").then(
      (/** @type {OpenTables} */ told) => {
        setFound(told);
        setProblem((before) => (before === "network" ? "" : before));
      },
      (refused) =>
        // Why a seat was refused is worth more than that the list cannot be read again.
        setProblem((before) => before || codeOf(refused)),
    );
  useEffect(() => {
    read();
    const asking = setInterval(() => document.hidden || read(), ASK_MS);
    return () => clearInterval(asking);
  }, []);
  const count = found?.tables.length;
  useEffect(() => {
    if (count !== undefined) announce(count ? plural("tables.found", count) : t("tables.none"));
  }, [count]);
  const sit = async (/** @type {string} */ id) => {
    setBusy(true);
    try {
      await post(`/api/games/${id}/sit`, { name: prefs.value.name.trim(), ...prefs.value.look });
      go(`/t/${id}`);
    } catch (refused) {
      setProblem(codeOf(refused));
      setBusy(false);
      read();
    }
  };
  if (problem === "not_found")
    return html`<${Header} /><main id="main" class="page"><h1>${t("tables.title")}</h1><p role="alert">${t("tables.off")}</p></main>`;
  return html`<${Header} title=${t("tables.title")} />
    <main id="main" class="page open-tables">
      <h1>${t("tables.title")}</h1>
      <p>${t("tables.what")}</p>
      <${Name} />
      ${problem && html`<p class="problem" role="alert">${t(`error.${problem}`)}</p>`}
      ${found ? html`<${Tables} found=${found} busy=${busy} onSit=${sit} />` : !problem && html`<p role="status">${t("app.loading")}</p>`}
      <p><a class="button" href="/new#company">${t("tables.open_one")}</a></p>
    </main>`;
}

/** Who one is at whichever table. */
function Name() {
  const [longest, setLongest] = useState(/** @type {number | undefined} */ (undefined));
  useEffect(() => {
    catalogue().then(
      (all) => setLongest(all.longest_name),
      () => undefined, // the server refuses what is too long
    );
  }, []);
  return html`<label class="field">
    <span>${t("join.name")}</span>
    <input type="text" maxlength=${longest} autocomplete="nickname" value=${prefs.value.name} onInput=${(/** @type {any} */ event) => setPrefs({ name: event.currentTarget.value })} />
  </label>`;
}

/** @param {{found: OpenTables, busy: boolean, onSit: (id: string) => void}} props */
function Tables({ found, busy, onSit }) {
  if (!found.tables.length) return html`<p>${t("tables.none")}</p>`;
  return html`<ul class="games open">
    ${found.tables.map((table) => {
      const who = list(table.names.map((name, i) => name || sayLevel(table.levels[i])));
      return html`<li key=${table.id}>
        <div>
          <b>${t(`game.${table.game}`)}</b>
          <span>${who}</span>
          <em>${plural("tables.free", table.free)}</em>
          <small>${ago(table.since, found.now)}</small>
          <i>${details(table).join(" · ")}</i>
          <button type="button" class="button primary" disabled=${busy} aria-label=${pair(t("join.sit"), `${t(`game.${table.game}`)}, ${who}`)} onClick=${() => onSit(table.id)}>${t("join.sit")}</button>
        </div>
      </li>`;
    })}
  </ul>`;
}

/** @param {string | null} level */
const sayLevel = (level) => (level ? levelName(level) : t("tables.somebody"));

/** What is agreed at a table besides its game. @param {OpenTable} table */
function details({ players, variants, dynasty, clock, game_clock, hints }) {
  return [
    plural("count.players", players),
    ...variants.map((name) => t(`variant.${name}`)),
    dynasty && t("variant.dynasty"),
    clock > 0 && pair(t("new.clock"), duration(clock)),
    game_clock > 0 && pair(t("new.game_clock"), duration(game_clock)),
    !hints && t("tables.no_hints"),
  ].filter(Boolean);
}

/** @type {[Intl.RelativeTimeFormatUnit, number][]} */
const UNITS = [
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
];

/** "3 minutes ago", "now". @param {number} when @param {number} now Milliseconds, as Date.now() */
function ago(when, now) {
  const seconds = (now - when) / 1000;
  const [unit, long] = UNITS.find(([, least]) => seconds >= least) ?? ["second", Infinity];
  return new Intl.RelativeTimeFormat(language.value, { numeric: "auto" }).format(
    -Math.floor(seconds / long) || 0,
    unit,
  );
}
