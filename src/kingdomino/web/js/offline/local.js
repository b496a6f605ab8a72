// The line to this device's own server: the worker is asked as the server is, and answers alike.

import { Refusal } from "../api.js";
import { Link } from "../link.js";
import { prefs } from "../prefs.js";
import { here, setHere, starting } from "./here.js";
import { forgetTable, keptTable, keptTables } from "./store.js";

/** How long bots pretend to think, so that people can follow; not at all for who wants no motion. */
const pause = () => (prefs.value.pace === "still" ? 0 : 450);

/** @type {Worker | null} */
let worker = null;
let asked = 0;
/** @type {Map<number, (answer: {status: number, body: any}) => void>} */
const waiting = new Map();
/** Who looks at which table. @type {Map<string, Set<(message: Record<string, any>) => void>>} */
const ears = new Map();

function started() {
  if (worker) return worker;
  worker = new Worker("/js/offline/worker.js", { type: "module" });
  worker.onmessage = ({ data }) => {
    if ("starting" in data) starting.value = data.starting;
    if (data.told) for (const ear of ears.get(data.game) ?? []) data.told.forEach(ear);
    waiting.get(data.n)?.(data);
    waiting.delete(data.n);
  };
  worker.onerror = () => {
    // It could not even be fetched: whoever asks again begins again.
    worker = starting.value = null;
    for (const answer of waiting.values()) answer({ status: 503, body: { code: "network", message: "" } });
    waiting.clear();
  };
  return worker;
}

/** @param {string} path @param {RequestInit} [init] @returns {Promise<any>} */
export async function askHere(path, { method = "GET", body } = {}) {
  if (path.startsWith("/api/my-games")) return { games: await tablesHere(), more: null };
  const n = ++asked;
  /** @type {{status: number, body: any}} */
  const answer = await new Promise((resolve) => {
    waiting.set(n, resolve);
    started().postMessage({ n, method, path, body: String(body ?? ""), pause: pause() });
  });
  if (answer.status !== 200) throw new Refusal(answer.body.code, answer.body.message, answer.body);
  if (method === "POST" && /^\/api\/games(\/\w+\/rematch)?$/.test(path)) addTable(answer.body.id);
  return answer.body;
}

/** @param {string} id */
function addTable(id) {
  if (!here.value.tables.includes(id)) setHere({ tables: [...here.value.tables, id] });
}

/** The tables of this device as lists show them. @returns {Promise<MyGame[]>} */
export async function tablesHere() {
  const kept = await keptTables().catch(() => []);
  return kept.map(({ summary }) => summary).sort((a, b) => b.updated - a.updated);
}

/** A table as the server is to keep it. @param {string} id */
export const textOf = async (id) => (await keptTable(id))?.table ?? "";

/** This device has it no more. @param {string} id */
export async function forgetHere(id) {
  await forgetTable(id);
  setHere({ tables: here.value.tables.filter((known) => known !== id) });
}

/** The line to a table of this device: it is never lost. */
export class HereLink extends Link {
  connect() {
    const hear = (/** @type {Record<string, any>} */ message) => this.table.hear(message);
    const mine = ears.get(this.id) ?? new Set();
    ears.set(this.id, mine.add(hear));
    this.unhear = () => mine.delete(hear);
    askHere(`/api/games/${this.id}/events?after=${this.table.after()}`).then(
      (tail) => this.receive({ type: "tail", ...tail }),
      () => this.table.hear({ type: "error", code: "unavailable" }),
    );
  }

  lose() {
    // There is no network to be lost.
  }

  /** @param {Record<string, any>} message */
  send(message) {
    if (this.state.value !== "open") return false;
    this.post(message);
    return true;
  }

  close() {
    this.unhear?.();
    super.close();
  }
}
