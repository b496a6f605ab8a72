// The tables where this browser has a seat.

import { html, useEffect, useState } from "../lib.js";
import { get } from "../api.js";
import { date, list, t } from "../i18n.js";
import { levelName } from "../say.js";
import { later } from "../parts/later.js";
import { Header } from "../parts/shell.js";

const EnterKey = later(() => import("../parts/seats.js"), "EnterKey");

export function MyGames() {
  const [games, setGames] = useState(/** @type {MyGame[] | null} */ (null));
  const [more, setMore] = useState(/** @type {string | null} */ (null));
  const [failed, setFailed] = useState(false);
  /** @param {{games: MyGame[], more: string | null}} mine */
  const show = (mine) => {
    setGames((before) => sorted([...(before ?? []), ...mine.games]));
    setMore(mine.more);
  };
  const read = (after = "") =>
    get(`/api/my-games?after=${encodeURIComponent(after)}`).then(show, () => setFailed(true));
  useEffect(() => void read(), []);
  return html`<${Header} />
    <main id="main" class="page">
      <h1>${t("front.my_games")}</h1>
      ${failed && html`<p class="problem" role="alert">${t("error.network")}</p>`}
      ${games === null ? !failed && html`<p role="status">${t("app.loading")}</p>` : games.length ? html`<${GameList} games=${games} />` : html`<p>${t("front.my_games_none")}</p>`}
      ${more && html`<p><button type="button" class="button" onClick=${() => read(more)}>${t("button.show_more")}</button></p>`}
      <p><a class="button primary" href="/new">${t("button.new_game")}</a></p>
      <${EnterKey} />
    </main>`;
}

/** Those that wait for me first, then those that are not over. @param {MyGame[]} games */
export const sorted = (games) =>
  [...games].sort((a, b) => Number(a.over) - Number(b.over) || Number(b.my_turn) - Number(a.my_turn));

/** @param {{games: MyGame[]}} props */
export function GameList({ games }) {
  return html`<ul class="games">
    ${games.map((game) => {
      const state = game.damaged
        ? "damaged"
        : game.over
          ? "over"
          : game.started === false
            ? game.my_turn
              ? "awaited"
              : "open"
            : game.my_turn
              ? "your_turn"
              : "round";
      return html`<li key=${game.id}>
        <a class=${state} href=${`/t/${game.id}`}>
          <b>${game.damaged ? t("my_games.unreadable") : t(`game.${game.game}`)}</b>
          <span>${list(game.names.map((name, i) => name || levelName(game.levels[i])).filter(Boolean))}</span>
          <em>${state === "round" ? t("my_games.round", { n: game.round, rounds: game.rounds }) : t(`my_games.${state}`)}</em>
          <small>${game.damaged ? "" : date(game.updated)}</small>
          ${game.kept_until && html`<i>${t("my_games.kept", { when: date(game.kept_until, { dateStyle: "medium" }) })}</i>`}
        </a>
      </li>`;
    })}
  </ul>`;
}
