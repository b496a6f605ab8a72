// What becomes of a score pad: a link, a picture, paper, and those of other evenings.

import { html, useEffect, useState } from "../lib.js";
import { date, list, pair, plural, t } from "../i18n.js";
import { useModule } from "./later.js";
import { Icon } from "./picture.js";

const loadCopy = () => import("../copy.js");

/** The pad itself is its screen's, or there would be two of it. @param {{pad: typeof import("../pad.js").pad, view: View}} props */
export function Shelf({ pad, view }) {
  const [copied, setCopied] = useState(false);
  const copying = useModule(loadCopy);
  const code = pad.scored.value?.code ?? "";
  useEffect(() => setCopied(false), [code]);
  const send = async () => {
    const url = `${location.origin}/pad#${code}`;
    setCopied(await copying.share({ url }));
  };
  const picture = () =>
    import("../share.js").then(
      ({ sharePicture }) => sharePicture({ ...view, id: "pad" }, [], {}),
      () => undefined,
    );
  const onPaper = () => {
    for (const regions of document.querySelectorAll(".pad .all-regions details"))
      /** @type {HTMLDetailsElement} */ (regions).open = true;
    print();
  };
  return html`<nav class="after">
      <button type="button" class="button primary" disabled=${!copying} onClick=${send}><${Icon} name="link" /> ${t(copied ? "lobby.copied" : "button.share")}</button>
      <button type="button" class="button" onClick=${picture}>${t("button.picture")}</button>
      <button type="button" class="button" onClick=${onPaper}>${t("button.print")}</button>
      <button type="button" class="button" onClick=${pad.renew}>${t("pad.new")}</button>
    </nav>
    ${
      pad.kept.value.length > 0 &&
      html`<details class="panel kept">
      <summary>${plural("pad.kept", pad.kept.value.length)}</summary>
      <ul>${pad.kept.value.map(
        (old, i) => html`<li key=${old.when}>
        <button type="button" class="plain" onClick=${() => pad.take(old.doc)}>${pair(date(old.when), t(`game.${old.doc.tables[0].game}`))} ${list(old.doc.tables[0].kingdoms.map(({ name }) => name).filter(Boolean))}</button>
        <button type="button" class="plain" aria-label=${t("pad.forget")} onClick=${() => pad.shelve(pad.kept.value.filter((_, j) => j !== i))}><${Icon} name="close" /></button>
      </li>`,
      )}</ul>
    </details>`
    }`;
}
