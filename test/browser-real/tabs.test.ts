import { afterEach, describe, expect, it, vi } from 'vitest';
import { createTabs } from '../../src/browser/tabs.ts';
import { type TabsSubject, tabsContract } from '../contracts/tabs.contract.ts';
import { load, openPage } from './page.ts';

/** Saved, because some tests remove it from the page. */
const { locks } = navigator;
let keys = 0;
const freshKey = () => `natter:https://broker.example#tabs-${++keys}`;

/** Resolves when all requests for locks and all messages before this call have been answered. */
async function settled(): Promise<void> {
  // The longest sequence has six steps: denied, queued, stolen, queued again, granted, released.
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

describe('tabs that cannot find each other', () => {
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
  ])('[G7] a tab that is denied its locks goes on as if it had them%s', async (_, request) => {
    vi.stubGlobal('navigator', { locks: { request } });
    const heard: string[] = [];
    const letGo = createTabs(freshKey())?.hold('one', {
      held: () => heard.push('held'),
      lost: () => heard.push('lost'),
    });
    expect(heard).toEqual([]);
    await vi.waitUntil(() => heard.length > 0);
    letGo?.();
    await settled();
    expect(heard).toEqual(['held']);
  });
});

it('[G7] a tab that cannot speak to others goes on', () => {
  const speak = vi.spyOn(BroadcastChannel.prototype, 'postMessage').mockImplementation(() => {
    throw new TypeError('not today');
  });
  const tabs = createTabs(freshKey());
  const end = tabs?.listen(() => {});
  expect(() => tabs?.post('looked')).not.toThrow();
  end?.();
  speak.mockRestore();
});

it('[G4] a page that has let go holds no lock and waits for none', async () => {
  const key = freshKey();
  const nobody = { held() {}, lost() {} };
  const tabs = createTabs(key);
  const [first, second] = [tabs?.hold('one', nobody), tabs?.hold('one', nobody)];
  const state = async () => {
    const { held = [], pending = [] } = await locks.query();
    return [held, pending].map(each => each.filter(({ name }) => name === `${key}:one`).length);
  };
  await vi.waitUntil(async () => `${await state()}` === '1,1');
  second?.();
  first?.();
  await settled();
  expect(await state()).toEqual([0, 0]);
});
