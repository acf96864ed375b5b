/** A database that does not answer. Tests with a real one are in test/browser-real/storage.test.ts. */

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createStorage } from '../../src/browser/storage.ts';

/** A request to open a database, which the test answers, and everything that was put into the database. */
interface Opening {
  readonly written: string[];
  readonly transaction: { oncomplete(): void };
  onsuccess(): void;
}

let opened: Opening[];
let marks: Map<string, string>;

beforeEach(() => {
  vi.useFakeTimers();
  opened = [];
  marks = new Map();
  vi.stubGlobal('navigator', { locks: {} });
  const items: Record<string, unknown> = {
    getItem: (key: string) => marks.get(key) ?? null,
    setItem: (key: string, value: string) => void marks.set(key, value),
    removeItem: (key: string) => void marks.delete(key),
  };
  // Items of a real localStorage are properties as well.
  vi.stubGlobal(
    'localStorage',
    new Proxy(items, { get: (own, key) => own[`${String(key)}`] ?? marks.get(String(key)) }),
  );
  vi.stubGlobal('indexedDB', { open });
});

function open(): Opening & { readonly result: object } {
  const written: string[] = [];
  const transaction = { oncomplete: () => {}, db: {} };
  const get = () => {
    const request = { result: undefined, onsuccess() {} };
    queueMicrotask(() => request.onsuccess());
    return request;
  };
  const objectStore = () => ({ get, put: (text: string) => written.push(text), transaction });
  const opening = { written, transaction, result: { transaction: () => ({ objectStore }) }, onsuccess: () => {} };
  opened.push(opening);
  return opening;
}

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function storage() {
  const made = createStorage({ broker: 'https://broker.example', widgetId: 'default', remember: 'conversation' }, true);
  if (!made) throw new Error('There is no storage.');
  return made;
}

/** Returns `waiting` until the promise is resolved or rejected. */
function follow(answer: Promise<unknown>): () => string {
  let outcome = 'waiting';
  answer.then(
    () => {
      outcome = 'answered';
    },
    error => {
      outcome = `${error}`;
    },
  );
  return () => outcome;
}

describe('a database that does not answer', () => {
  it('[M8] every call is rejected after ten seconds', async () => {
    marks.set('natter:https://broker.example#default', '5');
    const calls = [storage().save(() => ({ head: 'one' })), storage().load(), storage().clear()].map(follow);
    await vi.advanceTimersByTimeAsync(9_999);
    expect(calls.map(outcome => outcome())).toEqual(['waiting', 'waiting', 'waiting']);
    await vi.advanceTimersByTimeAsync(1);
    for (const outcome of calls) expect(outcome()).toMatch(/could not be \w+ in this browser \(no answer\)/);
    // The marker has been removed, so nobody finds the record, even if the database never answers.
    expect(storage().known()).toBe(false);
  });

  it('[M8] a record on a disk that takes six seconds to wake is read', async () => {
    marks.set('natter:https://broker.example#default', '5');
    const outcome = follow(storage().load());
    await vi.advanceTimersByTimeAsync(6_000);
    expect(outcome()).toBe('waiting');
  });

  it('[M8] a page that has stood still for long hears the answers that came meanwhile', async () => {
    const outcome = follow(storage().save(() => ({ head: 'one' })));
    // Timers that were due meanwhile fire first, and the answers are queued behind them.
    vi.runOnlyPendingTimers();
    const [opening] = opened;
    opening?.onsuccess();
    await vi.advanceTimersByTimeAsync(0);
    opening?.transaction.oncomplete();
    await vi.advanceTimersByTimeAsync(0);
    expect(outcome()).toBe('answered');
    expect(vi.getTimerCount()).toBe(0);
  });

  it('[M8] nothing waits any more once a call has failed', async () => {
    vi.stubGlobal('indexedDB', undefined);
    const outcome = follow(storage().save(() => ({ head: 'one' })));
    await vi.advanceTimersByTimeAsync(0);
    expect(outcome()).toContain('could not be written');
    expect(vi.getTimerCount()).toBe(0);
  });

  it('[M8] the next call opens it again, and what was given up is not done late', async () => {
    const page = storage();
    const first = follow(page.save(() => ({ head: 'one' })));
    await vi.advanceTimersByTimeAsync(10_000);
    expect(first()).toContain('no answer');
    const second = follow(page.save(() => ({ head: 'two' })));
    for (const each of opened) {
      each.onsuccess();
      await vi.advanceTimersByTimeAsync(0);
      each.transaction.oncomplete();
      await vi.advanceTimersByTimeAsync(0);
    }
    expect(opened.map(each => each.written)).toEqual([[], ['two']]);
    expect(second()).toBe('answered');
    expect([...marks.keys()]).toEqual(['natter:https://broker.example#default']);
    expect(vi.getTimerCount()).toBe(0);
  });
});
