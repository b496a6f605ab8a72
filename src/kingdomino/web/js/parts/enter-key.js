// The way back to a seat, for who wrote its key down.

import { html, useState } from "../lib.js";
import { takeSeat } from "../api.js";
import { t } from "../i18n.js";
import { go } from "../router.js";

export function EnterKey() {
  const [text, setText] = useState("");
  const [problem, setProblem] = useState("");
  const enter = (/** @type {Event} */ event) => {
    event.preventDefault();
    takeSeat(text).then(
      ({ id }) => go(`/t/${id}`),
      () => setProblem(t("key.wrong")),
    );
  };
  return html`<form class="enter-key" onSubmit=${enter}>
    <label class="field">
      <span>${t("key.enter")}</span>
      <input type="text" required autocomplete="off" spellcheck="false" value=${text} onInput=${(/** @type {any} */ event) => setText(event.currentTarget.value)} />
    </label>
    ${problem && html`<p class="problem" role="alert">${problem}</p>`}
    <button type="submit" class="button">${t("key.sit")}</button>
  </form>`;
}
