// What this browser keeps. Private windows may forbid it: then it lasts as long as the page.

/** Where something is kept for this tab alone, to outlive a reload. */
export const THIS_TAB = "sessionStorage";

/** @typedef {"localStorage" | "sessionStorage"} Room */

/** What was kept under a key, null without it. @param {string} key @param {Room} [room] @returns {any} */
export function recall(key, room = "localStorage") {
  try {
    return JSON.parse(window[room].getItem(key) ?? "null");
  } catch {
    return null;
  }
}

/** @param {string} key @param {unknown} value @param {Room} [room] */
export function retain(key, value, room = "localStorage") {
  try {
    window[room].setItem(key, JSON.stringify(value));
  } catch {
    // nothing is kept here
  }
}
