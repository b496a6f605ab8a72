// What this browser saw and gave before the first draw: kept, so that it can tell afterwards.

import { randomHex } from "./api.js";
import { recall, retain } from "./storage.js";

/** @typedef {{commitment: string, nonces: Record<string, string>}} Seen */

const KEY = "kingdomino.fair.";

/** Where storage is forbidden it lasts as long as the page. @type {Map<string, Seen>} */
const kept = new Map();

/** @param {string} id @returns {Seen | null} */
export function seenAt(id) {
  return recall(KEY + id) ?? kept.get(id) ?? null;
}

/** @param {string} id @param {Seen} seen */
function keep(id, seen) {
  kept.set(id, seen);
  retain(KEY + id, seen);
}

/** The people whose nonces the table waits for. @param {View} view @returns {number[]} */
export const owing = ({ started, seats, fair }) =>
  started || !fair
    ? []
    : Object.keys(seats)
        .map(Number)
        .filter((seat) => seats[seat].kind === "human" && !seats[seat].played_by && !fair.nonces[seat]);

/** At a table of bots who opened it gives the first seat's. @param {View} view */
const waitsForOpener = ({ started, seats, fair }) =>
  !started && !fair?.nonces[0] && !Object.values(seats).some(({ kind }) => kind === "human");

/**
 * The nonces that I owe, made once the commitment is known and kept before they are given: what is
 * sent again is the same.
 * @param {View} view @param {number[]} mine @param {boolean} [opener]
 */
export function owedNonces(view, mine, opener = false) {
  const seats = opener && waitsForOpener(view) ? [0] : owing(view).filter((seat) => mine.includes(seat));
  if (!view.fair || !seats.length) return null;
  const seen = seenAt(view.id) ?? { commitment: view.fair.commitment, nonces: {} };
  for (const seat of seats) seen.nonces[seat] ??= randomHex(16);
  keep(view.id, seen);
  return Object.fromEntries(seats.map((seat) => [seat, seen.nonces[seat]]));
}

/**
 * Whether the server has kept to what this browser saw and gave; "unseen" when it was not there.
 * @param {View} view @param {NonNullable<View["fair"]>} fair
 * @returns {"kept" | "unseen" | "changed" | "left_out" | "stranger"}
 */
export function compared({ id, seats }, { commitment, nonces }) {
  const seen = seenAt(id);
  const people = Object.values(seats).some(({ kind }) => kind === "human");
  if (seen && seen.commitment !== commitment) return "changed";
  if (Object.entries(seen?.nonces ?? {}).some(([seat, nonce]) => nonces[seat] !== nonce)) return "left_out";
  if (people && Object.keys(nonces).some((seat) => seats[seat]?.kind !== "human")) return "stranger";
  return seen ? "kept" : "unseen";
}
