export { signal, computed, effect, batch, Signal, ReadonlySignal } from "../js/lib";
