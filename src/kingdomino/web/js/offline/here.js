// What this device can do by itself: whether the kit for it is here, and which tables are.

import { signal } from "../lib.js";
import { recall, retain } from "../storage.js";

/** *version* is that of the kit, empty without one. @typedef {{version: string, tables: string[]}} Here */

/** Bytes of what it takes; once all are here the rules themselves start. @typedef {{done: number, whole: number}} Starting */

const KEY = "kingdomino.offline";
/** What can be answered without the server. */
const OFFERED = /^\/api\/(games$|my-games|dominoes\/|replay|pad\/|puzzles\/)/;

export const here = signal(/** @type {Here} */ ({ version: "", tables: [], ...recall(KEY) }));

/** How far this device is with starting the rules, while it is. */
export const starting = signal(/** @type {Starting | null} */ (null));

/** @param {Partial<Here>} change */
export function setHere(change) {
  here.value = { ...here.value, ...change };
  retain(KEY, here.value);
}

/** Whether a table is of this device, given its id. @param {string} id */
export const isHere = (id) => here.value.tables.includes(id);

/** Whether a path is about such a table. @param {string} path */
export const isOfHere = (path) => isHere(/^\/api\/games\/(\w+)/.exec(path)?.[1] ?? "");

/** Whether this device can answer when the server cannot. @param {string} path */
export const canStandIn = (path) => Boolean(here.value.version) && OFFERED.test(path);
