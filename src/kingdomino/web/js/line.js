// What happened at a table, as its log keeps it: a line for each event.

/** The dominoes laid so far, as pairs of squares, by player. @param {LogLine[]} lines */
export function pairsOf(lines) {
  /** @type {Record<string, [string, string][]>} */
  const found = {};
  for (const { player, action } of lines) {
    if (player === null || !action?.startsWith("place ")) continue;
    const [, left, right] = action.split(" ");
    (found[player] ??= []).push([left, right]);
  }
  return found;
}

/**
 * What the log keeps of an event, with the word of the square it was about.
 * @param {TableEvent} event
 * @param {Record<string, number>} [totals] Each player's points so far; updated.
 * @returns {LogLine}
 */
export function lineOf({ seq, player, action, what, seat, once, lapsed, domino, patch }, totals = {}) {
  const changed = /** @type {Partial<View>} */ (patch);
  const square = action?.split(" ")[1] ?? "";
  const before = totals[String(player)] ?? 0;
  for (const [who, sheet] of Object.entries(changed.sheets ?? {}))
    if (sheet.total !== undefined) totals[who] = sheet.total;
  return {
    seq,
    player,
    action,
    what,
    seat,
    once,
    lapsed,
    domino,
    word: changed.kingdoms?.[String(player)]?.cells?.[square],
    totems: changed.totems,
    trimmed: changed.trimmed,
    gain: (totals[String(player)] ?? before) - before,
  };
}

/** @param {View} view @returns {Record<string, number>} */
export const totalsOf = (view) =>
  Object.fromEntries(Object.entries(view.sheets ?? {}).map(([who, sheet]) => [who, sheet.total]));
