// The server over HTTP; or this device in its place, for its own tables and where the server is away.

import { canStandIn, isOfHere } from "./offline/here.js";

/** A refusal of the server, with its stable code; "network" when it cannot be reached. */
export class Refusal extends Error {
  /** @param {string} code @param {string} message @param {unknown} [body] */
  constructor(code, message, body) {
    super(message);
    this.code = code;
    this.body = body;
  }
}

/** Why something could not be done, as one of the words after "error.". @param {unknown} problem @returns {string} */
export const codeOf = (problem) => (problem instanceof Refusal ? problem.code : "unknown");

/**
 * @param {string} path
 * @param {RequestInit} [init]
 * @returns {Promise<any>}
 */
async function ask(path, init) {
  if (!isOfHere(path)) {
    try {
      return await askServer(path, init);
    } catch (problem) {
      if (!(problem instanceof Refusal && problem.code === "network" && canStandIn(path))) throw problem;
    }
  }
  const { askHere } = await import("./offline/local.js");
  return askHere(path, init);
}

/**
 * @param {string} path
 * @param {RequestInit} [init]
 * @returns {Promise<any>}
 */
async function askServer(path, init) {
  const answer = await fetch(path, { credentials: "same-origin", ...init }).catch((problem) => {
    throw new Refusal("network", String(problem));
  });
  const text = await answer.text();
  /** @type {any} */
  let body = text;
  try {
    body = JSON.parse(text);
  } catch {
    // a record as text, or a proxy's error page
  }
  if (!answer.ok) {
    const code = body?.code ?? STATUS[answer.status] ?? (answer.status >= 500 ? "network" : "unknown");
    throw new Refusal(code, body?.message ?? answer.statusText, body);
  }
  return body;
}

/** @type {Record<number, string>} */
const STATUS = { 404: "no_such_game", 410: "gone", 413: "too_large", 429: "too_fast" };

/** @param {string} path @param {AbortSignal} [signal] */
export const get = (path, signal) => ask(path, { signal });

/** @param {string} path @param {unknown} [body] */
export const post = (path, body = {}) =>
  ask(path, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: typeof body === "string" ? body : JSON.stringify(body),
  });

/** @type {Map<string, Promise<any>>} */
const kept = new Map();

/** Fetch what never changes once. @param {string} path */
function once(path) {
  const before = kept.get(path);
  if (before) return before;
  const coming = get(path).catch((problem) => {
    kept.delete(path);
    throw problem;
  });
  kept.set(path, coming);
  return coming;
}

/** @returns {Promise<Catalogue>} */
export const catalogue = () => once("/api/catalogue");

/** @param {string} game @returns {Promise<Dominoes>} */
export const dominoes = (game) => once(`/api/dominoes/${game}`);

/** Random hex for the fair draw and for move ids. @param {number} bytes */
export function randomHex(bytes) {
  const values = crypto.getRandomValues(new Uint8Array(bytes));
  return Array.from(values, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** The key of a seat in what somebody has typed or followed: itself, or the end of its link. @param {string} text */
export const keyIn = (text) => text.trim().match(/[a-z0-9]+\.[0-4]\.[\w-]+$/)?.[0] ?? "";

/** @param {string} text @returns {Promise<{id: string}>} */
export const takeSeat = (text) => post("/api/seat", { key: keyIn(text) });
