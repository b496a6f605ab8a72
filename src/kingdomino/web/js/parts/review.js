// A finished game looked at again: how it swung, the three moves that decided it, and every decision
// beside the best one. The server thinks as long as somebody asks: leaving the page ends it.

import { html, useEffect, useState } from "../lib.js";
import { get } from "../api.js";
import { change, number, pair, plural, t } from "../i18n.js";
import { nameOf, sayAction, sayReason, sayWithSquare } from "../say.js";
import { Castle, lookOf } from "./picture.js";

/** @typedef {{of: number, verdicts: Judged[]}} Review */
/** @typedef {{views: View[]}} Film */

const AGAIN_MS = 1_500;
const TURNING_POINTS = 3;

/** @param {string | undefined} id @returns {Review} */
export function useReview(id) {
  const [review, setReview] = useState(/** @type {Review} */ ({ of: 0, verdicts: [] }));
  useEffect(() => {
    const leaving = new AbortController();
    /** @param {Judged[]} known */
    const ask = async (known) => {
      if (leaving.signal.aborted) return;
      try {
        const { of, verdicts } = await get(`/api/games/${id}/review?after=${known.length}`, leaving.signal);
        const all = [...known, ...verdicts];
        setReview({ of, verdicts: all });
        if (all.length < of) ask(all);
      } catch {
        setTimeout(() => ask(known), AGAIN_MS); // too many ask, or the network is away
      }
    };
    if (id) ask([]);
    return () => leaving.abort();
  }, [id]);
  return review;
}

/** The points that a whole victory outweighs: of two decisions the one that cost more of it cost more. */
const VICTORY = 1_000;

/** What a decision cost, to compare decisions by. @param {Judged} verdict */
const cost = ({ share_lost, points_lost }) => VICTORY * (share_lost ?? 0) + points_lost;

/** The decisions that cost most, in the order in which they were made. @param {Judged[]} verdicts */
export const turningPoints = (verdicts) =>
  verdicts
    .filter(({ grade }) => grade !== "best" && grade !== "good")
    .sort((a, b) => cost(b) - cost(a))
    .slice(0, TURNING_POINTS)
    .sort((a, b) => a.at - b.at);

/** As hints are drawn. @param {Judged} verdict @returns {Hint} */
export const better = ({ best, why }) => [best, null, null, null, 0, why];

/** @param {Judged} verdict */
function sayLost({ points_lost, share_lost }) {
  const points = plural("count.points", Math.round(10 * points_lost) / 10);
  if (share_lost === null) return t("review.lost.points", { points });
  return t("review.lost", { points, share: number(share_lost, { style: "percent" }) });
}

/** What a decision cost, as a figure. @param {Judged} verdict */
const lostFigure = ({ points_lost, share_lost }) =>
  share_lost === null ? change(-Math.round(points_lost)) : `−${number(share_lost, { style: "percent" })}`;

/** @param {{film: Film, review: Review, at: number, said: string, onShow: (at: number) => void}} props */
export function ReviewPanel({ film, review, at, said, onShow }) {
  const { of, verdicts } = review;
  const done = of > 0 && verdicts.length === of;
  const turning = done ? turningPoints(verdicts) : [];
  const here = verdicts.find((verdict) => verdict.at === at);
  return html`<aside class="reviewing">
    <section class="panel review" aria-label=${t("review.title")}>
      <${Swing} film=${film} verdicts=${verdicts} turning=${turning} at=${at} onShow=${onShow} />
      ${
        done
          ? html`<${Turning} film=${film} turning=${turning} at=${at} onShow=${onShow} />`
          : html`<p role="status"><label>${t("review.progress", { n: verdicts.length, all: of })} <progress max=${of || 1} value=${verdicts.length} /></label></p>`
      }
      ${here ? html`<${VerdictLine} verdict=${here} view=${film.views[at]} />` : html`<p class="verdict">${said}</p>`}
    </section>
    ${
      verdicts.length > 0 &&
      html`<section class="panel graded">
        ${done && verdicts.some(({ share }) => share === null) && html`<p class="why">${t("review.points_only")}</p>`}
        <${Every} film=${film} verdicts=${verdicts} at=${at} onShow=${onShow} />
      </section>`
    }
  </aside>`;
}

/** One decision beside the best: where each lies is drawn on the kingdom, and spoken here.
 * @param {{verdict: Judged, view: View}} props */
function VerdictLine({ verdict, view }) {
  const { played, best, grade, player } = verdict;
  const domino = view.decision?.domino;
  return html`<div class=${`verdict ${grade}`} role="status">
    <p>
      <b class="grade">${t(`review.grade.${grade}`)}</b> <b>${nameOf(view, player)}</b>: <${Drawn} action=${played} view=${view} domino=${domino} />.
      ${grade !== "best" && html` <span class="lost">${sayLost(verdict)}</span>`}
    </p>
    ${
      best !== played &&
      html`<p>
        <b class="rank" aria-hidden="true">1</b> <${Drawn} action=${best} view=${view} domino=${domino} better />
        ${" "}<small>${sayReason(better(verdict), view)}</small>
      </p>`
    }
  </div>`;
}

/** An action in words; its squares only for whoever cannot see them. @param {{action: string, view: View, domino?: string, better?: boolean}} props */
function Drawn({ action, view, domino, better: isBetter = false }) {
  const say = (/** @type {string} */ text) => (isBetter ? t("review.better", { action: text }) : text);
  const [shown, whole] = [sayAction(action, view, domino), sayWithSquare(action, view, domino)].map(say);
  if (shown === whole) return shown;
  return html`<span aria-hidden="true">${shown}</span><span class="sr">${whole}</span>`;
}

/** The moves that decided it, as positions to step into.
 * @param {{film: Film, turning: Judged[], at: number, onShow: (at: number) => void}} props */
function Turning({ film, turning, at, onShow }) {
  if (!turning.length) return html`<p>${t("review.flawless")}</p>`;
  return html`<h2>${t("review.turning")}</h2>
    <ol class="turning">
      ${turning.map((verdict, i) => {
        const view = film.views[verdict.at];
        return html`<li key=${verdict.at}>
          <button type="button" aria-pressed=${verdict.at === at ? "true" : "false"} onClick=${() => onShow(verdict.at)}>
            <b class="rank" aria-hidden="true">${i + 1}</b>
            <${Castle} look=${lookOf(view.seats[verdict.player])} game=${view.rules.game} />
            <span class="whose"><b>${nameOf(view, verdict.player)}</b><small>${roundOf(view)}</small></span>
            <em aria-hidden="true">${lostFigure(verdict)}</em><span class="sr">${sayLost(verdict)}</span>
          </button>
        </li>`;
      })}
    </ol>`;
}

/** @param {View} view */
const roundOf = (view) => t("table.round", { n: Math.max(1, view.round), rounds: view.rules.rounds });

/** @param {{film: Film, verdicts: Judged[], at: number, onShow: (at: number) => void}} props */
function Every({ film, verdicts, at, onShow }) {
  const [open, setOpen] = useState(false);
  const onToggle = (/** @type {Event} */ { currentTarget }) =>
    setOpen(currentTarget instanceof HTMLDetailsElement && currentTarget.open);
  return html`<details onToggle=${onToggle}>
    <summary>${t("review.every")}</summary>
    ${
      open &&
      html`<ol class="every" tabindex="0" aria-label=${t("review.every")}>
      ${verdicts.map((verdict) => {
        const view = film.views[verdict.at];
        return html`<li key=${verdict.at}>
          <button type="button" class=${verdict.grade} aria-pressed=${verdict.at === at ? "true" : "false"} onClick=${() => onShow(verdict.at)}>
            <b class="grade">${t(`review.grade.${verdict.grade}`)}</b>
            <span>${pair(nameOf(view, verdict.player), sayWithSquare(verdict.played, view, view.decision?.domino))}
              ${cost(verdict) > 0 && html`<small>${sayLost(verdict)}</small>`}</span>
          </button>
        </li>`;
      })}
    </ol>`
    }
  </details>`;
}

/**
 * Everybody's part of the victory over the game; their points where nobody has looked ahead.
 * @param {{film: Film, verdicts: Judged[], turning: Judged[], at: number, onShow: (at: number) => void}} props
 */
function Swing({ film, verdicts, turning, at, onShow }) {
  const last = film.views.length - 1;
  const end = film.views[last];
  const seats = Object.keys(end.kingdoms).map(Number);
  const deep = verdicts.length > 0 && verdicts.every(({ share }) => share !== null);
  const lines = seats.map((seat) => ({ seat, points: (deep ? sharesOf : pointsOf)(film, verdicts, seat) }));
  const onClick = (/** @type {MouseEvent} */ { currentTarget, clientX }) => {
    const box = /** @type {Element} */ (currentTarget).getBoundingClientRect();
    onShow(Math.round((last * (clientX - box.left)) / box.width));
  };
  return html`<figure class="swing">
    <figcaption>
      <span>${t(deep ? "review.swing" : "review.swing.points")}</span>
      ${seats.map((seat) => html`<span key=${seat} class=${`p-${end.seats[seat].colour}`}><${Castle} look=${lookOf(end.seats[seat])} game=${end.rules.game} /> ${nameOf(end, seat)}</span>`)}
    </figcaption>
    <div class="graph" onClick=${onClick}>
      <svg viewBox=${`0 0 ${last} 100`} preserveAspectRatio="none" aria-hidden="true" focusable="false">
        <path class="middle" d=${`M0 50H${last}`} />
        <path class="now" d=${`M${at} 0V100`} />
        ${lines.map(({ seat, points }) => html`<polyline key=${seat} class=${`p-${end.seats[seat].colour}`} points=${points.map(([x, y]) => `${x},${(100 - 100 * y).toFixed(1)}`).join(" ")} />`)}
      </svg>
      ${turning.map((verdict, i) => html`<b key=${verdict.at} class="rank" aria-hidden="true" style=${{ left: `${(100 * verdict.at) / last}%`, top: `${2 + 22 * crowdedBefore(turning, i, last)}px` }}>${i + 1}</b>`)}
      <small class="most" aria-hidden="true">${deep ? number(1, { style: "percent" }) : mostOf(film)}</small>
      <small class="least" aria-hidden="true">${deep ? number(0, { style: "percent" }) : 0}</small>
    </div>
  </figure>`;
}

/** How many of the marks before it a mark would cover. @param {Judged[]} turning @param {number} i @param {number} last */
const crowdedBefore = (turning, i, last) =>
  turning.slice(0, i).filter((other) => turning[i].at - other.at < CROWDED * last).length;
const CROWDED = 0.075;

/** @typedef {[number, number][]} Points */

/** What a player could expect at each decision of theirs, and got. @param {Film} film @param {Judged[]} verdicts @param {number} seat @returns {Points} */
function sharesOf(film, verdicts, seat) {
  const last = film.views.length - 1;
  const { winners, kingdoms } = film.views[last];
  const two = Object.keys(kingdoms).length === 2;
  /** @type {Points} */
  const known = verdicts.flatMap(({ at, player, share }) => {
    if (player === seat) return [[at, share ?? 0]];
    return two ? [[at, 1 - (share ?? 0)]] : [];
  });
  const won = winners?.includes(seat) ? 1 / winners.length : 0;
  return [[0, 1 / Object.keys(kingdoms).length], ...known, [last, won]];
}

/** @param {Film} film @param {Judged[]} _verdicts @param {number} seat @returns {Points} */
function pointsOf(film, _verdicts, seat) {
  const most = mostOf(film);
  return film.views.map((view, at) => [at, Math.max(0, view.sheets[seat]?.total ?? 0) / most]);
}

/** The most points that anybody has at the end. @param {Film} film */
const mostOf = (film) =>
  Math.max(1, ...Object.values(film.views[film.views.length - 1].sheets).map(({ total }) => total));
