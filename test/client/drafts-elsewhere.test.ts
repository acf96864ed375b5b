/** A draft that is written in one tab and goes on in another one, while the first is away; and one whose write is cut. */

import { describe, expect, it } from 'vitest';
import { knows } from '../../src/client/tab.ts';
import { type BrowserOptions, createBrowser, type Tab } from './browser.ts';

const GOES = [
  ['leaves', (tab: Tab) => tab.close()],
  ['dies', (tab: Tab) => tab.die()],
  ['sleeps', (tab: Tab) => tab.signal('frozen')],
] as const;

const STORAGES = [true, 'perTab', false] as const;

const drafts = (...tabs: readonly Tab[]) => tabs.map(tab => tab.chat.state.value.draft);

/** As the composer does it. */
function say(tab: Tab, text: string): void {
  tab.chat.setDraft(text);
  tab.chat.send(text);
  tab.chat.setDraft('');
}

const GOES_ON: readonly (readonly [what: string, how: (tab: Tab) => void, left: string])[] = [
  ['finished and sent', tab => say(tab, 'where is my order now'), ''],
  ['erased', tab => tab.chat.setDraft(''), ''],
  ['changed in its middle', tab => tab.chat.setDraft('where was my order'), 'where was my order'],
];

const BEGINS: readonly (readonly [what: string, how: (tab: Tab) => void])[] = [
  ['nothing has begun', () => {}],
  ['a conversation has begun', tab => tab.chat.send('begun')],
];

/** Two tabs that know of each other, with what is being written in one of them. */
async function both(storage: BrowserOptions['storage'], begin: (tab: Tab) => void, writer = 0) {
  const browser = createBrowser({ storage: storage ?? true });
  const tabs = [browser.tab(), browser.tab()] as const;
  begin(tabs[0]);
  await browser.pass(1_000);
  tabs[1].chat.close();
  await browser.pass(1_000);
  tabs[writer]?.chat.setDraft('where is my order');
  await browser.pass(1_000);
  for (const tab of tabs) tab.chat.close();
  await browser.pass(1_000);
  return { browser, tabs };
}

const ways = STORAGES.flatMap(storage =>
  [0, 1].flatMap(writer => [0, 1].flatMap(goer => BEGINS.map(begins => ({ storage, writer, goer, begins })))),
);

describe.each(GOES_ON)('what was written in a tab that is away is %s in the other one', (_, goesOn, left) => {
  it.each(GOES)('[G76] it %s: its words do not come back', async (_, go) => {
    for (const { storage, writer, goer, begins } of ways) {
      const { browser, tabs } = await both(storage, begins[1], writer);
      const [first, second] = goer ? [tabs[1], tabs[0]] : tabs;
      go(first);
      await browser.pass(2_000);
      goesOn(second);
      await browser.pass(2_000);
      if (first.page.gone) browser.tab(first).chat.close();
      else first.signal('resumed');
      await browser.pass(5_000);
      expect(drafts(second), JSON.stringify({ storage, writer, goer, begins })).toEqual([left]);
    }
  });
});

it.each(STORAGES)(
  '[G76] nor where it was sent in a conversation that another has followed (storage %j)',
  async storage => {
    const { browser, tabs } = await both(storage, tab => tab.chat.send('begun'));
    const [first, second] = tabs;
    first.signal('frozen');
    await browser.pass(2_000);
    say(second, 'where is my order now');
    await browser.pass(2_000);
    second.chat.startNew();
    await browser.pass(2_000);
    first.signal('resumed');
    await browser.pass(5_000);
    expect(drafts(first, second)).toEqual(['', '']);
  },
);

it('[G76] what the other tab has slept through stands there, also where the conversation is the same', async () => {
  for (const storage of ['perTab', false] as const) {
    const { browser, tabs } = await both(storage, tab => tab.chat.send('begun'));
    const [first, second] = tabs;
    second.signal('frozen');
    await browser.pass(2_000);
    first.chat.setDraft('something else');
    await browser.pass(2_000);
    first.signal('frozen');
    await browser.pass(2_000);
    second.signal('resumed');
    await browser.pass(5_000);
    first.signal('resumed');
    await browser.pass(5_000);
    expect(drafts(first, second)).toEqual(['something else', 'something else']);
  }
});

describe('a write is cut when the page goes', () => {
  /** A page that is told that it goes, and is gone before anything is written. */
  function cut(tab: Tab): void {
    tab.signal('frozen');
    tab.die();
  }

  it.each([0, 250, 501])('[M45] a draft that was changed %i ms before stands there as it was changed', async ms => {
    for (const text of ['where was my order', 'where is', '']) {
      const { browser, tabs } = await both(true, tab => tab.chat.send('begun'));
      const [first, second] = tabs;
      second.close();
      first.chat.setDraft(text);
      await browser.pass(ms);
      cut(first);
      await browser.pass(1_000);
      const next = browser.tab(first);
      await browser.pass(2_000);
      expect(drafts(next)).toEqual([text]);
    }
  });

  it('[M45] a message is said, once', async () => {
    for (let ms = 0; ms <= 12; ms++) {
      const { browser, tabs } = await both(true, tab => tab.chat.send('begun'));
      const [first, second] = tabs;
      second.close();
      say(first, 'where is my order');
      await browser.pass(ms);
      cut(first);
      await browser.pass(1_000);
      const next = browser.tab(first);
      await browser.pass(20_000);
      expect(drafts(next), `after ${ms} ms`).toEqual(['']);
      expect(browser.platform.taken, `after ${ms} ms`).toEqual(['begun', 'where is my order']);
    }
  });

  it('[M45] [M30] nothing of it comes into a conversation that began after all was forgotten', async () => {
    const { browser, tabs } = await both(true, tab => tab.chat.send('begun'));
    const [first, second] = tabs;
    first.chat.setDraft('half a secret');
    first.chat.send('a secret');
    cut(first);
    await browser.pass(3_000);
    second.chat.forget();
    await browser.pass(1_000);
    second.close();
    const third = browser.tab(second);
    third.chat.send('new');
    await browser.pass(2_000);
    third.close();
    const next = browser.tab(first);
    await browser.pass(3_000);
    expect(next.texts()).toEqual(['new']);
    expect(drafts(next)).toEqual(['']);
  });
});

describe('what is known of a draft', () => {
  it('[G76] where so many pages have been written in that the first are forgotten, what was seen is still known', () => {
    const writers = (from: number, to: number) =>
      Object.fromEntries(Array.from({ length: to - from }, (_, place) => [1_700_000_000_000 + from + place, 1]));
    const slept = { edits: writers(0, 51) };
    // The next page keeps fifty of these, and has one of its own.
    const next = { edits: writers(1, 52) };
    expect([knows(next, slept.edits), knows(slept, next.edits)]).toEqual([true, false]);
    expect(knows({ edits: writers(1, 3) }, slept.edits)).toBe(false);
  });
});
