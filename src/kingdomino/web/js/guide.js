// The table that is explained while it is played, and what has been explained there.

import { signal } from "./lib.js";
import { prefs, setPrefs } from "./prefs.js";

/** The mark that is on the page, if any. */
export const coached = signal("");

/** @param {string} table */
export const isGuided = (table) => prefs.value.guide?.table === table;

/** Explain this table from the start. @param {string} table */
export const beginGuide = (table) => setPrefs({ guide: { table, told: [] } });

export const endGuide = () => setPrefs({ guide: null });

/** @param {string} mark */
export function tell(mark) {
  const { guide } = prefs.value;
  if (guide && !guide.told.includes(mark)) setPrefs({ guide: { ...guide, told: [...guide.told, mark] } });
}
