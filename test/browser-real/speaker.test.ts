/** Who of several tabs calls for attention. The tabs are frames, whose visibility is made up: a test cannot hide a page. */

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createSpeaker, type Speaker } from '../../src/browser/speaker.ts';
import { load, openPage } from './page.ts';

/** Kept, because some tests take it away from the page. */
const { locks } = navigator;

interface Tab extends Speaker {
  show(): void;
  hide(): void;
  focus(): void;
  dispatch(target: 'window' | 'document', type: string): void;
  /** The browser does not say who has which lock, till the answer is called. */
  holdAnswers(): () => void;
  /** The page is gone without a word. */
  kill(): void;
}

let keys = 0;
let key: string;
let tabs: Record<string, Tab>;
let silenced: string[];

beforeEach(() => {
  key = `natter:https://broker.example#speaker-${++keys}`;
  tabs = {};
  silenced = [];
});

afterEach(() => {
  vi.unstubAllGlobals();
  for (const tab of Object.values(tabs)) tab.kill();
});

async function open(name: string, seen = true): Promise<Tab> {
  const page = openPage();
  const { window } = page;
  const module = (await load(page, '../../src/browser/speaker.ts')) as { createSpeaker: typeof createSpeaker };
  let hidden = !seen;
  Object.defineProperty(window.document, 'hidden', { get: () => hidden });
  Object.defineProperty(window.document, 'visibilityState', { get: () => (hidden ? 'hidden' : 'visible') });
  const dispatch: Tab['dispatch'] = (target, type) =>
    void (target === 'window' ? window : window.document).dispatchEvent(
      type.startsWith('page') ? new PageTransitionEvent(type, { persisted: true }) : new Event(type),
    );
  const turn = (to: boolean) => {
    hidden = to;
    dispatch('document', 'visibilitychange');
  };
  const tab: Tab = {
    ...module.createSpeaker(key, () => silenced.push(name)),
    show: () => turn(false),
    hide: () => turn(true),
    focus: () => dispatch('window', 'focus'),
    dispatch,
    holdAnswers() {
      const { locks } = window.navigator;
      const query = locks.query.bind(locks);
      let answer = () => {};
      const held = new Promise<void>(resolve => {
        answer = resolve;
      });
      locks.query = () => held.then(query);
      return () => answer();
    },
    kill: page.close,
  };
  tabs[name] = tab;
  return tab;
}

const speakers = (): string =>
  Object.entries(tabs)
    .filter(([, tab]) => tab.isSpeaker())
    .map(([name]) => name)
    .join();

/** How many locks of this conversation are held and waited for. */
async function asked(): Promise<number> {
  const { held = [], pending = [] } = await locks.query();
  return [...held, ...pending].filter(({ name }) => name?.startsWith(key)).length;
}

/** Everything asked of locks is answered: what they look like does not change any more. */
async function settled(): Promise<void> {
  for (let calm = 0, before = ''; calm < 6; ) {
    const now = JSON.stringify(await locks.query()) + speakers();
    calm = now === before ? calm + 1 : 0;
    before = now;
    await new Promise(resolve => setTimeout(resolve));
  }
}

async function expectSpeaker(name: string): Promise<void> {
  await vi.waitFor(() => expect(speakers()).toBe(name), { timeout: 20_000, interval: 5 });
  await settled();
  expect(speakers()).toBe(name);
}

describe('who calls for attention', () => {
  it('[G40] a tab that is alone does, seen or hidden', async () => {
    const a = await open('a');
    await expectSpeaker('a');
    a.hide();
    await expectSpeaker('a');
    a.show();
    await expectSpeaker('a');
  });

  it('[G40] of several in view it is the one that was turned to last', async () => {
    const a = await open('a');
    await expectSpeaker('a');
    const b = await open('b');
    await expectSpeaker('b');
    a.focus();
    await expectSpeaker('a');
    a.focus();
    await expectSpeaker('a');
    b.focus();
    await expectSpeaker('b');
  });

  it('[G40] of several hidden ones it is exactly one', async () => {
    const a = await open('a');
    const b = await open('b', false);
    const c = await open('c', false);
    await expectSpeaker('a');
    a.hide();
    await vi.waitUntil(() => speakers(), { interval: 5 });
    await settled();
    expect(speakers()).toMatch(/^[abc]$/);
    for (const tab of [b, a, c, b]) {
      tab.show();
      await settled();
      tab.hide();
      await vi.waitUntil(() => speakers(), { interval: 5 });
      await settled();
      expect(speakers()).toMatch(/^[abc]$/);
    }
  });

  it('[G41] no hidden tab while any is in view, though the one that spoke is hidden now', async () => {
    await open('a', false);
    const b = await open('b');
    const c = await open('c');
    await open('d', false);
    await expectSpeaker('c');
    c.hide();
    await expectSpeaker('b');
    c.show();
    await expectSpeaker('c');
    b.hide();
    await expectSpeaker('c');
    c.hide();
    await vi.waitUntil(() => speakers(), { interval: 5 });
    b.show();
    await expectSpeaker('b');
  });

  it('[G41] a hidden tab that spoke is told at once that another one does', async () => {
    await open('a', false);
    await open('b', false);
    await expectSpeaker('a');
    expect(silenced).toEqual([]);
    const c = await open('c');
    await expectSpeaker('c');
    expect(silenced).toEqual(['a']);
    c.leave();
    expect(silenced).toEqual(['a', 'c']);
    c.leave();
    expect(silenced).toEqual(['a', 'c']);
  });

  it('[G41] the visitor may go from tab to tab as fast as they like', async () => {
    const all = [await open('a'), await open('b', false), await open('c', false)];
    let shown = all[0];
    for (let at = 1; at < 20; at++) {
      shown?.hide();
      shown = all[(at * 2) % 3];
      shown?.show();
      if (at % 4 === 0) await settled();
    }
    await expectSpeaker('abc'.charAt((19 * 2) % 3));
  });

  it('[G42] when the speaker leaves or dies, another one speaks', async () => {
    await open('a', false);
    await open('b', false);
    const c = await open('c');
    await expectSpeaker('c');
    c.leave();
    // Either of those that are out of sight: which of them stood first in the line is nobody's concern.
    await vi.waitFor(() => expect(speakers()).toMatch(/^[ab]$/), { timeout: 20_000 });
    await settled();
    const [first, second] = speakers() === 'a' ? ['a', 'b'] : ['b', 'a'];
    expect(speakers()).toBe(first);
    tabs[first]?.kill();
    delete tabs[first];
    await expectSpeaker(second);
    tabs[second]?.leave();
    await settled();
    expect(speakers()).toBe('');
    expect(await asked()).toBe(0);
  });

  it('[G40] says when it is settled whether a tab speaks, however late the browser answers', async () => {
    const a = await open('a', false);
    const b = await open('b');
    await expectSpeaker('b');
    // In a tab that another one speaks for, it is settled at once.
    await a.settled();
    expect(a.isSpeaker()).toBe(false);
    const answer = a.holdAnswers();
    b.hide();
    let known = false;
    const told = a.settled().then(() => {
      known = true;
    });
    await settled();
    expect([known, speakers()]).toEqual([false, '']);
    answer();
    await told;
    expect(speakers()).toBe('a');
    await b.settled();
    expect(speakers()).toBe('a');
  });

  it('[G40] nothing is left to be settled in a tab that has left', async () => {
    const a = await open('a', false);
    const b = await open('b');
    await expectSpeaker('b');
    a.leave();
    await a.settled();
    expect(a.isSpeaker()).toBe(false);
    b.leave();
  });

  it('[G43] a page that is put away holds nothing, though it is hidden after that, and is back when it is woken', async () => {
    const ways = [
      ['window', 'pagehide', 'pageshow'],
      ['document', 'freeze', 'resume'],
    ] as const;
    for (const [target, away, back] of ways) {
      const a = await open('a');
      await expectSpeaker('a');
      a.dispatch(target, away);
      a.hide();
      a.focus();
      await settled();
      expect(speakers()).toBe('');
      expect(await asked()).toBe(0);
      a.dispatch(target, back);
      await expectSpeaker('a');
      a.show();
      await expectSpeaker('a');
      a.kill();
    }
  });

  it('[G43] nothing is heard of by a tab that has left', async () => {
    const a = await open('a');
    a.leave();
    for (const act of [a.hide, a.show, a.focus, a.leave]) act();
    await settled();
    expect(speakers()).toBe('');
    expect(await asked()).toBe(0);
  });

  it('[G44] two conversations do not know of each other', async () => {
    const a = await open('a');
    await expectSpeaker('a');
    key += '-other';
    await open('b');
    await expectSpeaker('a,b');
    a.hide();
    await expectSpeaker('a,b');
  });

  it('[G45] without locks, or where they are denied, every tab speaks for itself', async () => {
    vi.stubGlobal('navigator', {});
    const alone = createSpeaker(key);
    expect(alone.isSpeaker()).toBe(true);
    alone.leave();
    vi.stubGlobal('navigator', {
      locks: { request: async () => Promise.reject(new DOMException('denied', 'SecurityError')) },
    });
    const denied = createSpeaker(key);
    await vi.waitUntil(() => denied.isSpeaker(), { interval: 5 });
    denied.leave();
    expect(denied.isSpeaker()).toBe(false);
  });
});
