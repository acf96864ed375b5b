/**
 * Hooks for signals. A component that reads a signal with one of these hooks is rendered again when the signal changes. Signals that it reads in
 * any other way are not tracked. (@preact/signals would track all of them, but adds 1.3 KB.)
 */

import { effect, type Signal, signal } from '@preact/signals-core';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';

/** Returns the value that `read` computes from signals. The component is rendered again when this value changes. */
export function useSelected<T>(read: () => T): T {
  const [, draw] = useState({});
  const drawn = useRef({ read, value: read() }).current;
  drawn.read = read;
  drawn.value = read();
  useLayoutEffect(
    () =>
      effect(() => {
        // Renders again if the value has changed since the rendering.
        if (drawn.read() !== drawn.value) draw({});
      }),
    [],
  );
  return drawn.value;
}

/** Creates a signal that belongs to the component. */
export function useSignal<T>(first: T): Signal<T> {
  const own = useRef<Signal<T> | null>(null);
  own.current ??= signal(first);
  const { current } = own;
  useSelected(() => current.value);
  return current;
}
