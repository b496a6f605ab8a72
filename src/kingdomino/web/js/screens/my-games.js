// The tables where this browser has a seat.

import { html, useEffect, useState } from "../lib.js";
import { get } from "../api.js";
import { t } from "../i18n.js";
import { EnterKey } from "../parts/enter-key.js";
import { GameList, sorted } from "../parts/game-list.js";
import { Header } from "../parts/shell.js";

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
