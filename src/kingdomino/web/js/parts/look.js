// A banner of one's own: a colour and an emblem, remembered. Whoever sits down later takes what is free.

import { html } from "../lib.js";
import { PLAYERS } from "../art/index.js";
import { t } from "../i18n.js";
import { prefs, setPrefs } from "../prefs.js";
import { Castle, Emblem } from "./picture.js";

const EMBLEMS = Object.values(PLAYERS).map(({ emblem }) => emblem);

/** @param {{colours: string[], game: string}} props The colours of the game that is to be played. */
export function LookChoice({ colours, game }) {
  const { look } = prefs.value;
  const colour = colours.includes(look.colour) ? look.colour : colours[0];
  const own = PLAYERS[colour].emblem;
  const emblem = look.emblem || own;
  return html`<fieldset class="look">
    <legend>${t("look.title")}</legend>
    <div><${Castle} look=${`${colour}/${emblem}`} game=${game} />
    <div>
      <${Choice} name="colour" say=${(/** @type {string} */ each) => t(`colour.${each}`)} all=${colours} chosen=${colour} draw=${(/** @type {string} */ each) => html`<i class=${`swatch p-${each}`} />`} onChoose=${(/** @type {string} */ each) => setPrefs({ look: { ...look, colour: each } })} />
      <${Choice} name="emblem" say=${(/** @type {string} */ each) => t(`emblem.${each}`)} all=${EMBLEMS} chosen=${emblem} draw=${(/** @type {string} */ each) => html`<${Emblem} name=${each} colour=${colour} />`} onChoose=${(/** @type {string} */ each) => setPrefs({ look: { ...look, emblem: each === own ? "" : each } })} />
    </div></div>
  </fieldset>`;
}

/** @param {{name: "colour" | "emblem", say: (each: string) => string, all: string[], chosen: string, draw: (each: string) => unknown, onChoose: (each: string) => void}} props */
function Choice({ name, say, all, chosen, draw, onChoose }) {
  return html`<div class="looks" role="radiogroup" aria-label=${t(`look.${name}`)}>
    ${all.map(
      (each) => html`<label key=${each} title=${say(each)}>
        <input type="radio" name=${`look-${name}`} value=${each} checked=${each === chosen} onChange=${() => onChoose(each)} />
        ${draw(each)}<span class="sr">${say(each)}</span>
      </label>`,
    )}
  </div>`;
}
