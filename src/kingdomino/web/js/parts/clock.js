// The time that is left: for the decision in question, and for the game.

import { html, useEffect, useState } from "../lib.js";
import { duration, t } from "../i18n.js";

/** From so many seconds on they are not counted one by one. */
const LONG = 3_600;
const SHORT = 10;

/** @param {number} milliseconds */
function countdown(milliseconds) {
  const left = Math.max(0, Math.ceil(milliseconds / 1000));
  const time = left < LONG ? `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}` : duration(left, "short");
  return { time, short: left <= SHORT ? "short" : "" };
}

/** Now, twice a second while something runs. @param {boolean} runs */
function useNow(runs) {
  const [now, setNow] = useState(Date.now());
  useEffect(() => {
    if (!runs) return;
    setNow(Date.now());
    const timer = setInterval(() => setNow(Date.now()), 500);
    return () => clearInterval(timer);
  }, [runs]);
  return now;
}

/** The time left for a decision. @param {{view: View}} props */
export function Clock({ view }) {
  const deadline = view.clock?.deadline ?? null;
  const now = useNow(deadline !== null);
  if (deadline === null) return null;
  const { time, short } = countdown(deadline - now);
  return html`<span class=${`clock ${short}`} role="timer" aria-label=${t("table.clock", { time })}>${time}</span>`;
}

/** What a player has left for the game. @param {{view: View, seat: number}} props */
export function GameClock({ view, seat }) {
  const { left, since = 0, deadline = null } = view.clock ?? {};
  const mine = left?.[seat];
  const runs = mine !== undefined && deadline !== null && view.decision?.player === seat;
  const now = useNow(runs);
  if (mine === undefined || view.over) return null;
  const { time, short } = countdown(runs ? mine - Math.max(0, now - since) : mine);
  const said = t("table.game_clock", { time });
  return html`<small class=${`game-clock ${short}`} role="timer" title=${said} aria-label=${said}>${time}</small>`;
}
