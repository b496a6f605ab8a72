// What happened, line by line.

import { html, useEffect, useRef, useState } from "../lib.js";
import { t } from "../i18n.js";
import { sayEvent } from "../say.js";
import { King } from "./picture.js";

/** @param {{lines: LogLine[], view: View, mine: number[]}} props */
export function Log({ lines, view, mine }) {
  const [open, setOpen] = useState(false);
  const onToggle = (/** @type {Event} */ { currentTarget }) =>
    setOpen(currentTarget instanceof HTMLDetailsElement && currentTarget.open);
  return html`<details class="panel log" onToggle=${onToggle}>
    <summary>${t("table.log")}</summary>
    ${open && html`<${Lines} lines=${lines} view=${view} mine=${mine} />`}
  </details>`;
}

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
    ${told.map(
      (line) => html`<li key=${line.seq}>
        ${line.player !== null && view.seats[line.player] && html`<${King} colour=${view.seats[line.player].colour} game=${view.rules.game} />`}
        <span>${sayEvent(line, view, mine)}</span>
      </li>`,
    )}
  </ol>`;
}
