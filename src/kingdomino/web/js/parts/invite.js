// A link to be sent to somebody.

import { html, useState } from "../lib.js";
import { t } from "../i18n.js";
import { useModule } from "./later.js";
import { Icon } from "./picture.js";

const loadCopy = () => import("../copy.js");

/** @param {{link: string, label: string}} props */
export function Invite({ link, label }) {
  const [copied, setCopied] = useState(false);
  const copying = useModule(loadCopy);
  const address = new URL(link, location.href).href;
  const take = async () => setCopied(await copying.copy(address));
  const share = () => navigator.share({ title: t("app.name"), url: address }).catch(() => undefined);
  return html`<span class="invite">
    <input type="text" readonly value=${address} aria-label=${label} onFocus=${(/** @type {any} */ event) => event.currentTarget.select()} />
    <button type="button" class="button" disabled=${!copying} onClick=${take}><${Icon} name="link" /> ${t(copied ? "lobby.copied" : "lobby.copy")}</button>
    ${"share" in navigator && html`<button type="button" class="button" onClick=${share}>${t("lobby.share_link")}</button>`}
  </span>`;
}
