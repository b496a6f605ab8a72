// The line to one table: a WebSocket that comes back by itself and says where it left off.
// A link that has been silent for too long is taken for dead. Where sockets do not get through,
// the same messages travel over plain HTTP.

import { signal } from "./lib.js";
import { Refusal, get, post } from "./api.js";

const SILENCE_MS = 12_000;
const POLL_MS = 1_500;
const TRIES_BEFORE_HTTP = 3;

/** @param {number} tries */
const pause = (tries) => Math.min(250 * 2 ** tries, 4_000);

/** @typedef {"connecting" | "open" | "lost" | "closed"} LinkState */
/** @typedef {Record<string, any>} Message */

export class Link {
  /**
   * @param {string} id
   * @param {{after: () => number, hear: (message: Message) => void, up: () => void}} table
   */
  constructor(id, table) {
    this.id = id;
    this.table = table;
    /** @type {Signal<LinkState>} */
    this.state = signal("connecting");
    this.tries = 0;
    this.everOpen = false;
    this.polling = false;
    /** @type {WebSocket | null} */
    this.socket = null;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.silence = undefined;
    this.wake = () => this.retry();
    addEventListener("online", this.wake);
    this.sleep = () => {
      if (this.state.value === "open") this.drop();
    };
    addEventListener("offline", this.sleep);
    this.connect();
  }

  connect() {
    if (this.state.value === "closed") return;
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const address = `${scheme}://${location.host}/api/games/${this.id}/socket?after=${this.table.after()}`;
    const socket = new WebSocket(address);
    this.socket = socket;
    this.listen();
    socket.onmessage = ({ data }) => {
      if (socket !== this.socket) return;
      this.listen();
      const message = JSON.parse(data);
      if (message.type === "ping") socket.send('{"type":"pong"}');
      else if (message.type !== "pong") this.receive(message);
    };
    socket.onclose = () => {
      if (socket === this.socket) this.drop();
    };
  }

  /** @param {Message} message */
  receive(message) {
    this.table.hear(message);
    if (message.type !== "view" && message.type !== "tail") return;
    this.tries = 0;
    this.everOpen = true;
    this.state.value = "open";
    this.table.up();
  }

  listen() {
    clearTimeout(this.silence);
    this.silence = setTimeout(() => this.drop(), SILENCE_MS);
  }

  drop() {
    clearTimeout(this.silence);
    clearTimeout(this.timer);
    const old = this.socket;
    this.socket = null;
    old?.close();
    if (this.state.value === "closed") return;
    this.state.value = "lost";
    this.tries++;
    if (!this.everOpen && this.tries > TRIES_BEFORE_HTTP) this.timer = setTimeout(() => this.poll(), 0);
    else this.timer = setTimeout(() => this.connect(), pause(this.tries));
  }

  retry() {
    if (this.state.value !== "lost") return;
    clearTimeout(this.timer);
    this.connect();
  }

  async poll() {
    if (this.state.value === "closed") return;
    try {
      const { events } = await get(`/api/games/${this.id}/events?after=${this.table.after()}`);
      this.polling = true;
      for (const event of events) this.table.hear(event);
      if (events.length || this.state.value !== "open") {
        this.table.hear({ type: "view", ...(await get(`/api/games/${this.id}`)) });
        this.state.value = "open";
        this.table.up();
      }
    } catch {
      this.state.value = "lost";
    }
    this.timer = setTimeout(() => this.poll(), POLL_MS);
  }

  /** @param {Message} message @returns {boolean} Whether it went on its way. */
  send(message) {
    if (this.state.value !== "open") return false;
    if (this.polling) {
      this.post(message);
      return true;
    }
    if (this.socket?.readyState !== WebSocket.OPEN) return false;
    this.socket.send(JSON.stringify(message));
    return true;
  }

  /** @param {Message} message */
  async post({ type, ...body }) {
    const path = { move: "moves", stage: "stage", hint: "hint" }[String(type)];
    const answer = { move: "ack", stage: "staged", hint: "hint" }[String(type)];
    try {
      this.table.hear({ type: answer, ...(await post(`/api/games/${this.id}/${path}`, body)) });
    } catch (problem) {
      if (!(problem instanceof Refusal)) throw problem;
      const said = /** @type {object} */ (problem.body ?? {});
      this.table.hear({ type: "error", id: body.id, move_id: body.move_id, code: problem.code, ...said });
    }
  }

  close() {
    this.state.value = "closed";
    clearTimeout(this.timer);
    clearTimeout(this.silence);
    removeEventListener("online", this.wake);
    removeEventListener("offline", this.sleep);
    this.socket?.close();
  }
}
