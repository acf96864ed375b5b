/** Values that outlive their panel, such as a text that is not saved yet. They end with the page. */

import { useEffect, useState } from 'preact/hooks';
import { type ConsolePort, usePort } from './port.ts';

const values = new WeakMap<ConsolePort, Map<string, unknown>>();

/** Works as `useState`, and returns the latest value again when a panel is opened anew. `name` is unique in the console, and may change. */
export function useKeptValue<T>(name: string, initial: T): readonly [T, (change: (before: T) => T) => void] {
  const port = usePort();
  const [, render] = useState({});
  const all = values.get(port) ?? new Map<string, unknown>();
  values.set(port, all);
  const read = () => (all.has(name) ? (all.get(name) as T) : initial);
  return [
    read(),
    change => {
      all.set(name, change(read()));
      render({});
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
