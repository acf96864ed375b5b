/** Helpers for effects of React and Preact. */

/** The hooks that React and Preact have in common. */
export interface Hooks {
  useRef<T>(first: T): { current: T };
  useState<T>(make: () => T): readonly [T, unknown];
  useEffect(run: () => unknown, deps?: readonly unknown[]): void;
  useLayoutEffect(run: () => unknown, deps?: readonly unknown[]): void;
}

/** Returns `useLayoutEffect`. On a server returns `useEffect`, because React would warn about layout effects. */
export const earliest = ({ useEffect, useLayoutEffect }: Hooks): Hooks['useEffect'] =>
  globalThis.document ? useLayoutEffect : useEffect;

/**
 * Runs `begin` as early as possible, and ends its work when the component is unmounted. `begin` may be called again and must then resume its work;
 * each function that it has returned must end the work. This is necessary because, while a `<Suspense>` around the component waits, React undoes
 * its layout effects but not its other effects.
 */
export function useLasting(hooks: Hooks, begin: () => () => void, deps: readonly unknown[]): void {
  const isKept = hooks.useRef(false);
  earliest(hooks)(() => {
    const end = begin();
    // Ends the work only if the effect below has not run yet. Otherwise that effect ends it.
    return () => isKept.current || end();
  }, deps);
  hooks.useEffect(() => {
    const end = begin();
    isKept.current = true;
    return () => {
      isKept.current = false;
      end();
    };
  }, deps);
}
