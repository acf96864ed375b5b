/**
 * Keeps one conversation: in IndexedDB, with a mark in localStorage (marker.ts), or in sessionStorage. What the texts say, and when they
 * are written, is the client's business. Browsers may deny, fill up or fall silent: everything here is rejected then, never left open.
 */

import { createStore, delMany, getMany, promisifyRequest, type UseStore } from 'idb-keyval';
import type { Saved, Storage } from '../client/ports.ts';
import { keptKey, markOf } from './marker.ts';

/** `conversation`: until it is cleared · `session`: as long as the tab · `nothing`: no longer than the page. */
export type Remember = 'conversation' | 'session' | 'nothing';

export interface StorageOptions {
  readonly broker: string;
  readonly widgetId: string;
  readonly remember: Remember;
}

/**
 * Safari has been seen to leave a database call without any answer; after this long it counts as failed, in milliseconds. Not sooner: what is
 * read of a disk that is slow to wake is a conversation, and would be written over by the next one.
 */
const ANSWER_MS = 10_000;

const DATABASE = 'natter';
const PARTS = ['head', 'transcript'] as const;

/** Undefined where nothing is to be kept, and where tabs cannot agree on who writes: pages over plain http have no Web Locks. */
export function createStorage({ broker, widgetId, remember }: StorageOptions): Storage | undefined {
  if (!globalThis.navigator?.locks) return undefined;
  const key = keptKey(broker, widgetId);
  if (remember !== 'conversation' && markOf('localStorage', key) > 0) {
    // The site kept conversations until lately, and does not want to any more. A browser that refuses has said so to whoever wrote it.
    inDatabase(key, createAttempts())
      .clear()
      .catch(() => {});
  }
  // As well what this tab alone has kept; quietly, because a browser that denies the place has nothing in it.
  if (remember !== 'session' && markOf('sessionStorage', key) > 0) sessionStorage.removeItem(key);
  if (remember === 'nothing') return undefined;
  return remember === 'session' ? inTab(key, createAttempts()) : inDatabase(key, createAttempts());
}

function inDatabase(key: string, attempt: Attempt): Storage {
  const nameOf = (part: string) => `${key}/${part}`;
  const names = PARTS.map(nameOf);
  const known = () => markOf('localStorage', key) > 0;
  /** Something was or is being written, though there may be no mark yet. */
  let used = false;
  /** How often it was cleared: what was under way then leaves no mark. */
  let clears = 0;
  const isEmpty = () => !used && localStorage.getItem(key) === null;
  return {
    known,
    load: () =>
      attempt('read', async store => {
        // Left by a page that was to forget it, and could not before it went.
        if (isEmpty() && (await exists())) await delMany(names, store);
        const texts = isEmpty() ? [] : await getMany<unknown>(names, store);
        return toSaved(part => texts[PARTS.indexOf(part)]);
      }),
    save: parts =>
      attempt('written', async store => {
        // Asked for first: where this is denied, nothing is written that could not be found again.
        const marks = localStorage;
        used = true;
        const begun = clears;
        const before = marks.getItem(key);
        const entries = Object.entries(parts).map(([part, text]): [string, string] => [nameOf(part), text]);
        await put(entries, store);
        // Cleared here, or by another page while this one was put away.
        if (begun !== clears || (before !== null && marks.getItem(key) === null)) return;
        try {
          marks.setItem(key, `${Date.now()}`);
        } catch (error) {
          // The host page has filled it up. With an older mark all is found again, without any it must not lie around.
          if (known()) return;
          await delMany(names, store);
          throw error;
        }
      }),
    // The database stays, empty: to delete it would lock out other tabs for as long as one of them has it open.
    clear() {
      clears += 1;
      const looks = !used;
      used = false;
      // At once: whatever becomes of the rest, no page finds it from now on.
      unmark(key);
      return attempt('removed', async store => {
        // Without a mark something may lie there still: whoever was to forget it before this was loaded has removed the mark only.
        if (!looks || (await exists())) await delMany(names, store);
        // A tab that owned it may have written meanwhile.
        if (!used) localStorage.removeItem(key);
      });
    },
  };
}

function unmark(key: string): void {
  try {
    localStorage.removeItem(key);
  } catch {
    // Denied: there is none, and to whoever asks for the rest it is said.
  }
}

/** Whether there is a database at all: to look into it would make one. Browsers that cannot or do not say have it looked into. */
async function exists(): Promise<boolean> {
  const all = await indexedDB.databases?.().catch(() => undefined);
  return all?.some(({ name }) => name === DATABASE) ?? true;
}

/**
 * As the library's setMany, but committed at once. Left to itself a transaction is committed when the page hears that its requests are
 * done, which a page that is just going away never does.
 */
function put(entries: readonly (readonly [key: string, text: string])[], store: UseStore): Promise<void> {
  return store('readwrite', texts => {
    for (const [key, text] of entries) texts.put(text, key);
    const { transaction } = texts;
    transaction.commit?.();
    return promisifyRequest(transaction);
  });
}

/** One item with mark and parts, so that it is written as a whole or not at all. */
function inTab(key: string, attempt: Attempt): Storage {
  function read(): Saved {
    const text = sessionStorage.getItem(key);
    const parts = text === null ? {} : JSON.parse(text.slice(`${Number.parseInt(text, 10)}`.length));
    return toSaved(part => parts[part]);
  }
  return {
    perTab: true,
    known: () => markOf('sessionStorage', key) > 0,
    load: () => attempt('read', async () => read()),
    save: parts =>
      attempt('written', async () => {
        let before: Saved = {};
        try {
          before = read();
        } catch {
          // Damaged: to be replaced.
        }
        sessionStorage.setItem(key, Date.now() + JSON.stringify({ ...before, ...parts }));
      }),
    clear: () => attempt('removed', async () => sessionStorage.removeItem(key)),
  };
}

/** What is no text was not written by us. */
function toSaved(read: (part: (typeof PARTS)[number]) => unknown): Saved {
  return Object.fromEntries(PARTS.map(part => [part, read(part)]).filter(([, text]) => typeof text === 'string'));
}

type Attempt = <T>(done: string, work: (store: UseStore) => Promise<T>) => Promise<T>;

/** For all chats of the page: a connection is closed only for whoever deletes it, and each would hold on to what was last read over it. */
const opened = new WeakMap<object, UseStore>();

/** Runs work on the database, which the first use opens. It ends in time, and its errors name what failed and no content. */
function createAttempts(): Attempt {
  return (done, work) =>
    new Promise((resolve, reject) => {
      const databases = globalThis.indexedDB ?? globalThis;
      const store = opened.get(databases) ?? createStore(DATABASE, 'kept');
      opened.set(databases, store);
      let reached = false;
      let late = false;
      const giveUp = () => {
        late = true;
        fail({ name: 'no answer' });
      };
      // In two steps: on a page that has stood still a time is up before the answers that have come meanwhile are heard.
      let limit = setTimeout(() => {
        limit = setTimeout(giveUp, ANSWER_MS / 2);
      }, ANSWER_MS / 2);
      const fail = (error: { readonly name: string } | null) => {
        clearTimeout(limit);
        // A connection that leads nowhere is not tried again; the next call makes another.
        if (!reached) opened.delete(databases);
        reject(new Error(`What is kept of the conversation could not be ${done} in this browser (${error?.name}).`));
      };
      work((mode, use) =>
        store(mode, each => {
          // Reported as failed long ago, and perhaps cleared since.
          if (late) throw new Error();
          reached = true;
          const { db } = each.transaction;
          // Whoever clears the site's data does not wait for us.
          db.onversionchange = () => {
            db.close();
            opened.delete(databases);
          };
          return use(each);
        }),
      ).then(value => {
        clearTimeout(limit);
        resolve(value);
      }, fail);
    });
}
