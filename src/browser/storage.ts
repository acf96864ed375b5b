/**
 * Stores one conversation: in IndexedDB, with a mark in localStorage (marker.ts), or in sessionStorage. The client decides about the texts, and about
 * when to write. Browsers may deny storage, fill it up or never answer: every call is rejected then, and none stays open.
 */

import { createStore, delMany, get, getMany, promisifyRequest, type UseStore, update as updateItem } from 'idb-keyval';
import type { OwnRecords, Saved, Storage } from '../client/api/ports.ts';
import type { StoredKey } from './device-key.ts';
import { keptKey, markOf, ownKey } from './marker.ts';

/** `conversation`: until it is cleared · `session`: as long as the tab · `nothing`: no longer than the page. */
export type Remember = 'conversation' | 'session' | 'nothing';

export interface StorageOptions {
  readonly broker: string;
  readonly widgetId: string;
  readonly remember: Remember;
}

/**
 * Milliseconds until a database call counts as failed: Safari has been seen never to answer. Not less: a slow disk may still hold a conversation,
 * which the next one would overwrite.
 */
const ANSWER_MS = 10_000;

const DATABASE = 'natter';
const PARTS = ['head', 'transcript'] as const;

/** Storage in a database can hold the device's key as well. It is created by the first request, and removed with the conversation by `clear`. */
type BrowserStorage = Storage & { readonly key?: StoredKey };

/** Returns undefined if nothing is to be stored, or if tabs cannot agree (`hasTabs`): pages over plain http have no Web Locks. */
export function createStorage(
  { broker, widgetId, remember }: StorageOptions,
  hasTabs: boolean,
): BrowserStorage | undefined {
  const key = keptKey(broker, widgetId);
  if (remember !== 'conversation' && markOf('localStorage', key) > 0) {
    // The site stored conversations until lately, and now does not want to. A browser that denies storage has reported so when it was written.
    inDatabase(key, createAttempts())
      .clear()
      .catch(() => {});
  }
  // Also removes the tab's own record. Errors are ignored: denied storage is empty.
  if (remember !== 'session' && markOf('sessionStorage', key) > 0) {
    ownRecords('sessionStorage', key).clear();
    sessionStorage.removeItem(key);
  }
  if (remember === 'nothing' || (remember === 'conversation' && !hasTabs)) return undefined;
  return remember === 'session' ? inTab(key, createAttempts()) : inDatabase(key, createAttempts());
}

function inDatabase(key: string, attempt: Attempt): BrowserStorage {
  const nameOf = (part: string) => `${key}/${part}`;
  const names = PARTS.map(nameOf);
  const keyName = nameOf('key');
  const all = [...names, keyName];
  const known = () => markOf('localStorage', key) > 0;
  /** True once something was or is being written, though there may be no mark yet. */
  let used = false;
  /** Number of clears: a save that was under way then leaves no mark. */
  let clears = 0;
  /** This page's last save: while its mark stands, no other page has saved since. */
  let latest: (Saved & { readonly mark: string }) | undefined;
  const isEmpty = () => !used && localStorage.getItem(key) === null;
  const own = ownRecords('localStorage', key);
  return {
    known,
    load: () =>
      attempt('read', async store => {
        // A page was to forget this, and was unloaded before it could.
        if (isEmpty() && (await exists())) await delMany(all, store);
        const texts = isEmpty() ? [] : await getMany<unknown>(names, store);
        return toSaved(part => texts[PARTS.indexOf(part)]);
      }),
    save: (decide, isLast) =>
      attempt('written', async store => {
        // Read first: if storage is denied, nothing is written that could not be found again.
        const marks = localStorage;
        used = true;
        const begun = clears;
        const before = marks.getItem(key);
        const written = await update(store, nameOf, decide, isLast && latest?.mark === before ? latest : undefined);
        if (!written) return;
        // Cleared here, or by another page while this one was frozen.
        if (begun !== clears || (before !== null && marks.getItem(key) === null)) return;
        try {
          const mark = `${Date.now()}`;
          marks.setItem(key, mark);
          latest = { ...written, mark };
        } catch (error) {
          // The host page has filled the storage. With an older mark everything is found again; without any, nothing must be left behind.
          if (known()) return;
          await delMany(names, store);
          throw error;
        }
      }),
    discard: () =>
      attempt('removed', async store => {
        await delMany(names, store);
        if (own.names().length === 0) unmark(key);
      }),
    // The database stays, empty: to delete it would lock out other tabs for as long as one of them has it open.
    clear() {
      clears += 1;
      const looks = !used;
      used = false;
      // Removes the mark first: even if the rest fails, no page finds the conversation.
      unmark(key);
      own.clear();
      return attempt('removed', async store => {
        // Records may exist without a mark: a page that forgot them before this chunk was loaded has removed the mark only.
        if (!looks || (await exists())) await delMany(all, store);
        // A tab that owned it may have written meanwhile.
        if (!used) localStorage.removeItem(key);
      });
    },
    own,
    key: make =>
      attempt('read', async store => {
        const stored = await get<CryptoKeyPair>(keyName, store);
        if (stored) return stored;
        const made = await make();
        // One transaction: if another tab has stored its key meanwhile, that one counts.
        await updateItem<CryptoKeyPair>(keyName, other => other ?? made, store);
        return get<CryptoKeyPair>(keyName, store);
      }),
  };
}

/** `prefix`: what their items begin with. `marked`: what tells the next page that there is something. */
function ownRecords(place: 'localStorage' | 'sessionStorage', key: string): OwnRecords & { clear(): void } {
  const prefix = ownKey(key);
  /** A browser that denies the place has nothing in it. */
  const look = <T>(at: (items: globalThis.Storage) => T, denied: T): T => {
    try {
      return at(window[place]);
    } catch {
      return denied;
    }
  };
  const isOwn = (each: string) => each.startsWith(prefix);
  const names = () =>
    look(
      items =>
        Object.keys(items)
          .filter(isOwn)
          .map(each => each.slice(prefix.length)),
      [],
    );
  const write = (name: string, text: string | null) => {
    const items = window[place];
    if (text === null) {
      items.removeItem(prefix + name);
      return;
    }
    items.setItem(prefix + name, text);
    // Tells the next page that there is something, even if this one writes no more.
    if (markOf(place, key) === 0) items.setItem(key, `${Date.now()}`);
  };
  return {
    names,
    read: name => look(items => items.getItem(prefix + name), null),
    write,
    clear() {
      for (const name of names()) write(name, null);
    },
  };
}

function unmark(key: string): void {
  try {
    localStorage.removeItem(key);
  } catch {
    // Denied storage has no mark. The database call reports the denial.
  }
}

/** Returns true if there is a database: opening one would create it. Browsers that cannot say count as having one. */
async function exists(): Promise<boolean> {
  const all = await indexedDB.databases?.().catch(() => undefined);
  return all?.some(({ name }) => name === DATABASE) ?? true;
}

/**
 * Reads the small part, unless it is `known`, and writes the outcome in one transaction. Commits at once: otherwise the browser commits only after the
 * page has received the results, and a page that is being unloaded receives none. Such a page does not receive the small part either.
 */
function update(
  store: UseStore,
  nameOf: (part: string) => string,
  decide: (head: string | undefined) => Saved | null,
  known?: Saved,
): Promise<Saved | null> {
  return store('readwrite', async texts => {
    const head = known ? known.head : await promisifyRequest<unknown>(texts.get(nameOf('head')));
    const parts = decide(typeof head === 'string' ? head : undefined);
    for (const [part, text] of Object.entries(parts ?? {})) texts.put(text, nameOf(part));
    const { transaction } = texts;
    transaction.commit?.();
    await promisifyRequest(transaction);
    return parts;
  });
}

/** Stores mark and parts in one item, so that they are written as a whole or not at all. */
function inTab(key: string, attempt: Attempt): Storage {
  const own = ownRecords('sessionStorage', key);
  function read(): Saved {
    const text = sessionStorage.getItem(key) ?? '';
    const parts = JSON.parse(text.slice(`${Number.parseInt(text, 10)}`.length) || '{}');
    return toSaved(part => parts[part]);
  }
  return {
    perTab: true,
    known: () => markOf('sessionStorage', key) > 0,
    discard: () =>
      attempt('removed', async () => {
        if (own.names().length === 0) sessionStorage.removeItem(key);
        else sessionStorage.setItem(key, `${Date.now()}`);
      }),
    load: () => attempt('read', async () => read()),
    save: decide =>
      attempt('written', async () => {
        let before: Saved = {};
        try {
          before = read();
        } catch {
          // Damaged: to be replaced.
        }
        const parts = decide(before.head);
        if (parts) sessionStorage.setItem(key, Date.now() + JSON.stringify({ ...before, ...parts }));
      }),
    clear: () =>
      attempt('removed', async () => {
        own.clear();
        sessionStorage.removeItem(key);
      }),
    own,
  };
}

/** Reads the parts. Anything but text was not written by us. */
function toSaved(read: (part: (typeof PARTS)[number]) => unknown): Saved {
  return Object.fromEntries(PARTS.map(part => [part, read(part)]).filter(([, text]) => typeof text === 'string'));
}

type Attempt = <T>(done: string, work: (store: UseStore) => Promise<T>) => Promise<T>;

/**
 * Connections, shared by all chats of the page: a connection is closed only when the database is deleted, and each would hold on to the data that was
 * last read over it.
 */
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
      // Waits in two steps: on a page that was frozen, the timer fires before the answers that came meanwhile are delivered.
      let limit = setTimeout(() => {
        limit = setTimeout(giveUp, ANSWER_MS / 2);
      }, ANSWER_MS / 2);
      const fail = (error: { readonly name: string } | null) => {
        clearTimeout(limit);
        // A broken connection is not used again; the next call opens another.
        if (!reached) opened.delete(databases);
        reject(new Error(`What is kept of the conversation could not be ${done} in this browser (${error?.name}).`));
      };
      work((mode, use) =>
        store(mode, each => {
          // Reported as failed long ago, and perhaps cleared since.
          if (late) throw new Error();
          reached = true;
          const { db } = each.transaction;
          // A visitor who clears the site's data does not wait for us.
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
