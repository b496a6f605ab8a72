// Sitting down by an invitation. The token stays in the fragment and goes once the seat is taken.

import { html, useEffect, useState } from "../lib.js";
import { catalogue, post, Refusal } from "../api.js";
import { heroSvg } from "../art/scenes.js";
import { t } from "../i18n.js";
import { prefs, setPrefs } from "../prefs.js";
import { go, place } from "../router.js";
import { withShapes } from "../parts/shapes.js";
import { keyIn, takeSeat } from "../parts/seats.js";
import { Header } from "../parts/shell.js";
import { Missing } from "./missing.js";

export function Join() {
  const [name, setName] = useState(prefs.value.name);
  const [problem, setProblem] = useState("");
  const [longest, setLongest] = useState(0);
  useEffect(() => {
    catalogue().then(
      (all) => setLongest(all.longest_name),
      () => {}, // the server refuses what is longer
    );
  }, []);
  const token = place.value.hash.slice(1);
  const [invited, setInvited] = useState(/** @type {Invitation | null} */ (null));
  useEffect(() => {
    if (token && !keyIn(token)) post("/api/invitation", { token }).then(setInvited, () => undefined); // sitting down tells why not
  }, [token]);
  const sit = async (/** @type {Event} */ event) => {
    event.preventDefault();
    setPrefs({ name });
    try {
      const { id } = keyIn(token) ? await takeSeat(token) : await post("/api/join", { token, name: name.trim() });
      go(`/t/${id}`, { replace: true });
    } catch (refused) {
      setProblem(refused instanceof Refusal ? refused.code : "unknown");
    }
  };
  const final = ["gone", "full", "no_such_game", "bad_token", "bad_request"];
  if (!token || final.includes(problem)) return html`<${Missing} code=${problem === "full" ? "full" : "gone"} />`;
  return html`<${Header} />
    <main id="main" class="page join">
      <div class="hero" aria-hidden="true" dangerouslySetInnerHTML=${{ __html: withShapes(heroSvg()) }} />
      <h1>${t(keyIn(token) ? "key.title" : "join.title")}</h1>
      ${invited && html`<p>${invited.host ? t("join.what", { host: invited.host, game: t(`game.${invited.game}`) }) : t(`game.${invited.game}`)}</p>`}
      <form onSubmit=${sit}>
        ${
          !keyIn(token) &&
          html`<label class="field">
          <span>${t("join.name")}</span>
          <input type="text" maxlength=${longest || undefined} required autocomplete="nickname" value=${name} onInput=${(/** @type {any} */ event) => setName(event.currentTarget.value)} />
        </label>`
        }
        ${problem && html`<p class="problem" role="alert">${t(`error.${problem}`)}</p>`}
        <button type="submit" class="button primary large">${t("join.sit")}</button>
      </form>
    </main>`;
}
