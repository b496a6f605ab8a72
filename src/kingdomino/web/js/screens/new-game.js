// A new game: which, who, with what. The catalogue says what goes together.

import { html, useEffect, useState } from "../lib.js";
import { catalogue, codeOf } from "../api.js";
import { gameCardSvg } from "../art/scenes.js";
import { duration, has, list, pair, t } from "../i18n.js";
import { prefs } from "../prefs.js";
import { go, place } from "../router.js";
import { levelName } from "../say.js";
import { coloursOf, firstSetup, fitted, lastSetup, openTable } from "../setup.js";
import { later } from "../parts/later.js";
import { Icon } from "../parts/picture.js";
import { withShapes } from "../parts/shapes.js";
import { Header, Switch } from "../parts/shell.js";

const LookChoice = later(() => import("../parts/look.js"), "LookChoice");
const MINUTE = 60;
const DAY = 24 * 60 * MINUTE;
const CLOCKS = [0, 15, 30, MINUTE, 2 * MINUTE, 5 * MINUTE, 60 * MINUTE, DAY, 3 * DAY, 7 * DAY];
const GAME_CLOCKS = [0, 3 * MINUTE, 5 * MINUTE, 10 * MINUTE, 20 * MINUTE, 60 * MINUTE, DAY, 7 * DAY, 14 * DAY];

export function NewGame() {
  const [all, setAll] = useState(/** @type {Catalogue | null} */ (null));
  const [setup, setSetup] = useState(/** @type {Setup | null} */ (null));
  const [problem, setProblem] = useState("");
  const [busy, setBusy] = useState(false);
  useEffect(() => {
    catalogue().then(
      (known) => {
        setAll(known);
        setSetup(withFriends(lastSetup(known) ?? firstSetup(known)));
      },
      () => setProblem("network"),
    );
  }, []);
  if (!all || !setup)
    return html`<${Header} title=${t("new.title")} />
      <main id="main" class="page"><h1>${t("new.title")}</h1>
        <p role="status">${problem ? t(`error.${problem}`) : t("app.loading")}</p></main>`;
  const game = all.games.find(({ name }) => name === setup.game) ?? all.games[0];
  const change = (/** @type {Partial<Setup>} */ part) =>
    setSetup(fitted({ ...setup, ...part }, gameOf(all, part.game ?? setup.game)));
  const start = async () => {
    setBusy(true);
    try {
      go(`/t/${await openTable(setup)}`);
    } catch (refused) {
      setProblem(codeOf(refused));
      setBusy(false);
    }
  };
  const linked = setup.seats.some((seat) => seat.kind === "link");
  return html`<${Header} title=${t("new.title")} />
    <main id="main" class="page new-game">
      <h1>${t("new.title")}</h1>
      <${GameCards} all=${all} chosen=${setup.game} onChoose=${(/** @type {string} */ name) => change({ game: name })} />
      <${Seats} all=${all} game=${game} setup=${setup} onChange=${(/** @type {SeatChoice[]} */ seats) => change({ seats })} />
      <${Variants} all=${all} game=${game} setup=${setup} onChange=${change} />
      ${
        linked &&
        all.open_tables &&
        html`<${Switch} on=${Boolean(setup.offered)} label=${t("offer.title")} what=${t("offer.what")} onChange=${(/** @type {boolean} */ offered) => change({ offered })} />`
      }
      <details class="panel">
        <summary>${t("new.options")}</summary>
        <${Switch} on=${setup.hints} label=${t("new.hints")} what=${t("new.hints.what")} onChange=${(/** @type {boolean} */ hints) => change({ hints })} />
        <${ClockChoice} name="clock" all=${CLOCKS} setup=${setup} onChange=${change} />
        <${ClockChoice} name="game_clock" all=${GAME_CLOCKS} setup=${setup} onChange=${change} />
      </details>
      ${problem && html`<p class="problem" role="alert">${t(`error.${problem}`)}</p>`}
      <div class="go">
        <button type="button" class="button primary large" disabled=${busy} onClick=${start}>${t(linked ? "new.open_table" : "new.start")}</button>
      </div>
    </main>`;
}

/** @param {{name: "clock" | "game_clock", all: number[], setup: Setup, onChange: (part: Partial<Setup>) => void}} props */
function ClockChoice({ name, all, setup, onChange }) {
  const chosen = setup[name] ?? 0;
  return html`<label class="field">
    <span>${t(`new.${name}`)}</span>
    <select value=${String(chosen)} onChange=${(/** @type {any} */ event) => onChange({ [name]: Number(event.currentTarget.value) })}>
      ${all.map((seconds) => html`<option key=${seconds} value=${String(seconds)} selected=${chosen === seconds}>${seconds ? duration(seconds) : t("new.clock.none")}</option>`)}
    </select>
    <small>${t(`new.${name}.what`)}</small>
  </label>`;
}

/** @param {Catalogue} all @param {string} name */
const gameOf = (all, name) => all.games.find((game) => game.name === name) ?? all.games[0];

/** Who comes to play with friends, or with anybody, finds a seat for one. @param {Setup} setup @returns {Setup} */
function withFriends(setup) {
  const { hash } = place.value;
  if (hash !== "#friends" && hash !== "#company") return setup;
  const linked = setup.seats.some((seat) => seat.kind === "link");
  const seats = setup.seats.map((seat, i) =>
    i === 1 && !linked ? { ...seat, kind: /** @type {const} */ ("link") } : seat,
  );
  return { ...setup, seats, offered: hash === "#company" };
}

/** @param {{all: Catalogue, chosen: string, onChoose: (name: string) => void}} props */
function GameCards({ all, chosen, onChoose }) {
  return html`<fieldset class="cards">
    <legend>${t("new.game")}</legend>
    ${all.games.map(
      ({ name, players }) => html`<label key=${name} class="card">
        <input type="radio" name="game" value=${name} checked=${name === chosen} onChange=${() => onChoose(name)} />
        <span class="picture" aria-hidden="true" dangerouslySetInnerHTML=${{ __html: withShapes(gameCardSvg(name)) }} />
        <b>${t(`game.${name}`)}</b>
        <small>${t(`game.${name}.what`)}</small>
        <small class="players">${t("game.players", { from: players[0], to: players[players.length - 1] })}</small>
      </label>`,
    )}
  </fieldset>`;
}

/** @param {{all: Catalogue, game: Game, setup: Setup, onChange: (seats: SeatChoice[]) => void}} props */
function Seats({ all, game, setup, onChange }) {
  const { seats } = setup;
  const most = Math.max(...game.players);
  const least = Math.min(...game.players);
  const worn = coloursOf(seats, game.colours);
  /** @param {number} i @param {Partial<SeatChoice>} part */
  const set = (i, part) => onChange(seats.map((seat, j) => (i === j ? { ...seat, ...part } : seat)));
  const add = () =>
    onChange([
      ...seats,
      { kind: "bot", name: "", level: seats.find((seat) => seat.kind === "bot")?.level ?? all.usual_level },
    ]);
  return html`<fieldset class="seats">
    <legend>${t("new.seats")}</legend>
    <ol>
      ${seats.map(
        (seat, i) => html`<li key=${i} class=${`chip p-${worn[i]}`}>
          <span class="emblem" aria-hidden="true" />
          <${SeatKind} all=${all} seat=${seat} index=${i} onChange=${(/** @type {Partial<SeatChoice>} */ part) => set(i, part)} />
          ${
            seat.kind === "me" &&
            html`<input type="text" maxlength=${all.longest_name} autocomplete="nickname" value=${seat.name} aria-label=${pair(t("seat.title", { n: i + 1 }), t("seat.name"))} placeholder=${i === 0 ? t("seat.name_placeholder") : t("seat.default_name", { n: i + 1 })} onInput=${(/** @type {any} */ event) => set(i, { name: event.currentTarget.value })} />`
          }
          ${i >= least && html`<button type="button" class="plain" aria-label=${`${t("new.remove_seat")} ${i + 1}`} onClick=${() => onChange(seats.filter((_, j) => j !== i))}><${Icon} name="close" /></button>`}
        </li>`,
      )}
      <li class="chip add">
        <button type="button" class="plain" disabled=${seats.length >= most} onClick=${add}>+ ${t("new.add_seat")}</button>
        ${seats.length >= most && html`<small class="why">${t("refused.players", { game: t(`game.${game.name}`), from: least, to: most })}</small>`}
      </li>
    </ol>
    ${seats.some(({ kind }) => kind === "me") && html`<${LookChoice} colours=${game.colours} game=${game.name} />`}
  </fieldset>`;
}

/** @param {{all: Catalogue, seat: SeatChoice, index: number, onChange: (part: Partial<SeatChoice>) => void}} props */
function SeatKind({ all, seat, index, onChange }) {
  const value = seat.kind === "bot" ? `bot:${seat.level}` : seat.kind;
  const set = (/** @type {any} */ event) => {
    const [kind, level] = event.currentTarget.value.split(":");
    onChange(level ? { kind, level } : { kind, name: kind === "me" && index === 0 ? prefs.value.name : "" });
  };
  const level = seat.kind === "bot" ? all.levels.find(({ name }) => name === seat.level) : undefined;
  const what = `seat.${seat.kind}.what`;
  return html`<label>
    <span class="sr">${t("seat.title", { n: index + 1 })}</span>
    <select value=${value} title=${has(what) ? t(what) : ""} onChange=${set}>
      <option value="me" selected=${value === "me"}>${index === 0 ? t("seat.you") : t("seat.default_name", { n: index + 1 })}</option>
      ${index > 0 && html`<option value="link" selected=${value === "link"}>${t("seat.link")}</option>`}
      ${all.levels.map(({ name, state }) => html`<option key=${name} value=${`bot:${name}`} selected=${value === `bot:${name}`} disabled=${state === "missing"}>${t("seat.bot_level", { level: levelName(name) })}${state === "missing" ? ` (${t("bot.missing")})` : ""}</option>`)}
    </select>
  </label>
  ${level && html`<small class="why">${t(`level.${level.name}.what`)} ${level.state === "warming" ? t("bot.warming") : ""}</small>`}`;
}

/** @param {{all: Catalogue, game: Game, setup: Setup, onChange: (part: Partial<Setup>) => void}} props */
function Variants({ game, setup, onChange }) {
  const { variants, seats } = setup;
  /** @param {string} name @param {boolean} on */
  const toggle = (name, on) =>
    onChange({ variants: on ? [...variants, name] : variants.filter((other) => other !== name) });
  const refused = Object.entries(game.refused ?? {});
  return html`<fieldset class="variants">
    <legend>${t("new.variants")}</legend>
    ${game.variants.map(({ name, players }) => {
      const possible = players.includes(seats.length);
      return html`<${Switch}
        key=${name}
        on=${possible && variants.includes(name)}
        disabled=${!possible}
        label=${t(`variant.${name}`)}
        what=${t(`variant.${name}.what`)}
        why=${possible ? "" : sayPlayers(name, players)}
        onChange=${(/** @type {boolean} */ on) => toggle(name, on)}
      />`;
    })}
    <${Switch} on=${setup.dynasty} label=${t("variant.dynasty")} what=${t("variant.dynasty.what")} onChange=${(/** @type {boolean} */ dynasty) => onChange({ dynasty })} />
    ${refused.map(
      ([name, refusal]) =>
        html`<${Switch} key=${name} on=${false} disabled label=${t(`variant.${name}`)} why=${sayRefused(refusal)} onChange=${() => undefined} />`,
    )}
  </fieldset>`;
}

/** @param {string} name @param {number[]} players */
function sayPlayers(name, players) {
  if (players.join() === "2") return t("refused.two_only");
  if (players.join() === "2,3") return t("refused.two_or_three_only");
  return t("refused.players", {
    game: t(`variant.${name}`),
    from: list(players.map(String), "disjunction"),
    to: players[players.length - 1],
  });
}

/** The server's reason in the reader's language, where we have it. @param {Refused} refused */
const sayRefused = ({ code, why }) => (has(`refused.${code}`) ? t(`refused.${code}`) : why);
