// The score pad for the cardboard game: paint everybody's kingdom, read the points.

import { html, useEffect, useLayoutEffect, useRef, useState } from "../lib.js";
import { catalogue, codeOf, dominoes as printedOf } from "../api.js";
import { castleSvg, cellSvg } from "../art/index.js";
import { isOrigins, parseSquare, readCell, rowsOf, squareText, terrainName } from "../board.js";
import { pair, plural, t, tg } from "../i18n.js";
import { pad } from "../pad.js";
import { go, place } from "../router.js";
import { headline, nameOf, sayDynasty, saySquare, sayWhy } from "../say.js";
import { ARROWS, focusSquare, noFlick } from "../parts/board.js";
import { DrawLater } from "../parts/draw-later.js";
import { useModule, useStyle } from "../parts/later.js";
import { Icon, Land } from "../parts/picture.js";
import { ScoreTable } from "../parts/sheet.js";
import { withShapes } from "../parts/shapes.js";
import { Foot, Header, keyboard, Loading, Switch } from "../parts/shell.js";

const loadParts = () =>
  Promise.all([
    import("../parts/by-number.js"),
    import("../parts/regions.js"),
    import("../parts/shelf.js"),
    import("../parts/doubts.js"),
  ]);

/** @typedef {import("../pad.js").Table} Table */
/** What the next tap does: a terrain's letter, a kind of mark, or a caveman's name after a colon. @typedef {string} Brush */
/** What is printed on the dominoes, by letter: the numbers of crowns there are, and whether tokens lie there. @typedef {Record<string, {counts: number[], token: boolean}>} Printed */

/** What brushes are called that paint no terrain. @type {Record<string, string>} */
const BRUSHES = {
  crowns: "score.crowns",
  giant: "pad.brush.giant",
  fire: "pad.brush.fire",
  token: "pad.brush.token",
  castle: "square.castle",
  erase: "pad.brush.erase",
};
export function PadScreen() {
  const styled = useStyle("/css/pad.css");
  const parts = useModule(loadParts);
  const [all, setAll] = useState(/** @type {Catalogue | null} */ (null));
  const [known, setKnown] = useState(/** @type {{game: string, printed: Dominoes} | null} */ (null));
  const [refused, setRefused] = useState("");
  const [brush, setBrush] = useState(/** @type {Brush} */ (""));
  const [number, setNumber] = useState("");
  const shown = pad.doc.value;
  const table = shown.tables[shown.at];
  useEffect(() => void catalogue().then(setAll, () => setRefused("network")), []);
  useEffect(() => {
    const { game: asked } = table;
    let late = false;
    printedOf(asked).then(
      (printed) => late || setKnown({ game: asked, printed }),
      () => late || setRefused("network"),
    );
    return () => void (late = true);
  }, [table.game]);
  useEffect(() => {
    const code = place.value.hash.slice(1);
    if (!code) return pad.ask(0);
    go("/pad", { replace: true });
    pad.open(code).catch((problem) => setRefused(codeOf(problem)));
  }, [place.value.hash]);
  // What the server has said may be of the game before.
  const told = pad.scored.value?.tables[shown.at];
  const answer = told?.game === table.game ? told : undefined;
  const printed = known?.game === table.game ? known.printed : undefined;
  const game = all?.games.find(({ name }) => name === table.game);
  if (!styled || !all || !game || !printed || !answer)
    return html`<${Loading} title=${t("pad.title")} problem=${refused || pad.problem.value} />`;
  const counts = countsOf(printed);
  const view = viewOf(table, answer, game);
  const chosen = brush in counts || brush.length > 1 ? brush : Object.keys(counts)[0];
  const typed = (/** @type {string} */ text) => {
    setNumber(text);
    setBrush("domino");
  };
  return html`<${Header} title=${t("pad.title")} />
    <main id="main" class="pad">
      <h1 class="sr">${t("pad.title")}</h1>
      ${refused && html`<p class="problem" role="alert">${t(`error.${refused}`)} <button type="button" class="plain" onClick=${() => setRefused("")}>${t("button.close")}</button></p>`}
      <${Setup} ...${{ all, game, table }} />
      <section class="pad-work">
        <${DrawLater} order=${0}>
          <${Players} view=${view} />
          <${Canvas} ...${{ view, counts, size: answer.size, brush: chosen, domino: printed[number] }} />
        <//>
        ${
          parts &&
          html`<${DrawLater} order=${1}>
            <${parts[0].ByNumber} ...${{ printed, game, number, onType: typed }} />
            <${Brushes} ...${{ counts, printed, game, brush: chosen, onChoose: setBrush }} />
          <//>
          <${DrawLater} order=${3}><${Own} view=${view} /><//>`
        }
      </section>
      ${parts && html`<${DrawLater} order=${4}><${Sums} ...${{ view, answer, parts }} /><//>`}
    </main>
    ${parts && html`<${DrawLater} order=${5}><${Foot} /><//>`}`;
}

/** @param {{view: View, answer: PadTable, parts: any[]}} props */
function Sums({ view, answer, parts: [, { Regions }, { Shelf }, { Doubts }] }) {
  const { seat } = pad.doc.value;
  return html`<section class="pad-result">
    <${Result} view=${view} />
    <${Doubts} ...${{ pad, view, doubts: answer.doubts }} />
    <${ScoreTable} view=${view} />
    <div class="all-regions">
      ${Object.values(view.kingdoms).map(
        (_, i) => html`<details key=${i} class="panel" open=${i === seat}>
          <summary>${pair(t("score.regions"), nameOf(view, i))}</summary>
          <${Regions} view=${view} seat=${i} regions=${answer.sheets[i]?.regions ?? []} />
        </details>`,
      )}
    </div>
    <${Shelf} pad=${pad} view=${view} />
  </section>`;
}

/** @param {Dominoes} dominoes @returns {Printed} */
function countsOf(dominoes) {
  /** @type {Printed} */
  const found = {};
  for (const { left, right } of Object.values(dominoes))
    for (const { cell } of [left, right]) {
      const { letter, printed, token } = readCell(cell);
      found[letter] ??= { counts: [], token: false };
      const { counts } = found[letter];
      if (!counts.includes(printed)) counts.push(printed);
      found[letter].token ||= token;
    }
  for (const { counts } of Object.values(found)) counts.sort();
  return found;
}

/** The pad as the parts of a table know it. @param {Table} table @param {PadTable} answer @param {Game} game @returns {View} */
function viewOf(table, answer, game) {
  const { totals = [], leaders = [], tables = [] } = pad.scored.value ?? {};
  const seats = table.kingdoms.map(({ name }, i) => [i, { name, colour: game.colours[i], kind: "human" }]);
  const kingdoms = table.kingdoms.map((kingdom, i) => [i, { ...kingdom, box: answer.kingdoms[i]?.box }]);
  const sheet = { total: 0, lines: {}, largest_region: 0, crowns: 0, regions: [] };
  const sheets = table.kingdoms.map((_, i) => [i, answer.sheets[i] ?? sheet]);
  const finished = tables.length > 1 ? leaders : null;
  return /** @type {any} */ ({
    rules: { game: table.game, size: answer.size },
    seats: Object.fromEntries(seats),
    kingdoms: Object.fromEntries(kingdoms),
    sheets: Object.fromEntries(sheets),
    totems: answer.totems,
    winners: answer.winners,
    over: true,
    dynasty: finished && { totals, winners: finished },
  });
}

/** @param {{all: Catalogue, game: Game, table: Table}} props */
function Setup({ all, game, table }) {
  const players = table.kingdoms.length;
  const { tables, at } = pad.doc.value;
  const choose = (/** @type {any} */ event) => {
    const other = all.games.find(({ name }) => name === event.currentTarget.value) ?? game;
    pad.setRules(other, Math.min(players, Math.max(...other.players)), table.variants);
  };
  /** @param {string} name @param {boolean} on */
  const toggle = (name, on) =>
    pad.setRules(game, players, on ? [...table.variants, name] : table.variants.filter((other) => other !== name));
  // It does not close by itself: what is being painted would jump away from under the finger.
  const [open, setOpen] = useState(false);
  const bare = !tables.some(({ kingdoms }) => kingdoms.some(({ cells }) => Object.keys(cells).length));
  useLayoutEffect(() => setOpen((now) => now || bare), [bare]);
  const extras = [
    ...table.variants.map((name) => t(`variant.${name}`)),
    ...table.quests.map((name) => t(`quest.${name}`)),
  ];
  return html`<div class="pad-setup">
    <details class="panel" open=${open} onToggle=${(/** @type {any} */ event) => setOpen(event.currentTarget.open)}>
      <summary>${[t(`game.${game.name}`), plural("count.players", players), ...extras].join(" · ")}</summary>
      <label class="field"><span>${t("new.game")}</span>
        <select value=${game.name} onChange=${choose}>${all.games.map(({ name }) => html`<option key=${name} value=${name} selected=${name === game.name}>${t(`game.${name}`)}</option>`)}</select>
      </label>
      <div class="segments" role="group" aria-label=${t("pad.players")}>
        ${game.players.map((n) => html`<button type="button" key=${n} aria-pressed=${n === players ? "true" : "false"} onClick=${() => pad.setRules(game, n, table.variants)}>${plural("count.players", n)}</button>`)}
      </div>
      ${game.variants.map(({ name, players: allowed }) => html`<${Switch} key=${name} on=${table.variants.includes(name)} disabled=${!allowed.includes(players)} label=${t(`variant.${name}`)} what=${t(`variant.${name}.what`)} onChange=${(/** @type {boolean} */ on) => toggle(name, on)} />`)}
      ${game.quests.length > 0 && html`<h3>${t("table.quests")}</h3><div class="pad-quests">${game.quests.map((quest) => html`<${Quest} key=${quest} quest=${quest} on=${table.quests.includes(quest)} />`)}</div>`}
    </details>
    <div class="segments" role="group" aria-label=${t("variant.dynasty")}>
      ${tables.map((_, i) => html`<button type="button" key=${i} aria-pressed=${i === at ? "true" : "false"} onClick=${() => pad.look({ at: i, seat: 0 })}>${t("pad.game_n", { n: i + 1 })}</button>`)}
      ${tables.length < all.dynasty && html`<button type="button" onClick=${pad.addGame}>+ ${t("button.next_game")}</button>`}
    </div>
  </div>`;
}

/** @param {{quest: string, on: boolean}} props */
function Quest({ quest, on }) {
  const toggle = () =>
    pad.changeTable((table) => {
      table.quests = on ? table.quests.filter((other) => other !== quest) : [...table.quests, quest];
    });
  return html`<label class="pad-quest"><input type="checkbox" checked=${on} onChange=${toggle} /><${Icon} name=${quest} /><span>${t(`quest.${quest}`)}</span></label>`;
}

/** Whose kingdom is painted. @param {{view: View}} props */
function Players({ view }) {
  const { seat } = pad.doc.value;
  return html`<div class="pad-players" role="group" aria-label=${t("pad.players")}>
    ${Object.keys(view.kingdoms).map((key) => {
      const i = Number(key);
      return html`<button type="button" key=${i} class=${`p-${view.seats[i].colour}`} aria-pressed=${i === seat ? "true" : "false"} onClick=${() => pad.look({ seat: i })}>
        <${Picture} svg=${castleSvg(view.seats[i].colour, view.rules.game)} /><span>${nameOf(view, i)}</span><b>${view.sheets[i].total}</b>
      </button>`;
    })}
  </div>`;
}

/** @param {{svg: string}} props */
const Picture = ({ svg }) =>
  html`<svg viewBox="0 0 100 100" aria-hidden="true" dangerouslySetInnerHTML=${{ __html: withShapes(svg) }} />`;

/** The frame: mouse, finger, arrow keys and screen reader all paint the same squares.
 * @param {{view: View, counts: Printed, size: number, brush: Brush, domino?: Dominoes[string]}} props */
function Canvas({ view, counts, size, brush, domino }) {
  const grid = useRef(/** @type {HTMLElement | null} */ (null));
  const [cursor, setCursor] = useState("c");
  const stroke = useRef(/** @type {Set<string> | null} */ (null));
  const changed = useRef(false);
  const shown = pad.doc.value;
  const { seat } = shown;
  const { cells } = shown.tables[shown.at].kingdoms[seat];
  const w = pad.paneOf(shown, size);
  const squares = rowsOf(w);
  const here = squares.flat().includes(cursor) ? cursor : "c";
  // Where the left half of a domino is to lie, once it is known; forgotten before the next square can be touched.
  const [half, setHalf] = useState("");
  useLayoutEffect(() => setHalf(""), [brush, domino, seat, shown.at]);
  /** The first square is for the left half, one beside it for the right. @param {string} square */
  const lay = (square) => {
    if (!domino || square === "c") return;
    if (!half || !areNeighbours(half, square)) return setHalf(square === half ? "" : square);
    pad.lay(half, square, domino);
    setHalf("");
    stroke.current = null;
    if (keyboard.used) document.querySelector(NUMBER)?.select();
  };

  /** @param {string} square @param {boolean} first Whether it is tapped, or the stroke has come across it. */
  const touch = (square, first) => {
    if (square === "c" || stroke.current?.has(square)) return;
    stroke.current?.add(square);
    if (brush === "castle") return void (first && pad.moveCastle(square, w));
    if (brush === "domino") return lay(square);
    const next = touched(cells[square], brush, counts, first);
    if (next === (cells[square] ?? "")) return;
    // A stroke is undone in one step, however many squares it has painted.
    if (!changed.current) pad.begin();
    changed.current = true;
    pad.paint(square, next);
  };
  /** @param {PointerEvent} event */
  const squareUnder = (event) => {
    const found = document.elementFromPoint(event.clientX, event.clientY)?.closest("[data-square]");
    return found instanceof HTMLElement && grid.current?.contains(found) ? found.dataset.square : undefined;
  };
  const down = (/** @type {PointerEvent} */ event) => {
    const square = squareUnder(event);
    if (!square || event.button) return;
    stroke.current = new Set();
    changed.current = false;
    setCursor(square);
    touch(square, true);
  };
  /** A quick finger crosses several squares between two frames. @param {PointerEvent} event */
  const move = (event) => {
    const parts = event.getCoalescedEvents?.() ?? [];
    for (const part of parts.length ? parts : [event]) {
      const square = stroke.current && squareUnder(part);
      if (square) touch(square, false);
    }
  };
  const up = () => void (stroke.current = null);
  /** @param {KeyboardEvent} event @param {string} square */
  const key = (event, square) => {
    const step = ARROWS[event.key];
    const letter = event.key.toUpperCase();
    const once = (/** @type {Brush} */ what, /** @type {string} */ word) => {
      if (what === "castle") return pad.moveCastle(square, w);
      if (square === "c") return;
      pad.begin();
      pad.paint(square, word);
    };
    if (step) {
      const { x, y } = parseSquare(square);
      const to = squareText(x + step[0], y + step[1]);
      if (squares.flat().includes(to)) {
        setCursor(to);
        focusSquare(grid.current, to);
      }
    } else if ((event.key === "Enter" || event.key === " ") && brush === "domino") lay(square);
    else if (event.key === "Enter" || event.key === " ") once(brush, touched(cells[square], brush, counts, true));
    else if (event.key === "Delete" || event.key === "Backspace") once("", "");
    else if (event.ctrlKey || event.metaKey || event.altKey) {
      if (letter !== "Z") return;
      pad.undo();
    } else if (letter in counts) once("", touched(cells[square], letter, counts, true));
    else if (/^[0-3]$/.test(event.key) && cells[square])
      once("", pad.wordOf({ ...readCell(cells[square]), printed: Number(event.key), giants: 0, fire: 0 }));
    else return;
    event.preventDefault();
  };
  const game = view.rules.game;
  return html`<div class="paint" style=${{ "--cols": w.cols, "--rows": w.rows }}>
    <${Land} cells=${cells} w=${w} look=${view.seats[seat].colour} game=${game} />
    <div ref=${grid} class="squares" role="grid" aria-label=${tg(game, "a11y.kingdom", { player: nameOf(view, seat), columns: w.cols, rows: w.rows })}
      onPointerDown=${down} onPointerMove=${move} onPointerUp=${up} onPointerCancel=${up} onPointerLeave=${up} onTouchMove=${noFlick}>
      ${squares.map(
        (row, y) => html`<div role="row" key=${y}>
          ${row.map((square) => html`<div role="gridcell" key=${square} class=${square === half ? "half" : ""} aria-selected=${square === half ? "true" : undefined} data-square=${square} tabindex=${square === here ? 0 : -1} aria-label=${saySquare(square, cells[square], view, seat)} onKeyDown=${(/** @type {KeyboardEvent} */ event) => key(event, square)} />`)}
        </div>`,
      )}
    </div>
  </div>`;
}

/** @param {string} a @param {string} b */
function areNeighbours(a, b) {
  const [from, to] = [parseSquare(a), parseSquare(b)];
  return Math.abs(from.x - to.x) + Math.abs(from.y - to.y) === 1;
}

const NUMBER = /** @type {"input"} */ (".by-number input");

/** The word of a square after a brush has touched it. @param {string | undefined} word @param {Brush} brush @param {Printed} all @param {boolean} again Whether the same touch once more goes on counting. */
function touched(word, brush, all, again) {
  const cell = readCell(word ?? "");
  const counts = all[cell.letter]?.counts ?? [];
  const after = counts[(counts.indexOf(cell.printed) + 1) % counts.length];
  const plain = { ...cell, giants: 0, fire: 0, token: false, caveman: "" };
  if (brush === "erase") return "";
  if (brush in all) {
    if (cell.letter !== brush) return pad.wordOf({ ...readCell(brush), printed: all[brush].counts[0] });
    return again ? pad.wordOf({ ...plain, printed: after }) : (word ?? "");
  }
  if (!cell.letter) return "";
  switch (brush) {
    case "crowns":
      return pad.wordOf({ ...plain, printed: after });
    case "giant":
      return pad.wordOf({ ...cell, giants: (cell.giants + 1) % (cell.printed + 1) });
    case "fire":
      return pad.wordOf({ ...plain, printed: 0, fire: (cell.fire + 1) % 4 });
    case "token":
      return all[cell.letter].token ? pad.wordOf({ ...plain, token: !cell.token }) : (word ?? "");
    default:
      return pad.wordOf({ ...plain, caveman: cell.caveman === brush.slice(1) ? "" : brush.slice(1) });
  }
}

/** @param {{counts: Printed, printed: Dominoes, game: Game, brush: Brush, onChoose: (brush: Brush) => void}} props */
function Brushes({ counts, printed, game, brush, onChoose }) {
  const origins = isOrigins(game.name);
  const marks = [
    "crowns",
    ...(Object.values(printed).some(({ symbol }) => symbol === "giant") ? ["giant"] : []),
    ...("V" in counts ? ["fire"] : []),
    ...(Object.values(counts).some(({ token }) => token) ? ["token"] : []),
    "castle",
    "erase",
  ];
  /** @type {Record<string, unknown>} */
  const pictures = {
    crowns: html`<${Icon} name=${origins ? "flame" : "crown"} />`,
    giant: html`<${Icon} name="giant" />`,
    fire: html`<${Picture} svg=${cellSvg("D*2", game.name, 1)} />`,
    token: html`<${Icon} name="token_fish" />`,
    castle: html`<${Picture} svg=${castleSvg(game.colours[pad.doc.value.seat], game.name)} />`,
    erase: html`<${Icon} name="close" />`,
  };
  const people = [...new Set(game.cavemen)];
  /** @param {Brush} name @param {unknown} picture @param {string} words */
  const button = (name, picture, words) =>
    html`<button type="button" key=${name} data-brush=${name} aria-pressed=${name === brush ? "true" : "false"} onClick=${() => onChoose(name)}>${picture}<span>${words}</span></button>`;
  return html`<div class="brushes">
    <div role="group" class="six" aria-label=${t("pad.lands")}>
      ${Object.keys(counts).map((letter) => button(letter, html`<${DrawLater} order=${1} meanwhile=${html`<svg />`}><${Picture} svg=${cellSvg(letter + (counts[letter].counts[0] || ""), game.name, 3)} /><//>`, t(`terrain.${terrainName(letter, game.name)}`)))}
    </div>
    <${DrawLater} order=${2}><div role="group" class=${marks.length === 5 ? "six" : ""} aria-label=${t("pad.marks")}>
      ${marks.map((name) => button(name, pictures[name], tg(game.name, BRUSHES[name])))}
      <button type="button" class="undo" disabled=${!pad.steps.value} onClick=${pad.undo}><${Icon} name="undo" /><span>${t("button.undo")}</span></button>
    </div>
    ${people.length > 0 && html`<div role="group" class="people" aria-label=${t("pad.brush.caveman")}>${people.map((name) => button(`:${name}`, html`<${Icon} name=${name} />`, t(`caveman.${name}`)))}</div>`}
    <p class="tip">${tg(game.name, "pad.tip")}</p><//>
  </div>`;
}

/** What belongs to the player besides the land. @param {{view: View}} props */
function Own({ view }) {
  const { tables, at, seat } = pad.doc.value;
  const { name, discarded } = tables[at].kingdoms[seat];
  const rename = (/** @type {any} */ event) => {
    pad.begin();
    pad.change((next) => next.tables.forEach(({ kingdoms }) => (kingdoms[seat].name = event.currentTarget.value)));
  };
  const discard = (/** @type {any} */ event) =>
    pad.changeTable(({ kingdoms }) => (kingdoms[seat].discarded = Number(event.currentTarget.value)));
  return html`<div class="own">
    <label class="field"><span>${t("pad.name")}</span><input type="text" maxlength="32" value=${name} placeholder=${t("seat.default_name", { n: seat + 1 })} onChange=${rename} /></label>
    <label class="field"><span>${t("pad.discarded")}</span>
      <select value=${String(discarded)} onChange=${discard}>${Array.from({ length: 13 }, (_, n) => html`<option key=${n} value=${String(n)} selected=${n === discarded}>${n}</option>`)}</select>
    </label>
    ${Object.keys(view.totems ?? {}).map((kind) => {
      const holder = tables[at].totems[kind] ?? null;
      const give = (/** @type {any} */ event) =>
        pad.changeTable(({ totems }) => {
          totems[kind] = event.currentTarget.value === "" ? null : Number(event.currentTarget.value);
        });
      return html`<label class="field" key=${kind}><span><${Icon} name=${`totem_${kind}`} /> ${t(`totem.${kind}`)}</span>
        <select value=${String(holder ?? "")} onChange=${give}>
          <option value="" selected=${holder === null}>${t("table.totem_free")}</option>
          ${Object.keys(view.seats).map((other) => html`<option key=${other} value=${other} selected=${String(holder) === other}>${nameOf(view, Number(other))}</option>`)}
        </select>
      </label>`;
    })}
  </div>`;
}

/** Who is in front, and why. @param {{view: View}} props */
function Result({ view }) {
  const painted = Object.values(view.kingdoms).filter(({ cells }) => Object.keys(cells).length).length;
  const waiting = pad.problem.value;
  return html`<div class="pad-verdict" aria-live="polite">
    ${waiting && html`<p class="problem" role="alert">${t(`error.${waiting}`)} ${t("pad.waiting")}</p>`}
    ${painted > 1 ? html`<h2>${headline(view, [])}</h2><p>${sayWhy(view)}</p>` : html`<p>${t("pad.lead")}</p>`}
    ${view.dynasty?.winners && Object.values(view.dynasty.totals).some(Boolean) && html`<p><b>${sayDynasty(view)}</b></p>`}
  </div>`;
}
