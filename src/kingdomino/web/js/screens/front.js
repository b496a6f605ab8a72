// The front page: a kingdom, and one click to play.

import { html, useEffect, useState } from "../lib.js";
import { catalogue, codeOf, get } from "../api.js";
import { heroSvg } from "../art/scenes.js";
import { crownsWon } from "../history.js";
import { list, plural, t } from "../i18n.js";
import { prefs, setPrefs } from "../prefs.js";
import { go } from "../router.js";
import { levelName } from "../say.js";
import { lastSetup, learn, playNow } from "../setup.js";
import { Icon } from "../parts/picture.js";
import { withShapes } from "../parts/shapes.js";
import { Foot, Header, LanguageChoice } from "../parts/shell.js";
import { GameList, sorted } from "../parts/game-list.js";

const SHOWN = 4;

export function Front() {
  // What was here at the last visit is drawn at once: what is pressed does not move when answers come.
  const [last, setLast] = useState(prefs.value.setup);
  const [games, setGames] = useState(prefs.value.games);
  const [problem, setProblem] = useState("");
  const [busy, setBusy] = useState(false);
  // Until it is known that there is no such list.
  const [company, setCompany] = useState(true);
  useEffect(() => {
    catalogue().then(
      (all) => {
        setLast(lastSetup(all));
        setCompany(all.open_tables);
      },
      () => setProblem("network"),
    );
    get("/api/my-games").then(
      (mine) => {
        const found = sorted(mine.games);
        setGames(found);
        setPrefs({ games: found.slice(0, SHOWN) });
      },
      () => undefined,
    );
  }, []);
  const open = async (/** @type {() => Promise<string>} */ made) => {
    setBusy(true);
    try {
      go(`/t/${await made()}`);
    } catch (refused) {
      setProblem(codeOf(refused));
      setBusy(false);
    }
  };
  const waiting = games.filter((game) => game.my_turn && !game.over).length;
  const unfinished = games.find((game) => game.started && !game.over);
  return html`<${Header} />
    <main id="main" class="front">
      <div class="hero" aria-hidden="true" dangerouslySetInnerHTML=${{ __html: withShapes(heroSvg()) }} />
      <section class="welcome">
        <h1>${t("front.title")}</h1>
        <p>${t("app.tagline")}</p>
        <div class="doors">
          ${unfinished && html`<a class="button primary large" href=${`/t/${unfinished.id}`}>${t("front.continue", { game: t(`game.${unfinished.game}`) })}</a>`}
          <button type="button" class=${`button large ${unfinished ? "" : "primary"}`} disabled=${busy} onClick=${() => open(playNow)}>${t("front.play")}</button>
          <p class="last">
            ${last && html`<span>${t("front.last_setup", { game: t(`game.${last.game}`), seats: saySeats(last) })}</span>`}
            <a href="/new">${t("front.change")}</a>
          </p>
          <a class="button large" href="/new#friends">${t("front.play_friends")}</a>
          <button type="button" class="button large" disabled=${busy} onClick=${() => open(() => learn("kingdomino"))}>${t("front.learn")}</button>
        </div>
        ${problem && html`<p class="problem" role="alert">${t(`error.${problem}`)}</p>`}
      </section>
      ${
        games.length > 0 &&
        html`<section class="panel">
        <h2>${t("front.my_games")}</h2>
        ${waiting > 0 && html`<p class="waiting-games">${plural("my_games.waiting", waiting)}</p>`}
        <${GameList} games=${games.slice(0, SHOWN)} />
        <a href="/my-games">${t("button.show_all")}</a>
      </section>`
      }
      <${Crowns} />
      <nav class="more">
        <a class="tile" href="/history">${t("history.title")}</a>
        <a class="tile" href="/daily">${t("daily.title")}</a>
        <a class="tile" href="/puzzles">${t("puzzles.title")}</a>
        <a class="tile" href="/pad">${t("pad.title")}</a>
        <a class="tile" href="/rules">${t("front.rules")}</a>
        <a class="tile" href="/replay">${t("front.replay_record")}</a>
        <a class="tile" href="/my-games">${t("front.my_games")}</a>
        <a class="tile" href="/offline">${t("offline.title")}</a>
        ${company && html`<a class="tile" href="/tables">${t("tables.title")}</a>`}
      </nav>
      <${LanguageChoice} />
    </main>
    <${Foot} />`;
}

/** The ladder of levels, with the crowns won on each rung. */
function Crowns() {
  const [levels, setLevels] = useState(/** @type {Level[]} */ ([]));
  const won = crownsWon();
  useEffect(() => {
    catalogue().then(
      (all) => setLevels(all.levels),
      () => undefined,
    );
  }, []);
  if (!levels.length || !Object.keys(won).length) return null;
  return html`<section class="panel crowns">
    <h2><a href="/history">${t("history.crowns")}</a></h2>
    <ol>
      ${levels.map(({ name }) => html`<li key=${name} class=${won[name] ? "" : "none"}><span>${levelName(name)}</span> <b>${won[name] ?? 0}</b><${Icon} name="crown" /></li>`)}
    </ol>
  </section>`;
}

/** @param {Setup} setup */
function saySeats(setup) {
  const count = (/** @type {string} */ kind) => setup.seats.filter((seat) => seat.kind === kind).length;
  const parts = [];
  if (count("me") > 0) parts.push(count("me") > 1 ? plural("count.players", count("me")) : t("front.you"));
  if (count("link")) parts.push(plural("count.friends", count("link")));
  if (count("bot")) parts.push(plural("count.bots", count("bot")));
  return list(parts);
}
