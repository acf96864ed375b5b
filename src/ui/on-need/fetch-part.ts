/** Fetches parts of the panel that few conversations need. The chat works without a part that cannot be fetched. */

import { effect, type ReadonlySignal, signal } from '@preact/signals-core';
import type { LazyPart } from '../context/ui-context.ts';

/** `load` may resolve with null instead of being rejected. `wear` adds the chunk's style sheet to those of the panel. `make` creates the part. */
export function createLazyPart<C extends { readonly styles: string }, P>(
  load: () => Promise<C | null>,
  wear: (css: string) => unknown,
  make: (chunk: C) => P,
): LazyPart<P> {
  const part = signal<P | null>(null);
  let fetching: Promise<P | null> | undefined;
  function failed(): null {
    fetching = undefined;
    return null;
  }
  return {
    part,
    fetch() {
      fetching ??= load().then(chunk => {
        if (!chunk) return failed();
        wear(chunk.styles);
        part.value = make(chunk);
        return part.peek();
      }, failed);
      return fetching;
    },
  };
}

export interface WantedPart<P> {
  /** Null until the part has been fetched. False if no setting asks for it, or if it could not be fetched. */
  readonly part: ReadonlySignal<P | null | false>;
  stop(): void;
}

/** Fetches the part when a setting asks for it. `isWanted` reads the settings' signal. */
export function fetchIfWanted<P>(isWanted: () => unknown, lazy: LazyPart<P>): WantedPart<P> {
  const part = signal<P | null | false>(false);
  const stop = effect(() => {
    if (!isWanted() || part.peek() !== false) return;
    part.value = null;
    lazy.fetch().then(fetched => {
      part.value = fetched ?? false;
    });
  });
  return { part, stop };
}
