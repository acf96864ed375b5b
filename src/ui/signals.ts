/**
 * Signals in components: what is read with these hooks is drawn again when it changes. A signal that is read in any other way is not
 * followed. (@preact/signals would follow them all, and costs the page 1.3 KB.)
 */

import { effect, type Signal, signal } from '@preact/signals-core';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';

/** Returns the value that `read` computes from signals; the component is drawn again only when it changes. */
export function useLive<T>(read: () => T): T {
  const [, draw] = useState({});
  const drawn = useRef({ read, value: read() }).current;
  drawn.read = read;
  drawn.value = read();
  useLayoutEffect(
    () =>
      effect(() => {
        // Also what has changed between the drawing and now.
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
  useLive(() => current.value);
  return current;
}
