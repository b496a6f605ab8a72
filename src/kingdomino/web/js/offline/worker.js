// A server of this device's own, in a worker: the rules in Python, started when they are first wanted.
// The page asks what it asks the server, and hears nothing that is not kept.

import { startPython } from "./python.js";
import { keepTable, keptTable } from "./store.js";

const KIT = "/offline/";
const MODULE = "from kingdomino.server.pocket.desk import Desk\nDesk()";

/** @typedef {import("./store.js").Kept} Kept */
/** @typedef {{status: number, body: any, game?: string, told?: object[], kept?: Record<string, Kept>, bot?: boolean}} Answer */
/** @typedef {{answer: (method: string, path: string, body: string) => string, tick: (game: string) => string, load: (text: string) => void}} Desk */
/** @typedef {{n: number, method: string, path: string, body: string, pause: number}} Asked */

/** @type {Promise<Desk> | null} */
let starting = null;

/** @returns {Promise<Desk>} */
async function start() {
  const { wheel, snapshot, files } = await (await fetched("kit.json")).json();
  if (snapshot) {
    const memory = unpacked("snapshot.gz", files[`${KIT}snapshot.gz`]);
    return (await startPython(KIT, { _loadSnapshot: memory })).runPython(MODULE);
  }
  tell({ done: 0, whole: 0 });
  const archive = async (/** @type {string} */ name) => (await fetched(name)).arrayBuffer();
  const [python, msgspec, ours] = await Promise.all([startPython(KIT), archive(wheel), archive("kingdomino.zip")]);
  python.unpackArchive(msgspec, "wheel");
  python.unpackArchive(ours, "zip");
  return python.runPython(MODULE);
}

/** How far it is, or that it is done. @param {import("./here.js").Starting | null} far */
const tell = (far) => postMessage({ starting: far });

/** What a file holds, counted as it comes. @param {string} name @param {number} whole */
async function unpacked(name, whole) {
  let done = 0;
  tell({ done, whole });
  const count = new TransformStream({
    transform(chunk, out) {
      done += chunk.length;
      tell({ done, whole });
      out.enqueue(chunk);
    },
  });
  const { body } = await fetched(name);
  return new Response(body?.pipeThrough(count).pipeThrough(new DecompressionStream("gzip"))).arrayBuffer();
}

/** @param {string} name */
async function fetched(name) {
  const answer = await fetch(KIT + name);
  if (!answer.ok) throw new Error(`${name}: ${answer.status}`);
  return answer;
}

/** The tables that were asked for already. @type {Set<string>} */
const known = new Set();

/** Read the table again that a path is about. @param {Desk} desk @param {string} path */
async function recall(desk, path) {
  const game = /^\/api\/games\/(\w+)/.exec(path)?.[1];
  if (!game || known.has(game)) return;
  const kept = await keptTable(game);
  if (kept) desk.load(kept.table);
  known.add(game);
}

/** Keep what has changed, then tell of it. @param {Answer} answer */
async function publish({ game, told, kept = {} }) {
  for (const [id, table] of Object.entries(kept)) {
    await keepTable(id, table);
    known.add(id);
  }
  if (told?.length) postMessage({ game, told });
}

/** @type {Set<string>} */
const playing = new Set();

/** The bots' moves, one after the other, so that people can follow. @param {Desk} desk @param {string} game @param {number} pause */
async function letPlay(desk, game, pause) {
  if (playing.has(game)) return;
  playing.add(game);
  try {
    for (let bot = true; bot;) {
      await new Promise((resolve) => setTimeout(resolve, pause));
      await alone(async () => {
        /** @type {Answer} */
        const answer = JSON.parse(desk.tick(game));
        await publish(answer);
        bot = Boolean(answer.bot);
      });
    }
  } finally {
    playing.delete(game);
  }
}

/** @type {Promise<unknown>} */
let last = Promise.resolve();

/** One thing after another. @param {() => Promise<void>} work */
function alone(work) {
  const mine = last.then(work);
  last = mine.catch(() => undefined);
  return mine;
}

/** @param {Asked} asked */
async function answerTo({ n, method, path, body, pause }) {
  try {
    starting ??= start().finally(() => tell(null));
    const desk = await starting;
    await recall(desk, path);
    /** @type {Answer} */
    const answer = JSON.parse(desk.answer(method, path, body));
    await publish(answer);
    postMessage({ n, status: answer.status, body: answer.body });
    if (answer.bot && answer.game) letPlay(desk, answer.game, pause);
  } catch (problem) {
    if (!known.size) starting = null;
    postMessage({ n, status: 503, body: { code: "unavailable", message: String(problem) } });
  }
}

addEventListener("message", ({ data }) => void alone(() => answerTo(data)));
