/** Signals in components: what is read with these hooks is drawn again when it changes. The signals themselves are no business of Preact's. */

import { effect, type Signal, signal } from '@preact/signals-core';
import { useLayoutEffect, useState } from 'preact/hooks';

/** What `read` makes of signals; they and it stay the same for as long as the component stands. */
export function useLive<T>(read: () => T): T {
  const [value, setValue] = useState(read);
  useLayoutEffect(() => effect(() => setValue(read())), []);
  return value;
}

/** A component's own state. Unlike useState's it changes at once: the second click of a double click finds it changed. */
export function useSignal<T>(first: T): Signal<T> {
  const [own] = useState(() => signal(first));
  useLive(() => own.value);
  return own;
}
