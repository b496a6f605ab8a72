// What is asked of me in one line, and the buttons that answer it.

import { html } from "../lib.js";
import { change, pair, t } from "../i18n.js";
import {
  nameOf,
  prompt,
  sayAction,
  sayHeld,
  sayHint,
  sayReason,
  saySent,
  sayStaged,
  sayWithSquare,
  whyNowhere,
} from "../say.js";
import { Clock } from "./clock.js";
import { Icon, King, lookOf } from "./picture.js";

/** @typedef {import("../table.js").Table} Table */
/** @typedef {import("../turn.js").Turn} Turn */

/** The prompt at the top. @param {{table: Table, turn: Turn}} props */
export function Ask({ table, turn }) {
  const view = table.view.value;
  const shown = table.shown.value;
  if (!view || !shown) return null;
  const player = view.decision?.player ?? null;
  const who = player === null ? null : view.seats[player];
  const problem = table.problem.value;
  return html`<div class=${`ask ${table.me.value === null ? "" : "mine-now"}`}>
    ${who && html`<${King} look=${lookOf(who)} game=${view.rules.game} />`}
    <div>
      <h1>${question(table, turn, view, shown)}</h1>
      <${Why} table=${table} turn=${turn} view=${view} />
      ${problem && html`<small class="problem" role="alert">${t(`error.${problem}`)}</small>`}
    </div>
    <${Clock} view=${view} />
  </div>`;
}

/** Whoever plays with a finger has no keys. */
const fingers = matchMedia("(pointer: coarse)");

/** @param {Table} table @param {Turn} turn @param {View} view @param {View} shown */
function question(table, turn, view, shown) {
  const me = table.me.value;
  const player = view.decision?.player ?? null;
  if (me === null) {
    if (player === null) return view.decision ? t("prompt.chance") : t("prompt.over");
    const bot = view.seats[player].kind === "bot" || view.seats[player].played_by;
    return t(bot ? "prompt.waiting.bot" : "prompt.waiting", { player: nameOf(view, player) });
  }
  const { actions, done } = table.staged.value;
  if (table.sending.value) return sayStaged(table.sending.value.actions, table.sentFrom ?? view);
  if (actions.length && done) return t("prompt.confirm");
  const hotSeat = table.seats.value.length > 1 ? pair(nameOf(view, me), "") : "";
  if (turn.holding.length) return hotSeat + sayHeld(turn.holding.length);
  return hotSeat + (saySent(shown, table.log.value.at(-1)) || prompt(shown, table.options.value));
}

/** @param {{table: Table, turn: Turn, view: View}} props */
function Why({ table, turn, view }) {
  const plan = turn.plan.value;
  if (table.me.value === null && plan?.options.length)
    return html`<small>${t("prompt.plan", { domino: plan.domino ?? "" })}</small>`;
  if (table.me.value === null || table.staged.value.actions.length) return null;
  if (view.decision?.phase !== "place") return null;
  const stuck = table.committed.value.some(([action]) => action === "discard");
  return html`<small>${stuck ? whyNowhere(view, table.dominoes.value) : t(fingers.matches ? "prompt.place.hint.touch" : "prompt.place.hint")}</small>`;
}

const OWN_PLACE = ["place", "choose", "choose_pair", "cover", "release", "erupt", "spend", "settle", "recruit"];

/** Buttons: choices without a place on the table, undo, hint, confirm. @param {{table: Table, turn: Turn}} props */
export function Actions({ table, turn }) {
  const view = table.view.value;
  const shown = table.shown.value;
  if (!view || !shown || table.me.value === null) return null;
  const { actions, done } = table.staged.value;
  const options = table.options.value;
  const sending = table.sending.value;
  const domino = view.decision?.domino;
  const mayPass = options.some(([action]) => action === "pass") && !turn.holding.length && !(shown.spent ?? []).length;
  // What cannot be done otherwise needs one button, not a choice and a confirmation.
  const stuck = options.length === 1 && options[0][0] === "discard";
  const ready = done || stuck || (mayPass && actions.length > 0);
  const buttons = options.filter(([action]) => {
    const verb = action.split(" ")[0];
    // Whoever has a token in hand puts it back first.
    const needless = verb === "pass" && ((mayPass && actions.length > 0) || turn.holding.length > 0);
    return !stuck && !OWN_PLACE.includes(verb) && !needless;
  });
  const send = () => (stuck ? table.stage(["discard"], { whole: true }) : table.send(done ? [] : ["pass"]));
  return html`<div class="actions" role="group" aria-label=${t("prompt.your_turn")}>
    <${Hints} table=${table} turn=${turn} view=${view} />
    <div class="choices">
      ${buttons.map(
        ([
          action,
          gain,
        ]) => html`<button type="button" key=${action} class="choice" onClick=${() => table.stage([...actions, action])}>
          ${sayAction(action, shown, domino)}${gain ? html` <em>${change(gain)}</em>` : null}
        </button>`,
      )}
    </div>
    <div class="steps">
      ${
        view.hints &&
        !actions.length &&
        !sending &&
        html`<button type="button" class="plain" aria-keyshortcuts="h" onClick=${() => table.hint()}><${Icon} name="hint" /><span>${t("button.hint")}</span></button>`
      }
      ${
        (actions.length > 0 || turn.holding.length > 0) &&
        !sending &&
        html`<button type="button" class="plain undo" aria-keyshortcuts="Escape" onClick=${() => turn.undo()}><${Icon} name="undo" /><span>${t("button.undo")}</span></button>`
      }
      <button type="button" class="confirm" disabled=${!ready || Boolean(sending)} onClick=${send}>
        ${stuck ? html`${sayAction("discard", shown, domino)}${options[0][1] ? html` <em>${change(options[0][1])}</em>` : null}` : actions.length ? sayStaged(actions, { ...shown, decision: view.decision }) : t("button.confirm")}
      </button>
    </div>
  </div>`;
}

/** The bot's best ideas; pointing at one shows it on the board. @param {{table: Table, turn: Turn, view: View}} props */
function Hints({ table, turn, view }) {
  const hints = table.hints.value;
  if (hints === null) return null;
  if (hints === "thinking") return html`<p class="hints" role="status">${t("hint.thinking")}</p>`;
  if (!hints.length) return html`<p class="hints" role="status">${t("hint.none")}</p>`;
  const domino = view.decision?.domino;
  const show = (/** @type {string} */ action) => {
    const spot = turn.spots.value.find((known) => known.action === action);
    turn.hover.value = spot ? { square: spot.left, spot } : null;
  };
  // A finger cannot point without touching: its first tap shows where, the second takes it.
  const take = (/** @type {string} */ action) => {
    const shown = !action.startsWith("place ") || turn.hover.value?.spot.action === action;
    if (fingers.matches && !shown) show(action);
    else table.stage([...table.staged.value.actions, action]);
  };
  return html`<ul class="hints" aria-label=${t("hint.ask")}>
    ${hints.map(
      (hint, i) => html`<li key=${hint[0]}>
        <button
          type="button"
          class="choice"
          aria-label=${[sayWithSquare(hint[0], view, domino), sayReason(hint, view), sayHint(hint)].filter(Boolean).join(", ")}
          onPointerEnter=${() => !fingers.matches && show(hint[0])}
          onPointerLeave=${() => !fingers.matches && turn.leave()}
          onFocus=${() => !fingers.matches && show(hint[0])}
          onBlur=${() => turn.leave()}
          onClick=${() => take(hint[0])}
        >
          <b class="rank">${i + 1}</b>
          <span class="reason">
            ${!hint[0].startsWith("place ") && html`<b>${sayAction(hint[0], view, domino)}</b> `}
            ${sayReason(hint, view)} <small>${sayHint(hint)}</small>
          </span>
        </button>
      </li>`,
    )}
  </ul>`;
}
