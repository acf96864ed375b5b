/**
 * Stores one conversation: in IndexedDB with a mark in localStorage (marker.ts), or in sessionStorage. The client decides what to write, and when. If
 * the browser denies storage, has no space left or never answers, the call is rejected.
 */

import { createStore, delMany, get, getMany, promisifyRequest, type UseStore, update as updateItem } from 'idb-keyval';
import type { OwnRecords, Saved, Storage } from '../client/api/ports.ts';
import type { StoredKey } from './device-key.ts';
import { keptKey, markOf, ownKey } from './marker.ts';

/** How long a conversation is stored. `conversation`: until it is cleared · `session`: as long as the tab exists · `nothing`: not at all. */
export type Remember = 'conversation' | 'session' | 'nothing';

export interface StorageOptions {
  readonly broker: string;
  readonly widgetId: string;
  readonly remember: Remember;
}

/**
 * Milliseconds after which a database call counts as failed, because Safari sometimes never answers. The time is long, because a slow disk must not
 * be taken for an empty one and its conversation overwritten.
 */
const ANSWER_MS = 10_000;

const DATABASE = 'natter';
const PARTS = ['head', 'transcript', 'earlier'] as const;

/**
 * Storage in a database can hold the device's key as well. The key is created by the first request, and removed with the conversation by
 * `clear`.
 */
type BrowserStorage = Storage & { readonly key?: StoredKey };

/** Returns undefined if nothing is to be stored, or if tabs cannot coordinate (`hasTabs` is false): pages over plain http have no Web Locks. */
export function createStorage(
  { broker, widgetId, remember }: StorageOptions,
  hasTabs: boolean,
): BrowserStorage | undefined {
  const key = keptKey(broker, widgetId);
  if (remember !== 'conversation' && markOf('localStorage', key) > 0) {
    // Clears a conversation that the site stored under an earlier setting. Errors are ignored.
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
  /** True once this page has begun to write, even if there is no mark yet. */
  let used = false;
  /** Number of clears. A save that began before a clear must not write a mark. */
  let clears = 0;
  /** This page's last save. If the stored mark is still the mark of this save, no other page has saved since. */
  let latest: (Saved & { readonly mark: string }) | undefined;
  const isEmpty = () => !used && localStorage.getItem(key) === null;
  const own = ownRecords('localStorage', key);
  return {
    known,
    load: () =>
      attempt('read', async store => {
        // Removes records of a deleted conversation, which an earlier page could not remove before it was unloaded.
        if (isEmpty() && (await exists())) await delMany(all, store);
        const texts = isEmpty() ? [] : await getMany<unknown>(names, store);
        return toSaved(part => texts[PARTS.indexOf(part)]);
      }),
    save: (decide, isLast) =>
      attempt('written', async store => {
        // Accesses localStorage before the database: if localStorage is denied, this throws, and no record without a mark is written.
        const marks = localStorage;
        used = true;
        const begun = clears;
        const before = marks.getItem(key);
        const written = await update(store, nameOf, decide, isLast && latest?.mark === before ? latest : undefined);
        if (!written) return;
        // Writes nothing if the conversation was cleared meanwhile: by this page, or by another while this one was frozen.
        if (begun !== clears || (before !== null && marks.getItem(key) === null)) return;
        try {
          const mark = `${Date.now()}`;
          marks.setItem(key, mark);
          latest = { ...written, mark };
        } catch (error) {
          // Ignores that the host page has filled localStorage if there is an older mark. Without any mark, the record must be removed.
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
    // Empties the database but does not delete it: a deletion would block other tabs as long as one of them has it open.
    clear() {
      clears += 1;
      const looks = !used;
      used = false;
      // Removes the mark first: even if the rest fails, no page finds the conversation.
      unmark(key);
      own.clear();
      return attempt('removed', async store => {
        // Records may exist without a mark: a page that forgot them before this chunk was loaded has removed only the mark.
        if (!looks || (await exists())) await delMany(all, store);
        // Removes the mark again, because another tab with this conversation may have written it meanwhile.
        if (!used) localStorage.removeItem(key);
      });
    },
    own,
    key: make =>
      attempt('read', async store => {
        const stored = await get<CryptoKeyPair>(keyName, store);
        if (stored) return stored;
        const made = await make();
        // Uses one transaction: if another tab has stored its key meanwhile, that key is kept.
        await updateItem<CryptoKeyPair>(keyName, other => other ?? made, store);
        return get<CryptoKeyPair>(keyName, store);
      }),
  };
}

/** Reads and writes the records of single tabs. */
function ownRecords(place: 'localStorage' | 'sessionStorage', key: string): OwnRecords & { clear(): void } {
  const prefix = ownKey(key);
  /** Accesses the storage. Returns `denied` if the browser denies it. */
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
    // Sets a mark if there is none; otherwise the next page would not find this record.
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
    // Ignores the error: denied storage has no mark, and the database call reports the denial.
  }
}

/** Returns true if the database exists, without creating it. Also returns true if the browser cannot tell. */
async function exists(): Promise<boolean> {
  const all = await indexedDB.databases?.().catch(() => undefined);
  return all?.some(({ name }) => name === DATABASE) ?? true;
}

/**
 * Reads the head, passes it to `decide`, and writes the result, in one transaction. Commits explicitly: otherwise the browser would wait until the
 * page has received the results, and a page that is being unloaded receives none. Such a page passes the head as `known`, because it would not
 * receive the head from the database.
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

/** Stores mark and parts in one item, which is written as a whole or not at all. */
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
          // Ignores a damaged item, which is replaced below.
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

/** Reads the parts. Ignores values that are not texts, because Natter has not written them. */
function toSaved(read: (part: (typeof PARTS)[number]) => unknown): Saved {
  return Object.fromEntries(PARTS.map(part => [part, read(part)]).filter(([, text]) => typeof text === 'string'));
}

type Attempt = <T>(done: string, work: (store: UseStore) => Promise<T>) => Promise<T>;

/**
 * Database connections, shared by all chats of the page. There should be only one, because a connection stays open and keeps in memory the data
 * that it read last.
 */
const opened = new WeakMap<object, UseStore>();

/**
 * Runs work on the database, and opens it first if necessary. Rejects after ANSWER_MS. The error names the operation that failed, but no
 * content.
 */
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
      // Waits in two steps. After a freeze, the first timer fires at once, before results that arrived meanwhile are delivered. The second timer
      // gives them time.
      let limit = setTimeout(() => {
        limit = setTimeout(giveUp, ANSWER_MS / 2);
      }, ANSWER_MS / 2);
      const fail = (error: { readonly name: string } | null) => {
        clearTimeout(limit);
        // Drops a broken connection; the next call opens a new one.
        if (!reached) opened.delete(databases);
        reject(new Error(`The stored conversation could not be ${done} in this browser (${error?.name}).`));
      };
      work((mode, use) =>
        store(mode, each => {
          // Writes nothing, because the call has already been reported as failed.
          if (late) throw new Error();
          reached = true;
          const { db } = each.transaction;
          // Closes the connection if the visitor clears the site's data, which would otherwise be blocked.
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
