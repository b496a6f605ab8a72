// How far this device is with starting the rules of its own.

import { html } from "../lib.js";
import { number, t } from "../i18n.js";

const MEGABYTE = 1e6;

/** What is being done is told once; how much of it is there is for eyes. @param {import("../offline/here.js").Starting} props */
export function Starting({ done, whole }) {
  const all = done >= whole;
  const size = (/** @type {number} */ bytes) => number(bytes / MEGABYTE, { maximumFractionDigits: 1 });
  return html`<div class="banner starting">
    <span role="status">${t(all ? "offline.starting" : "offline.loading")}</span>
    ${!all && html`<span aria-hidden="true">${t("offline.part", { done: size(done), whole: size(whole) })}</span>`}
    <progress aria-label=${t("offline.title")} ...${all ? {} : { max: whole, value: done }} />
  </div>`;
}
