// Carrying one's results to another device: a code and its QR code here, the code there.

import { html, useLayoutEffect, useState } from "../lib.js";
import { codeOf, Refusal } from "../api.js";
import { canCarry, codeIn, fetchLeft, grouped, leave } from "../carry.js";
import { history } from "../history.js";
import { date, plural, t } from "../i18n.js";
import { go, place } from "../router.js";
import { later } from "./later.js";

const Qr = later(() => import("./qr.js"), "Qr");

/** @param {unknown} problem */
const why = (problem) => t(`error.${codeOf(problem)}`);

export function Carry() {
  return html`<section class="panel carry">
    <h2>${t("carry.title")}</h2>
    ${canCarry() ? html`<p>${t("carry.what")}</p><${Give} /><${Take} />` : html`<p>${t("carry.unable")}</p>`}
  </section>`;
}

function Give() {
  const [left, setLeft] = useState(/** @type {{code: string, until: number} | null} */ (null));
  const [problem, setProblem] = useState("");
  const [busy, setBusy] = useState(false);
  const give = () => {
    setBusy(true);
    setProblem("");
    leave()
      .then(setLeft, (refused) => setProblem(why(refused)))
      .finally(() => setBusy(false));
  };
  const link = left && new URL(`/history#${left.code}`, location.href).href;
  return html`<div>
    <button type="button" class="button" disabled=${busy || !history.value.length} onClick=${give}>${t("carry.give")}</button>
    ${problem && html`<p class="problem" role="alert">${problem}</p>`}
    ${
      left &&
      html`<div class="carried" role="status">
        <p><code>${grouped(left.code)}</code></p>
        <p>${t("carry.until", { when: date(left.until, { timeStyle: "short" }) })}</p>
        <${Qr} text=${link} label=${t("carry.qr")} />
      </div>`
    }
  </div>`;
}

function Take() {
  const [text, setText] = useState("");
  const [said, setSaid] = useState("");
  const [busy, setBusy] = useState(false);
  const scanned = codeIn(place.value.hash.slice(1));
  useLayoutEffect(() => {
    if (scanned) setText(grouped(scanned));
  }, [scanned]);
  const take = async (/** @type {Event} */ event) => {
    event.preventDefault();
    const code = codeIn(text);
    if (!code) return setSaid(t("carry.no_code"));
    setBusy(true);
    try {
      const found = await fetchLeft(code);
      setSaid(typeof found === "number" ? plural("history.imported", found) : t(`error.${found}`));
      if (scanned) go("/history", { replace: true });
      setText("");
    } catch (refused) {
      setSaid(refused instanceof Refusal && refused.code === "gone" ? t("carry.gone") : why(refused));
    }
    setBusy(false);
  };
  return html`<form onSubmit=${take}>
    <label class="field">
      <span>${t("carry.code")}</span>
      <input type="text" required autocomplete="off" autocapitalize="characters" spellcheck="false" maxlength="40" value=${text} onInput=${(/** @type {any} */ event) => setText(event.currentTarget.value)} />
    </label>
    <button type="submit" class=${`button ${scanned ? "primary" : ""}`} disabled=${busy}>${t("carry.take")}</button>
    <p role="status">${said}</p>
  </form>`;
}
