// The key of a seat: written down, or sent as a link, it gives the seat to another device.

import { html, useState } from "../lib.js";
import { codeOf, post } from "../api.js";
import { t } from "../i18n.js";
import { nameOf } from "../say.js";
import { later } from "./later.js";

const Invite = later(() => import("./invite.js"), "Invite");

/** Keys of my seats, and for who opened the table new links for those who are away. @param {{table: import("../table.js").Table, view: View}} props */
export function SeatKeys({ table, view }) {
  const mine = table.seats.value;
  const away = Object.keys(view.seats)
    .map(Number)
    .filter((seat) => view.seats[seat].kind === "human" && !view.seats[seat].online && !mine.includes(seat));
  const seats = view.over ? [] : [...mine, ...(table.creator.value ? away : [])];
  return seats.map((seat) => html`<${SeatKey} key=${seat} view=${view} seat=${seat} mine=${mine.includes(seat)} />`);
}

/** @param {{view: View, seat: number, mine: boolean}} props */
function SeatKey({ view, seat, mine }) {
  const [key, setKey] = useState("");
  const [problem, setProblem] = useState("");
  const ask = () =>
    post(`/api/games/${view.id}/key`, { seat }).then(
      (found) => setKey(found.key),
      (refused) => setProblem(codeOf(refused)),
    );
  const player = nameOf(view, seat);
  if (!key)
    return html`<div class="links">
      <button type="button" onClick=${ask}>${t(mine ? "key.mine" : "key.theirs", { player })}</button>
      ${problem && html`<p class="problem" role="alert">${t(`error.${problem}`)}</p>`}
    </div>`;
  return html`<p>${t(mine ? "key.mine.what" : "key.theirs.what", { player })}</p>
    <p class="seat-key"><code>${key}</code></p>
    <${Invite} link=${`/join#${key}`} label=${t("lobby.link_for", { n: seat + 1 })} />`;
}
