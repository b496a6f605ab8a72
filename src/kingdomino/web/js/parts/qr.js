// A QR code as a drawing.

import { html } from "../lib.js";
import { t } from "../i18n.js";
import { qrCode } from "../qr.js";

/** Squares of light around it, without which cameras do not find it. */
const EDGE = 4;

/** @param {{text: string, label?: string}} props */
export function Qr({ text, label = t("lobby.qr") }) {
  const rows = qrCode(text);
  if (!rows) return null;
  const side = rows.length + 2 * EDGE;
  const dark = rows.flatMap((row, y) => row.map((on, x) => (on ? `M${x + EDGE} ${y + EDGE}h1v1h-1z` : "")));
  return html`<svg class="qr" viewBox=${`0 0 ${side} ${side}`} role="img" aria-label=${label} shape-rendering="crispEdges">
    <rect width=${side} height=${side} fill="#fff" />
    <path d=${dark.join("")} fill="#000" />
  </svg>`;
}
