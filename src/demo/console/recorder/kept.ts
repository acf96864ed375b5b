/** The recordings of this page, newest first. They outlive a reload, and end with the tab. */

import { fileOf, type Recording, readRecording } from './recording.ts';

const KEY = 'natter-recordings';

export interface Kept {
  list(): readonly Recording[];
  find(id: string): Recording | undefined;
  /** Adds a recording, or replaces the one with its id. */
  add(recording: Recording): void;
  remove(id: string): void;
  /** Returns a sentence if the recordings will not outlive a reload; otherwise an empty text. */
  problem(): string;
}

type Store = Pick<globalThis.Storage, 'getItem' | 'setItem'>;

export function createKept(store: () => Store): Kept {
  let all = stored(store);
  let problem = '';
  const write = (next: readonly Recording[]): void => {
    all = next;
    try {
      store().setItem(KEY, JSON.stringify(all.map(fileOf)));
      problem = '';
    } catch {
      problem = 'The browser has no room for it: it ends when this page is reloaded. Save it as a file.';
    }
  };
  return {
    list: () => all,
    problem: () => problem,
    find: id => all.find(each => each.id === id),
    add: recording => write([recording, ...all.filter(each => each.id !== recording.id)]),
    remove: id => write(all.filter(each => each.id !== id)),
  };
}

/** Reads what an earlier load of this page has kept. Leaves out what cannot be read. */
function stored(store: () => Store): readonly Recording[] {
  try {
    const files: unknown = JSON.parse(store().getItem(KEY) ?? '[]');
    return Array.isArray(files) ? files.map(each => readRecording(`${each}`)) : [];
  } catch {
    return [];
  }
}

export const kept = createKept(() => sessionStorage);
