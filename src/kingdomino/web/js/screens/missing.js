// No table here: gone, full, never was.

import { html } from "../lib.js";
import { has, t } from "../i18n.js";
import { Header } from "../parts/shell.js";
import { Icon } from "../parts/picture.js";

/** @param {{code: string, id?: string}} props */
export function Missing({ code, id }) {
  const expired = code === "gone" || code === "bad_token" || code === "expired";
  const words = code === "full" ? "state.full" : expired ? "state.expired" : "state.gone";
  const said =
    code === "page"
      ? t("app.not_found")
      : has(`error.${code}`) && !expired && code !== "full"
        ? t(`error.${code}`)
        : t(words);
  const target = code === "full" && id ? `/t/${id}` : expired ? "/new" : "/";
  return html`<${Header} />
    <main id="main" class="page missing">
      <${Icon} name="footprints" />
      <h1>${said}</h1>
      ${code === "damaged" && html`<p><a class="button" href=${`/api/games/${id}/record`} download=${`kingdomino-${id}.json`}>${t("button.download")}</a></p>`}
      <a class="button primary" href=${target}>${t(code === "full" && !id ? "state.gone.action" : `${words}.action`)}</a>
    </main>`;
}
