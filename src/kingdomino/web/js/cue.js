// Sounds and taps that go with what happens: nothing before somebody has touched the page, and
// nothing at all for who has switched them off.

import { moving } from "./parts/draw-later.js";
import { prefs } from "./prefs.js";

/** How a phone is felt, in ms on and off. @type {Record<string, number[]>} */
const TAPS = {
  lift: [8],
  place: [18],
  crown: [12, 40, 12],
  giant: [60],
  erupt: [20, 30, 20, 30, 60],
  turn: [30, 60, 30],
  victory: [20, 50, 20, 50, 80],
};

/** What a browser without idle moments waits instead, and every one while something moves. */
const IDLE_MS = 400;

let touched = false;
let tuned = false;
for (const event of ["pointerdown", "keydown"])
  addEventListener(
    event,
    () => {
      touched = true;
      wake();
    },
    true,
  );

/** Makes ready for sounds while nothing moves: that takes long. */
export function wake() {
  if (tuned || !mayBeHeard() || !prefs.value.sound || !document.querySelector("main.table")) return;
  tuned = true;
  const idle = globalThis.requestIdleCallback ?? ((/** @type {() => void} */ then) => setTimeout(then, IDLE_MS));
  const ready = () => void (moving.things ? setTimeout(ready, IDLE_MS) : withSound(({ tune }) => tune()));
  idle(ready);
}

/** Not every key is a touch: browsers that tell which are complain of who takes Shift for one. */
const mayBeHeard = () => navigator.userActivation?.hasBeenActive ?? touched;

/** Without the network it is quiet. @param {(sound: typeof import("./sound.js")) => void} then */
const withSound = (then) => void import("./sound.js").then(then, () => undefined);

/** @param {"lift" | "place" | "crown" | "giant" | "erupt" | "turn" | "victory"} name */
export function cue(name) {
  if (!mayBeHeard() || !prefs.value.sound) return;
  navigator.vibrate?.(TAPS[name]);
  withSound(({ play }) => play(name));
}
