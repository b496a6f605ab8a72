// After the game: kingdoms side by side, the sheet counting up region by region, who won and why.

import { html, useEffect, useState } from "../lib.js";
import { catalogue, codeOf, dominoes, get, post } from "../api.js";
import { cue } from "../cue.js";
import { checkDraws, keepsPromise } from "../fair.js";
import { isGuided } from "../guide.js";
import { remember } from "../history.js";
import { list, pair, t, tg } from "../i18n.js";
import { still } from "../motion.js";
import { compared, seenAt } from "../nonce.js";
import { isHere } from "../offline/here.js";
import { prefs, setPrefs } from "../prefs.js";
import { go } from "../router.js";
import { headline, levelName, nameOf, sayDynasty, sayRegion, sayWhy } from "../say.js";
import { learn, levelUp } from "../setup.js";
import { later, useModule } from "../parts/later.js";
import { Icon } from "../parts/picture.js";
import { NamePlate, Small } from "../parts/players.js";
import { ScoreTable } from "../parts/sheet.js";

const STEP_MS = 420;
const loadCopy = () => import("../copy.js");
const Regions = later(() => import("../parts/regions.js"), "Regions");
const DailyEnd = later(() => import("./daily.js"), "DailyEnd");

/** @param {{view: View, mine: number[], log: LogLine[], pairs: Record<string, [string, string][]>}} props */
export function End({ view, mine, log, pairs }) {
  const seats = Object.keys(view.kingdoms);
  const { step, last, skip } = useCounting(view, mine);
  const done = step >= last;
  const best = useBest(view, mine);
  useEffect(() => {
    // Whoever plays alone at this screen; at a shared one nobody knows whose result it is.
    if (mine.length !== 1) return;
    catalogue().then(
      ({ levels }) =>
        remember(
          view,
          mine[0],
          levels.map(({ name }) => name),
          log,
        ),
      () => undefined,
    );
  }, [view.id]);
  const counted = done ? undefined : Object.fromEntries(seats.map((seat) => [seat, countedSoFar(view, seat, step)]));
  return html`<main id="main" class="end">
    <section class="result" aria-live="polite">
      <h1>${done ? headline(view, mine) : t("end.title")}</h1>
      ${done ? html`<p>${sayWhy(view)}</p>` : html`<button type="button" class="button" onClick=${skip}>${t("end.skip_count")}</button>`}
      ${done && best && html`<p class="best"><${Icon} name="trophy" /> ${t(best.first ? "end.first" : "end.best")}</p>`}
      ${done && isGuided(view.id) && html`<${Learnt} game=${view.rules.game} />`}
      ${done && view.dynasty?.winners && html`<p class="dynasty">${sayDynasty(view)}</p>`}
    </section>
    <section class=${`podium n-${seats.length}`} aria-label=${tg(view.rules.game, "end.kingdoms")}>
      ${seats.map((seat) => {
        const region = scoring(view, seat)[step];
        return html`<figure key=${seat} class=${done && view.winners?.includes(Number(seat)) ? "won" : ""}>
          <${Small} view=${view} seat=${Number(seat)} pairs=${pairs[seat]} lit=${done ? [] : (region?.squares ?? [])} flags=${done && view.winners?.includes(Number(seat))} label=${tg(view.rules.game, "table.kingdom_of", { player: nameOf(view, Number(seat)) })} />
          <figcaption>
            <${NamePlate} view=${done ? view : { ...view, sheets: { ...view.sheets, [seat]: { ...view.sheets[seat], total: sum(counted?.[seat]) } }, winners: [] }} seat=${Number(seat)} mine=${mine.includes(Number(seat))} />
            <small class="region">${done || !region ? "" : `${sayRegion(region, view.rules.game)} = ${region.points}`}</small>
          </figcaption>
        </figure>`;
      })}
    </section>
    ${done && view.daily && html`<${DailyEnd} view=${view} mine=${mine} />`}
    ${done && html`<${After} view=${view} mine=${mine} pairs=${pairs} />`}
    <${ScoreTable} view=${view} counted=${counted} />
    ${
      done &&
      html`<section class="all-regions">
      ${seats.map(
        (seat) => html`<details key=${seat} class="panel">
          <summary>${pair(t("score.regions"), nameOf(view, Number(seat)))}</summary>
          <${Regions} view=${view} seat=${Number(seat)} regions=${view.sheets[seat].regions ?? []} />
        </details>`,
      )}
    </section>`
    }
    ${done && html`<${Keep} view=${view} />`}
    <${Fair} view=${view} />
  </main>`;
}

/** The most that this browser's only player has made of a game, if this is it; remembered.
 * @param {View} view @param {number[]} mine */
function useBest(view, mine) {
  const { game, size } = view.rules;
  const key = `${game} ${size}`;
  const points = mine.length === 1 ? view.sheets[mine[0]].total : -1;
  useEffect(() => {
    const { best } = prefs.value;
    const before = best[key];
    if (points <= (before?.points ?? -1)) return;
    setPrefs({ best: { ...best, [key]: { points, table: view.id, first: !before } } });
  }, [key, points]);
  const best = prefs.value.best[key];
  return points >= 0 && best?.table === view.id ? best : null;
}

/** In the order in which they are best learnt. */
const LESSONS = ["kingdomino", "giants", "origins-discovery", "origins-totem", "origins-tribe"];

/** After a game with the guide: the next one. @param {{game: string}} props */
function Learnt({ game }) {
  const next = LESSONS[LESSONS.indexOf(game) + 1];
  const goOn = () =>
    learn(next).then(
      (id) => go(`/t/${id}`),
      () => {},
    ); // the button is still there
  return html`<p>${t("coach.done")}</p>
    ${next && html`<button type="button" class="button" onClick=${goOn}>${t("coach.next_game", { game: t(`game.${next}`) })}</button>`}`;
}

/** @param {Record<string, number> | undefined} lines */
const sum = (lines) => Object.values(lines ?? {}).reduce((a, b) => a + b, 0);

/** Regions worth telling, the best last. @param {View} view @param {string} seat @returns {Region[]} */
function scoring(view, seat) {
  const regions = (view.sheets[seat].regions ?? []).filter((region) => region.points > 0);
  return regions.sort((a, b) => a.points - b.points);
}

/** @param {View} view @param {string} seat @param {number} step */
function countedSoFar(view, seat, step) {
  const regions = scoring(view, seat);
  const most = Math.max(...Object.keys(view.kingdoms).map((other) => scoring(view, other).length));
  const points = regions.slice(0, step + 1).reduce((total, region) => total + region.points, 0);
  const [, ...others] = Object.entries(view.sheets[seat].lines);
  return { regions: points, ...Object.fromEntries(others.filter((_, i) => step >= most + i)) };
}

/** @param {View} view @param {number[]} mine */
function useCounting(view, mine) {
  const seats = Object.keys(view.kingdoms);
  const lines = Object.keys(view.sheets[seats[0]].lines).length - 1;
  const last = Math.max(...seats.map((seat) => scoring(view, seat).length)) + lines;
  const [step, setStep] = useState(still.matches || seen.has(view.id) ? last : 0);
  useEffect(() => {
    if (step >= last && !seen.has(view.id) && mine.some((seat) => view.winners?.includes(seat))) cue("victory");
    if (step >= last) return void seen.add(view.id);
    const timer = setTimeout(() => setStep(step + 1), STEP_MS);
    return () => clearTimeout(timer);
  }, [step, last]);
  return { step, last, skip: () => setStep(last) };
}

/** Tables whose sheet has been counted up once. @type {Set<string>} */
const seen = new Set();

/** What comes next: another game, a look back, a picture to show around.
 * @param {{view: View, mine: number[], pairs: Record<string, [string, string][]>}} props */
function After({ view, mine, pairs }) {
  const [problem, setProblem] = useState("");
  const more = view.dynasty && view.dynasty.game < view.dynasty.of;
  const again = async () => {
    try {
      const { id } = view.next ? { id: view.next } : await post(`/api/games/${view.id}/rematch`);
      go(`/t/${id}`);
    } catch (refused) {
      setProblem(codeOf(refused));
    }
  };
  const [up, setUp] = useState(/** @type {Awaited<ReturnType<typeof levelUp>>} */ (null));
  useEffect(() => void levelUp(view, mine).then(setUp, () => {}), [view.id]); // then it is not offered
  const climb = () =>
    up?.open().then(
      (id) => go(`/t/${id}`),
      () => setProblem("network"),
    );
  const show = () =>
    import("../share.js").then(
      ({ sharePicture }) => sharePicture(view, mine, pairs),
      () => setProblem("network"),
    );
  return html`<div class="after">
    ${(mine.length > 0 || view.next) && html`<button type="button" class=${`button ${view.daily ? "" : "primary"}`} onClick=${again}>${t(view.daily ? "daily.practise" : more ? "button.next_game" : "button.rematch")}</button>`}
    ${up && html`<button type="button" class="button" onClick=${climb}>${t("end.level_up", { level: levelName(up.level) })}</button>`}
    ${!isHere(view.id) && html`<a class="button" href=${`/review/${view.id}`}><${Icon} name="hint" /> ${t("button.review")}</a>`}
    <button type="button" class="button" onClick=${show}><${Icon} name="trophy" /> ${t("button.picture")}</button>
    ${problem && html`<p class="problem" role="alert">${t(`error.${problem}`)}</p>`}
  </div>`;
}

/** The game itself: again, as a link, as a file, on paper. @param {{view: View}} props */
function Keep({ view }) {
  const [copied, setCopied] = useState(false);
  const copying = useModule(loadCopy);
  const shareIt = async () => {
    setCopied(await copying.share({ url: `${location.origin}/replay/${view.id}` }));
  };
  const here = isHere(view.id);
  return html`<div class="keep">
    <a class="button" href=${`/replay/${view.id}`}><${Icon} name="replay" /> ${t("button.replay")}</a>
    ${!here && html`<button type="button" class="button" disabled=${!copying} onClick=${shareIt}><${Icon} name="link" /> ${t(copied ? "lobby.copied" : "button.share")}</button>`}
    <a class="button" href=${`/api/games/${view.id}/record`} onClick=${(/** @type {Event} */ event) => here && save(event, view.id)} download=${`kingdomino-${view.id}.json`}>${t("button.download")}</a>
    <button type="button" class="button" onClick=${() => print()}>${t("button.print")}</button>
    <a class="button" href="/new">${t("button.new_game")}</a>
  </div>`;
}

/** A record of this device as a file: no server has it. @param {Event} event @param {string} id */
async function save(event, id) {
  event.preventDefault();
  const record = new Blob([JSON.stringify(await get(`/api/games/${id}/record`))], { type: "application/json" });
  const link = Object.assign(document.createElement("a"), { href: URL.createObjectURL(record) });
  link.download = `kingdomino-${id}.json`;
  link.click();
}

/** @typedef {{draws: number, wrong: import("../fair.js").Wrong | null, present: boolean}} Drawn */
/** @typedef {Drawn | "changed" | "left_out" | "stranger" | "insecure" | "bad" | "missing"} Verdict */

/** What this browser kept from the beginning against the revealed secret, and all chance drawn
 * again: checked without being asked. @param {{view: View}} props */
function Fair({ view }) {
  const [verdict, setVerdict] = useState(/** @type {Verdict | null} */ (null));
  const { fair } = view;
  const check = () => fair?.secret && verify(view, fair).then(setVerdict, () => setVerdict("missing"));
  useEffect(() => void check(), [fair?.secret]);
  if (!fair?.secret) return null;
  const ok = verdict !== null && typeof verdict === "object" && !verdict.wrong;
  const mine = Object.values(seenAt(view.id)?.nonces ?? {});
  return html`<section class=${`panel fair ${verdict === null || ok || verdict === "missing" ? "" : "unfair"}`}>
    <h2>${t("lobby.fair")}</h2>
    <p role="status">${verdict ? sayVerdict(verdict, view) : t("app.loading")}</p>
    ${verdict === "missing" && html`<p><button type="button" class="button" onClick=${check}>${t("end.fair_check")}</button></p>`}
    <details>
      <summary>${t("end.fair_numbers")}</summary>
      <dl>
        <dt>${t("end.fair_fingerprint")}</dt>
        <dd><code>${fair.commitment}</code></dd>
        ${mine.map((nonce) => html`<dt>${t("end.fair_yours")}</dt><dd><code>${nonce}</code></dd>`)}
      </dl>
    </details>
  </section>`;
}

/** @param {View} view @param {NonNullable<View["fair"]>} fair @returns {Promise<Verdict>} */
async function verify(view, fair) {
  const { game, players } = view.rules;
  const before = compared(view, fair);
  if (before !== "kept" && before !== "unseen") return before;
  if (!globalThis.crypto?.subtle) return "insecure";
  if (!(await keepsPromise(fair))) return "bad";
  const [{ events }, all, printed] = await Promise.all([
    get(`/api/games/${view.id}/record`),
    catalogue(),
    dominoes(game),
  ]);
  const { quests = [], cavemen = [] } = all.games.find(({ name }) => name === game) ?? {};
  const drawn = await checkDraws(fair, players, events, { dominoes: Object.keys(printed), quests, cavemen });
  return { ...drawn, present: before === "kept" };
}

/** @param {Verdict} verdict @param {View} view */
function sayVerdict(verdict, view) {
  if (verdict === "missing") return t("error.network");
  if (typeof verdict === "string") return t(`end.fair_${verdict}`);
  const { draws, wrong, present } = verdict;
  const kept = view.daily ? "daily.fair" : present ? "end.fair_kept" : "end.fair_unseen";
  if (!wrong) return `${t(kept)} ${t("end.fair_checked", { n: draws })}`;
  const say = (/** @type {string[]} */ names) =>
    list(
      names.map((name) =>
        wrong.type === "row"
          ? name
          : wrong.type === "kings"
            ? nameOf(view, Number(name))
            : t(`${wrong.type === "cave" ? "caveman" : "quest"}.${name}`),
      ),
    );
  return t("end.fair_differs", { n: wrong.nth, drawn: say(wrong.drawn), due: say(wrong.due) });
}
