// The replay in a frame on another page: nothing here changes anything, or leads anywhere but out.

import { html, useEffect, useState } from "../lib.js";
import { t } from "../i18n.js";
import { Replay } from "./replay.js";

/** Tell the page around us. @param {Record<string, unknown>} message */
const tell = (message) => parent !== window && parent.postMessage(message, "*");

/** A game of the server, or a record that the page around us hands over. @param {{id?: string}} props */
export function Embed({ id }) {
  const [record, setRecord] = useState("");
  useEffect(() => {
    const hear = (/** @type {MessageEvent} */ { source, data }) => {
      if (source === parent && data?.kingdomino === "record") setRecord(String(data.record));
    };
    addEventListener("message", hear);
    const watched = new ResizeObserver(() => tell({ kingdomino: "height", height: document.body.scrollHeight }));
    watched.observe(document.body);
    if (!id) tell({ kingdomino: "ready" });
    return () => {
      removeEventListener("message", hear);
      watched.disconnect();
    };
  }, []);
  return html`<div class="embedded">
    <${Replay} key=${record} id=${id} given=${record} embedded />
    ${id && html`<p class="out"><a href=${`/replay/${id}`} target="_blank" rel="noopener">${t("embed.open")}</a></p>`}
  </div>`;
}
