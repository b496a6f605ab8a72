// Modules that are fetched when they are first needed, so that the first page comes sooner.

import { html, useEffect, useState } from "../lib.js";

const AGAIN_MS = 1_500;

/** @typedef {() => Promise<any>} Load */

/** @type {Map<Load, any>} */
const kept = new Map();

/** The module once it is here; fetched as soon as it is *wanted*. @param {Load} load @param {boolean} [wanted] */
export function useModule(load, wanted = true) {
  const [, draw] = useState(0);
  const found = kept.get(load) ?? null;
  useEffect(() => {
    // Who was drawn without it asks, even where it came for somebody else meanwhile.
    if (!wanted || found) return;
    let gone = false;
    const ask = () =>
      load().then(
        (here) => {
          kept.set(load, here);
          if (!gone) draw((n) => n + 1);
        },
        () => !gone && setTimeout(ask, AGAIN_MS), // the network is away
      );
    ask();
    return () => void (gone = true);
  }, [wanted]);
  return found;
}

/** A component of a module that is fetched when it is first drawn.
 * @param {Load} load @param {string} name @param {() => unknown} [meanwhile] */
export const later = (load, name, meanwhile = () => null) =>
  function Later(/** @type {Record<string, unknown>} */ props) {
    const found = useModule(load);
    return found ? html`<${found[name]} ...${props} />` : meanwhile();
  };

/** Whether a style sheet that only some screens need is here; asked for when it is first wanted. @param {string} address */
export function useStyle(address) {
  const [ready, setReady] = useState(() => Boolean(document.querySelector(`link[href="${address}"]`)));
  useEffect(() => {
    if (ready) return;
    const link = Object.assign(document.createElement("link"), { rel: "stylesheet", href: address });
    link.onload = link.onerror = () => setReady(true);
    document.head.append(link);
  }, []);
  return ready;
}
