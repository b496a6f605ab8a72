// JSON merge patch (RFC 7396): objects merge, null deletes, anything else replaces.

/** @param {unknown} value @returns {value is Record<string, unknown>} */
const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);

/**
 * The target after the patch; shares every untouched part with the old one.
 * @template T
 * @param {T} target
 * @param {unknown} patch
 * @returns {T}
 */
export function merged(target, patch) {
  if (!isObject(patch)) return /** @type {T} */ (patch);
  /** @type {Record<string, unknown>} */
  const result = isObject(target) ? { ...target } : {};
  for (const [key, value] of Object.entries(patch)) {
    if (value === null && !KEPT_NULLS.has(key)) delete result[key];
    else result[key] = value === null ? null : merged(result[key], value);
  }
  return /** @type {T} */ (result);
}

// A deleted key reads as undefined and a null as null: both are "none" to the pages, but these
// stay null so that types hold.
const KEPT_NULLS = new Set(["decision", "dynasty", "winners", "deadline", "secret", "played_by"]);
