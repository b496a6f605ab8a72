// A few set words at the table instead of a chat: heard now or never, and by nobody who does not want to.

import { html, useEffect, useState } from "../lib.js";
import { codeOf, post } from "../api.js";
import { t } from "../i18n.js";
import { nameOf } from "../say.js";
import { Icon } from "./picture.js";
import { announce } from "./shell.js";

/** Our own drawings: not every system has pictures among its letters. @type {Record<string, string>} */
const SIGNS = {
  hello: "person",
  luck: "sun",
  nice: "trophy",
  thanks: "crown",
  oops: "undo",
  wow: "flame",
  moment: "pause",
  again: "replay",
};

/** @param {{table: import("../table.js").Table, view: View}} props */
export function Words({ table, view }) {
  const [problem, setProblem] = useState("");
  const mine = table.seats.value.filter((seat) => !view.seats[seat].played_by);
  const people = Object.keys(view.seats)
    .map(Number)
    .filter((seat) => view.seats[seat].kind === "human" && !table.seats.value.includes(seat));
  const said = Object.entries(table.said.value);
  const told = said.map(([seat, word]) =>
    t("say.said", { player: nameOf(view, Number(seat)), word: t(`say.${word}`) }),
  );
  useEffect(() => announce(told.join(". ")), [told.join()]);
  if (!people.length) return null;
  const say = (/** @type {string} */ word) =>
    post(`/api/games/${view.id}/say`, { seat: mine[0], word }).then(
      () => setProblem(""),
      (refused) => setProblem(codeOf(refused)),
    );
  return html`<section class="panel words">
    <details>
      <summary>${t("say.title")}</summary>
      ${mine.length > 0 && html`<div class="word-list">${Object.entries(SIGNS).map(([word, sign]) => html`<button type="button" key=${word} data-word=${word} onClick=${() => say(word)}><${Icon} name=${sign} /> ${t(`say.${word}`)}</button>`)}</div>`}
      ${problem && html`<p class="problem" role="alert">${t(`error.${problem}`)}</p>`}
      <div class="word-list">${people.map((seat) => html`<button type="button" key=${seat} aria-pressed=${table.muted.value.includes(seat) ? "true" : "false"} onClick=${() => table.mute(seat)}>${t("say.mute", { player: nameOf(view, seat) })}</button>`)}</div>
    </details>
  </section>`;
}
