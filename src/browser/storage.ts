/**
 * Keeps one conversation: in IndexedDB, with a mark in localStorage (marker.ts), or in sessionStorage. What the texts say, and when they
 * are written, is the client's business. Browsers may deny, fill up or fall silent: everything here is rejected then, never left open.
 */

import { createStore, delMany, getMany, promisifyRequest, type UseStore } from 'idb-keyval';
import type { OwnRecords, Saved, Storage } from '../client/api/ports.ts';
import { keptKey, markOf, ownKey } from './marker.ts';

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

/** Undefined where nothing is to be kept, and where tabs cannot agree (`hasTabs`): pages over plain http have no Web Locks. */
export function createStorage({ broker, widgetId, remember }: StorageOptions, hasTabs: boolean): Storage | undefined {
  const key = keptKey(broker, widgetId);
  if (remember !== 'conversation' && markOf('localStorage', key) > 0) {
    // The site kept conversations until lately, and does not want to any more. A browser that refuses has said so to whoever wrote it.
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

function inDatabase(key: string, attempt: Attempt): Storage {
  const nameOf = (part: string) => `${key}/${part}`;
  const names = PARTS.map(nameOf);
  const known = () => markOf('localStorage', key) > 0;
  /** Something was or is being written, though there may be no mark yet. */
  let used = false;
  /** How often it was cleared: what was under way then leaves no mark. */
  let clears = 0;
  const isEmpty = () => !used && localStorage.getItem(key) === null;
  const own = ownRecords('localStorage', key);
  return {
    known,
    load: () =>
      attempt('read', async store => {
        // Left by a page that was to forget it, and could not before it went.
        if (isEmpty() && (await exists())) await delMany(names, store);
        const texts = isEmpty() ? [] : await getMany<unknown>(names, store);
        return toSaved(part => texts[PARTS.indexOf(part)]);
      }),
    save: decide =>
      attempt('written', async store => {
        // Asked for first: where this is denied, nothing is written that could not be found again.
        const marks = localStorage;
        used = true;
        const begun = clears;
        const before = marks.getItem(key);
        const isWritten = await update(store, nameOf, decide);
        if (!isWritten) return;
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
      // At once: whatever becomes of the rest, no page finds it from now on.
      unmark(key);
      own.clear();
      return attempt('removed', async store => {
        // Without a mark something may lie there still: whoever was to forget it before this was loaded has removed the mark only.
        if (!looks || (await exists())) await delMany(names, store);
        // A tab that owned it may have written meanwhile.
        if (!used) localStorage.removeItem(key);
      });
    },
    own,
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
    // By this the next page knows that there is something, should this one go before it has written more.
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
    // Denied: there is none, and to whoever asks for the rest it is said.
  }
}

/** Returns true if there is a database: opening one would create it. Browsers that cannot say count as having one. */
async function exists(): Promise<boolean> {
  const all = await indexedDB.databases?.().catch(() => undefined);
  return all?.some(({ name }) => name === DATABASE) ?? true;
}

/**
 * Reads the small part and writes what comes of it, in one transaction. Committed at once: left to itself a transaction is committed when the page
 * hears that its requests are done, which a page that is just going away never does.
 */
function update(
  store: UseStore,
  nameOf: (part: string) => string,
  decide: (head: string | undefined) => Saved | null,
): Promise<boolean> {
  return store('readwrite', async texts => {
    const head = await promisifyRequest<unknown>(texts.get(nameOf('head')));
    const parts = decide(typeof head === 'string' ? head : undefined);
    for (const [part, text] of Object.entries(parts ?? {})) texts.put(text, nameOf(part));
    const { transaction } = texts;
    transaction.commit?.();
    await promisifyRequest(transaction);
    return parts !== null;
  });
}

/** One item with mark and parts, so that it is written as a whole or not at all. */
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
