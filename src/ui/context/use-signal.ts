/**
 * Signals in components: a component that reads them by these hooks is rendered again when they change. Signals that are read in another
 * way are not followed. (@preact/signals would follow them all, but costs the page 1.3 KB.)
 */

import { effect, type Signal, signal } from '@preact/signals-core';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';

/** Returns the value that `read` computes from signals; the component is drawn again only when it changes. */
export function useSelected<T>(read: () => T): T {
  const [, draw] = useState({});
  const drawn = useRef({ read, value: read() }).current;
  drawn.read = read;
  drawn.value = read();
  useLayoutEffect(
    () =>
      effect(() => {
        // Catches changes between the rendering and now.
        if (drawn.read() !== drawn.value) draw({});
      }),
    [],
  );
  return drawn.value;
}

/** A signal of the component's own. */
export function useSignal<T>(first: T): Signal<T> {
  const own = useRef<Signal<T> | null>(null);
  own.current ??= signal(first);
  const { current } = own;
  useSelected(() => current.value);
  return current;
}
