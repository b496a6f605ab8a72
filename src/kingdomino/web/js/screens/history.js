// What this browser has played: figures, small charts, and the games again.

import { html, useEffect, useState } from "../lib.js";
import { dominoes as printedOf } from "../api.js";
import { cellSvg, PLAYERS } from "../art/index.js";
import { parseSquare, windowOf } from "../board.js";
import { date, number, pair, plural, t, tg } from "../i18n.js";
import { best, exported, history, imported, keep } from "../history.js";
import { levelName, sayDomino } from "../say.js";
import { useStyle } from "../parts/later.js";
import { Domino, Icon, Land } from "../parts/picture.js";
import { Carry } from "../parts/carry.js";
import { withShapes } from "../parts/shapes.js";
import { Foot, Header, Loading } from "../parts/shell.js";

/** @typedef {import("../history.js").Played} Played */

const SHOWN = 40;
const OPENINGS = 8;
/** Squares a side. */
const LARGEST = 9;

const levelOf = (/** @type {Played} */ one) => one.level;
const sayLevel = (/** @type {string} */ level) => (level ? levelName(level) : t("history.people"));
const playersOf = (/** @type {Played} */ one) => one.players;
const sayPlayers = (/** @type {number} */ n) => plural("count.players", n);

export function History() {
  const styled = useStyle("/css/history.css");
  const [game, setGame] = useState("");
  const games = [...new Set(history.value.map((one) => one.game))];
  const chosen = games.includes(game) ? game : "";
  const played = history.value.filter((one) => !chosen || one.game === chosen);
  const one = chosen || (games.length === 1 ? games[0] : "");
  if (!styled) return html`<${Loading} title=${t("history.title")} />`;
  return html`<${Header} title=${t("history.title")} />
    <main id="main" class="page history">
      <h1>${t("history.title")}</h1>
      <p>${t("history.what")}</p>
      ${
        played.length > 0 &&
        html`${
          games.length > 1 &&
          html`<div class="segments" role="group" aria-label=${t("new.game")}>
            ${["", ...games].map((name) => html`<button type="button" key=${name} aria-pressed=${name === chosen ? "true" : "false"} onClick=${() => setGame(name)}>${name ? t(`game.${name}`).split(": ").at(-1) : t("history.all")}</button>`)}
          </div>`
        }
        <${Figures} played=${played} />
        <${Best} one=${best(played)} />
        <${OverTime} played=${played} />
        <${Won} played=${played} title=${t("history.by_level")} kind=${levelOf} name=${sayLevel} />
        <${Won} played=${played} title=${t("history.by_players")} kind=${playersOf} name=${sayPlayers} />
        ${one && html`<${Openings} played=${played} game=${one} />`}
        <${Games} played=${played} />`
      }
      ${played.length === 0 && html`<p>${t("front.my_games_none")}</p>`}
      <${Carry} />
      <${Files} />
    </main>
    <${Foot} />`;
}

/** @param {number[]} all */
const mean = (all) => all.reduce((sum, one) => sum + one, 0) / all.length;

/** @param {{played: Played[]}} props */
function Figures({ played }) {
  const won = played.filter((one) => one.won).length;
  const top = best(played);
  const figures = [
    [t("history.games"), number(played.length)],
    [t("history.won"), `${number(won)} (${number(won / played.length, { style: "percent" })})`],
    [t("history.average"), number(mean(played.map((one) => one.points)), { maximumFractionDigits: 1 })],
    [t("history.best"), html`<a href=${`/replay/${top.id}`}>${top.points}</a>`],
    [t("score.largest_region"), number(Math.max(...played.map((one) => one.region)))],
  ];
  return html`<dl class="figures">${figures.map(([what, figure]) => html`<div key=${what}><dt>${what}</dt><dd>${figure}</dd></div>`)}</dl>`;
}

/** The kingdom with the most points, as it lay there. @param {{one: Played}} props */
function Best({ one: { id, game, size, when, points, cells, colour = "" } }) {
  if (!cells || size > LARGEST || !isDrawable(cells, game)) return null;
  const squares = ["c", ...Object.keys(cells)].map(parseSquare);
  const xs = squares.map(({ x }) => x);
  const ys = squares.map(({ y }) => y);
  const box = { west: Math.min(...xs), east: Math.max(...xs), north: Math.min(...ys), south: Math.max(...ys) };
  const w = windowOf(box, size, 0, size);
  return html`<figure class="panel best">
    <figcaption>${tg(game, "history.best_kingdom")}</figcaption>
    <a href=${`/replay/${id}`}>
      <div class="small" style=${{ "--cols": w.cols, "--rows": w.rows }}><${Land} ...${{ cells, w, game }} look=${Object.hasOwn(PLAYERS, colour) ? colour : "blue"} /></div>
      <span><b>${plural("count.points", points)}</b>${t(`game.${game}`)}<small>${date(when)}</small></span>
    </a>
  </figure>`;
}

/** A file may say anything. @param {Record<string, string>} cells @param {string} game */
function isDrawable(cells, game) {
  try {
    for (const word of Object.values(cells)) withShapes(cellSvg(word, game));
    return true;
  } catch {
    return false;
  }
}

/** Points game by game, the oldest first. @param {{played: Played[]}} props */
function OverTime({ played }) {
  const some = played.slice(0, SHOWN).reverse();
  if (some.length < 2) return null;
  const most = Math.max(...some.map((one) => one.points), 1);
  const x = (/** @type {number} */ i) => (i / (some.length - 1)) * 400;
  const y = (/** @type {number} */ points) => 96 - (points / most) * 88;
  const line = some.map((one, i) => `${i ? "L" : "M"}${x(i).toFixed(1)} ${y(one.points).toFixed(1)}`).join("");
  const words = t("history.over_time");
  return html`<figure class="panel chart">
    <figcaption>${words}</figcaption>
    <svg viewBox="-6 0 412 100" role="img" aria-label=${pair(words, some.map((one) => one.points).join(", "))}>
      <path class="axis" d="M0 96H400" />
      <path class="points-line" d=${line} />
      ${some.map((one, i) => html`<circle key=${one.id} class=${one.won ? "won" : ""} cx=${x(i)} cy=${y(one.points)} r="4" />`)}
    </svg>
  </figure>`;
}

/** How many games of each kind were won. @template {string | number} Kind
 * @param {{played: Played[], title: string, kind: (one: Played) => Kind, name: (kind: Kind) => string}} props */
function Won({ played, title, kind, name }) {
  return html`<figure class="panel chart">
    <figcaption>${title}</figcaption>
    <ul class="bars">
      ${[...new Set(played.map(kind))].sort((a, b) => Number(a) - Number(b) || 0).map((one) => html`<${Bar} key=${one} name=${name(one)} played=${played.filter((other) => kind(other) === one)} />`)}
    </ul>
  </figure>`;
}

/** @param {{played: Played[], name: string, children?: unknown}} props */
function Bar({ played, name, children }) {
  const won = played.filter((one) => one.won).length;
  return html`<li>
    <span>${children ?? name}</span>
    <meter min="0" max=${played.length} value=${won} aria-label=${name} /><b>${won} / ${played.length}</b>
  </li>`;
}

/** The dominoes that were taken first in one game, the most frequent first. @param {{played: Played[], game: string}} props */
function Openings({ played, game }) {
  const [dominoes, setDominoes] = useState(/** @type {Dominoes | null} */ (null));
  useEffect(() => void printedOf(game).then(setDominoes, () => undefined), [game]);
  /** @type {Map<string, Played[]>} */
  const groups = new Map();
  for (const one of played) if (one.opening) groups.set(one.opening, [...(groups.get(one.opening) ?? []), one]);
  const most = [...groups].sort(([, a], [, b]) => b.length - a.length).slice(0, OPENINGS);
  if (!dominoes || !most.length) return null;
  return html`<figure class="panel openings">
    <figcaption>${t("history.openings")}</figcaption>
    <ul class="bars">
      ${most.map(
        ([name, own]) => html`<${Bar} key=${name} name=${sayDomino(name, dominoes, game)} played=${own}>
          <${Domino} name=${name} dominoes=${dominoes} game=${game} />
          <small>${pair(t("history.average"), number(mean(own.map((one) => one.points)), { maximumFractionDigits: 1 }))}</small>
        <//>`,
      )}
    </ul>
  </figure>`;
}

/** @param {{played: Played[]}} props */
function Games({ played }) {
  return html`<ul class="played">
    ${played.slice(0, SHOWN).map(
      (one) => html`<li key=${one.id}><a href=${`/replay/${one.id}`}>
      ${one.won ? html`<${Icon} name="crown" />` : html`<span class="icon" />`}
      <span>${t(`game.${one.game}`)}<small>${date(one.when)}${one.level ? ` · ${levelName(one.level)}` : ""}</small></span>
      <b>${one.points} : ${one.other}</b>
    </a></li>`,
    )}
  </ul>`;
}

/** To another browser and back, or away. */
function Files() {
  const [said, setSaid] = useState("");
  const take = async (/** @type {any} */ event) => {
    const input = event.currentTarget;
    const found = imported(await input.files[0].text());
    input.value = ""; // so that the same file can be chosen again
    setSaid(typeof found === "number" ? plural("history.imported", found) : t(`error.${found}`));
  };
  const save = () => {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([exported()], { type: "application/json" }));
    link.download = "kingdomino-history.json";
    link.click();
    URL.revokeObjectURL(link.href);
  };
  const forget = () => {
    if (confirm(t("history.delete.sure"))) keep([]);
  };
  return html`<nav class="after">
      <button type="button" class="button" disabled=${!history.value.length} onClick=${save}><${Icon} name="download" /> ${t("history.export")}</button>
      <label class="button">${t("history.import")}<input class="sr" type="file" accept=".json,application/json" onChange=${take} /></label>
      <button type="button" class="button" disabled=${!history.value.length} onClick=${forget}>${t("history.delete")}</button>
    </nav>
    <p role="status">${said}</p>`;
}
