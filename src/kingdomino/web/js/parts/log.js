// What happened, line by line.

import { html, useEffect, useRef, useState } from "../lib.js";
import { t } from "../i18n.js";
import { sayEvent } from "../say.js";
import { King, lookOf } from "./picture.js";

const wide = matchMedia("(min-width: 1024px)");

/** How many lines are shown without being asked for. */
const SHOWN = 3;

/** @param {{lines: LogLine[], view: View, mine: number[]}} props */
export function Log({ lines, view, mine }) {
  const [open, setOpen] = useState(false);
  const onToggle = (/** @type {Event} */ { currentTarget }) =>
    setOpen(currentTarget instanceof HTMLDetailsElement && currentTarget.open);
  return html`${!open && wide.matches && html`<${Latest} lines=${lines} view=${view} mine=${mine} />`}
    <details class="panel log" onToggle=${onToggle}>
      <summary>${t("table.log")}</summary>
      ${open && html`<${Lines} lines=${lines} view=${view} mine=${mine} />`}
    </details>`;
}

/** Who did what just now, where there is room for it. @param {{lines: LogLine[], view: View, mine: number[]}} props */
function Latest({ lines, view, mine }) {
  const told = lines.filter((line) => line.action !== null && line.player !== null).slice(-SHOWN);
  return html`<ol class="panel latest">
    ${told.length === 0 && html`<li>${t("table.log_empty")}</li>`}
    ${told.map((line) => html`<${Told} key=${line.seq} line=${line} view=${view} mine=${mine} />`)}
  </ol>`;
}

/** @param {{line: LogLine, view: View, mine: number[]}} props */
const Told = ({ line, view, mine }) =>
  html`<li>
    ${line.player !== null && view.seats[line.player] && html`<${King} look=${lookOf(view.seats[line.player])} game=${view.rules.game} />`}
    <span>${sayEvent(line, view, mine)}</span>
  </li>`;

/** @param {{lines: LogLine[], view: View, mine: number[]}} props */
function Lines({ lines, view, mine }) {
  const list = useRef(/** @type {HTMLElement | null} */ (null));
  useEffect(() => {
    const element = list.current;
    if (element) element.scrollTop = element.scrollHeight;
  }, [lines.length]);
  const told = lines.filter((line) => line.action !== null || (line.what && line.what !== "nonce"));
  return html`<ol ref=${list} tabindex="0" aria-label=${t("a11y.log")}>
    ${told.length === 0 && html`<li>${t("table.log_empty")}</li>`}
    ${told.map((line) => html`<${Told} key=${line.seq} line=${line} view=${view} mine=${mine} />`)}
  </ol>`;
}
