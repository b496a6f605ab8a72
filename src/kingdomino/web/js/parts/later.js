// A part of the page that is fetched when it is first shown.

import { html, useEffect, useState } from "../lib.js";
import { t } from "../i18n.js";

/** @type {Map<string, Promise<void>>} */
const fetched = new Map();

/** @param {string} name @returns {Promise<void>} When the style sheet is there. */
function style(name) {
  const coming =
    fetched.get(name) ??
    new Promise((resolve, reject) => {
      const link = Object.assign(document.createElement("link"), { rel: "stylesheet", href: `/css/${name}.css` });
      link.onload = () => resolve();
      link.onerror = reject;
      document.head.append(link);
    });
  fetched.set(name, coming);
  return coming;
}

/**
 * @param {() => Promise<Function>} load
 * @param {{styles?: string[], quiet?: boolean}} [how] The style sheets it comes with; nothing shown meanwhile.
 */
export function later(load, { styles = [], quiet = false } = {}) {
  /** @type {Function | null} */
  let Part = null;
  /** @param {object} props */
  return function Later(props) {
    const [, setFound] = useState(false);
    const [failed, setFailed] = useState(false);
    useEffect(() => {
      if (Part) return;
      Promise.all([load(), ...styles.map(style)]).then(
        ([found]) => {
          Part = found;
          setFound(true);
        },
        () => setFailed(true),
      );
    }, []);
    if (Part) return html`<${Part} ...${props} />`;
    if (quiet) return null;
    return html`<main id="main" class="waiting">
      ${failed
        ? html`<p role="alert">${t("error.network")} <button type="button" class="button" onClick=${() => location.reload()}>${t("app.reload")}</button></p>`
        : html`<p role="status">${t("app.loading")}</p>`}
    </main>`;
  };
}
