// Sitting down by an invitation. The token stays in the fragment and goes once the seat is taken.

import { html, useEffect, useState } from "../lib.js";
import { catalogue, codeOf, keyIn, post, takeSeat } from "../api.js";
import { heroSvg } from "../art/scenes.js";
import { t } from "../i18n.js";
import { prefs, setPrefs } from "../prefs.js";
import { go, place } from "../router.js";
import { later } from "../parts/later.js";
import { withShapes } from "../parts/shapes.js";
import { Header } from "../parts/shell.js";
import { Missing } from "./missing.js";

const LookChoice = later(() => import("../parts/look.js"), "LookChoice");

export function Join() {
  const [name, setName] = useState(prefs.value.name);
  const [problem, setProblem] = useState("");
  const [all, setAll] = useState(/** @type {Catalogue | null} */ (null));
  useEffect(() => {
    catalogue().then(setAll, () => {}); // the server refuses what cannot be
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
      const { id } = keyIn(token)
        ? await takeSeat(token)
        : await post("/api/join", { token, name: name.trim(), ...prefs.value.look });
      go(`/t/${id}`, { replace: true });
    } catch (refused) {
      setProblem(codeOf(refused));
    }
  };
  const game = all?.games.find((each) => each.name === invited?.game);
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
          <input type="text" maxlength=${all?.longest_name} required autocomplete="nickname" value=${name} onInput=${(/** @type {any} */ event) => setName(event.currentTarget.value)} />
        </label>
        ${game && html`<${LookChoice} colours=${game.colours} game=${game.name} />`}`
        }
        ${problem && html`<p class="problem" role="alert">${t(`error.${problem}`)}</p>`}
        <button type="submit" class="button primary large">${t("join.sit")}</button>
      </form>
    </main>`;
}
