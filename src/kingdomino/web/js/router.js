// Addresses without page loads.

import { signal } from "./lib.js";

export const place = signal({ path: location.pathname, hash: location.hash });

const look = () => {
  place.value = { path: location.pathname, hash: location.hash };
};

addEventListener("popstate", look);
addEventListener("hashchange", look);

/** @param {string} address @param {{replace?: boolean}} [how] */
export function go(address, { replace = false } = {}) {
  history[replace ? "replaceState" : "pushState"](null, "", address);
  look();
  if (!replace) scrollTo(0, 0);
}

// Plain left clicks on our own links stay on the page; everything else is the browser's business.
addEventListener("click", (event) => {
  const link = event.target instanceof Element ? event.target.closest("a[href]") : null;
  if (!(link instanceof HTMLAnchorElement) || event.defaultPrevented || event.button) return;
  if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
  if (link.target || link.origin !== location.origin || link.hasAttribute("download")) return;
  if (link.pathname.startsWith("/api/") || link.getAttribute("href")?.startsWith("#")) return;
  event.preventDefault();
  go(link.pathname + link.search + link.hash);
});
