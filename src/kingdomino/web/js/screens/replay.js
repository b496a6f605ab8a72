// Any game again, step by step: a finished table or a pasted record. #n is a moment.

import { html, useEffect, useLayoutEffect, useMemo, useRef, useState } from "../lib.js";
import { codeOf, dominoes as printedOf, get, post, Refusal } from "../api.js";
import { has, pair, t } from "../i18n.js";
import { merged } from "../patch.js";
import { place } from "../router.js";
import { nameOf, sayEvent, sayHint, sayReason, sayWithSquare } from "../say.js";
import { lineOf, pairsOf } from "../line.js";
import { isHere } from "../offline/here.js";
import { useModule, useStyle } from "../parts/later.js";
import { Icon, ideasOf, squaresOf } from "../parts/picture.js";
import { NamePlate, Small } from "../parts/players.js";
import { Quests, Totems } from "../parts/extras.js";
import { better, ReviewPanel, useReview } from "../parts/review.js";
import { Rows } from "../parts/rows.js";
import { ScoreTable } from "../parts/sheet.js";
import { announce, Header } from "../parts/shell.js";

/** @typedef {{views: View[], lines: LogLine[], dominoes: Dominoes, game: string, record: unknown}} Film */

const FRAME_MS = 900;
const loadCopy = () => import("../copy.js");

/** A finished table looked at again. @param {{id: string}} props */
export const Review = ({ id }) => html`<${Replay} id=${id} reviewed />`;

/** @param {{id?: string, reviewed?: boolean, given?: string, embedded?: boolean}} props */
export function Replay({ id, reviewed = false, given = "", embedded = false }) {
  const styled = useStyle("/css/review.css");
  const [film, setFilm] = useState(/** @type {Film | null} */ (null));
  const [problem, setProblem] = useState("");
  const [detail, setDetail] = useState("");
  /** @param {() => Promise<unknown>} read @param {Promise<Record<string, Seat>>} [sat] */
  const load = async (read, sat) => {
    setProblem("");
    setDetail("");
    try {
      const record = await read();
      setFilm(await develop(record, await post("/api/replay", record), (await sat) ?? {}));
    } catch (refused) {
      const code = codeOf(refused);
      const unread = refused instanceof Refusal && (code === "bad_request" || !has(`error.${code}`));
      setProblem(unread ? "replay.bad" : `error.${code}`);
      // What exactly is wrong is for whoever wrote the file, in the language of its format.
      if (unread) setDetail(refused.message);
    }
  };
  useEffect(() => {
    if (!id) return void (given && load(async () => given));
    const sat = get(`/api/games/${id}`).then(
      ({ view }) => view.seats,
      () => undefined,
    );
    load(() => get(`/api/games/${id}/record`), sat);
  }, [id]);
  const title = t(reviewed ? "review.title" : "replay.title");
  return html`${!embedded && html`<${Header} title=${title} />`}
    ${
      film && styled
        ? html`<${Player} film=${film} id=${id} reviewed=${reviewed} title=${title} embedded=${embedded} />`
        : html`<main id="main" class="page">
          <h1>${title}</h1>
          ${problem && html`<p class="problem" role="alert">${t(problem)}</p>`}
          ${detail && html`<details class="panel"><summary>${t("replay.details")}</summary><p lang="en">${detail}</p></details>`}
          ${(id || embedded) && !problem ? html`<p role="status">${t("app.loading")}</p>` : !embedded && html`<${Paste} onLoad=${(/** @type {string} */ text) => load(async () => text)} />`}
        </main>`
    }`;
}

/** Every moment of the game, from the first view and the changes. A record knows no colours and calls bots by their level: the table knows better.
 * @param {unknown} record @param {any} answer @param {Record<string, Seat>} sat @returns {Promise<Film>} */
async function develop(record, { views, events }, sat) {
  const known = Object.entries(sat).map(([seat, { colour, emblem, name, kind, level }]) => [
    seat,
    { colour, emblem, name, kind, level },
  ]);
  /** @type {View} */
  const first = merged(views, { seats: Object.fromEntries(known) });
  const all = [first];
  const lines = [];
  /** @type {Record<string, number>} */
  const totals = {};
  for (const event of /** @type {TableEvent[]} */ (events)) {
    all.push(merged(all[all.length - 1], event.patch));
    lines.push(lineOf(event, totals));
  }
  return { views: all, lines, dominoes: await printedOf(first.rules.game), game: first.rules.game, record };
}

/** @param {{onLoad: (text: string) => void}} props */
function Paste({ onLoad }) {
  const [text, setText] = useState("");
  const open = async (/** @type {any} */ event) => {
    const file = event.currentTarget.files?.[0];
    if (file) onLoad(await file.text());
  };
  return html`<form
    class="paste"
    onSubmit=${(/** @type {Event} */ event) => {
      event.preventDefault();
      onLoad(text);
    }}
  >
    <label class="field">
      <span>${t("replay.paste")}</span>
      <textarea rows="10" spellcheck="false" value=${text} onInput=${(/** @type {any} */ event) => setText(event.currentTarget.value)} />
    </label>
    <label class="field"><span>${t("replay.open_file")}</span><input type="file" accept=".json,.txt,application/json,text/plain" onChange=${open} /></label>
    <button type="submit" class="button primary" disabled=${!text.trim()}>${t("replay.load")}</button>
  </form>`;
}

/** @param {{film: Film, id?: string, reviewed: boolean, title: string, embedded: boolean}} props */
function Player({ film, id, reviewed, title, embedded }) {
  const last = film.views.length - 1;
  const [at, setAt] = useState(() => clamp(Number(place.value.hash.slice(1)) || 0, last));
  const [running, setRunning] = useState(false);
  const [copied, setCopied] = useState("");
  const copying = useModule(loadCopy);
  const take = async (/** @type {string} */ what, /** @type {string} */ text) =>
    setCopied((await copying.copy(text)) ? what : "");
  const rounds = useMemo(() => roundStarts(film), [film]);
  const show = (/** @type {number} */ n) => {
    setAt(clamp(n, last));
    setCopied("");
  };
  const [advice, setAdvice] = useState(/** @type {Advice | null} */ (null));
  const ask = () => {
    const told = (/** @type {Hint[] | null} */ best) =>
      setAdvice((old) => (best && old?.at !== at ? old : { at, best }));
    setRunning(false);
    told(null);
    post(`/api/replay/hint?at=${at}`, film.record).then(
      (answer) => told(answer.best),
      () => told([]),
    );
  };
  const step = (/** @type {number} */ by) => setAt((old) => clamp(old + by, last));
  useEffect(() => {
    if (id) history.replaceState(null, "", `#${at}`);
  }, [at]);
  useLayoutEffect(() => {
    if (place.value.hash) show(Number(place.value.hash.slice(1)) || 0);
  }, [place.value]);
  useEffect(() => {
    if (!running) return;
    if (at >= last) return setRunning(false);
    const timer = setTimeout(() => step(1), FRAME_MS);
    return () => clearTimeout(timer);
  }, [running, at]);
  // At once, not after the next frame: whoever sees the buttons may press a key.
  useLayoutEffect(() => {
    const onKey = (/** @type {KeyboardEvent} */ event) => {
      if (
        document.querySelector("dialog[open]") ||
        (event.target instanceof HTMLElement && event.target.matches("input, textarea, select"))
      )
        return;
      if (event.key === "ArrowLeft") step(-1);
      else if (event.key === "ArrowRight") step(1);
      else return;
      event.preventDefault();
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  });
  const view = film.views[at];
  const line = film.lines[at - 1];
  const said = line ? sayEvent(line, view, []) : t("event.started");
  useEffect(() => announce(said), [at]);
  const seats = Object.keys(view.kingdoms).map(Number);
  const pairs = pairsOf(film.lines.slice(0, at));
  const review = useReview(reviewed ? id : undefined);
  const verdict = review.verdicts.find((known) => known.at === at);
  const best = (advice?.at === at && advice.best) || (verdict ? [better(verdict)] : []);
  const deciding = view.decision?.player ?? line?.player ?? seats[0];
  // What was done instead of the best is outlined where it came to lie.
  const put = verdict && verdict.best !== verdict.played ? squaresOf(verdict.played) : null;
  const choosing = verdict?.played.startsWith("choose") ? "choosing" : "";
  const main = useRef(/** @type {HTMLElement | null} */ (null));
  useLayoutEffect(() => {
    const look = () => keepRoom(main.current);
    look();
    addEventListener("resize", look);
    return () => removeEventListener("resize", look);
  });
  const ideas = ideasOf(best, film.dominoes[view.decision?.domino ?? ""]);
  const fresh = line?.player !== null && line?.action?.startsWith("place ") ? line.action.split(" ").slice(1) : [];
  return html`<main ref=${main} id="main" class=${`replay ${reviewed ? `reviewed ${choosing}` : ""}`}>
    <h1 class="sr">${title}</h1>
    ${reviewed ? html`<${ReviewPanel} film=${film} review=${review} at=${at} said=${said} onShow=${show} />` : html`<p class="told">${said}</p>`}
    <section class=${`podium n-${seats.length}`}>
      ${seats.map(
        (seat) => html`<figure key=${seat} class=${seat === deciding ? "deciding" : ""}>
        <${Small} view=${view} seat=${seat} pairs=${pairs[seat]} last=${seat === deciding ? put : null} lit=${line?.player === seat && !ideas.length ? fresh : []} hints=${view.decision?.player === seat ? ideas : []} label=${pair(nameOf(view, seat), String(view.sheets[seat]?.total ?? 0))} />
        <figcaption><${NamePlate} view=${view} seat=${seat} bare=${view.seats[seat].kind !== "bot"} /></figcaption>
      </figure>`,
      )}
    </section>
    <div class="replay-side">
      <${Rows} view=${view} dominoes=${film.dominoes} hints=${best} />
      <${Quests} view=${view} seat=${null} />
      <${Totems} view=${view} />
    </div>
    ${view.over && html`<${ScoreTable} view=${view} />`}
    <div class="scrubber" role="group" aria-label=${t("replay.title")}>
      ${advice?.at === at && html`<${Advised} advice=${advice} view=${view} />`}
      <div class="track">
        <input type="range" min="0" max=${last} value=${at} aria-label=${t("replay.turn", { n: at, last })} aria-valuetext=${said} onInput=${(/** @type {any} */ event) => show(Number(event.currentTarget.value))} />
        <div class="rounds" aria-hidden="true">
          ${rounds.map(({ step: start, round }) => html`<span key=${round} style=${{ left: `${(100 * start) / last}%` }}>${round}</span>`)}
        </div>
      </div>
      <div class="controls">
        <button type="button" class="plain" aria-label=${t("replay.first")} onClick=${() => show(0)}><${Icon} name="previous" /></button>
        <button type="button" class="plain" aria-label=${t("replay.back")} onClick=${() => step(-1)}><${Icon} name="play" class="back" /></button>
        <button type="button" class="button" aria-pressed=${running ? "true" : "false"} onClick=${() => {
          if (at >= last) show(0);
          setRunning(!running);
        }}><${Icon} name=${running ? "pause" : "replay"} /> ${t(running ? "replay.pause" : "replay.play")}</button>
        <button type="button" class="plain" aria-label=${t("replay.forward")} onClick=${() => step(1)}><${Icon} name="play" /></button>
        <button type="button" class="plain" aria-label=${t("replay.last")} onClick=${() => show(last)}><${Icon} name="next" /></button>
        <span class="step">${t("replay.turn", { n: at, last })}</span>
        ${!reviewed && !embedded && html`<button type="button" class="plain" disabled=${at >= last || (view.decision?.player ?? null) === null} onClick=${ask}><${Icon} name="hint" /> <span>${t("replay.bot_here")}</span></button>`}
        ${id && embedded && html`<a class="plain" href=${`/replay/${id}#${at}`} target="_blank" rel="noopener"><${Icon} name="link" /> <span>${t("embed.open")}</span></a>`}
        ${
          id &&
          !embedded &&
          !isHere(id) &&
          html`<button type="button" class="plain" disabled=${!copying} onClick=${() => take("link", `${location.origin}${location.pathname}#${at}`)}><${Icon} name="link" /> <span>${t(copied === "link" ? "lobby.copied" : "replay.link")}</span></button>
          <button type="button" class="plain embed" disabled=${!copying} onClick=${() => take("embed", frameOf(id, at))}><${Icon} name="link" /> <span>${t(copied === "embed" ? "lobby.copied" : "replay.embed")}</span></button>`
        }
      </div>
    </div>
  </main>`;
}

/** What a phone has left for a kingdom between the panel and the bar. @param {HTMLElement | null} main */
function keepRoom(main) {
  const [panel, bar] = [".review", ".scrubber"].map((what) => main?.querySelector(what)?.getBoundingClientRect());
  if (main && panel && bar)
    main.style.setProperty("--room", `${innerHeight - bar.height - panel.bottom - scrollY - PANEL_GAP}px`);
}
const PANEL_GAP = 16;

/** What puts this moment on another page. @param {string} id @param {number} at */
const frameOf = (id, at) =>
  `<iframe src="${location.origin}/embed/${id}#${at}" title="Kingdomino" width="100%" height="640" loading="lazy" style="border: 0; border-radius: 8px"></iframe>`;

/** @typedef {{at: number, best: Hint[] | null}} Advice */

/** What the bot would have done here. @param {{advice: Advice, view: View}} props */
function Advised({ advice, view }) {
  const { best } = advice;
  if (!best?.length) return html`<p class="hints" role="status">${t(best ? "hint.none" : "hint.thinking")}</p>`;
  return html`<ol class="hints" role="status" aria-label=${t("replay.bot_here")}>
    ${best.map((hint, i) => html`<li key=${hint[0]}><b class="rank" aria-hidden="true">${i + 1}</b> <span class="reason"><b>${sayWithSquare(hint[0], view, view.decision?.domino)}</b> ${sayReason(hint, view)} <small>${sayHint(hint)}</small></span></li>`)}
  </ol>`;
}

/** @param {number} n @param {number} last */
const clamp = (n, last) => Math.max(0, Math.min(last, Math.round(n)));

/** @param {Film} film */
function roundStarts(film) {
  return film.views.flatMap((view, step) =>
    step > 0 && view.round > film.views[step - 1].round ? [{ step, round: view.round }] : [],
  );
}

/** Tell the page around us. @param {Record<string, unknown>} message */
const tell = (message) => parent !== window && parent.postMessage(message, "*");

/** A game of the server, or a record that the page around us hands over. @param {{id?: string}} props */
export function Embed({ id }) {
  const [record, setRecord] = useState("");
  useEffect(() => {
    const hear = (/** @type {MessageEvent} */ { source, data }) => {
      if (source === parent && data?.kingdomino === "record") setRecord(String(data.record));
    };
    addEventListener("message", hear);
    const watched = new ResizeObserver(() => tell({ kingdomino: "height", height: document.body.scrollHeight }));
    watched.observe(document.body);
    if (!id) tell({ kingdomino: "ready" });
    return () => {
      removeEventListener("message", hear);
      watched.disconnect();
    };
  }, []);
  return html`<${Replay} key=${record} id=${id} given=${record} embedded />`;
}
