// Draws a finished game's chance again from its secret and nonces: docs/protocol.md, Fair chance.

/** @typedef {{version?: string, commitment: string, nonces: Record<string, string>, secret: string | null}} FairKey */
/** What there is to draw from. @typedef {{dominoes: string[], quests: string[], cavemen: string[]}} Box */
/** An event of a record in JSON. @typedef {{type: string, [key: string]: any}} Happened */
/** So many bytes more of the stream. @typedef {(size: number) => Promise<number[]>} Read */
/** So many of the things, by the kind of event. @typedef {(type: string, things: string[], count: number) => Promise<string[]>} Pick */
/** Names as they were drawn and as they should be. @typedef {{type: string, nth: number, drawn: string[], due: string[]}} Wrong */

const FIRST = "kingdomino-fair/1";
const BLOCK = 32;
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
  const pick = await picker(fair, players);
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
    if (type === "kings") return pick(type, kings(players), count);
    if (type === "row") return (await pick(type, bag, count)).sort((a, b) => rank(a) - rank(b));
    return (await pick(type, type === "cave" ? pile : [...box.quests].sort(), count)).sort();
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

/** How the version of the game picks things. @param {FairKey} fair @param {number} players @returns {Promise<Pick>} */
async function picker({ version = FIRST, secret, nonces }, players) {
  const seats = Array.from({ length: players }, (_, seat) => nonces[seat] ?? "").join(":");
  const first = version === FIRST;
  const read = await bytes(secret ?? "", version + (first ? "" : ":") + seats);
  return first ? pickAsFirst(read) : (_, things, count) => take(things, count, (n) => below(n, read));
}

/** HMAC-SHA256 of label and counter, block after block. @param {string} secret @param {string} label @returns {Promise<Read>} */
async function bytes(secret, label) {
  const key = await crypto.subtle.importKey("raw", fromHex(secret), { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  const start = new TextEncoder().encode(label);
  /** @type {number[]} */
  const all = [];
  let used = 0;
  return async (size) => {
    while (all.length < used + size) {
      const message = new Uint8Array(start.length + 8);
      message.set(start);
      new DataView(message.buffer).setUint32(start.length + 4, all.length / BLOCK);
      all.push(...new Uint8Array(await crypto.subtle.sign("HMAC", key, message)));
    }
    return all.slice(used, (used += size));
  };
}

/** @param {number[]} digits */
const whole = (digits) => digits.reduce((sum, byte) => sum * 256 + byte, 0);

/** A number below n from the fewest bytes; one that would favour the small is passed over. @param {number} n @param {Read} read */
async function below(n, read) {
  let size = 0;
  while (256 ** size < n) size += 1;
  const span = 256 ** size;
  let number = span;
  while (number >= span - (span % n)) number = whole(await read(size));
  return number % n;
}

/** One after the other of those that are left. @param {string[]} things @param {number} count @param {(n: number) => Promise<number>} place */
async function take(things, count, place) {
  const left = [...things];
  const taken = [];
  while (taken.length < count && left.length) taken.push(...left.splice(await place(left.length), 1));
  return taken;
}

/** Version 1, frozen: numbers of 53 bits, and the shuffle and sample of CPython 3.11. @param {Read} read @returns {Pick} */
function pickAsFirst(read) {
  const next = async () => {
    const seven = await read(7);
    return whole(seven.slice(0, 6)) * 32 + (seven[6] >> 3);
  };
  const less = async (/** @type {number} */ n) => {
    let number = RANGE;
    while (number >= RANGE - (RANGE % n)) number = await next();
    return number % n;
  };
  return async (type, things, count) => {
    if (type === "row") return take(things, count, async (n) => Math.floor(((await next()) / RANGE) * n));
    const all = [...things];
    if (type !== "kings" && all.length > 21) {
      const places = new Set();
      while (places.size < Math.min(count, all.length)) places.add(await less(all.length));
      return [...places].map((place) => all[place]);
    }
    // Both put what is drawn at the end, one step further in each time.
    const end = type === "kings" ? 0 : all.length - 1 - count;
    for (let i = all.length - 1; i > end; i--) {
      const j = await less(i + 1);
      [all[i], all[j]] = [all[j], all[i]];
    }
    return type === "kings" ? all.slice(0, count) : all.slice(end + 1);
  };
}
