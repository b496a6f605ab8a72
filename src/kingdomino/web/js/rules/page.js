// A rules page: the content of the language, drawn block by block with the game's own pictures.
// `RulesPage` is the whole article with its heading; the screen around it is the caller's.

import { html, signal, useEffect } from "../lib.js";
import { castleSvg, cellSvg } from "../art/index.js";
import { terrainName } from "../board.js";
import { language, t } from "../i18n.js";
import { sayHalf } from "../say.js";
import { DOMINOES } from "./dominoes.js";

/** @typedef {{rows: string[], caption: string}} Picture */
/** @typedef {Record<string, any>} Block One key, its kind: p, h, ul, ol, table, ruling, … */
/** @typedef {{id: string, title: string, blocks: Block[]}} Section */
/** @typedef {{title: string, players: string, lead: string, sections: Section[]}} Chapter */

const GAMES = ["kingdomino", "giants", "origins"];
const LETTERS = { kingdomino: [..."WFLGSM"], origins: [..."GLJQDV"] };
const STYLE = new URL("./rules.css", import.meta.url).href;

/** Content by language, as far as it is loaded. */
const contents = signal(/** @type {Record<string, Record<string, Chapter>>} */ ({}));
const failed = signal("");

/** @param {string} code */
async function load(code) {
  try {
    const { default: content } = await import(`./${code}.js`);
    contents.value = { ...contents.value, [code]: content };
    failed.value = "";
  } catch {
    failed.value = code;
  }
}

/** The rules of a game; all three modes of Origins share a page. Without a game: which there are.
 * @param {{game?: string}} props */
export function RulesPage({ game }) {
  const code = language.value;
  useEffect(() => {
    if (!contents.value[code]) load(code);
  }, [code]);
  const name = game?.startsWith("origins") ? "origins" : game;
  const content = contents.value[code];
  return html`<article class="rules-page">
    <link rel="stylesheet" href=${STYLE} />
    ${!content
      ? html`<h1>${t("rules.title")}</h1>
          <p role="status">${t(failed.value === code ? "error.network" : "app.loading")}</p>`
      : name && content[name]
        ? html`<${ChapterPage} name=${name} chapter=${content[name]} />`
        : html`<h1>${t("rules.title")}</h1>`}
    ${content && html`<${Shelf} content=${content} open=${name} />`}
    <p class="rules-own">${t("rules.own_words")} ${t("app.fan_project")}</p>
  </article>`;
}

/** The other games. @param {{content: Record<string, Chapter>, open?: string}} props */
function Shelf({ content, open }) {
  const others = GAMES.filter((name) => name !== open);
  return html`<nav class="rules-shelf" aria-label=${t(others.length < GAMES.length ? "rules.other_games" : "rules.title")}>
    ${others.map(
      (name) => html`<a key=${name} class="tile" href=${`/rules/${name}`}>
        <strong>${content[name].title}</strong> <small>${content[name].players}</small>
      </a>`,
    )}
  </nav>`;
}

/** @param {{name: string, chapter: Chapter}} props */
function ChapterPage({ name, chapter }) {
  return html`
    <header>
      <h1>${chapter.title}</h1>
      <p class="rules-players">${chapter.players}</p>
      <p class="rules-lead"><${Rich} text=${chapter.lead} /></p>
    </header>
    <nav class="rules-contents" aria-label=${t("rules.contents")}>
      <ol>
        ${chapter.sections.map((section) => html`<li key=${section.id}><a href=${`#${section.id}`}>${section.title}</a></li>`)}
      </ol>
    </nav>
    <p class="rules-note">${t("rules.ruling.what")}</p>
    ${chapter.sections.map(
      (section) => html`<section key=${section.id} id=${section.id} aria-labelledby=${`${section.id}-title`}>
        <h2 id=${`${section.id}-title`}>${section.title}</h2>
        ${section.blocks.map((block, i) => html`<${BlockView} key=${i} block=${block} name=${name} title=${section.title} />`)}
      </section>`,
    )}
  `;
}

/** @param {{block: Block, name: string, title: string}} props */
function BlockView({ block, name, title }) {
  const [kind] = Object.keys(block);
  const inside = block[kind];
  switch (kind) {
    case "p":
      return html`<p><${Rich} text=${inside} /></p>`;
    case "h":
      return html`<h3>${inside}</h3>`;
    case "formula":
      return html`<p class="rules-formula">${inside}</p>`;
    case "example":
      return html`<p class="rules-example"><strong>${t("rules.example")}: </strong>${inside}</p>`;
    case "ruling":
      return html`<p class="rules-ruling" id=${inside.id}>
        <strong>${t("rules.ruling", { id: inside.id })}: </strong>${inside.text}
      </p>`;
    case "ul":
      return html`<ul>${items(inside)}</ul>`;
    case "ol":
      return html`<ol>${items(inside)}</ol>`;
    case "qa":
      return html`<dl>${inside.map((/** @type {[string, string]} */ [asked, answer]) => [html`<dt>${asked}</dt>`, html`<dd>${answer}</dd>`])}</dl>`;
    case "table":
      return html`<${Table} ...${inside} title=${title} />`;
    case "pictures":
      return html`<div class="rules-pictures">
        ${inside.list.map((/** @type {Picture} */ picture, /** @type {number} */ i) => html`<${Kingdom} key=${i} ...${picture} game=${inside.game} />`)}
      </div>`;
    case "legend":
      return html`<${Legend} game=${inside} />`;
    default:
      return html`<${Dominoes} name=${name} />`;
  }
}

/** @param {string[]} texts */
const items = (texts) => texts.map((text, i) => html`<li key=${i}><${Rich} text=${text} /></li>`);

/** Text with **strong** words. @param {{text: string}} props */
const Rich = ({ text }) => text.split("**").map((part, i) => (i % 2 ? html`<strong>${part}</strong>` : part));

/** @param {{head: string[], rows: string[][], title: string}} props */
function Table({ head, rows, title }) {
  return html`<div class="rules-table" role="region" tabindex="0" aria-label=${title}>
    <table>
      <thead>
        <tr>${head.map((text, i) => html`<th key=${i} scope="col">${text}</th>`)}</tr>
      </thead>
      <tbody>
        ${rows.map(
          (row, i) => html`<tr key=${i}>
            ${row.map((text, j) => (j ? html`<td key=${j}>${text}</td>` : html`<th key=${j} scope="row">${text}</th>`))}
          </tr>`,
        )}
      </tbody>
    </table>
  </div>`;
}

/** @param {{rows: string[], caption: string, game: string}} props */
function Kingdom({ rows, caption, game }) {
  const words = rows.map((row) => row.split(" "));
  const [wide, high] = [Math.max(...words.map((row) => row.length)), words.length];
  const cells = words.flatMap((row, y) =>
    row.map((word, x) => `<g transform="translate(${x * 100} ${y * 100})">${drawn(word, game, x + wide * y)}</g>`),
  );
  const said = words.map((row) => row.map((word) => spoken(word, game)).join(", ")).join("; ");
  return html`<figure class=${wide > 4 ? "rules-large" : ""}>
    <svg
      role="img"
      aria-label=${`${t("rules.picture", { what: caption })} ${said}`}
      viewBox=${`-2 -2 ${wide * 100 + 4} ${high * 100 + 4}`}
      dangerouslySetInnerHTML=${{ __html: cells.join("") }}
    />
    <figcaption>${caption}</figcaption>
  </figure>`;
}

/** One square of a picture: "." empty, "C" castle or hut, "2" a distance, "!W" newly placed.
 * @param {string} word @param {string} game @param {number} seed */
function drawn(word, game, seed) {
  if (word === ".") return `<rect class="rules-empty" x="3" y="3" width="94" height="94" rx="8"/>`;
  if (word === "C") return castleSvg("pink", game);
  if (/^\d$/.test(word))
    return `<rect class="rules-ring rules-ring-${word}" x="3" y="3" width="94" height="94" rx="8"/><text class="rules-digit" x="50" y="66">${word}</text>`;
  const fresh = word.startsWith("!");
  const cell = cellSvg(word.replace("!", ""), game, seed);
  return fresh ? `${cell}<rect class="rules-fresh" x="5" y="5" width="90" height="90" rx="8"/>` : cell;
}

/** @param {string} word @param {string} game */
function spoken(word, game) {
  if (word === ".") return t("terrain.empty");
  if (word === "C") return t(game.startsWith("origins") ? "terrain.hut" : "terrain.castle");
  if (/^\d$/.test(word)) return word;
  return sayHalf(word.replace("!", ""), game);
}

/** @param {{game: string}} props */
function Legend({ game }) {
  const letters = LETTERS[/** @type {keyof typeof LETTERS} */ (game)];
  return html`<ul class="rules-legend">
    ${letters.map(
      (letter) => html`<li key=${letter}>
        <svg aria-hidden="true" viewBox="0 0 100 100" dangerouslySetInnerHTML=${{ __html: cellSvg(letter, game, 1) }} />
        ${t(`terrain.${terrainName(letter, game)}`)}
      </li>`,
    )}
  </ul>`;
}

/** @param {{name: string}} props */
function Dominoes({ name }) {
  const half = (/** @type {string} */ word, /** @type {number} */ x) =>
    `<g transform="translate(${x} 0)">${cellSvg(word, name, x)}</g>`;
  return html`<ul class="rules-dominoes">
    ${DOMINOES[name].map(
      ([numbers, left, right]) => html`<li key=${numbers}>
        <svg
          role="img"
          aria-label=${`${sayHalf(left, name)}; ${sayHalf(right, name)}`}
          viewBox="0 0 200 100"
          dangerouslySetInnerHTML=${{ __html: half(left, 0) + half(right, 100) }}
        />
        <span>${numbers}</span>
      </li>`,
    )}
  </ul>`;
}
