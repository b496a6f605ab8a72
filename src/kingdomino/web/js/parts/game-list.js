// Tables where this browser has a seat, as a list.

import { html } from "../lib.js";
import { date, list, t } from "../i18n.js";
import { levelName } from "../say.js";

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
