// A sheet over the page: the browser's own dialog, so focus and Esc behave.

import { html, useEffect, useRef } from "../lib.js";
import { t } from "../i18n.js";
import { Icon } from "./picture.js";

/** @param {{title: string, onClose: () => void, children?: unknown, class?: string}} props */
export function Dialog({ title, onClose, children, class: name = "" }) {
  const element = useRef(/** @type {HTMLDialogElement | null} */ (null));
  useEffect(() => {
    element.current?.showModal();
  }, []);
  const onClick = (/** @type {MouseEvent} */ event) => {
    if (event.target === element.current) element.current?.close();
  };
  return html`<dialog ref=${element} class=${`sheet-dialog ${name}`} aria-label=${title} onClose=${onClose} onClick=${onClick}>
    <div class="dialog-body">
      <header>
        <h2>${title}</h2>
        <button type="button" class="plain" aria-label=${t("button.close")} onClick=${() => element.current?.close()}>
          <${Icon} name="close" />
        </button>
      </header>
      ${children}
    </div>
  </dialog>`;
}
