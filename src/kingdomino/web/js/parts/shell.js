// What every screen has: header with menu, messages for screen readers, the line at the bottom.

import { html, signal, useEffect, useRef, useState } from "../lib.js";
import { language, languages, setLanguage, t } from "../i18n.js";
import { later } from "./later.js";
import { Icon } from "./picture.js";

const Menu = later(() => import("./menu.js"), "Menu");

/** Whether the last thing was done with the keyboard: then focus goes where the next thing is. */
export const keyboard = { used: false };
addEventListener("keydown", () => (keyboard.used = true), true);
addEventListener("pointerdown", () => (keyboard.used = false), true);

const said = signal({ text: "", n: 0 });

/** Whether it is my turn somewhere on this page. */
export const called = signal(false);

/** Tell a screen reader. @param {string} text */
export function announce(text) {
  if (text) said.value = { text, n: said.value.n + 1 };
}

export const Live = () =>
  html`<div class="sr" role="log" aria-live="polite" aria-label=${t("a11y.live")}><p key=${said.value.n}>${said.value.text}</p></div>`;

/** @param {{title?: unknown, table?: import("../table.js").Table}} props */
export function Header({ title, table }) {
  const [open, setOpen] = useState(false);
  return html`<header class="top">
    <a class="brand" href="/" aria-label=${`${t("app.name")}, ${t("app.home")}`}><${Icon} name="crown" /><span>${t("app.name")}</span></a>
    <div class="where">${title}</div>
    <button type="button" class="plain" aria-label=${t("app.menu")} aria-haspopup="dialog" onClick=${() => setOpen(true)}><${Icon} name="menu" /></button>
    ${open && html`<${Menu} table=${table} onClose=${() => setOpen(false)} />`}
  </header>`;
}

/** A screen before all of it is here, or instead of it when there is a problem: what comes piece by piece
 * pushes away what is being read. @param {{title?: unknown, problem?: string}} props */
export const Loading = ({ title, problem = "" }) =>
  html`<${Header} title=${title} /><main id="main" class="waiting"><p role="status">${t(problem ? `error.${problem}` : "app.loading")}</p></main>`;

export function LanguageChoice() {
  return html`<label class="field language">
    <span>${t("settings.language")}</span>
    <select value=${language.value} onChange=${(/** @type {any} */ event) => setLanguage(event.currentTarget.value)}>
      ${languages.map(({ code, name, locale }) => html`<option key=${code} value=${code} lang=${locale} selected=${code === language.value}>${name}</option>`)}
    </select>
  </label>`;
}

/** @param {{on: boolean, label: string, what?: string, why?: string, disabled?: boolean, onChange: (on: boolean) => void}} props */
export function Switch({ on, label, what, why, disabled = false, onChange }) {
  return html`<label class=${`switch ${disabled ? "off" : ""}`}>
    <input type="checkbox" role="switch" checked=${on} disabled=${disabled} onChange=${(/** @type {any} */ event) => onChange(event.currentTarget.checked)} />
    <span class="knob" aria-hidden="true" />
    <span class="words"><b>${label}</b>${what && html`<small>${what}</small>`}${why && html`<small class="why">${why}</small>`}</span>
  </label>`;
}

export const Foot = () => html`<footer class="foot"><p>${t("app.fan_project")}</p></footer>`;

/** A sheet over the page: the browser's own dialog, so focus and Esc behave. @param {{title: string, onClose: () => void, children?: unknown, class?: string}} props */
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
      <div class="dialog-head">
        <h2>${title}</h2>
        <button type="button" class="plain" aria-label=${t("button.close")} onClick=${() => element.current?.close()}>
          <${Icon} name="close" />
        </button>
      </div>
      ${children}
    </div>
  </dialog>`;
}
