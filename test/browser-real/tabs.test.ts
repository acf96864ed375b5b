import { afterEach, describe, expect, it, vi } from 'vitest';
import { createTabs } from '../../src/browser/tabs.ts';
import { type TabsSubject, tabsContract } from '../contracts/tabs.contract.ts';
import { load, openPage } from './page.ts';

/** Kept, because some tests take it away from the page. */
const { locks } = navigator;
let keys = 0;
const freshKey = () => `natter:https://broker.example#tabs-${++keys}`;

/** Everything that was asked of locks and channels before this has been answered after it. */
async function settled(): Promise<void> {
  // As many rounds as the longest way has: denied, queued, robbed, queued again, granted, given back.
  for (let i = 0; i < 6; i++) {
    await locks.request('barrier', () => {});
    await new Promise(resolve => {
      const [from, to] = [new BroadcastChannel('barrier'), new BroadcastChannel('barrier')];
      to.onmessage = event => {
        from.close();
        to.close();
        resolve(event);
      };
      from.postMessage('passed');
    });
  }
}

async function pages(): Promise<TabsSubject> {
  const key = freshKey();
  const open: (() => void)[] = [];
  return {
    tab: async () => {
      const page = openPage();
      open.push(page.close);
      const { createTabs: create } = (await load(page, '../../src/browser/tabs.ts')) as {
        createTabs: typeof createTabs;
      };
      const tabs = create(key);
      if (!tabs) throw new Error('This browser has no locks.');
      return { ...tabs, kill: page.close };
    },
    until: async condition => {
      await vi.waitUntil(condition, { timeout: 20_000, interval: 5 });
    },
    settled,
    stop: async () => {
      for (const close of open) close();
    },
  };
}

tabsContract('locks and channels of several pages', pages);

afterEach(() => void vi.unstubAllGlobals());

describe('where tabs cannot find each other', () => {
  it('[G7] there are none without locks or channels, or where channels are denied', () => {
    expect(createTabs(freshKey())).toBeDefined();
    vi.stubGlobal('BroadcastChannel', undefined);
    expect(createTabs(freshKey())).toBeUndefined();
    vi.stubGlobal(
      'BroadcastChannel',
      class {
        constructor() {
          throw new DOMException('denied', 'SecurityError');
        }
      },
    );
    expect(createTabs(freshKey())).toBeUndefined();
    vi.unstubAllGlobals();
    vi.stubGlobal('navigator', {});
    expect(createTabs(freshKey())).toBeUndefined();
    vi.stubGlobal('navigator', undefined);
    expect(createTabs(freshKey())).toBeUndefined();
  });

  it.each<[string, () => Promise<void>]>([
    ['', async () => Promise.reject(new DOMException('denied', 'SecurityError'))],
    [
      ', also at once',
      () => {
        throw new DOMException('denied', 'SecurityError');
      },
    ],
  ])('[G7] a tab that is denied its lock is alone, and owns%s', async (_, request) => {
    vi.stubGlobal('navigator', { locks: { request } });
    const heard: string[] = [];
    const membership = createTabs(freshKey())?.join({
      owned: () => heard.push('owned'),
      following: () => heard.push('following'),
      lost: () => heard.push('lost'),
      received: () => heard.push('received'),
    });
    expect(heard).toEqual([]);
    await vi.waitUntil(() => heard.length > 0);
    membership?.leave();
    await settled();
    expect(heard).toEqual(['owned']);
  });
});

it('[G7] tabs that are denied their locks, and not the channel, hear nothing of each other: each would take the conversation from the other', async () => {
  vi.stubGlobal('navigator', { locks: { request: () => Promise.reject(new DOMException('denied', 'SecurityError')) } });
  const key = freshKey();
  const heard: unknown[] = [];
  const join = (name: string) =>
    createTabs(key)?.join({
      owned: () => heard.push(`${name} owns`),
      following: () => heard.push(`${name} follows`),
      lost: () => heard.push(`${name} lost`),
      received: message => heard.push(message),
    });
  const [first, second] = [join('first'), join('second')];
  await vi.waitUntil(() => heard.length >= 2);
  first?.post('owner');
  second?.post('owner');
  await settled();
  first?.leave();
  second?.leave();
  await settled();
  expect(heard).toEqual(['first owns', 'second owns']);
});

it('[G7] a tab that cannot speak to others goes on', async () => {
  const speak = vi.spyOn(BroadcastChannel.prototype, 'postMessage').mockImplementation(() => {
    throw new TypeError('not today');
  });
  const heard: string[] = [];
  const nothing = () => {};
  const tabs = createTabs(freshKey());
  const membership = tabs?.join({
    owned: () => heard.push('owned'),
    following: nothing,
    lost: nothing,
    received: nothing,
  });
  await vi.waitUntil(() => heard.length > 0);
  expect(() => membership?.post({ kind: 'state' })).not.toThrow();
  expect(() => membership?.leave()).not.toThrow();
  speak.mockRestore();
});

it('[G3] a tab that is robbed before it knew of its lock waits its turn', async () => {
  const requests: string[] = [];
  vi.stubGlobal('navigator', {
    locks: {
      request: (_: string, options: LockOptions) => {
        requests.push(Object.keys(options).join());
        return new Promise((_, reject) => {
          if (options.ifAvailable) reject(new DOMException('stolen', 'AbortError'));
        });
      },
    },
  });
  const heard: string[] = [];
  const owned = () => heard.push('owned');
  createTabs(freshKey())?.join({ owned, following: () => {}, lost: () => heard.push('lost'), received: () => {} });
  await settled();
  expect(requests).toEqual(['ifAvailable', 'signal']);
  expect(heard).toEqual([]);
});

it('[G4] a page that has left holds no lock and waits for none', async () => {
  const key = freshKey();
  const nobody = { owned: () => {}, following: () => {}, lost: () => {}, received: () => {} };
  const tabs = createTabs(key);
  const [owner, follower] = [tabs?.join(nobody), tabs?.join(nobody)];
  const state = async () => {
    const { held = [], pending = [] } = await locks.query();
    return [held, pending].map(each => each.filter(lock => lock.name === key).length);
  };
  await vi.waitUntil(async () => `${await state()}` === '1,1');
  follower?.steal();
  await settled();
  expect(await state()).toEqual([1, 1]);
  follower?.leave();
  owner?.leave();
  await settled();
  expect(await state()).toEqual([0, 0]);
});
