// The table: what is asked, my kingdom, the rows, the others.

import { computed, html, useEffect, useLayoutEffect, useMemo, useState } from "../lib.js";
import { post } from "../api.js";
import { cue, wake } from "../cue.js";
import { coached, isGuided } from "../guide.js";
import { plural, t, tg } from "../i18n.js";
import { follow, land, still } from "../motion.js";
import { prefs } from "../prefs.js";
import { headline, nameOf, prompt, sayEvent, sayStaged } from "../say.js";
import { lineOf, pairsOf, totalsOf } from "../line.js";
import { Table } from "../table.js";
import { Turn } from "../turn.js";
import { Actions, Ask } from "../parts/ask.js";
import { Away, Banner } from "../parts/banner.js";
import { Board } from "../parts/board.js";
import { Extras } from "../parts/extras.js";
import { Hand } from "../parts/hand.js";
import { later, useModule } from "../parts/later.js";
import { Log } from "../parts/log.js";
import { Castle, lookOf } from "../parts/picture.js";
import { Others, NamePlate, Small } from "../parts/players.js";
import { Rows } from "../parts/rows.js";
import { Score, ScoreTable } from "../parts/sheet.js";
import { announce, called, Dialog, Header, keyboard } from "../parts/shell.js";
import { DrawLater, allDrawn } from "../parts/draw-later.js";
import { Missing } from "./missing.js";

const loadEnd = () => import("./end.js");
const Lobby = later(() => import("./lobby.js"), "Lobby");
const AllRegions = later(() => import("../parts/regions.js"), "AllRegions");
const Words = later(() => import("../parts/words.js"), "Words");
const loadCoach = () => import("../parts/coach.js");

/** @param {{id: string}} props */
export function TableScreen({ id }) {
  const table = useMemo(() => new Table(id), [id]);
  const turn = useMemo(() => new Turn(table), [table]);
  useEffect(() => () => table.close(), [table]);
  table.sendWhenDone = !prefs.value.confirm;
  const view = table.view.value;
  const end = useModule(loadEnd, Boolean(view?.started && !view.offer.length));
  if (table.missing.value) return html`<${Missing} code=${table.missing.value} id=${id} />`;
  if (!view) return html`<${Header} /><main class="waiting"><p role="status">${t("app.loading")}</p></main>`;
  const round = t("table.round", { n: Math.max(view.round, 1), rounds: view.rules.rounds });
  const what = view.daily && t(view.daily.kind === "practice" ? "daily.practice" : "daily.title");
  const title = what ? html`<span>${what} · </span><span>${round}</span>` : round;
  return html`
    <${Header} title=${view.started === false ? t(`game.${view.rules.game}`) : title} table=${table} />
    <${Banner} table=${table} />
    ${
      view.started === false
        ? html`<${Lobby} table=${table} view=${view} />`
        : end && view.over && view.sheets[0].regions
          ? html`<${end.End} view=${view} mine=${table.seats.value} log=${table.log.value} pairs=${pairsOf(table.log.value)} />`
          : html`<${Playing} table=${table} turn=${turn} />`
    }
  `;
}

/** Which kingdom is shown large: mine to decide, else the one I decided with last, else the first.
 * @param {Table} table @param {View} view */
function useMain(table, view) {
  const [last, setLast] = useState(/** @type {number | null} */ (null));
  const me = table.me.value;
  useEffect(() => {
    if (me !== null) setLast(me);
  }, [me]);
  const mine = table.seats.value;
  if (me !== null) return me;
  if (last !== null && mine.includes(last)) return last;
  return mine[0] ?? Number(Object.keys(view.kingdoms)[0]);
}

/** @param {{table: Table, turn: Turn}} props */
function Playing({ table, turn }) {
  const view = /** @type {View} */ (table.view.value);
  const shown = table.shown.value ?? view;
  const main = useMain(table, view);
  const [opened, setOpened] = useState(/** @type {number | null} */ (null));
  const [sheet, setSheet] = useState(false);
  const others = Object.keys(view.kingdoms)
    .map(Number)
    .filter((seat) => seat !== main);
  const pairs = useMemo(() => pairsOf(table.log.value), [table.log.value]);
  const options = table.options.value;
  const staged = table.staged.value.actions;
  usePlan(table, turn, main);
  useTelling(table);
  useCalling(table);
  useKeys(table, turn);
  const asks = useMemo(() => computed(() => askedFor(table)), [table]);

  const choose = (/** @type {string} */ action) => {
    const kept = staged.filter((a) => !a.startsWith("choose "));
    if (staged.includes(action)) table.stage(kept);
    else table.stage([...kept, action]);
  };
  const add = (/** @type {string} */ action) => table.stage([...staged, action]);
  const chosen = staged.filter((action) => action.startsWith("choose")).flatMap((action) => action.split(" ").slice(1));
  const seat = table.seats.value.includes(main) ? main : null;
  const coach = useModule(loadCoach, isGuided(view.id));

  return html`<main
    id="main"
    class=${`table game-${view.rules.game} of-${others.length + 1}`}
    data-seq=${view.seq}
    data-staged=${staged.length + turn.holding.length}
    data-asks=${asks}
  >
    <${Ask} table=${table} turn=${turn} />
    ${coach && isGuided(view.id) && html`<${coach.Coach} table=${table} seat=${main} />`}
    <section class="mine" aria-label=${tg(view.rules.game, "table.kingdom_of", { player: nameOf(view, main) })}>
      <div class="mine-top">
        <${NamePlate} view=${shown} seat=${main} mine=${seat !== null} says=${table.said.value[main]} />
        <${Hand} turn=${turn} />
      </div>
      <${Board} turn=${turn} seat=${main} pairs=${pairs[main]} />
      <${HandOver} table=${table} view=${view} />
    </section>
    <div class="middle">
      <${DrawLater} order=${1}><${Rows} view=${view} me=${table.me.value} dominoes=${table.dominoes.value} options=${offerOptions(table)} chosen=${chosen} onChoose=${choose} hints=${Array.isArray(table.hints.value) && !chosen.length ? table.hints.value : []} /><//>
      ${(view.quests || view.totems || view.cave) && html`<${DrawLater} order=${2}><${Extras} view=${shown} seat=${main} options=${options} worth=${table.worth.value} onPick=${add} /><//>`}
      <${DrawLater} order=${4}>
        <button type="button" class="plain wide scores" onClick=${() => setSheet(true)}>${t("table.score_sheet")}</button>
        ${hasCompany(table, view) && html`<${Words} table=${table} view=${view} />`}
        <${Log} lines=${table.log.value} view=${view} mine=${table.seats.value} />
      <//>
    </div>
    <${DrawLater} order=${3}><${Others} view=${view} seats=${others} pairs=${pairs} replaced=${table.replaced.value} said=${table.said.value} onOpen=${setOpened} /><//>
    <${DrawLater} order=${4}><${Actions} table=${table} turn=${turn} /><//>
    <${Attention} table=${table} turn=${turn} />
    <${Away} table=${table} view=${view} />
    ${
      opened !== null &&
      html`<${Dialog} class="kingdom-dialog" title=${tg(view.rules.game, "table.kingdom_of", { player: nameOf(view, opened) })} onClose=${() => setOpened(null)}>
      <${Small} view=${view} seat=${opened} pairs=${pairs[opened]} label=${`${nameOf(view, opened)}, ${plural("count.points", view.sheets[opened]?.total ?? 0)}`} />
      <${Score} view=${view} seat=${opened} />
      <${AllRegions} view=${view} seats=${[opened]} />
      ${view.kingdoms[opened].discarded > 0 && html`<p>${plural("table.discarded", view.kingdoms[opened].discarded)}</p>`}
    <//>`
    }
    ${
      sheet &&
      html`<${Dialog} title=${t("table.score_sheet")} onClose=${() => setSheet(false)}>
      <${ScoreTable} view=${shown} />
      <${AllRegions} view=${view} seats=${[main, ...others]} open=${main} />
      <button type="button" class="plain wide" onClick=${() => print()}>${t("button.print")}</button>
    <//>`
    }
  </main>`;
}

/** Where several people share a screen, whose hands it goes to now; nothing waits for it.
 * @param {{table: Table, view: View}} props */
function HandOver({ table, view }) {
  const me = table.me.value;
  const [last, setLast] = useState(me);
  const [next, setNext] = useState(/** @type {number | null} */ (null));
  useEffect(() => {
    if (me === null) return;
    setLast(me);
    if (last === null || last === me) return;
    setNext(me);
    const timer = setTimeout(() => setNext(null), HAND_OVER_MS);
    return () => clearTimeout(timer);
  }, [me]);
  if (next === null || next !== me || table.staged.value.actions.length) return null;
  const { colour } = view.seats[next];
  return html`<p key=${next} class=${`hand-over p-${colour}`} aria-hidden="true">
    <${Castle} look=${lookOf(view.seats[next])} game=${view.rules.game} /> <b>${t("table.hand_over", { player: nameOf(view, next) })}</b>
  </p>`;
}

const HAND_OVER_MS = 1_800;

/** Whether somebody else is a person. @param {Table} table @param {View} view */
const hasCompany = (table, view) =>
  Object.entries(view.seats).some(([seat, { kind }]) => kind === "human" && !table.seats.value.includes(Number(seat)));

/** Fetches where my next domino could lie, as long as others play. @param {Table} table @param {Turn} turn @param {number} seat */
function usePlan(table, turn, seat) {
  const view = /** @type {View} */ (table.view.value);
  const waits = table.me.value === null && table.seats.value.includes(seat) && !view.seats[seat].played_by;
  const domino = [
    ...view.line.filter(({ player }) => player === seat),
    ...view.offer.filter(({ owner }) => owner === seat),
  ][0]?.domino;
  const wanted = waits && domino ? `${domino} ${Object.values(view.kingdoms[seat].cells)}` : "";
  useEffect(() => {
    let late = false;
    const tell = (/** @type {import("../turn.js").Plan | null} */ plan) => {
      if (!late) turn.plan.value = plan;
    };
    tell(null);
    if (wanted) post(`/api/games/${table.id}/plan`, { seat }).then(tell, () => {});
    return () => void (late = true);
  }, [wanted, seat]);
}

/** What the page waits for, for tests and styles: a phase, "confirm", or nothing. @param {Table} table */
function askedFor(table) {
  const { actions, options, done } = table.staged.value;
  if (!allDrawn.value || table.me.value === null || table.sending.value || (actions.length && !options)) return "";
  return done ? "confirm" : (table.shown.value?.decision?.phase ?? "");
}

/** Choices of the row stay on offer after one is staged, so that it can be changed.
 * @param {Table} table */
function offerOptions(table) {
  const now = table.options.value.filter(([action]) => action.startsWith("choose"));
  if (now.length) lastOffer.set(table, now);
  const staged = table.staged.value.actions.some((action) => action.startsWith("choose "));
  if (now.length || !staged) return now;
  return table.sending.value ? [] : (lastOffer.get(table) ?? []);
}

/** @type {WeakMap<Table, Choice[]>} */
const lastOffer = new WeakMap();

/** Leads focus and eyes to what is asked, once it is drawn. @param {{table: Table, turn: Turn}} props */
function Attention({ table, turn }) {
  useKeyboardFocus(table, turn);
  useInSight(allDrawn.value && !table.staged.value.done ? table.shown.value?.decision?.phase : "", table.me.value);
  return null;
}

/** @param {Table} table @param {Turn} turn */
function useKeyboardFocus(table, turn) {
  const me = table.me.value;
  const decision = table.shown.value?.decision;
  const phase = me === null || decision?.player !== me ? "" : decision.phase;
  const { done, options } = table.staged.value;
  const settled =
    allDrawn.value && !table.sending.value && (done || options !== null || !table.staged.value.actions.length);
  useEffect(() => {
    if (!keyboard.used || me === null || !settled || document.querySelector("dialog[open]")) return;
    const wanted = coached.value ? ".coach button" : done ? ".confirm" : FOCUS[phase];
    const focused = document.activeElement;
    const found = document.querySelector(wanted ?? ".choices button");
    if (found instanceof HTMLElement && found !== focused && !focused?.matches("input, select, textarea"))
      found.focus();
  }, [me, phase, done, settled, coached.value, turn.holding.length, table.view.value?.seq]);
}

const ON_BOARD = ["place", "cover", "release", "erupt", "settle", "settle_on"];

/** On a small screen what is chosen from may lie below the edge, and then the kingdom above it.
 * @param {string | undefined} phase @param {number | null} me */
function useInSight(phase, me) {
  useEffect(() => {
    if (me === null || !phase) return;
    const behavior = still.matches ? "auto" : "smooth";
    const asked = document.querySelector(".ask");
    const board = document.querySelector(".mine");
    const goods =
      phase === "recruit" || phase === "settle" ? ".cave" : phase.startsWith("choose") ? ".row.next" : "none";
    document.querySelector(goods)?.scrollIntoView({ block: "nearest", behavior });
    if (
      ON_BOARD.includes(phase) &&
      board &&
      asked &&
      board.getBoundingClientRect().top < asked.getBoundingClientRect().bottom - 1
    )
      board.scrollIntoView({ block: "start", behavior });
  }, [phase, me]);
}

/** @type {Record<string, string>} */
const FOCUS = {
  place: ".squares .legal, .choices button, .confirm:enabled",
  choose: ".row.next button.entry",
  choose_pair: ".row.next button.entry",
  cover: ".squares .legal",
  release: ".squares .legal",
  erupt: ".squares .legal",
  settle: ".confirm, .choices button, .squares .legal",
  settle_on: ".squares .legal",
  recruit: ".cave button, .squares .legal",
};

/** What is heard of a move. @type {Record<string, "giant" | "erupt">} */
const HEARD = { cover: "giant", send: "giant", erupt: "erupt" };

/** Moves of others happen in front of you and are told. @param {Table} table */
function useTelling(table) {
  useEffect(() => {
    /** @param {TableEvent} event @param {View} before @param {View} after */
    const tell = (event, before, after) => {
      const mine = table.seats.value;
      const line = lineOf(event, totalsOf(before));
      const own = event.player === null || mine.includes(event.player);
      const seen = own ? land(event, after, line.gain) : follow(event, after, line.gain);
      if (seen) table.linger(seen);
      const me = table.deciding(after);
      // With an own move come the options of the turn that it leads to, be it mine again.
      const again = event.action !== null && Boolean(event.options?.length);
      const asked = me !== null && (again || table.deciding(before) === null);
      const heard = HEARD[event.action?.split(" ")[0] ?? ""];
      if (heard) cue(heard);
      else if (asked) cue("turn");
      const said = [sayEvent(line, after, mine)];
      if (asked && mine.length > 1) said.push(t("table.hand_over", { player: nameOf(after, me) }));
      if (asked) said.push(t("event.your_turn", { prompt: prompt(after, table.committed.value) }));
      if (after.over && after.winners) said.push(t("event.over", { result: headline(after, mine) }));
      announce(said.filter(Boolean).join(". "));
    };
    // Whoever is in a hurry waits for nothing.
    const hurry = () => table.catchUp();
    table.watchers.add(tell);
    wake();
    addEventListener("pointerdown", hurry, true);
    addEventListener("keydown", hurry, true);
    return () => {
      table.watchers.delete(tell);
      removeEventListener("pointerdown", hurry, true);
      removeEventListener("keydown", hurry, true);
    };
  }, [table]);
  const { actions, done } = table.staged.value;
  const view = table.shown.value;
  useEffect(() => {
    if (!actions.length || !view || table.me.value === null) return;
    announce(
      t("a11y.staged", {
        prompt: done ? sayStaged(actions, /** @type {View} */ (table.view.value)) : prompt(view, table.options.value),
      }),
    );
  }, [actions.join(), done]);
}

/** The tab calls whose turn has come, from behind other tabs too. @param {Table} table */
function useCalling(table) {
  const mine = table.me.value !== null;
  useEffect(() => {
    called.value = mine;
    return () => void (called.value = false);
  }, [mine]);
}

/** Keys that work wherever the focus is. @param {Table} table @param {Turn} turn */
function useKeys(table, turn) {
  useLayoutEffect(() => {
    /** @param {KeyboardEvent} event */
    const onKey = (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
      if (event.target instanceof Element && event.target.closest("input, select, textarea")) return;
      if (event.key === "r" || event.key === "R") turn.rotate(event.shiftKey ? -1 : 1);
      else if (event.key === "Escape") turn.undo();
      else if ((event.key === "h" || event.key === "H") && table.view.value?.hints) table.hint();
      else if (/^[1-5]$/.test(event.key)) {
        const entry = document.querySelectorAll(".row.next li")[Number(event.key) - 1]?.querySelector("button");
        entry?.click();
      } else return;
      event.preventDefault();
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, [table, turn]);
}
