import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { cdp } from 'vitest/browser';
import { keptAt, keptKey } from '../../src/browser/marker.ts';
import { createStorage, type Remember } from '../../src/browser/storage.ts';
import { storageContract } from '../contracts/storage.contract.ts';

const BROKER = 'https://broker.example';
const KEY = `natter:${BROKER}#default`;
const FILLER = 'something of the host page';

function storageOf(remember: Remember = 'conversation', broker = BROKER, widgetId = 'default') {
  const storage = createStorage({ broker, widgetId, remember }, true);
  if (!storage) throw new Error('This browser keeps nothing.');
  return storage;
}

/** The names of everything that is stored in this browser. */
async function everything() {
  const databases = (await indexedDB.databases()).map(each => each.name);
  return { databases, local: Object.keys(localStorage), session: Object.keys(sessionStorage) };
}

/** All keys in the database, even of records that no marker leads to. */
async function inDatabase(): Promise<readonly IDBValidKey[]> {
  const answer = <T>(request: IDBRequest<T>) =>
    new Promise<T>((resolve, reject) => {
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
  const database = await answer(indexedDB.open('natter'));
  return answer(database.transaction('kept').objectStore('kept').getAllKeys());
}

const NOTHING = { databases: [], local: [], session: [] };

/** Every connection that was opened; all must close before the database can be deleted. */
const connections: IDBDatabase[] = [];
const { open } = IDBFactory.prototype;

beforeEach(() => {
  vi.spyOn(IDBFactory.prototype, 'open').mockImplementation(function (this: IDBFactory, ...args) {
    const request = open.apply(this, args);
    request.addEventListener('success', () => connections.push(request.result));
    return request;
  });
});

afterEach(async () => {
  Reflect.deleteProperty(indexedDB, 'databases');
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  localStorage.clear();
  sessionStorage.clear();
  await limitDatabases();
  for (const connection of connections.splice(0)) {
    connection.close();
    // Browsers fire this event when they close a connection; the storage then opens another.
    connection.dispatchEvent(new Event('close'));
  }
  for (const { name = '' } of await indexedDB.databases()) {
    const gone = indexedDB.deleteDatabase(name);
    await new Promise(resolve => {
      gone.onsuccess = resolve;
    });
  }
});

async function limitDatabases(quotaSize?: number): Promise<void> {
  const limit = quotaSize === undefined ? {} : { quotaSize };
  await cdp().send('Storage.overrideQuotaForOrigin', { origin: location.origin, ...limit });
}

/** Fills a storage area of at most 16 MB to the last letter: large pieces first, each half the size of the one before. */
function fillUp(place: Storage): void {
  for (let piece = 'x'.repeat(1 << 23); piece; piece = piece.slice(piece.length / 2 + 0.5)) {
    try {
      place.setItem(`${FILLER} ${piece.length}`, piece);
    } catch {
      // Half of the piece may fit.
    }
  }
}

storageContract('IndexedDB', async () => {
  // Limits the quota from the start: Chromium caches the free space for a while.
  await limitDatabases(300_000);
  return {
    open: () => storageOf('conversation'),
    answer: answer => answer,
    fill: async () => {},
    stop: async () => {},
  };
});

storageContract('sessionStorage', async () => ({
  open: () => storageOf('session'),
  answer: answer => answer,
  fill: async () => fillUp(sessionStorage),
  stop: async () => {},
}));

describe('nothing before it is asked for', () => {
  it.each(['conversation', 'session'] as const)('[M2] %s: nothing is created before the first save', async remember => {
    const storage = storageOf(remember);
    storage.known();
    await storage.load();
    await storage.clear();
    keptAt(keptKey(BROKER), remember);
    expect(await everything()).toEqual(NOTHING);
    expect(indexedDB.open).not.toHaveBeenCalled();
  });

  it('[M2] conversation: a database and a mark', async () => {
    await storageOf('conversation').save(() => ({ head: 'one' }));
    expect(await everything()).toEqual({ databases: ['natter'], local: [KEY], session: [] });
  });

  it('[M2] session: one item that lives as long as the tab', async () => {
    await storageOf('session').save(() => ({ head: 'one' }));
    expect(await everything()).toEqual({ databases: [], local: [], session: [KEY] });
  });

  it('[M6] nothing at all, or no way for tabs to agree on who writes: no storage', () => {
    const options = { broker: BROKER, widgetId: 'default' };
    expect(createStorage({ ...options, remember: 'nothing' }, true)).toBeUndefined();
    expect(createStorage({ ...options, remember: 'conversation' }, false)).toBeUndefined();
    expect(createStorage({ ...options, remember: 'session' }, false)).toBeDefined();
  });
});

describe('a site that does not keep conversations any more', () => {
  for (const remember of ['session', 'nothing'] as const) {
    it(`[M9] ${remember}: what was kept before is removed`, async () => {
      await storageOf().save(() => ({ head: 'old' }));
      createStorage({ broker: BROKER, widgetId: 'default', remember }, true);
      await vi.waitFor(async () => expect(await inDatabase()).toEqual([]));
      expect(keptAt(keptKey(BROKER), remember)).toBe(0);
    });
  }
});

describe('a site that keeps conversations otherwise from now on', () => {
  for (const remember of ['conversation', 'nothing'] as const) {
    it(`[M9] ${remember}: what this tab alone had kept is removed`, async () => {
      await storageOf('session').save(() => ({ head: 'old' }));
      createStorage({ broker: BROKER, widgetId: 'default', remember }, true);
      expect(sessionStorage.getItem(KEY)).toBe(null);
    });
  }
});

describe('the mark', () => {
  it('[M4] data without a marker are cleared all the same', async () => {
    await storageOf().save(() => ({ head: 'one', transcript: 'one' }));
    localStorage.removeItem(KEY);
    await storageOf().clear();
    localStorage.setItem(KEY, '5');
    expect(await storageOf().load()).toEqual({});
  });

  it.each([
    ['says what there is', IDBFactory.prototype.databases],
    ['does not', undefined],
    ['will not', () => Promise.reject(new Error())],
  ])(
    '[M30] data that a closed page could not remove any more are removed by the next page that looks, in a browser that %s',
    async (_, databases) => {
      await storageOf().save(() => ({ head: 'one', transcript: 'one' }));
      await storageOf('conversation', BROKER, 'another').save(() => ({ head: 'one' }));
      localStorage.removeItem(KEY);
      expect(await inDatabase()).toHaveLength(3);
      Object.assign(indexedDB, { databases });
      expect(await storageOf().load()).toEqual({});
      expect(await inDatabase()).toEqual([`natter:${BROKER}#another/head`]);
    },
  );

  it('[M30] the marker is not restored by a save that was in progress when another page forgot everything', async () => {
    await storageOf().save(() => ({ head: 'one' }));
    const saved = storageOf().save(() => ({ head: 'two' }));
    localStorage.removeItem(KEY);
    await saved;
    expect(keptAt(keptKey(BROKER), 'conversation')).toBe(0);
  });

  it.each(['conversation', 'session'] as const)('[M3] %s: it tells when the last save was', async remember => {
    expect(keptAt(keptKey(BROKER), remember)).toBe(0);
    const storage = storageOf(remember);
    vi.spyOn(Date, 'now').mockReturnValue(1_700_000_000_000);
    await storage.save(() => ({ head: '{"at":5}' }));
    expect(keptAt(keptKey(BROKER), remember)).toBe(1_700_000_000_000);
    vi.spyOn(Date, 'now').mockReturnValue(1_700_000_000_500);
    await storage.save(() => ({ transcript: 'one' }));
    expect(keptAt(keptKey(BROKER), remember)).toBe(1_700_000_000_500);
    await storage.clear();
    expect(keptAt(keptKey(BROKER), remember)).toBe(0);
  });

  it('[M3] a slash at the end of the address and a widget without a name make no difference', async () => {
    await storageOf('conversation', `${BROKER}/`).save(() => ({ head: 'one' }));
    expect(await storageOf('conversation', BROKER).load()).toEqual({ head: 'one' });
    const keys = [keptKey(BROKER), keptKey(`${BROKER}//`, ''), keptKey(BROKER, 'default')];
    expect(keys.map(key => keptAt(key, 'conversation'))).not.toContain(0);
  });

  it('[M3] a marker that is no timestamp counts as none', () => {
    localStorage.setItem(KEY, 'damaged');
    expect(keptAt(keptKey(BROKER), 'conversation')).toBe(0);
    expect(storageOf().known()).toBe(false);
  });

  it('[M3] a mark whose data the browser has thrown away is no trouble', async () => {
    localStorage.setItem(KEY, '5');
    expect(storageOf().known()).toBe(true);
    expect(await storageOf().load()).toEqual({});
  });
});

describe('several conversations', () => {
  it.each(['conversation', 'session'] as const)(
    '[M4] %s: brokers and widgets do not mix, nor does the host page',
    async remember => {
      const all = [
        storageOf(remember, BROKER, 'default'),
        storageOf(remember, BROKER, 'other'),
        storageOf(remember, 'https://elsewhere.example', 'default'),
        storageOf(remember, `${BROKER}/path`, 'default'),
      ];
      localStorage.setItem(FILLER, 'kept');
      for (const [at, each] of all.entries())
        await each.save(() => ({ head: `head ${at}`, transcript: `transcript ${at}` }));
      await all[0]?.clear();
      const found = await Promise.all(all.map(each => each.load()));
      expect(found.map(each => each.head)).toEqual([undefined, 'head 1', 'head 2', 'head 3']);
      expect(all.map(each => each.known())).toEqual([false, true, true, true]);
      expect(localStorage.getItem(FILLER)).toBe('kept');
    },
  );
});

describe('denied and broken', () => {
  it('[M42] a page that deletes the database is not kept waiting, and what is said afterwards is kept again', async () => {
    const storage = storageOf('conversation');
    await storage.save(() => ({ head: 'one' }));
    const answer = await new Promise(resolve => {
      const request = indexedDB.deleteDatabase('natter');
      for (const type of ['success', 'blocked']) request.addEventListener(type, () => resolve(type));
    });
    expect(answer).toBe('success');
    await storage.save(() => ({ head: 'two' }));
    expect(await storage.load()).toEqual({ head: 'two' });
  });

  const denied = () => {
    throw new DOMException('private: denied', 'SecurityError');
  };
  const outcome = (answer: Promise<unknown>) =>
    answer.then(
      value => ({ value }),
      (error: unknown) => `${error}`,
    );

  it.each(['conversation', 'session'] as const)(
    '[M7] %s: a place that may not be touched is an error, and nothing is begun',
    async remember => {
      const place = remember === 'session' ? 'sessionStorage' : 'localStorage';
      const storage = storageOf(remember);
      const own = Object.getOwnPropertyDescriptor(globalThis, place) ?? {};
      Object.defineProperty(globalThis, place, { ...own, get: denied });
      try {
        expect(storage.known()).toBe(false);
        expect(keptAt(keptKey(BROKER), remember)).toBe(0);
        expect(await outcome(storage.load())).toMatch(/could not be read in this browser \(SecurityError\)/);
        expect(await outcome(storage.save(() => ({ head: 'one' })))).toMatch(
          /could not be written .*\(SecurityError\)/,
        );
        expect(await outcome(storage.clear())).toMatch(/could not be removed .*\(SecurityError\)/);
        expect(indexedDB.open).not.toHaveBeenCalled();
      } finally {
        Object.defineProperty(globalThis, place, own);
      }
      expect(await everything()).toEqual(NOTHING);
    },
  );

  it('[M7] a database that may not be opened, or is missing, is an error, and the next call tries again', async () => {
    const storage = storageOf();
    vi.spyOn(IDBFactory.prototype, 'open').mockImplementationOnce(denied);
    expect(await outcome(storage.save(() => ({ head: 'one' })))).toMatch(/\(SecurityError\)/);
    vi.stubGlobal('indexedDB', undefined);
    expect(await outcome(storage.save(() => ({ head: 'one' })))).toMatch(/could not be written .*\(TypeError\)/);
    expect(storage.known()).toBe(false);
    vi.unstubAllGlobals();
    await storage.save(() => ({ head: 'two' }));
    expect(await storageOf().load()).toEqual({ head: 'two' });
  });

  it('[M45] the last save of a page waits for no answer, unless another page has saved since', async () => {
    const commit = vi.spyOn(IDBTransaction.prototype, 'commit');
    const [page, other] = [storageOf(), storageOf()];
    await page.save(() => ({ head: 'one' }));
    const afterMicrotasks = async (saved: Promise<void>) => {
      commit.mockClear();
      for (let turn = 0; turn < 20; turn += 1) await null;
      const commits = commit.mock.calls.length;
      await saved;
      return commits;
    };
    const heads: (string | undefined)[] = [];
    const next = (head: string) => (before: string | undefined) => {
      heads.push(before);
      return { head };
    };
    expect(await afterMicrotasks(page.save(next('two'), true))).toBe(1);
    const mark = localStorage.getItem(KEY);
    await vi.waitFor(async () => {
      await other.save(() => ({ head: 'three' }));
      expect(localStorage.getItem(KEY)).not.toBe(mark);
    });
    expect(await afterMicrotasks(page.save(next('four'), true))).toBe(0);
    expect(heads).toEqual(['one', 'three']);
    expect(await page.load()).toEqual({ head: 'four' });
  });

  it('[M7] all chats of a page share one connection', async () => {
    for (const widgetId of ['a', 'b', 'c']) {
      const storage = storageOf('conversation', BROKER, widgetId);
      await storage.save(() => ({ head: widgetId }));
      expect(await storage.load()).toEqual({ head: widgetId });
    }
    expect(connections).toHaveLength(1);
  });

  it('[M7] a connection that the browser has closed is replaced', async () => {
    const storage = storageOf();
    await storage.save(() => ({ head: 'one' }));
    for (const connection of connections) connection.close();
    expect(await outcome(storage.save(() => ({ head: 'two' })))).toMatch(/\(InvalidStateError\)/);
    await storage.save(() => ({ head: 'three' }));
    expect(await storage.load()).toEqual({ head: 'three' });
  });

  it('[M7] a database of somebody else under this name is an error', async () => {
    const request = open.call(indexedDB, 'natter', 1);
    await new Promise(resolve => {
      request.onsuccess = resolve;
    });
    connections.push(request.result);
    expect(await outcome(storageOf().save(() => ({ head: 'one' })))).toMatch(/\(NotFoundError\)/);
  });

  it('[M5] nothing stays behind if the host page has left no room for the marker', async () => {
    fillUp(localStorage);
    const storage = storageOf();
    expect(await outcome(storage.save(() => ({ head: 'one' })))).toMatch(/\(QuotaExceededError\)/);
    localStorage.clear();
    localStorage.setItem(KEY, '5');
    expect(await storage.load()).toEqual({});
  });

  it('[M5] a record is safe even if only its marker cannot be renewed', async () => {
    const storage = storageOf();
    await storage.save(() => ({ head: 'one' }));
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(denied);
    await storage.save(() => ({ head: 'two' }));
    expect(await storageOf().load()).toEqual({ head: 'two' });
  });

  it('[M7] a damaged item is an error that does not quote it, and the next save replaces it', async () => {
    const storage = storageOf('session');
    for (const damaged of ['5{"head":"private', '5', 'private', '5[]', '5null', '5{"head":7}']) {
      sessionStorage.setItem(KEY, damaged);
      expect(JSON.stringify(await outcome(storage.load()))).toMatch(
        /^(\{"value":\{\}\}|"Error: The stored conversation .*)$/,
      );
      expect(JSON.stringify(await outcome(storage.load()))).not.toContain('private');
    }
    sessionStorage.setItem(KEY, '5{"head":"private');
    await storage.save(() => ({ head: 'one' }));
    expect(await storage.load()).toEqual({ head: 'one' });
  });

  it('[M7] a record that is no text is ignored', async () => {
    await storageOf().save(() => ({ head: 'one', transcript: 'one' }));
    const [connection] = connections;
    connection?.transaction('kept', 'readwrite').objectStore('kept').put({ text: 'one' }, `${KEY}/head`);
    expect(await storageOf().load()).toEqual({ transcript: 'one' });
  });
});
