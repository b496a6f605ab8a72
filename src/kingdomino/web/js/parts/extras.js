// What else lies on the table: quests, totems, the cave.

import { html } from "../lib.js";
import { change, plural, t } from "../i18n.js";
import { nameOf } from "../say.js";
import { Icon, King, lookOf } from "./picture.js";

/** All of it. @param {{view: View, seat: number, options: Choice[], worth?: Worth, onPick: (action: string) => void}} props */
export function Extras({ view, seat, options, worth, onPick }) {
  return html`<${Quests} view=${view} seat=${seat} /><${Totems} view=${view} /><${Cave} view=${view} options=${options} worth=${worth} onPick=${onPick} />`;
}

/** @param {{view: View, seat: number | null}} props */
export function Quests({ view, seat }) {
  if (!view.quests?.length) return null;
  return html`<section class="panel quests">
    <h2>${t("table.quests")}</h2>
    <ul>
      ${view.quests.map((quest) => {
        const now = seat === null ? null : (view.sheets[seat]?.lines[quest] ?? 0);
        return html`<li key=${quest}>
          <${Icon} name=${quest} />
          <b>${t(`quest.${quest}`)}</b>
          ${now !== null && html`<span class=${`now ${now ? "some" : ""}`}>${t("table.quest_now", { points: change(now) })}</span>`}
          <small>${t(`quest.${quest}.what`)}</small>
        </li>`;
      })}
    </ul>
  </section>`;
}

/** @param {{view: View}} props */
export function Totems({ view }) {
  if (!view.totems) return null;
  const { totems } = view;
  const kinds = ["mammoth", "fish", "mushroom", "flint"];
  return html`<section class="panel totems">
    <h2>${t("table.totems")}</h2>
    <ul>
      ${kinds.map((kind) => {
        const holder = totems[kind] ?? null;
        const who = holder === null ? t("table.totem_free") : t("table.totem_held", { player: nameOf(view, holder) });
        return html`<li key=${kind} class=${holder === null ? "" : "held"} title=${`${t(`totem.${kind}`)}, ${who}`}>
          <${Icon} name=${`totem_${kind}`} />
          ${holder !== null && html`<${King} look=${lookOf(view.seats[holder])} game=${view.rules.game} />`}
          <span class="sr">${t(`totem.${kind}`)}, ${who}</span>
        </li>`;
      })}
    </ul>
  </section>`;
}

/** @param {{view: View, options: Choice[], worth?: Worth, onPick: (action: string) => void}} props */
function Cave({ view, options, worth, onPick }) {
  if (!view.cave) return null;
  const { face_up, pile } = view.cave;
  const gains = new Map(options.filter(([action]) => action.startsWith("recruit ")));
  const piled = Object.entries(pile ?? {}).filter(([, count]) => count > 0);
  const left = piled.reduce((sum, [, count]) => sum + count, 0);
  const peek = (view.spent?.length ?? 0) >= 4 && gains.size > 0;
  return html`<section class="panel cave">
    <h2>${t("table.cave")}</h2>
    <ul class="shelf" aria-label=${t("table.cave_face_up")}>
      ${face_up.map((name, i) => html`<li key=${`${name}${i}`}><${Person} name=${name} worth=${worth?.face_up[name]} ...${{ gains: peek ? new Map() : gains, onPick }} /></li>`)}
    </ul>
    <details class="pile" open=${peek}>
      <summary>${plural("table.pile_left", left)}</summary>
      <p>${t("table.cave_pile")}</p>
      <ul class="shelf">
        ${piled.map(([name, count]) => html`<li key=${name}><${Person} name=${name} count=${count} worth=${worth?.pile[name]} ...${{ gains: peek ? gains : new Map(), onPick }} /></li>`)}
      </ul>
    </details>
  </section>`;
}

/** @param {{name: string, count?: number, worth?: number, gains: Map<string, number | null>, onPick: (action: string) => void}} props */
function Person({ name, count = 1, worth, gains, onPick }) {
  const action = `recruit ${name}`;
  const inner = html`<${Icon} name=${name} />
    <b>${t(`caveman.${name}`)}${count > 1 ? ` ×${count}` : ""}</b>
    ${worth !== undefined && html`<em>${t("table.caveman_up_to", { points: change(worth) })}</em>`}
    <small>${t(`caveman.${name}.what`)}</small>`;
  if (!gains.has(action)) return html`<span class="person">${inner}</span>`;
  return html`<button type="button" class="person asked" onClick=${() => onPick(action)}>${inner}</button>`;
}
