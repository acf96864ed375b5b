/** Values that outlive their panel, such as a text that is not saved yet. They end with the page. */

import { useEffect, useLayoutEffect, useState } from 'preact/hooks';
import { type ConsolePort, usePort } from './port.ts';

interface Kept {
  value: unknown;
  readonly renderers: Set<() => void>;
}

const values = new WeakMap<ConsolePort, Map<string, Kept>>();

function keptIn(port: ConsolePort, name: string, initial: unknown): Kept {
  const all = values.get(port) ?? new Map<string, Kept>();
  values.set(port, all);
  const kept = all.get(name) ?? { value: initial, renderers: new Set() };
  all.set(name, kept);
  return kept;
}

/**
 * Works as `useState`, and returns the latest value again when a panel is opened anew. `name` is unique in the console, and may change. A change
 * shows in every component that uses the name, also if it comes from one that is gone.
 */
export function useKeptValue<T>(name: string, initial: T): readonly [T, (change: (before: T) => T) => void] {
  const kept = keptIn(usePort(), name, initial);
  const [, render] = useState({});
  useLayoutEffect(() => {
    const again = () => render({});
    kept.renderers.add(again);
    return () => void kept.renderers.delete(again);
  }, [kept]);
  return [
    kept.value as T,
    change => {
      kept.value = change(kept.value as T);
      for (const again of kept.renderers) again();
    },
  ];
}

/** Returns what is written in a field, or what is stored while nothing else is written; and the function that writes. */
export function useDraft(name: string, stored: string | undefined): readonly [string, (text: string) => void] {
  const [draft, setDraft] = useKeptValue<string | null>(name, null);
  useEffect(() => {
    // Follows what is stored again, which others change as well.
    if (draft !== null && draft === stored) setDraft(() => null);
  }, [draft, stored]);
  return [draft ?? stored ?? '', text => setDraft(() => text)];
}
