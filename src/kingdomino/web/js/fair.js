// Draws a finished game's chance again from its secret and nonces: docs/protocol.md, Fair chance.
// It follows the engine number by number, and Python's own shuffle and sample.

/** @typedef {{commitment: string, nonces: Record<string, string>, secret: string | null}} FairKey */
/** What there is to draw from. @typedef {{dominoes: string[], quests: string[], cavemen: string[]}} Box */
/** An event of a record in JSON. @typedef {{type: string, [key: string]: any}} Happened */
/** Names as they were drawn and as they should be. @typedef {{type: string, nth: number, drawn: string[], due: string[]}} Wrong */

const LABEL = "kingdomino-fair/1";
const BLOCK = 32;
const BYTES = 7;
const RANGE = 2 ** 53;

/** @param {string} text */
const fromHex = (text) => Uint8Array.from(text.match(/../g) ?? [], (byte) => parseInt(byte, 16));

/** Whether the secret is the one promised. @param {FairKey} fair */
export async function keepsPromise({ secret, commitment }) {
  const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", fromHex(secret ?? "")));
  return Array.from(hash, (byte) => byte.toString(16).padStart(2, "0")).join("") === commitment;
}

/**
 * How many draws there were, and the first that is not what the secret decides.
 * @param {FairKey} fair
 * @param {number} players
 * @param {Happened[]} events
 * @param {Box} box
 * @returns {Promise<{draws: number, wrong: Wrong | null}>}
 */
export async function checkDraws(fair, players, events, box) {
  const next = await stream(fair, players);
  let bag = [...box.dominoes].sort((a, b) => rank(a) - rank(b));
  let pile = [...box.cavemen].sort();
  let draws = 0;
  for (const event of events) {
    if (event.type === "settle" && event.spend.length === 4) pile = without(pile, [event.caveman]);
    const drawn = drawnBy(event);
    if (!drawn) continue;
    draws += 1;
    const due = await drawAgain(event.type, drawn.length);
    if (drawn.join() !== due.join()) return { draws, wrong: { type: event.type, nth: draws, drawn, due } };
    if (event.type === "row") bag = without(bag, due);
    if (event.type === "cave") pile = without(pile, due);
  }
  return { draws, wrong: null };

  /** @param {string} type @param {number} count */
  async function drawAgain(type, count) {
    if (type === "kings") return (await shuffled(kings(players), next)).slice(0, count);
    if (type === "quests") return (await sample([...box.quests].sort(), count, next)).sort();
    if (type === "cave") return (await sample(pile, count, next)).sort();
    const left = [...bag];
    const row = [];
    while (row.length < count && left.length)
      row.push(...left.splice(Math.floor(((await next()) / RANGE) * left.length), 1));
    return row.sort((a, b) => rank(a) - rank(b));
  }
}

/** The names that chance has drawn; null for what a player did. @param {Happened} event @returns {string[] | null} */
function drawnBy({ type, order, quests, dominoes, cavemen }) {
  if (type === "kings") return order.map(String);
  if (type === "quests") return quests;
  if (type === "row") return dominoes;
  return type === "cave" ? cavemen : null;
}

/** A to F come before 1. @param {string} domino */
const rank = (domino) => Number(domino) || domino.charCodeAt(0) - "G".charCodeAt(0);

/** The kings in play by their seats: two each for two players. @param {number} players */
function kings(players) {
  const seats = Array.from({ length: players }, (_, seat) => String(seat));
  return players === 2 ? seats.flatMap((seat) => [seat, seat]) : seats;
}

/** @param {string[]} all @param {string[]} taken */
function without(all, taken) {
  const left = [...all];
  for (const name of taken) left.splice(left.indexOf(name), left.includes(name) ? 1 : 0);
  return left;
}

/**
 * The numbers of 53 bits that the secret and the nonces decide, one after the other.
 * @param {FairKey} fair
 * @param {number} players
 * @returns {Promise<() => Promise<number>>}
 */
async function stream({ secret, nonces }, players) {
  const key = await crypto.subtle.importKey("raw", fromHex(secret ?? ""), { name: "HMAC", hash: "SHA-256" }, false, [
    "sign",
  ]);
  const label = new TextEncoder().encode(
    LABEL + Array.from({ length: players }, (_, seat) => nonces[seat] ?? "").join(":"),
  );
  /** @type {number[]} */
  const bytes = [];
  let used = 0;
  return async () => {
    while (bytes.length < used + BYTES) {
      const message = new Uint8Array(label.length + 8);
      message.set(label);
      new DataView(message.buffer).setUint32(label.length + 4, bytes.length / BLOCK);
      bytes.push(...new Uint8Array(await crypto.subtle.sign("HMAC", key, message)));
    }
    const seven = bytes.slice(used, (used += BYTES));
    return seven.slice(0, -1).reduce((sum, byte) => sum * 256 + byte, 0) * 32 + (seven[BYTES - 1] >> 3);
  };
}

/** Random._randbelow_without_getrandbits. @param {number} n @param {() => Promise<number>} next */
async function below(n, next) {
  const limit = RANGE - (RANGE % n);
  let number = await next();
  while (number >= limit) number = await next();
  return number % n;
}

/** Random.shuffle. @param {string[]} all @param {() => Promise<number>} next */
async function shuffled(all, next) {
  for (let i = all.length - 1; i > 0; i--) {
    const j = await below(i + 1, next);
    [all[i], all[j]] = [all[j], all[i]];
  }
  return all;
}

/** Random.sample. @param {string[]} all @param {number} count @param {() => Promise<number>} next */
async function sample(all, count, next) {
  const n = all.length;
  const taken = [];
  if (n <= 21 + (count > 5 ? 4 ** Math.ceil(Math.log(count * 3) / Math.log(4)) : 0)) {
    const pool = [...all];
    for (let i = 0; i < Math.min(count, n); i++) {
      const j = await below(n - i, next);
      taken.push(pool[j]);
      pool[j] = pool[n - i - 1];
    }
    return taken;
  }
  const seen = new Set();
  while (seen.size < count) {
    const j = await below(n, next);
    if (!seen.has(j)) taken.push(all[j]);
    seen.add(j);
  }
  return taken;
}
