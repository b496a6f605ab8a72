// The rules of the games in our own words, with our own pictures. The texts of a language are
// fetched when somebody reads them.

import { html, useEffect, useState } from "../lib.js";
import { dominoes as printedOf, get } from "../api.js";
import { castleSvg, cellSvg } from "../art/index.js";
import { gameCardSvg } from "../art/scenes.js";
import { isOrigins, terrainName } from "../board.js";
import { language, t } from "../i18n.js";
import { place } from "../router.js";
import { useStyle } from "../parts/later.js";
import { Domino } from "../parts/picture.js";
import { withShapes } from "../parts/shapes.js";
import { Foot, Header } from "../parts/shell.js";

/** @typedef {Record<string, any>} Block */
/** @typedef {{title: string, players: string, lead: string, sections: {id: string, title: string, blocks: Block[]}[]}} Book */

/** Where a game begins that shares its book with others. @type {Record<string, string>} */
const BEGINS = { "origins-totem": "resources", "origins-tribe": "resources" };
const BOOKS = ["kingdomino", "giants", "origins"];
/** @type {Record<string, string>} */
const CARD = { kingdomino: "kingdomino", giants: "giants", origins: "origins-discovery" };

/** @param {{id?: string}} props */
export function Rules({ id: game }) {
  const styled = useStyle("/css/rules.css");
  const [loaded, setLoaded] = useState(/** @type {Record<string, Book> | null} */ (null));
  const code = language.value;
  useEffect(() => {
    // A language that has not told them yet leaves them to English.
    const rules = (/** @type {string} */ spoken) => get(`/languages/${spoken}/rules.json`);
    let late = false;
    rules(code)
      .catch(() => rules("en"))
      .catch(() => ({}))
      .then((found) => late || setLoaded(found));
    return () => void (late = true);
  }, [code]);
  const books = styled ? loaded : null;
  const name = game?.split("-")[0] ?? "";
  const book = books?.[name];
  useEffect(() => {
    const begin = place.value.hash.slice(1) || BEGINS[game ?? ""];
    if (book && begin) document.getElementById(begin)?.scrollIntoView();
  }, [book, game]);
  return html`<${Header} title=${t("rules.title")} />
    <main id="main" class="page rules">
      ${!books && html`<p role="status">${t("app.loading")}</p>`}
      ${books && !book && html`<h1>${t("rules.title")}</h1>`}
      ${book && html`<${Chapter} book=${book} game=${CARD[name]} />`}
      ${
        books &&
        html`<nav class="cards" aria-label=${t(book ? "rules.other_games" : "rules.title")}>
        ${BOOKS.filter((other) => other !== name && books[other]).map(
          (other) => html`<a class="card" key=${other} href=${`/rules/${other}`}>
            <span class="picture" aria-hidden="true" dangerouslySetInnerHTML=${{ __html: withShapes(gameCardSvg(CARD[other])) }} />
            <b>${books[other].title}</b><small>${books[other].players}</small>
          </a>`,
        )}
      </nav>`
      }
      <p><small>${t("rules.own_words")}</small></p>
    </main>
    <${Foot} />`;
}

/** @param {{book: Book, game: string}} props */
function Chapter({ book, game }) {
  return html`<article>
    <h1>${t("rules.of", { game: book.title })}</h1>
    <p class="lead">${marked(book.lead)}</p>
    <details class="panel contents" open>
      <summary>${t("rules.contents")}</summary>
      <ol>${book.sections.map(({ id, title }) => html`<li key=${id}><a href=${`#${id}`}>${title}</a></li>`)}</ol>
    </details>
    ${book.sections.map(
      ({ id, title, blocks }) => html`<section key=${id} id=${id}>
        <h2>${title}</h2>
        ${blocks.map((block, i) => html`<${Part} key=${i} block=${block} game=${game} />`)}
      </section>`,
    )}
  </article>`;
}

/** "**strong** words" and "[links](/somewhere)". @param {string} text */
function marked(text) {
  return text.split("**").map((part, i) => (i % 2 ? html`<strong>${part}</strong>` : linked(part)));
}

/** @param {string} text */
const linked = (text) =>
  text.split(/\[(.+?\]\(.+?)\)/).map((part, i) => {
    const [words, address] = part.split("](");
    return i % 2 ? html`<a href=${address}>${words}</a>` : part;
  });

/** @param {{block: Block, game: string}} props */
function Part({ block, game }) {
  const [kind] = Object.keys(block);
  const value = block[kind];
  switch (kind) {
    case "p":
      return html`<p>${marked(value)}</p>`;
    case "h":
      return html`<h3>${value}</h3>`;
    case "ul":
      return html`<ul class="dots">${value.map((/** @type {string} */ item) => html`<li>${marked(item)}</li>`)}</ul>`;
    case "ol":
      return html`<ol class="steps-list">${value.map((/** @type {string} */ item) => html`<li>${marked(item)}</li>`)}</ol>`;
    case "table":
      return html`<${RuleTable} ...${value} />`;
    case "ruling":
      return html`<aside class="ruling"><b title=${t("rules.ruling.what")}>${t("rules.ruling", { id: value.id })}</b> ${marked(value.text)}</aside>`;
    case "formula":
      return html`<p class="formula">${value}</p>`;
    case "example":
      return html`<aside class="example"><b>${t("rules.example")}</b> ${marked(value)}</aside>`;
    case "qa":
      return html`<dl>${value.map((/** @type {string[]} */ [question, answer]) => html`<dt>${question}</dt><dd>${marked(answer)}</dd>`)}</dl>`;
    case "legend":
      return html`<${Legend} game=${value === "origins" ? "origins-discovery" : value} />`;
    case "dominoes":
      return html`<${AllDominoes} game=${game} />`;
    case "pictures":
      return html`<div class="pictures">${value.list.map((/** @type {any} */ picture) => html`<${Picture} ...${picture} game=${value.game} />`)}</div>`;
    default:
      return null;
  }
}

/** @param {{head: string[], rows: string[][]}} props */
function RuleTable({ head, rows }) {
  return html`<div class="wide" tabindex="0" role="region" aria-label=${head.join(", ")}><table>
    <thead><tr>${head.map((cell) => html`<th scope="col">${marked(cell)}</th>`)}</tr></thead>
    <tbody>${rows.map((row) => html`<tr>${row.map((cell) => html`<td class=${cell.length > 24 ? "prose" : ""}>${marked(cell)}</td>`)}</tr>`)}</tbody>
  </table></div>`;
}

/** A kingdom drawn in words: "!" marks the domino just laid, a number a distance.
 * @param {{rows: string[], caption: string, game: string}} props */
function Picture({ rows, caption, game }) {
  const words = rows.map((row) => row.split(" "));
  const wide = Math.max(...words.map((row) => row.length));
  const svg = words.flatMap((row, y) =>
    row.map((word, x) => `<g transform="translate(${x * 100} ${y * 100})">${square(word, game, x + 7 * y)}</g>`),
  );
  return html`<figure>
    <svg viewBox=${`0 0 ${wide * 100} ${rows.length * 100}`} style=${{ width: `${wide * 3.25}rem` }} role="img" aria-label=${t("rules.picture", { what: caption })} dangerouslySetInnerHTML=${{ __html: withShapes(svg.join("")) }} />
    <figcaption>${caption}</figcaption>
  </figure>`;
}

/** @param {string} word @param {string} game @param {number} seed */
function square(word, game, seed) {
  if (word === ".") return '<rect class="bare" x="4" y="4" width="92" height="92" rx="8"/>';
  if (word === "C" || word === "H") return castleSvg(isOrigins(game) ? "green" : "blue", game);
  if (/^\d$/.test(word))
    return `<rect class="bare" x="4" y="4" width="92" height="92" rx="8"/><text x="50" y="66" text-anchor="middle" class="far">${word}</text>`;
  const laid = word.startsWith("!");
  const cell = cellSvg(laid ? word.slice(1) : word, game, seed);
  return laid ? `${cell}<rect class="laid" x="4" y="4" width="92" height="92" rx="8"/>` : cell;
}

/** @param {{game: string}} props */
function Legend({ game }) {
  const words = isOrigins(game) ? ["G", "L", "J", "Q", "D", "V2"] : ["W", "F", "L", "G", "S", "M"];
  return html`<ul class="legend">
    ${words.map(
      (word) => html`<li key=${word}>
      <svg viewBox="0 0 100 100" aria-hidden="true" dangerouslySetInnerHTML=${{ __html: withShapes(cellSvg(word, game, 3)) }} />
      <span>${t(`terrain.${terrainName(word[0], game)}`)}</span>
    </li>`,
    )}
  </ul>`;
}

/** @param {{game: string}} props */
function AllDominoes({ game }) {
  const [all, setAll] = useState(/** @type {Dominoes} */ ({}));
  useEffect(() => {
    let late = false;
    printedOf(game).then(
      (printed) => late || setAll(printed),
      () => undefined,
    );
    return () => void (late = true);
  }, [game]);
  const rank = (/** @type {string} */ name) => Number(name) || name.charCodeAt(0) - 100;
  const names = Object.keys(all).sort((a, b) => rank(a) - rank(b));
  return html`<ul class="all-dominoes">
    ${names.map((name) => html`<li key=${name}><${Domino} name=${name} dominoes=${all} game=${game} /><span>${name}</span></li>`)}
  </ul>`;
}
