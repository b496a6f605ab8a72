// Puzzles: a position, a few answers, one of them the best. One a day, as many as one likes, or a rush.

import { html, useEffect, useLayoutEffect, useMemo, useRef, useState } from "../lib.js";
import { catalogue, codeOf, dominoes as printedOf, get, post } from "../api.js";
import { windowOf } from "../board.js";
import { number as figure, pair, plural, t, tg } from "../i18n.js";
import { go, place } from "../router.js";
import { nameOf, prompt, sayHint, sayReason, sayWithSquare } from "../say.js";
import { DrawLater } from "../parts/draw-later.js";
import { Extras } from "../parts/extras.js";
import { useStyle } from "../parts/later.js";
import { Domino, Icon, ideasOf, Land, lookOf } from "../parts/picture.js";
import { NamePlate, Small, Spoken } from "../parts/players.js";
import { Rows } from "../parts/rows.js";
import { Foot, Header, Loading } from "../parts/shell.js";
import { recall, retain } from "../storage.js";

/** What this browser remembers. @typedef {{rating: number, days: string[], done: Record<string, number[]>, rush: number}} Mine */
/** @typedef {{game: string, n: number, puzzle: Puzzle, dominoes: Dominoes}} Open */
/** @typedef {{given: number, said: Solved}} Told */
/** @typedef {{until: number, right: number, wrong: number, over: boolean}} Rush */

const KEY = "kingdomino.puzzles";
const RUSH_MS = 180_000;
const LIVES = 3;
const LEVELS = 6;
/** How far one answer moves the rating at most. */
const STEP = 32;
/** Squares of a kingdom whose kind is drawn already. */
const AT_ONCE = 4;

/** @returns {Mine} */
const stored = () => ({ rating: 1200, days: [], done: {}, rush: 0, ...recall(KEY) });

/** A puzzle that fewer levels of bots find is harder. @param {number} found */
const ratingOf = (found) => 2000 - 200 * found;

/** @param {{id?: string}} props */
export function Puzzles({ id }) {
  const styled = useStyle("/css/puzzles.css");
  const [all, setAll] = useState(/** @type {Catalogue | null} */ (null));
  const [list, setList] = useState(/** @type {Puzzles | null} */ (null));
  const [open, setOpen] = useState(/** @type {Open | null} */ (null));
  const [told, setTold] = useState(/** @type {Told | null} */ (null));
  const [rush, setRush] = useState(/** @type {Rush | null} */ (null));
  const [mine, setMine] = useState(stored);
  const [kind, setKind] = useState("");
  const [problem, setProblem] = useState("");
  const game = id || "kingdomino";
  const fail = (/** @type {unknown} */ refused) => setProblem(codeOf(refused));

  const show = async (/** @type {number} */ n) => {
    try {
      const [puzzle, dominoes] = await Promise.all([get(`/api/puzzles/${game}/${n}`), printedOf(game)]);
      setTold(null);
      setProblem("");
      setOpen({ game, n, puzzle, dominoes });
    } catch (refused) {
      fail(refused);
    }
  };
  useEffect(() => void catalogue().then(setAll, fail), []);
  useEffect(() => {
    setOpen(null);
    setRush(null);
    setKind("");
    get(`/api/puzzles/${game}`).then((/** @type {Puzzles} */ found) => {
      setList(found);
      const n = place.value.path.split("/")[3] || found.today;
      if (n) show(Number(n));
    }, fail);
  }, [game]);

  const keep = (/** @type {Mine} */ next) => {
    setMine(next);
    retain(KEY, next);
  };
  const answer = async (/** @type {number} */ given) => {
    if (!open || told) return;
    try {
      const said = await post(`/api/puzzles/${game}/${open.n}`, { answer: given });
      setTold({ given, said });
      keep(after(mine, open, given === said.best, open.n === list?.today));
      if (rush && !rush.over) {
        const right = rush.right + Number(given === said.best);
        const wrong = rush.wrong + Number(given !== said.best);
        setRush({ ...rush, right, wrong, over: wrong >= LIVES });
      }
    } catch (refused) {
      fail(refused);
    }
  };
  const next = (of = kind) => {
    if (list) show(another(list, mine, game, open?.n ?? 0, of));
    scrollTo(0, 0);
  };
  const choose = (/** @type {any} */ event) => {
    setKind(event.currentTarget.value);
    next(event.currentTarget.value);
  };
  const begin = () => {
    setRush({ until: Date.now() + RUSH_MS, right: 0, wrong: 0, over: false });
    next();
  };
  // At once, not after the next frame: whoever sees the answers may press a key.
  useLayoutEffect(() => {
    const onKey = (/** @type {KeyboardEvent} */ event) => {
      if (event.target instanceof HTMLInputElement || event.ctrlKey || event.metaKey || event.altKey) return;
      if (/^[1-5]$/.test(event.key) && open && Number(event.key) <= open.puzzle.answers.length)
        answer(Number(event.key) - 1);
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  });
  const ended = () => {
    setRush((now) => now && { ...now, over: true });
    if (rush && rush.right > mine.rush) keep({ ...mine, rush: rush.right });
  };
  if (!styled || !(problem || (all && (open || list?.found.length === 0))))
    return html`<${Loading} title=${t("puzzles.title")} />`;
  return html`<${Header} title=${t("puzzles.title")} />
    <main id="main" class="puzzles">
      <h1 class="sr">${t("puzzles.title")}</h1>
      <div class="puzzles-top">
        <div class="segments" role="group" aria-label=${t("new.game")}>
          ${(all?.games ?? []).map(({ name }) => html`<button type="button" key=${name} aria-pressed=${name === game ? "true" : "false"} onClick=${() => go(`/puzzles/${name}`)}>${t(`game.${name}`).split(": ").at(-1)}</button>`)}
        </div>
        ${
          list?.found.length
            ? html`<select aria-label=${t("puzzles.kind")} value=${kind} onChange=${choose}>
              ${["", ...new Set(list.kinds)].map((name) => html`<option key=${name} value=${name}>${sayKind(name || "any", game)}</option>`)}
            </select>`
            : null
        }
        <p class="rating">${t("puzzles.rating", { n: Math.round(mine.rating) })}${mine.rush ? ` · ${t("puzzles.rush_best", { n: mine.rush })}` : ""}</p>
      </div>
      ${problem && html`<p class="problem" role="alert">${t(`error.${problem}`)}</p>`}
      ${list && !list.found.length && html`<p>${t("puzzles.none")}</p>`}
      ${rush && html`<${Clock} rush=${rush} onEnd=${ended} />`}
      ${open && html`<${Position} ...${{ open, told, kind: list?.kinds[open.n - 1] ?? "", today: open.n === list?.today && !rush, onAnswer: answer, onNext: rush?.over ? null : () => next() }} />`}
      ${
        list?.found.length
          ? html`<${DrawLater} order=${6}><nav class="after">
            ${(!rush || rush.over) && html`<button type="button" class="button" onClick=${begin}>${t("puzzles.rush")}</button>`}
            ${list.today && open?.n !== list.today && html`<button type="button" class="button" onClick=${() => show(list.today ?? 1)}>${t("puzzles.today")}</button>`}
          </nav><//>`
          : null
      }
    </main>
    <${DrawLater} order=${7}><${Foot} /><//>`;
}

/** @param {string} kind @param {string} game */
const sayKind = (kind, game) => tg(game, `puzzles.kind.${kind}`);

/** What this browser remembers after an answer. @param {Mine} mine @param {Open} open @param {boolean} right @param {boolean} today @returns {Mine} */
function after(mine, { game, n, puzzle }, right, today) {
  const done = mine.done[game] ?? [];
  if (done.includes(n)) return mine;
  const expected = 1 / (1 + 10 ** ((ratingOf(puzzle.found) - mine.rating) / 400));
  const day = new Date().toISOString().slice(0, 10);
  return {
    ...mine,
    rating: mine.rating + STEP * (Number(right) - expected),
    days: today && right && !mine.days.includes(day) ? [...mine.days, day] : mine.days,
    done: { ...mine.done, [game]: [...done, n] },
  };
}

/** One of a kind that was not seen yet and is about as hard as one is good. @param {Puzzles} list @param {Mine} mine @param {string} game @param {number} last @param {string} kind */
function another({ found, kinds }, mine, game, last, kind) {
  const done = mine.done[game] ?? [];
  const all = found.map((_, i) => i + 1).filter((n) => n !== last && (!kind || kinds[n - 1] === kind));
  const left = all.filter((n) => !done.includes(n));
  const from = left.length ? left : all;
  const far = (/** @type {number} */ n) => Math.abs(ratingOf(found[n - 1]) - mine.rating);
  const near = Math.min(...from.map(far));
  const fitting = from.filter((n) => far(n) <= near + 200);
  return fitting[Math.floor(Math.random() * fitting.length)] ?? last;
}

/** @param {{rush: Rush, onEnd: () => void}} props */
function Clock({ rush, onEnd }) {
  const [now, setNow] = useState(Date.now());
  useEffect(() => {
    if (rush.over) return onEnd();
    const timer = setInterval(() => setNow(Date.now()), 250);
    return () => clearInterval(timer);
  }, [rush.over]);
  const left = Math.max(0, rush.until - now);
  useEffect(() => {
    if (!left && !rush.over) onEnd();
  }, [left === 0]);
  const seconds = Math.ceil(left / 1000);
  return html`<p class="rush" role="timer">
    ${rush.over ? html`<b>${plural("puzzles.rush_over", rush.right)}</b>` : html`<b>${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}</b> ${plural("puzzles.solved", rush.right)}`}
    <span aria-label=${t("puzzles.lives", { n: LIVES - rush.wrong })}>${"♥".repeat(Math.max(0, LIVES - rush.wrong))}</span>
  </p>`;
}

/** @param {{open: Open, told: Told | null, kind: string, today: boolean, onAnswer: (i: number) => void, onNext: (() => void) | null}} props */
function Position({ open, told, kind, today, onAnswer, onNext }) {
  const { puzzle, dominoes, game, n } = open;
  const { view, answers } = puzzle;
  const seat = view.decision?.player ?? 0;
  const { size } = view.rules;
  const w = windowOf(view.kingdoms[seat].box, size, 2, size + 2);
  const hints = /** @type {Hint[]} */ (/** @type {unknown} */ (answers.map(([action]) => [action])));
  const ideas = ideasOf(hints, dominoes[view.decision?.domino ?? ""]);
  const others = Object.keys(view.kingdoms)
    .map(Number)
    .filter((other) => other !== seat);
  // What is pressed goes away or sleeps: keys go on from the next thing to do.
  const section = useRef(/** @type {HTMLElement | null} */ (null));
  const focus = (/** @type {string} */ what) =>
    /** @type {HTMLElement | null} */ (section.current?.querySelector(what))?.focus({ preventScroll: true });
  useLayoutEffect(() => {
    if (told) focus(".primary");
  }, [told]);
  const goOn = () => {
    focus("h2");
    onNext?.();
  };
  return html`<section class="puzzle" data-puzzle=${n} ref=${section}>
    <div class="puzzle-ask">
      <h2 tabindex="-1">${today ? t("puzzles.today") : t("puzzles.number", { n })}</h2>
      <p class="kind">${sayKind(kind, game)}</p>
      <p class="asks">${t("puzzles.ask", { player: nameOf(view, seat), what: prompt(view, answers) }).replace("?.", "?")}</p>
      ${view.rules.variants.map((name) => html`<p key=${name}><small>${pair(t(`variant.${name}`), t(`variant.${name}.what`))}</small></p>`)}
    </div>
    <div class="puzzle-board" style=${{ "--cols": w.cols, "--rows": w.rows }}>
      <${Growing} ...${{ cells: view.kingdoms[seat].cells, w, look: lookOf(view.seats[seat]), game, hints: ideas }} />
      <${DrawLater} order=${5}><${Spoken} view=${view} seat=${seat} label=${`${tg(game, "table.kingdom_of", { player: nameOf(view, seat) })}, ${plural("count.points", view.sheets[seat]?.total ?? 0)}`} /><//>
    </div>
    <div class="puzzle-side">
      <ol class="answers">
        ${answers.map(
          (
            [action],
            i,
          ) => html`<li key=${action} class=${told ? (i === told.said.best ? "best" : i === told.given ? "wrong" : "") : ""}>
          <button type="button" disabled=${told !== null} data-answer=${i} onClick=${() => onAnswer(i)}>
            <b>${i + 1}</b>${
              action.startsWith("choose") &&
              action
                .split(" ")
                .slice(1)
                .map(
                  (name) =>
                    html`<${DrawLater} key=${name} order=${1} meanwhile=${html`<svg class="domino" viewBox="0 0 200 100" />`}><${Domino} name=${name} dominoes=${dominoes} game=${game} /><//>`,
                )
            }<span>${sayWithSquare(action, view, view.decision?.domino)}</span>
          </button>
          ${told && html`<small>${sayHint([action, 0, told.said.points[i], told.said.shares[i], 0, null])}</small>`}
        </li>`,
        )}
      </ol>
      ${
        told &&
        html`<${Solution} ...${{ told, puzzle }} />
        ${onNext && html`<button type="button" class="button primary" onClick=${goOn}>${t("puzzles.next")}</button>`}`
      }
      <${DrawLater} order=${2}><${Rows} view=${view} dominoes=${dominoes} hints=${hints} /><//>
      <${DrawLater} order=${3}><${Extras} view=${view} seat=${seat} options=${[]} onPick=${() => undefined} /><//>
    </div>
    <div class="puzzle-others">
      ${others.map((other) => html`<${DrawLater} key=${other} order=${4}><figure><${NamePlate} view=${view} seat=${other} bare /><${Small} view=${view} seat=${other} label=${tg(game, "table.kingdom_of", { player: nameOf(view, other) })} /></figure><//>`)}
    </div>
  </section>`;
}

/** One kind more than before, and what else is of those. @param {[string, string][]} squares @param {number} from */
function upTo(squares, from) {
  const drawn = new Set(squares.slice(0, from + 1).map(([, word]) => word));
  let to = from + 1;
  while (to < Math.min(squares.length, from + AT_ONCE) && drawn.has(squares[to][1])) to += 1;
  return to;
}

/** A kingdom drawn a few squares at a time: a kind of land is made when it is first drawn, and a slow phone takes
 * long for all of them. @param {Parameters<typeof Land>[0]} props */
function Growing({ cells, hints, ...land }) {
  const [n, setN] = useState(0);
  const squares = Object.entries(cells);
  const some = useMemo(() => Object.fromEntries(squares.slice(0, n)), [cells, n]);
  if (n >= squares.length) return html`<${Land} ...${land} cells=${cells} hints=${hints} />`;
  return html`<${Land} ...${land} cells=${some} />
    <${DrawLater} key=${n} order=${0}><${Then} go=${() => setN(upTo(squares, n))} /><//>`;
}

/** @param {{go: () => void}} props */
function Then({ go: then }) {
  useLayoutEffect(then, []);
  return null;
}

/** @param {{told: Told, puzzle: Puzzle}} props */
function Solution({ told, puzzle }) {
  const { best, why } = told.said;
  const right = told.given === best;
  const because = sayReason(["", 0, 0, 0, 0, why], puzzle.view);
  return html`<p class=${`solution ${right ? "right" : "missed"}`} role="status">
    <b>${right ? html`<${Icon} name="confirm" /> ${t("puzzles.right")}` : t("puzzles.wrong", { n: best + 1 })}</b>
    ${because && html` <span>${because}.</span>`}
    <small>${plural("puzzles.found", puzzle.found, { of: figure(LEVELS) })}</small>
  </p>`;
}
