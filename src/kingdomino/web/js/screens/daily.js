// The daily deals: one for each game, what became of them, the streak, and the proof.

import { html, useEffect, useState } from "../lib.js";
import { codeOf, get, post } from "../api.js";
import { gameCardSvg } from "../art/scenes.js";
import {
  before,
  begin,
  checkChain,
  finish,
  keep,
  mine,
  playedDays,
  resultLine,
  sayDay,
  sharedText,
  streak,
  tryAt,
} from "../daily.js";
import { duration, plural, t } from "../i18n.js";
import { prefs } from "../prefs.js";
import { go } from "../router.js";
import { levelName } from "../say.js";
import { useModule, useStyle } from "../parts/later.js";
import { Icon } from "../parts/picture.js";
import { withShapes } from "../parts/shapes.js";
import { Foot, Header, Loading } from "../parts/shell.js";

const USUAL = "squire";
const WEEK = 7;
/** Longer than that no timer runs. */
const LONGEST_MS = 2_000_000_000;
const MINUTE_MS = 60_000;
const ASK_MS = 1_500;
const loadCopy = () => import("../copy.js");

export function Daily() {
  const styled = useStyle("/css/daily.css");
  const [deal, setDeal] = useState(/** @type {DailyDeal | null} */ (null));
  const [problem, setProblem] = useState("");
  const [busy, setBusy] = useState(false);
  const fail = (/** @type {unknown} */ refused) => setProblem(codeOf(refused));
  const ask = () => get("/api/daily").then(setDeal, fail);
  useEffect(() => void ask(), []);
  useEffect(() => {
    if (!deal) return;
    const next = setTimeout(ask, Math.min(LONGEST_MS, Math.max(MINUTE_MS, deal.ends - Date.now())));
    return () => clearTimeout(next);
  }, [deal]);
  const wanted = mine.value.level || USUAL;
  const level = deal?.levels.includes(wanted) ? wanted : (deal?.levels[0] ?? USUAL);
  const play = async (/** @type {string} */ game, practice = false) => {
    setBusy(true);
    try {
      const { id, day } = await post("/api/daily", { game, level, practice, name: prefs.value.name });
      if (!practice) begin({ id, day, game, level });
      go(`/t/${id}`);
    } catch (refused) {
      fail(refused);
      setBusy(false);
    }
  };
  if (!styled || !deal) return html`<${Loading} title=${t("daily.title")} problem=${problem} />`;
  return html`<${Header} title=${t("daily.title")} />
    <main id="main" class="page daily">
      <h1>${t("daily.title")}<small>${sayDay(deal.day, { dateStyle: "full" })}</small></h1>
      <p>${t("daily.what")}</p>
      ${problem && html`<p class="problem" role="alert">${t(`error.${problem}`)}</p>`}
      <${Week} today=${deal.day} />
      <h2 id="against">${t("daily.against")}</h2>
      <div class="segments" role="group" aria-labelledby="against">
        ${deal.levels.map((name) => html`<button type="button" key=${name} aria-pressed=${name === level ? "true" : "false"} onClick=${() => keep({ level: name })}>${levelName(name)}</button>`)}
      </div>
      <ul class="deals">
        ${deal.games.map((game) => html`<${Card} key=${game} ...${{ deal, game, level, busy, onPlay: play }} />`)}
      </ul>
      <p><${Ends} at=${deal.ends} /></p>
      <${Chain} shown=${deal.shown} />
    </main>
    <${Foot} />`;
}

/** @param {{today: string}} props */
function Week({ today }) {
  const played = playedDays();
  const days = streak(today);
  const week = Array.from({ length: WEEK }, (_, i) => before(today, WEEK - 1 - i));
  return html`<section class="panel streak" aria-label=${t("daily.week")}>
    <p><${Icon} name="flame" /> <b>${days ? plural("daily.streak", days) : t("daily.streak_none")}</b></p>
    <ol>
      ${week.map((day) => {
        const done = played.has(day);
        const said = t(done ? "daily.played_on" : "daily.missed_on", { day: sayDay(day) });
        return html`<li key=${day} class=${`${done ? "done" : ""} ${day === today ? "today" : ""}`}>
          <span aria-hidden="true">${sayDay(day, { weekday: "narrow" })}</span>
          <i>${done && html`<${Icon} name="confirm" />`}<span class="sr">${said}</span></i>
        </li>`;
      })}
    </ol>
  </section>`;
}

/** @param {{deal: DailyDeal, game: string, level: string, busy: boolean, onPlay: (game: string, practice?: boolean) => void}} props */
function Card({ deal, game, level, busy, onPlay }) {
  const [copied, setCopied] = useState(false);
  const copying = useModule(loadCopy);
  const mineHere = tryAt(deal.day, game, level);
  const done = mineHere?.points !== undefined ? mineHere : null;
  const share = async () => done && setCopied(await copying.share(sharedText(resultLine(done, deal.day))));
  const name = t(`game.${game}`);
  return html`<li class=${`deal ${done ? "done" : ""}`} data-game=${game}>
    <span class="picture" aria-hidden="true" dangerouslySetInnerHTML=${{ __html: withShapes(gameCardSvg(game)) }} />
    <div class="deal-text">
    <h3>${name}</h3>
    ${
      done
        ? html`<p class="deal-result"><b>${done.points} : ${done.other}</b>${done.won && html`<${Icon} name="crown" />`}</p>
        ${done.known && html`<small>${t("daily.known")}</small>`}
        <div class="deal-buttons">
          <button type="button" class="button" disabled=${!copying} onClick=${share}><${Icon} name="share" /> ${t(copied ? "lobby.copied" : "daily.share")}<span class="sr">, ${name}</span></button>
          <button type="button" class="button" disabled=${busy} onClick=${() => onPlay(game, true)}>${t("daily.practise")}<span class="sr">, ${name}</span></button>
          <a href=${`/t/${done.id}`}>${t("daily.look")}<span class="sr">, ${name}</span></a>
        </div>`
        : html`<div class="deal-buttons"><button type="button" class="button primary" disabled=${busy} onClick=${() => onPlay(game)}>${t(mineHere ? "daily.go_on" : "daily.play")}<span class="sr">, ${name}</span></button></div>`
    }
    </div>
  </li>`;
}

/** @param {{at: number}} props */
function Ends({ at }) {
  const [now, setNow] = useState(Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), MINUTE_MS / 2);
    return () => clearInterval(timer);
  }, []);
  return t("daily.next", { time: duration(Math.max(1, Math.round((at - now) / 1000))) });
}

/** @param {{shown: ShownSeed}} props */
function Chain({ shown }) {
  const [verdict, setVerdict] = useState(/** @type {import("../daily.js").Verdict | null} */ (null));
  useEffect(() => void checkChain(shown).then(setVerdict, () => setVerdict("insecure")), [shown.day, shown.seed]);
  const wrong = verdict !== null && verdict !== "insecure" ? verdict.wrong : null;
  return html`<section class=${`panel fair ${wrong ? "unfair" : ""}`}>
    <h2>${t("daily.chain")}</h2>
    <p>${t("daily.chain.what")}</p>
    <p><small>${sayDay(shown.day)}</small> <code>${shown.seed}</code></p>
    <p role="status">${sayVerdict(verdict)}</p>
  </section>`;
}

/** @param {import("../daily.js").Verdict | null} verdict */
function sayVerdict(verdict) {
  if (verdict === null) return "";
  if (verdict === "insecure") return t("end.fair_insecure");
  if (verdict.wrong) return t("daily.chain.bad", { day: sayDay(verdict.wrong) });
  return verdict.days ? plural("daily.chain.ok", verdict.days) : "";
}

/** After a deal: what counts, a line to show around, and what the strongest bot makes of it.
 * @param {{view: View, mine: number[]}} props */
export function DailyEnd({ view, mine: seats }) {
  const [done, setDone] = useState(/** @type {import("../daily.js").Try | null} */ (null));
  const [copied, setCopied] = useState(false);
  const copying = useModule(loadCopy);
  const { day, kind } = /** @type {DailyTable} */ (view.daily);
  useEffect(() => setDone(seats.includes(0) ? finish(view) : null), [view.id]);
  const share = async () => done && setCopied(await copying.share(sharedText(resultLine(done))));
  const days = done ? streak(day) : 0;
  return html`<section class="panel daily-end">
    <h2 class=${done ? "sr" : ""}>${t("daily.title")}, ${sayDay(day)}</h2>
    ${kind === "practice" && html`<p>${t("daily.practice.what")}</p>`}
    ${
      done &&
      html`<p class="line">${resultLine(done)}</p>
      ${days > 1 && html`<p><${Icon} name="flame" /> <b>${plural("daily.streak", days)}</b></p>`}`
    }
    <div class="deal-buttons">
      ${done && html`<button type="button" class="button primary" disabled=${!copying} onClick=${share}><${Icon} name="share" /> ${t(copied ? "lobby.copied" : "daily.share")}</button>`}
      <a class="button" href="/daily">${t("daily.all")}</a>
    </div>
    ${seats.includes(0) && html`<${Strongest} view=${view} />`}
  </section>`;
}

/** @param {{view: View}} props */
function Strongest({ view }) {
  const [asked, setAsked] = useState(false);
  const [found, setFound] = useState(/** @type {DailyStrongest | null} */ (null));
  const [problem, setProblem] = useState("");
  useEffect(() => {
    if (!asked || found?.over) return;
    let late = false;
    const ask = () =>
      post(`/api/games/${view.id}/strongest`).then(
        (said) => !late && setFound(said),
        (refused) => !late && setProblem(codeOf(refused)),
      );
    const timer = setTimeout(ask, found ? ASK_MS : 0);
    return () => {
      late = true;
      clearTimeout(timer);
    };
  }, [asked, found]);
  if (problem) return html`<p class="problem" role="alert">${t(`error.${problem}`)}</p>`;
  if (!asked)
    return html`<button type="button" class="button" onClick=${() => setAsked(true)}>${t("daily.strongest")}</button>`;
  if (!found) return html`<p role="status">${t("app.loading")}</p>`;
  const result = found.totals.join("\u00a0:\u00a0");
  if (!found.over) return html`<p class="strongest" role="status">${t("daily.strongest_plays", { result })}</p>`;
  return html`<p class="strongest" role="status"><b>${t("daily.strongest_made", { level: levelName(found.level), result })}</b></p>
    <a class="button" href=${`/replay/${found.id}`}><${Icon} name="replay" /> ${t("button.replay")}</a>`;
}
