// What every screen has: header with menu, messages for screen readers, the line at the bottom.

import { html, signal, useEffect, useRef, useState } from "../lib.js";
import { language, languages, setLanguage, t } from "../i18n.js";
import { prefs, setPrefs } from "../prefs.js";
import { later } from "./later.js";
import { Icon } from "./picture.js";

const TurnNotice = later(() => import("./notice.js"), "TurnNotice");

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

/** @param {{children?: unknown, menu?: unknown, title?: unknown}} props */
export function Header({ title, menu }) {
  const [open, setOpen] = useState(false);
  return html`<header class="top">
    <a class="brand" href="/" aria-label=${`${t("app.name")}, ${t("app.home")}`}><${Icon} name="crown" /><span>${t("app.name")}</span></a>
    <div class="where">${title}</div>
    <button type="button" class="plain" aria-label=${t("app.menu")} aria-haspopup="dialog" onClick=${() => setOpen(true)}><${Icon} name="menu" /></button>
    ${open && html`<${Menu} onClose=${() => setOpen(false)}>${menu}<//>`}
  </header>`;
}

/** A screen before all of it is here, or instead of it when there is a problem: what comes piece by piece
 * pushes away what is being read. @param {{title?: unknown, problem?: string}} props */
export const Loading = ({ title, problem = "" }) =>
  html`<${Header} title=${title} /><main id="main" class="waiting"><p role="status">${t(problem ? `error.${problem}` : "app.loading")}</p></main>`;

/** @param {{onClose: () => void, children?: unknown}} props */
function Menu({ onClose, children }) {
  return html`<${Dialog} title=${t("app.menu")} onClose=${onClose} class="menu">
    ${children}
    <nav aria-label=${t("app.menu")}>
      <a href="/" onClick=${onClose}>${t("app.home")}</a>
      <a href="/new" onClick=${onClose}>${t("button.new_game")}</a>
      <a href="/my-games" onClick=${onClose}>${t("front.my_games")}</a>
      <a href="/tables" onClick=${onClose}>${t("tables.title")}</a>
      <a href="/history" onClick=${onClose}>${t("history.title")}</a>
      <a href="/daily" onClick=${onClose}>${t("daily.title")}</a>
      <a href="/puzzles" onClick=${onClose}>${t("puzzles.title")}</a>
      <a href="/pad" onClick=${onClose}>${t("pad.title")}</a>
      <a href="/rules" onClick=${onClose}>${t("front.rules")}</a>
      <a href="/offline" onClick=${onClose}>${t("offline.title")}</a>
      <a href="/replay" onClick=${onClose}>${t("front.replay_record")}</a>
    </nav>
    <h3>${t("settings.title")}</h3>
    <${LanguageChoice} />
    <${ThemeChoice} />
    <${Switch} on=${prefs.value.confirm} label=${t("settings.confirm")} what=${t("settings.confirm.what")} onChange=${(/** @type {boolean} */ confirm) => setPrefs({ confirm })} />
    <${Switch} on=${prefs.value.sound} label=${t("settings.sound")} onChange=${(/** @type {boolean} */ sound) => setPrefs({ sound })} />
    <${TurnNotice} />
    <h3>${t("settings.pace")}</h3>
    <${PaceChoice} />
    <h3>${t("keys.title")}</h3>
    <ul class="keys">
      ${["arrows", "rotate", "enter", "escape", "numbers", "hint"].map((key) => html`<li key=${key}>${t(`keys.${key}`)}</li>`)}
    </ul>
  <//>`;
}

export function LanguageChoice() {
  return html`<label class="field language">
    <span>${t("settings.language")}</span>
    <select value=${language.value} onChange=${(/** @type {any} */ event) => setLanguage(event.currentTarget.value)}>
      ${languages.map(({ code, name, locale }) => html`<option key=${code} value=${code} lang=${locale} selected=${code === language.value}>${name}</option>`)}
    </select>
  </label>`;
}

function ThemeChoice() {
  /** @type {("auto" | "light" | "dark")[]} */
  const themes = ["auto", "light", "dark"];
  return html`<div class="segments" role="group" aria-label=${t("settings.theme")}>
    ${themes.map(
      (
        theme,
      ) => html`<button type="button" key=${theme} aria-pressed=${prefs.value.theme === theme ? "true" : "false"} onClick=${() => setPrefs({ theme })}>
        ${theme === "light" && html`<${Icon} name="sun" />`}${theme === "dark" && html`<${Icon} name="moon" />`} ${t(`settings.theme.${theme}`)}
      </button>`,
    )}
  </div>`;
}

function PaceChoice() {
  /** @type {("calm" | "brisk" | "still")[]} */
  const paces = ["calm", "brisk", "still"];
  return html`<div class="segments" role="group" aria-label=${t("settings.pace")}>
    ${paces.map((pace) => html`<button type="button" key=${pace} aria-pressed=${prefs.value.pace === pace ? "true" : "false"} onClick=${() => setPrefs({ pace })}>${t(`settings.pace.${pace}`)}</button>`)}
  </div>`;
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
