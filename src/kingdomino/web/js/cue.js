// Sounds and taps that go with what happens: nothing before somebody has touched the page, and
// nothing at all for who has switched them off.

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

let touched = false;
const wake = () => void (touched = true);
for (const event of ["pointerdown", "keydown"]) addEventListener(event, wake, { capture: true, once: true });

/** @param {"lift" | "place" | "crown" | "giant" | "erupt" | "turn" | "victory"} name */
export function cue(name) {
  // Not every key is a touch: browsers that tell which are complain of who takes Shift for one.
  if (!(navigator.userActivation?.hasBeenActive ?? touched) || !prefs.value.sound) return;
  navigator.vibrate?.(TAPS[name]);
  import("./sound.js").then(
    ({ play }) => play(name),
    () => undefined, // without the network it is quiet
  );
}
