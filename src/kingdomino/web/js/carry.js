// Results on their way to another device: sealed here with what only the code says, so that the server
// that keeps them for a while cannot read them.

import { post, Refusal } from "./api.js";
import { exported, imported } from "./history.js";

/** Without the letters that look like digits. */
const LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const LENGTH = 12;
const LABEL = "kingdomino-carry/1";
/** A code has 60 bits: so much work for each makes guessing hopeless. */
const ROUNDS = 200_000;
const NAME_BYTES = 16;
const KEY_BYTES = 32;
const IV_BYTES = 12;

/** Browsers seal nothing for pages of an address that is not secure. */
export const canCarry = () => Boolean(globalThis.crypto?.subtle) && "CompressionStream" in globalThis;

/** As it is shown: in groups of four. @param {string} code */
export const grouped = (code) => code.replace(/(.{4})(?=.)/g, "$1-");

/** The code in what somebody has typed or followed, empty without one. @param {string} text */
export function codeIn(text) {
  const plain = text.toUpperCase().replace(/[\s-]/g, "").replace(/O/g, "0").replace(/[IL]/g, "1");
  const known = [...plain].every((letter) => LETTERS.includes(letter));
  return known && plain.length === LENGTH ? plain : "";
}

function newCode() {
  const bytes = crypto.getRandomValues(new Uint8Array(LENGTH));
  return Array.from(bytes, (byte) => LETTERS[byte % LETTERS.length]).join("");
}

/** What a code stands for: the name that a parcel lies under, and the key to it. @param {string} code */
async function meaning(code) {
  const text = new TextEncoder();
  const known = await crypto.subtle.importKey("raw", text.encode(code), "PBKDF2", false, ["deriveBits"]);
  const how = { name: "PBKDF2", hash: "SHA-256", salt: text.encode(LABEL), iterations: ROUNDS };
  const bits = new Uint8Array(await crypto.subtle.deriveBits(how, known, 8 * (NAME_BYTES + KEY_BYTES)));
  const name = Array.from(bits.subarray(0, NAME_BYTES), (byte) => byte.toString(16).padStart(2, "0")).join("");
  const key = await crypto.subtle.importKey("raw", bits.subarray(NAME_BYTES), "AES-GCM", false, ["encrypt", "decrypt"]);
  return { name, key };
}

/** @param {BlobPart} part @param {ReadableWritablePair<any, any>} through @returns {Promise<ArrayBuffer>} */
const piped = (part, through) => new Response(new Blob([part]).stream().pipeThrough(through)).arrayBuffer();

/** Leave all results of this browser at the server. @returns {Promise<{code: string, until: number}>} */
export async function leave() {
  const code = newCode();
  const { name, key } = await meaning(code);
  const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES));
  const packed = await piped(exported(), new CompressionStream("gzip"));
  const hidden = new Uint8Array(await crypto.subtle.encrypt({ name: "AES-GCM", iv }, key, packed));
  const sealed = btoa(Array.from([...iv, ...hidden], (byte) => String.fromCharCode(byte)).join(""));
  const { until } = await post("/api/parcels", { name, sealed });
  return { code, until };
}

/** Add the results that were left under a code; how many were new, or why there are none.
 * @param {string} code @returns {Promise<number | "bad_history" | "other_version">} */
export async function fetchLeft(code) {
  const { name, key } = await meaning(code);
  const { sealed } = await post("/api/parcels/fetch", { name });
  try {
    const bytes = Uint8Array.from(atob(sealed), (letter) => letter.charCodeAt(0));
    const [iv, hidden] = [bytes.subarray(0, IV_BYTES), bytes.subarray(IV_BYTES)];
    const packed = await crypto.subtle.decrypt({ name: "AES-GCM", iv }, key, hidden);
    return imported(new TextDecoder().decode(await piped(packed, new DecompressionStream("gzip"))));
  } catch (problem) {
    if (problem instanceof Refusal) throw problem;
    return "bad_history"; // sealed with another code, or not by this page
  }
}
