// The time left for a move.

import { html, useEffect, useState } from "../lib.js";
import { t } from "../i18n.js";

/** @param {{view: import("../types").View}} props */
export function Clock({ view }) {
  const deadline = view.clock?.deadline ?? null;
  const [now, setNow] = useState(Date.now());
  useEffect(() => {
    if (deadline === null) return;
    const timer = setInterval(() => setNow(Date.now()), 500);
    return () => clearInterval(timer);
  }, [deadline]);
  if (deadline === null) return null;
  const left = Math.max(0, Math.ceil((deadline - now) / 1000));
  const time = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
  return html`<span class=${`clock ${left <= 10 ? "short" : ""}`} role="timer" aria-label=${t("table.clock", { time })}>${time}</span>`;
}
