// Whether anybody may sit down at a table that waits: for its host to say, for its guests to know.

import { html, useEffect, useState } from "../lib.js";
import { catalogue, codeOf, post } from "../api.js";
import { t } from "../i18n.js";
import { Switch } from "./shell.js";

/** @param {{table: import("../table.js").Table, view: View}} props */
export function Offer({ table, view }) {
  const [all, setAll] = useState(/** @type {Catalogue | null} */ (null));
  const [problem, setProblem] = useState("");
  useEffect(() => {
    catalogue().then(setAll, () => undefined);
  }, []);
  if (!table.creator.value) return view.offered ? html`<p>${t("offer.is_open")}</p>` : null;
  if (!all?.open_tables) return null;
  const change = (/** @type {boolean} */ offered) =>
    post(`/api/games/${table.id}/offer`, { offered }).then(
      () => setProblem(""),
      (refused) => setProblem(codeOf(refused)),
    );
  return html`<section class="panel">
    <${Switch} on=${view.offered} label=${t("offer.title")} what=${t(view.offered ? "offer.listed" : "offer.what")} onChange=${change} />
    ${problem && html`<p class="problem" role="alert">${t(`error.${problem}`)}</p>`}
  </section>`;
}
