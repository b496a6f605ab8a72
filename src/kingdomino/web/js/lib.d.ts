// What the pages use of Preact, signals and htm.
export interface VNode {}
export type Child = VNode | string | number | boolean | null | undefined | Child[];
export function html(strings: TemplateStringsArray, ...values: unknown[]): VNode;
export function render(vnode: VNode, parent: Element): void;
export const Fragment: unknown;

export interface Signal<T> {
  value: T;
  peek(): T;
  subscribe(fn: (value: T) => void): () => void;
}
export interface ReadonlySignal<T> {
  readonly value: T;
  peek(): T;
}
export function signal<T>(value: T): Signal<T>;
export function computed<T>(fn: () => T): ReadonlySignal<T>;
export function effect(fn: () => void | (() => void)): () => void;
export function batch<T>(fn: () => T): T;

export function useEffect(fn: () => void | (() => void), inputs?: unknown[]): void;
export function useLayoutEffect(fn: () => void | (() => void), inputs?: unknown[]): void;
export function useMemo<T>(fn: () => T, inputs: unknown[]): T;
export function useRef<T>(value: T): { current: T };
export function useState<T>(value: T | (() => T)): [T, (value: T | ((old: T) => T)) => void];
