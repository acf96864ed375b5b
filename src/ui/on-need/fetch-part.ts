/** Fetches parts of the panel that few conversations need. The chat works without a part that cannot be fetched. */

import { effect, type ReadonlySignal, signal } from '@preact/signals-core';
import type { LazyPart } from '../context/ui-context.ts';

/** Milliseconds after which a part that the panel waits for counts as one that cannot be fetched. */
const PATIENCE_MS = 10_000;

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

/**
 * Fetches the part when a setting first asks for it. `isWanted` reads the settings' signal. A part that cannot be fetched, which calls `failed`, stays away,
 * so that it does not change a panel that is in use.
 */
export function fetchIfWanted<P>(isWanted: () => unknown, lazy: LazyPart<P>, failed = () => {}): WantedPart<P> {
  const part = signal<P | null | false>(false);
  let asked = false;
  const stop = effect(() => {
    if (asked || !isWanted()) return;
    asked = true;
    part.value = null;
    const settle = (fetched: P | null = null): void => {
      if (part.peek() !== null) return;
      if (!fetched) failed();
      part.value = fetched ?? false;
    };
    setTimeout(settle, PATIENCE_MS);
    lazy.fetch().then(settle);
  });
  return { part, stop };
}
