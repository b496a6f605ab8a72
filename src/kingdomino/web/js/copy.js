// Words and links for other programs.

/** Copy a text; whether that has worked. An address that is not secure has no clipboard, but a selection. @param {string} text */
export async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copySelected(text);
  }
}

/** Offer it to the device, or copy it where there is no such thing; whether it was copied. @param {{text?: string, url?: string}} what */
export async function share(what) {
  if (!("share" in navigator)) return copy(what.url ?? what.text ?? "");
  await navigator.share(what).catch(() => undefined);
  return false;
}

/** @param {string} text */
function copySelected(text) {
  const at = /** @type {HTMLElement | null} */ (document.activeElement);
  const field = Object.assign(document.createElement("textarea"), { value: text });
  // Beside an open dialog nothing can be selected.
  (document.querySelector("dialog[open]") ?? document.body).append(field);
  field.select();
  const done = document.execCommand("copy");
  field.remove();
  at?.focus();
  return done;
}
