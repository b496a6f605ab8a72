// A domino on its way from the row to a kingdom, at most a quarter of a second.

const FLIGHT_MS = 240;

export const still = matchMedia("(prefers-reduced-motion: reduce)");

/**
 * Called while the page still shows the table before the event.
 * @param {TableEvent} event
 */
export function fly(event) {
  if (still.matches || !event.action?.startsWith("place ")) return;
  const [, left, right] = event.action.split(" ");
  const source = document.querySelector(`[data-line="${event.domino}"] svg.domino`);
  const from = source?.getBoundingClientRect();
  if (!source || !from?.width) return;
  const copy = /** @type {Element} */ (source.cloneNode(true));
  requestAnimationFrame(() => requestAnimationFrame(() => land(copy, from, event.player, [left, right])));
}

/** @param {Element} copy @param {DOMRect} from @param {number | null} player @param {string[]} squares */
function land(copy, from, player, squares) {
  const [a, b] = squares.map((square) =>
    document.querySelector(`[data-kingdom="${player}"] [data-at="${square}"]`)?.getBoundingClientRect(),
  );
  if (!a?.width || !b) return;
  const flying = document.createElement("div");
  flying.className = "flight";
  flying.append(copy);
  document.body.append(flying);
  const scale = (2 * a.width) / from.width;
  const turn = Math.atan2(b.top - a.top, b.left - a.left);
  const centre = { x: (a.left + b.right + b.left + a.right) / 4, y: (a.top + b.bottom + b.top + a.bottom) / 4 };
  Object.assign(flying.style, { width: `${from.width}px`, left: `${from.left}px`, top: `${from.top}px` });
  const dx = centre.x - from.left - from.width / 2;
  const dy = centre.y - from.top - from.height / 2;
  flying
    .animate(
      [
        { transform: "none" },
        { transform: `translate(${dx}px, ${dy}px) rotate(${turn}rad) scale(${scale})`, opacity: 0.9 },
      ],
      { duration: FLIGHT_MS, easing: "cubic-bezier(.3,.7,.3,1)" },
    )
    .finished.finally(() => flying.remove());
}
