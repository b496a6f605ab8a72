// A table that waits for friends.

import { html, useEffect } from "../lib.js";
import { list, plural, t } from "../i18n.js";
import { owing } from "../nonce.js";
import { nameOf } from "../say.js";
import { later } from "../parts/later.js";
import { Castle, lookOf } from "../parts/picture.js";

const Invite = later(() => import("../parts/invite.js"), "Invite");
const Offer = later(() => import("../parts/offer.js"), "Offer");
const Qr = later(() => import("../parts/qr.js"), "Qr");

/** How often a guest's page asks whether who opened the table is still there. */
const ASK_MS = 20_000;

/** @param {{table: import("../table.js").Table, view: View}} props */
export function Lobby({ table, view }) {
  const open = Object.values(view.seats).filter((seat) => seat.kind === "open").length;
  const late = owing(view);
  const links = table.links.value;
  const invitation = open > 0 && table.invitation.value;
  const { game, variants } = view.rules;
  const guest = !table.creator.value && table.seats.value.length > 0;
  const hostGone = guest && table.canStart.value;
  useEffect(() => {
    if (!guest) return;
    const asking = setInterval(() => table.askWhetherToStart(), ASK_MS);
    return () => clearInterval(asking);
  }, [table, guest]);
  return html`<main id="main" class="page lobby">
    <h1>${t("lobby.title")}</h1>
    <p>${[t(`game.${game}`), ...variants.map((name) => t(`variant.${name}`))].join(" · ")}</p>
    ${
      invitation &&
      html`<section class="panel invite-all">
      <div>
        <h2>${t("lobby.invite")}</h2>
        <p>${t("lobby.invite.what")}</p>
        <${Invite} link=${invitation} label=${t("lobby.invite")} />
      </div>
      <${Qr} text=${new URL(invitation, location.href).href} />
    </section>`
    }
    ${open > 0 && html`<${Offer} table=${table} view=${view} />`}
    <ul class="seats-list">
      ${Object.entries(view.seats).map(
        ([seat, who]) => html`<li key=${seat} class=${`p-${who.colour}`}>
        <${Castle} look=${lookOf(who)} game=${game} />
        <b>${who.kind === "open" ? t("seat.open") : nameOf(view, Number(seat))}</b>
        ${open > 1 && who.kind === "open" && links[seat] && html`<details><summary>${t("lobby.link_for", { n: Number(seat) + 1 })}</summary><${Invite} link=${links[seat]} label=${t("lobby.link_for", { n: Number(seat) + 1 })} /></details>`}
      </li>`,
      )}
    </ul>
    <p role="status">
      ${[
        open > 0 && plural("lobby.waiting", open),
        late.length > 0 && t("lobby.waiting_for", { players: list(late.map((seat) => nameOf(view, seat))) }),
        t(hostGone ? "lobby.host_gone" : "lobby.starts_itself"),
      ]
        .filter(Boolean)
        .join(" ")}
    </p>
    ${
      table.canStart.value &&
      html`<button type="button" class="button" onClick=${() => table.ask("start")}>${t(late.length || hostGone ? "lobby.start_without" : "lobby.start_now")}</button>`
    }
    ${
      view.fair &&
      html`<details class="panel fair">
      <summary>${t("lobby.fair")}</summary>
      <p>${t("lobby.fair.what")}</p>
      <code>${view.fair.commitment}</code>
    </details>`
    }
  </main>`;
}
