// One table as this browser knows it: the committed view, what may be done, and what is being
// tried out before it is sent.

import { batch, computed, signal } from "./lib.js";
import { codeOf, dominoes, get, post, randomHex } from "./api.js";
import { Link } from "./link.js";
import { owedNonces } from "./nonce.js";
import { isHere } from "./offline/here.js";
import { lineOf, totalsOf } from "./line.js";
import { merged } from "./patch.js";
import { recall, retain, THIS_TAB } from "./storage.js";

/** @typedef {{move_id: string, expected_seq: number, seat: number, actions: string[]}} Move */
/** @typedef {{options?: Choice[], worth?: Worth}} Asked */

/** @type {Staged} */
const NOTHING = { actions: [], rest: [], patch: null, options: null, worth: undefined, done: false };
const LOG_LINES = 400;
const MUTED = "kingdomino.muted.";
/** Half a move outlives a reload of the page. */
const HALF = "kingdomino.half";
/** The longest that a move is looked at, and how far the table may be ahead: about a round. */
const LINGER_MS = 4_000;
const MOST_WAITING = 12;
/** How long words stay above the table. */
const SAID_MS = 6_000;
/** Refusals that pass. */
const AGAIN = new Set(["network", "too_fast", "unavailable"]);

export class Table {
  /** @param {string} id */
  constructor(id) {
    this.id = id;
    /** @type {Signal<View | null>} */
    this.view = signal(null);
    /** @type {Signal<number[]>} */
    this.seats = signal([]);
    /** @type {Signal<Choice[]>} */
    this.committed = signal([]);
    /** @type {Signal<Worth | undefined>} */
    this.worthNow = signal(undefined);
    /** @type {Signal<Staged>} */
    this.staged = signal(NOTHING);
    /** @type {Signal<Dominoes>} */
    this.dominoes = signal({});
    /** @type {Signal<LogLine[]>} */
    this.log = signal([]);
    /** @type {Signal<Hint[] | "thinking" | null>} */
    this.hints = signal(null);
    /** @type {Signal<Move | null>} */
    this.sending = signal(null);
    /** A refusal to show, as a stable code. @type {Signal<string | null>} */
    this.problem = signal(null);
    /** Why there is no table to show. @type {Signal<string | null>} */
    this.missing = signal(null);
    /** @type {Link | null} */
    this.link = null;
    /** @type {Set<(event: TableEvent, before: View, after: View) => void>} */
    this.watchers = new Set();
    this.asked = 0;
    this.stageId = 0;
    /** The table that the move under way was made at. @type {View | null} */
    this.sentFrom = null;
    /** The seats whose words are not wanted. @type {Signal<number[]>} */
    this.muted = signal(recall(MUTED + id) ?? []);

    /** The view with what is being tried out. */
    this.shown = computed(() => {
      const view = this.view.value;
      const { patch } = this.staged.value;
      return view && patch ? merged(view, patch) : view;
    });
    this.me = computed(() => this.deciding(this.view.value));
    /** What I may do next, after what is staged. */
    this.options = computed(() => {
      if (this.me.value === null || this.sending.value) return [];
      const { actions, options } = this.staged.value;
      return actions.length ? (options ?? []) : this.committed.value;
    });
    /** What each caveman would bring me, after what is staged. */
    this.worth = computed(() => {
      if (this.me.value === null) return undefined;
      return this.staged.value.actions.length ? this.staged.value.worth : this.worthNow.value;
    });
    this.open();
  }

  /** My seat that decides now, if any. @param {View | null} view */
  deciding(view) {
    const player = view?.decision?.player ?? null;
    if (player === null || !this.seats.value.includes(player)) return null;
    return view?.seats[player]?.played_by ? null : player;
  }

  async open() {
    try {
      let seen = await get(`/api/games/${this.id}`);
      if (await this.give(seen.view, seen.my_seats, seen.creator)) seen = await get(`/api/games/${this.id}`);
      const { view, my_seats, links, creator, can_start } = seen;
      this.take(view, my_seats, seen);
      this.links.value = links ?? {};
      this.invitation.value = seen.invitation;
      this.creator.value = creator;
      this.canStart.value = can_start;
      this.link = await this.line();
      this.linked.value = this.link;
      const [printed, { events }] = await Promise.all([
        dominoes(view.rules.game),
        get(`/api/games/${this.id}/events?after=0`),
      ]);
      batch(() => {
        this.dominoes.value = printed;
        this.recall(events);
      });
    } catch (problem) {
      const code = codeOf(problem);
      if (AGAIN.has(code)) setTimeout(() => this.open(), 1_500);
      else this.missing.value = code;
    }
  }

  /** The line to the server, or to this device for a table of its own. */
  async line() {
    const Line = isHere(this.id) ? (await import("./offline/local.js")).HereLink : Link;
    return new Line(this.id, {
      after: () => this.view.value?.seq ?? 0,
      hear: (message) => this.hear(message),
      up: () => this.resume(),
    });
  }

  /** Give the draw what my seats owe it; whether there was anything to give.
   * @param {View} view @param {number[]} seats @param {boolean} [opener] */
  async give(view, seats, opener) {
    const nonces = owedNonces(view, seats, opener);
    if (!nonces) return false;
    await post(`/api/games/${this.id}/nonces`, { nonces }).catch((problem) => {
      // It has begun without them: the end will tell.
      if (problem.code !== "nonce_given") throw problem;
    });
    return true;
  }

  /** Whether this browser opened the table. */
  creator = signal(false);

  /** Whether it is for me to begin without those who are missing. */
  canStart = signal(false);

  /** Ask whether it is now: who opened the table may have gone. */
  async askWhetherToStart() {
    const seen = await get(`/api/games/${this.id}`).catch(() => null);
    if (seen) this.canStart.value = seen.can_start;
  }

  /** Invitations, for who opened the table. */
  links = signal(/** @type {Record<string, string>} */ ({}));
  /** The one to any free seat. */
  invitation = signal(/** @type {string | null} */ (null));
  linked = signal(/** @type {Link | null} */ (null));

  /** What happened before this page was opened. @param {TableEvent[]} events */
  recall(events) {
    /** @type {Record<string, number>} */
    const totals = {};
    const lines = events.map((event) => lineOf(event, totals));
    const newest = this.log.value;
    const known = new Set(newest.map((line) => line.seq));
    this.log.value = [...lines.filter((line) => !known.has(line.seq)), ...newest]
      .sort((a, b) => a.seq - b.seq)
      .slice(-LOG_LINES);
  }

  /** @param {View} view @param {number[]} seats @param {Asked} asked */
  take(view, seats, asked) {
    batch(() => {
      this.view.value = view;
      this.seats.value = seats;
      this.takeAsked(asked);
      this.settle();
    });
    if (view.over) this.readSheets();
  }

  /** What I am asked now, if anything. @param {Asked} asked */
  takeAsked({ options, worth }) {
    this.committed.value = options ?? [];
    this.worthNow.value = worth;
  }

  /** Moves that wait until the one before them has been seen. @type {TableEvent[]} */
  waiting = [];
  /** Whether something among them is for me: all are shown after the one that is being seen. */
  pressing = false;
  /** What is being seen. @type {Promise<void> | null} */
  lingers = null;

  /** See a move through: what happens next waits, until it is over or somebody touches the page. @param {Promise<void>} seen */
  linger(seen) {
    // Who catches up sees some moves at once.
    const all = Promise.all([this.lingers, seen]).then(() => {});
    this.lingers = all;
    const goOn = () => {
      if (this.lingers !== all) return;
      this.lingers = null;
      if (this.pressing) this.catchUp();
      while (!this.lingers && this.waiting.length) this.apply(/** @type {TableEvent} */ (this.waiting.shift()));
    };
    all.then(goOn);
    // A page that nobody looks at shows nothing.
    setTimeout(goOn, LINGER_MS);
  }

  /** Show all that has happened. */
  catchUp() {
    this.pressing = false;
    for (const event of this.waiting.splice(0)) this.apply(event);
  }

  /** @param {Record<string, any>} message */
  hear(message) {
    const { type, player, options } = message;
    // What I sent is seen at once, and so is everything where nobody looks.
    if (type === "event" && this.lingers && !this.sending.value && !document.hidden) {
      this.waiting.push(/** @type {TableEvent} */ (/** @type {unknown} */ (message)));
      if (options || this.seats.value.includes(player) || this.waiting.length > MOST_WAITING) this.pressing = true;
      return;
    }
    this.catchUp();
    switch (message.type) {
      case "view":
        return this.take(message.view, message.seats ?? message.my_seats, message);
      case "tail":
        for (const event of message.events) this.apply(event);
        this.seats.value = message.seats ?? message.my_seats ?? this.seats.value;
        this.takeAsked(message);
        return this.seePresence(message.presence);
      case "presence":
        return this.seePresence(message.patch);
      case "event":
        return this.apply(/** @type {TableEvent} */ (/** @type {unknown} */ (message)));
      case "staged":
        return this.heardStaged(message);
      case "ack":
        return this.acked(message);
      case "hint":
        this.hints.value = message.best;
        return;
      case "said":
        return this.hearSaid(message.seat, message.word);
      case "replaced":
        this.replaced.value = { ...this.replaced.value, [message.seat]: message.level ?? "" };
        return;
      case "error":
        return this.refused(message);
    }
  }

  /** What was said last, by seat, for a moment. */
  said = signal(/** @type {Record<string, string>} */ ({}));

  /** Hear no more of a seat, or hear it again; remembered for this table. @param {number} seat */
  mute(seat) {
    const { value } = this.muted;
    this.muted.value = value.includes(seat) ? value.filter((other) => other !== seat) : [...value, seat];
    retain(MUTED + this.id, this.muted.value);
    this.forgetSaid(seat);
  }

  /** When each seat's words go again. @type {Record<number, ReturnType<typeof setTimeout>>} */
  fading = {};

  /** @param {number} seat @param {string} word */
  hearSaid(seat, word) {
    if (this.muted.value.includes(seat)) return;
    this.said.value = { ...this.said.value, [seat]: word };
    clearTimeout(this.fading[seat]);
    this.fading[seat] = setTimeout(() => this.forgetSaid(seat), SAID_MS);
  }

  /** @param {number} seat */
  forgetSaid(seat) {
    const { [String(seat)]: _, ...others } = this.said.value;
    this.said.value = others;
  }

  /** The levels that have moved in the place of stronger ones, by seat, until they move again. */
  replaced = signal(/** @type {Record<string, string>} */ ({}));

  /** Who is here changes without an event. @param {object | undefined} patch */
  seePresence(patch) {
    if (patch && this.view.value) this.view.value = merged(this.view.value, patch);
  }

  /** @param {TableEvent} event */
  apply(event) {
    const before = this.view.value;
    if (!before || event.seq <= before.seq) return;
    const after = merged(before, event.patch);
    const move = event.action !== null;
    batch(() => {
      this.view.value = after;
      this.log.value = [...this.log.value.slice(-LOG_LINES), lineOf(event, totalsOf(before))];
      if (move) {
        const { [String(event.player)]: _, ...others } = this.replaced.value;
        this.replaced.value = others;
        this.takeAsked(event);
        this.staged.value = NOTHING;
        this.hints.value = null;
      } else if (event.options) {
        this.takeAsked(event);
      }
      this.settle();
    });
    if (!after.started) this.give(after, this.seats.value).catch(() => undefined);
    for (const watcher of this.watchers) watcher(event, before, after);
    if (after.over) this.readSheets();
  }

  /** The regions of a game that is over are too long for a message. */
  async readSheets() {
    if (this.view.value?.sheets[0].regions) return;
    try {
      const { sheets } = await get(`/api/games/${this.id}/sheets`);
      if (this.view.value) this.view.value = merged(this.view.value, { sheets });
    } catch {
      setTimeout(() => this.readSheets(), 1_500);
    }
  }

  /** The line is up again: send what was under way once more. */
  resume() {
    const move = this.sending.value;
    if (move) this.link?.send({ type: "move", ...move });
    else if (this.staged.value.actions.length) this.stage(this.staged.value.actions);
    else {
      const kept = keptHalf(this.id, this.view.value?.seq);
      if (kept.length) this.stage(kept);
    }
  }

  /** Try these actions out; *whole* ones are sent where nothing more is asked. @param {string[]} actions @param {{whole?: boolean}} [how] */
  stage(actions, { whole = false } = {}) {
    const seat = this.me.value;
    if (seat === null || this.sending.value) return;
    this.whole = whole;
    retain(HALF, { id: this.id, seq: this.view.value?.seq, actions }, THIS_TAB);
    this.problem.value = null;
    if (!actions.length) {
      this.stageId = 0;
      this.staged.value = NOTHING;
      return;
    }
    const old = this.staged.value;
    const same = old.actions.join() === actions.join();
    if (!same) this.staged.value = { ...old, actions, rest: [], options: null, done: false };
    this.stageId = ++this.asked;
    this.link?.send({ type: "stage", id: this.stageId, seat, actions });
  }

  /** @param {Record<string, any>} message */
  heardStaged(message) {
    if (message.id !== this.stageId) return;
    const { patch, options, worth, rest, done } = message;
    this.staged.value = { actions: this.staged.value.actions, rest, patch, options, worth, done };
    if (done && (this.sendWhenDone || this.whole)) this.send();
  }

  /** The event of the move that is being sent, once that is known. */
  answered = Infinity;

  /** What was sent is over when its event is here: an ack may come before it. */
  settle() {
    if ((this.view.value?.seq ?? 0) < this.answered) return;
    batch(() => {
      this.answered = Infinity;
      this.sending.value = null;
      this.staged.value = NOTHING;
    });
  }

  sendWhenDone = false;
  whole = false;

  undo() {
    this.stage(this.staged.value.actions.slice(0, -1));
  }

  /** Send what is staged, with more actions at its end. @param {string[]} [more] */
  send(more = []) {
    const view = this.view.value;
    const seat = this.me.value;
    const actions = [...this.staged.value.actions, ...this.staged.value.rest, ...more];
    if (!view || seat === null || !actions.length || this.sending.value) return;
    const move = { move_id: randomHex(12), expected_seq: view.seq, seat, actions };
    this.sentFrom = view;
    this.sending.value = move;
    this.link?.send({ type: "move", ...move });
  }

  /** @param {Record<string, any>} message */
  acked(message) {
    if (message.move_id !== this.sending.value?.move_id) return;
    this.answered = message.seq;
    this.settle();
  }

  /** @param {Record<string, any>} message */
  refused(message) {
    const move = this.sending.value;
    const stale = message.code === "stale";
    for (const event of message.events ?? []) this.apply(event);
    if (move && message.move_id === move.move_id) {
      // The server could not keep it, or is going: it is to be sent again.
      if (message.code === "unavailable") return void setTimeout(() => this.resume(), 1_500);
      this.sending.value = null;
      // Somebody sat down or came back meanwhile: the move itself is still good.
      if (stale && this.me.value === move.seat && this.staged.value.actions.length) return this.send();
      this.staged.value = NOTHING;
      this.problem.value = message.code;
    } else if (message.id !== undefined && message.id === this.stageId) {
      this.restage(message.code);
    } else if (this.hints.value === "thinking") {
      this.hints.value = [];
    }
  }

  /** A staged action turned out impossible: keep what still holds. @param {string} code */
  restage(code) {
    const { actions } = this.staged.value;
    if (actions.length > 1) this.stage(actions.slice(0, 1));
    else {
      this.staged.value = NOTHING;
      this.problem.value = code;
    }
  }

  hint() {
    const seat = this.me.value;
    if (seat === null) return;
    this.hints.value = "thinking";
    this.link?.send({ type: "hint", id: ++this.asked, seat });
  }

  /** @param {"leave" | "return" | "start" | "bot"} what @param {number} [seat] @param {object} [how] */
  async ask(what, seat, how) {
    try {
      await post(`/api/games/${this.id}/${what}`, seat === undefined ? {} : { seat, ...how });
    } catch (problem) {
      this.problem.value = codeOf(problem);
    }
  }

  close() {
    this.link?.close();
    this.watchers.clear();
  }
}

/** What was staged here before the page was opened again; nothing where something has happened since.
 * @param {string} id @param {number | undefined} seq @returns {string[]} */
function keptHalf(id, seq) {
  const kept = recall(HALF, THIS_TAB);
  return kept?.id === id && kept.seq === seq ? kept.actions : [];
}
