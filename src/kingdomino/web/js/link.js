// The line to one table: a WebSocket that comes back by itself and says where it left off.
// A link that has been silent for too long is taken for dead. Where sockets do not get through,
// the same messages travel over plain HTTP, and now and then a socket is tried again.

import { signal } from "./lib.js";
import { Refusal, get, post } from "./api.js";

const SILENCE_MS = 12_000;
const CONNECT_MS = 4_000;
const SOCKET_AGAIN_MS = 60_000;
const POLL_SECONDS = 10;
const TRIES_BEFORE_HTTP = 2;

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
    /** Whether messages travel over HTTP. */
    this.polling = false;
    /** Counts connects and polls: who comes back late has nothing to say. */
    this.attempt = 0;
    this.socketTried = 0;
    /** @type {WebSocket | null} */
    this.socket = null;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.silence = undefined;
    this.wake = () => this.retry();
    addEventListener("online", this.wake);
    this.sleep = () => {
      if (this.state.value === "open") this.lose();
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
    this.attempt++;
    this.socketTried = Date.now();
    this.listen(CONNECT_MS);
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
    this.polling = this.socket === null;
    if (!this.polling) this.tries = 0;
    if (this.state.value === "open") return;
    this.state.value = "open";
    this.table.up();
  }

  listen(patience = SILENCE_MS) {
    clearTimeout(this.silence);
    this.silence = setTimeout(() => this.drop(), patience);
  }

  /** The socket is of no use: try another, or HTTP. */
  drop() {
    clearTimeout(this.silence);
    const old = this.socket;
    this.socket = null;
    old?.close();
    if (this.state.value === "closed") return;
    if (this.tries + 1 < TRIES_BEFORE_HTTP) this.lose();
    else this.poll();
  }

  /** Nothing gets through; begin again in a while. */
  lose() {
    clearTimeout(this.timer);
    clearTimeout(this.silence);
    this.attempt++;
    this.polling = false;
    this.state.value = "lost";
    const old = this.socket;
    this.socket = null;
    old?.close();
    this.timer = setTimeout(() => this.connect(), pause(++this.tries));
  }

  retry() {
    if (this.state.value !== "lost") return;
    clearTimeout(this.timer);
    this.connect();
  }

  async poll() {
    const attempt = ++this.attempt;
    const wait = this.polling ? POLL_SECONDS : 0;
    const tail = await get(`/api/games/${this.id}/events?after=${this.table.after()}&wait=${wait}`).catch(() => null);
    if (attempt !== this.attempt || this.state.value === "closed") return;
    if (!tail) return this.lose();
    this.receive({ type: "tail", ...tail });
    if (Date.now() - this.socketTried > SOCKET_AGAIN_MS) this.connect();
    else this.poll();
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
      if (problem.code === "network") return this.lose(); // what is under way is sent again
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
