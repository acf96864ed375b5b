/** The effects of React and Preact as components and hooks here use them. */

/** Hooks of React and Preact: the function that an effect returns is called before the next effect, and at the end. */
export interface Hooks {
  useRef<T>(first: T): { current: T };
  useState<T>(make: () => T): readonly [T, unknown];
  useEffect(run: () => unknown, deps?: readonly unknown[]): void;
  useLayoutEffect(run: () => unknown, deps?: readonly unknown[]): void;
}

/** React complains on a server about effects that belong to a page. */
export const earliest = ({ useEffect, useLayoutEffect }: Hooks): Hooks['useEffect'] =>
  globalThis.document ? useLayoutEffect : useEffect;

/**
 * Runs as early as possible, and ends when the component goes. While `<Suspense>` waits beside it, React hides the component and undoes its
 * layout effects, but not the others. So `begin` must resume its earlier work, and each function that it returns must end that work.
 */
export function useLasting(hooks: Hooks, begin: () => () => void, deps: readonly unknown[]): void {
  const isKept = hooks.useRef(false);
  earliest(hooks)(() => {
    const end = begin();
    // If the component goes before the other effect has run, that effect cannot undo it.
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
