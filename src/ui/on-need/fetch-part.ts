/** Fetches a part of the panel that few sites use, when a setting asks for it. */

import { effect, type ReadonlySignal, signal } from '@preact/signals-core';

export interface FetchedPart<P> {
  /** Null until it has been fetched; false if no setting asks for it, or if it could not be fetched: the chat works without it. */
  readonly part: ReadonlySignal<P | null | false>;
  stop(): void;
}

/** `isWanted` reads the settings' signal; `load` fetches the part's chunk, and `make` creates the part from it. */
export function fetchPart<C, P>(
  isWanted: () => unknown,
  load: () => Promise<C>,
  make: (chunk: C) => P,
): FetchedPart<P> {
  const part = signal<P | null | false>(false);
  const stop = effect(() => {
    if (!isWanted() || part.peek() !== false) return;
    part.value = null;
    load().then(
      chunk => {
        part.value = make(chunk);
      },
      () => {
        part.value = false;
      },
    );
  });
  return { part, stop };
}
