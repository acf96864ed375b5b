/** What counts as read: what is in view in one of the visitor's tabs, in the open panel or in a place where the chat stands. */

import { describe, expect, it } from 'vitest';
import { type Browser, createBrowser, type Tab } from './browser.ts';

/** Tabs with one conversation, the panel open in all of them; the first one owns it. */
async function tabs(count: number): Promise<{ browser: Browser; all: Tab[]; say(text: string): Promise<void> }> {
  const browser = createBrowser();
  const all: Tab[] = [];
  for (let i = 0; i < count; i++) {
    all.push(browser.tab());
    if (i === 0) all[0]?.chat.open();
    await browser.pass(1_000);
  }
  return {
    browser,
    all,
    async say(text) {
      browser.platform.say(text);
      await browser.pass();
    },
  };
}

const counts = (all: readonly Tab[]): number[] => all.map(({ chat }) => chat.unread.value);
const told = ({ heard }: Tab): string[] => heard.filter(each => each.startsWith('unread'));

describe('what comes while the panel is open', () => {
  it('[V6] is read only where the page is in view, and counts until then', async () => {
    const { browser, all, say } = await tabs(1);
    const [tab] = all as [Tab];
    await say('seen');
    tab.signal('hidden');
    await say('one');
    await say('two');
    expect(counts(all)).toEqual([2]);
    tab.signal('visible');
    await browser.pass();
    expect(counts(all)).toEqual([0]);
    expect(told(tab)).toEqual(['unread {"count":1}', 'unread {"count":2}', 'unread {"count":0}']);
  });

  it.each([0, 1])('[V6] is read for all by the tab in view, be it that which owns or not (%i)', async place => {
    const { browser, all, say } = await tabs(3);
    for (const [at, tab] of all.entries()) if (at !== place) tab.signal('hidden');
    await browser.pass();
    await say('seen');
    expect(all.map(told)).toEqual([[], [], []]);
    all[place]?.signal('hidden');
    await browser.pass();
    await say('not seen');
    expect(counts(all)).toEqual([1, 1, 1]);
    all[2]?.signal('visible');
    await browser.pass();
    expect(counts(all)).toEqual([0, 0, 0]);
  });

  it('[V6] opening it on a hidden page reads nothing yet', async () => {
    const { browser, all, say } = await tabs(1);
    const [tab] = all as [Tab];
    tab.chat.close();
    tab.signal('hidden');
    await say('one');
    tab.chat.open();
    await browser.pass();
    expect(counts(all)).toEqual([1]);
    tab.signal('visible');
    await browser.pass();
    expect(counts(all)).toEqual([0]);
  });

  it('[V6] is still unread after a reload, and read as soon as the page is seen', async () => {
    const { browser, all, say } = await tabs(1);
    const [tab] = all as [Tab];
    tab.signal('hidden');
    await say('one');
    tab.die();
    await browser.pass(1_000);
    const next = browser.tab();
    next.signal('hidden');
    await browser.pass(1_000);
    expect(next.chat.state.value).toMatchObject({ open: true, unread: 1 });
    next.signal('visible');
    await browser.pass();
    expect(next.chat.unread.value).toBe(0);
    expect(told(next)).toEqual(['unread {"count":1}', 'unread {"count":0}']);
  });

  it('[V6] without tabs and storage as well', async () => {
    const browser = createBrowser({ tabs: false, storage: false });
    const tab = browser.tab();
    tab.chat.open();
    await browser.pass(1_000);
    tab.signal('hidden');
    browser.platform.say('one');
    await browser.pass();
    expect(tab.chat.unread.value).toBe(1);
    tab.signal('visible');
    expect(tab.chat.unread.value).toBe(0);
  });
});

describe('what comes while the panel is closed', () => {
  it.each([0, 1])('[V5] is read where the chat stands open and in view, and nobody hears of it (%i)', async place => {
    const { browser, all, say } = await tabs(2);
    const standing = all[place] as Tab;
    standing.chat.inView?.(true);
    all[1 - place]?.chat.close();
    await browser.pass();
    await say('one');
    all[1 - place]?.signal('hidden');
    await browser.pass();
    await say('two');
    expect(all.map(told)).toEqual([[], []]);
  });

  it('[V5] counts again once that place is out of view, hidden, or gone, and is read when it is back', async () => {
    const { browser, all, say } = await tabs(2);
    const [other, standing] = all as [Tab, Tab];
    standing.chat.inView?.(true);
    other.chat.close();
    await browser.pass();
    for (const [gone, back] of [
      [() => standing.chat.inView?.(false), () => standing.chat.inView?.(true)],
      [() => standing.signal('hidden'), () => standing.signal('visible')],
      // Put away, as browsers say it before they say that it is hidden.
      [() => standing.signal('frozen'), () => standing.signal('resumed')],
    ] as const) {
      gone();
      await browser.pass();
      await say('not seen');
      expect(other.chat.unread.value).toBe(1);
      back();
      await browser.pass(3_000);
      expect(counts(all)).toEqual([0, 0]);
    }
    standing.chat.dispose();
    await browser.pass();
    await say('not seen');
    expect(other.chat.unread.value).toBe(1);
  });

  it('[V5] counts where the place out of view is the only one, whatever becomes of the panel', async () => {
    const { browser, all, say } = await tabs(1);
    const [tab] = all as [Tab];
    tab.chat.inView?.(false);
    await say('one');
    expect(counts(all)).toEqual([1]);
    tab.chat.inView?.(true);
    await browser.pass();
    expect(counts(all)).toEqual([0]);
  });

  it('[V5] is read by whoever is left when the tab that owns the conversation goes', async () => {
    const { browser, all, say } = await tabs(3);
    const [first, second, third] = all as [Tab, Tab, Tab];
    third.chat.inView?.(true);
    second.chat.close();
    await browser.pass();
    first.die();
    await browser.pass(3_000);
    await say('seen by the third');
    expect([second, third].map(told)).toEqual([[], []]);
    third.close();
    await browser.pass();
    await say('seen by nobody');
    expect(second.chat.unread.value).toBe(1);
  });

  it('[V5] a tab that died in view is believed no longer than until another one is shown or hidden', async () => {
    const { browser, all, say } = await tabs(2);
    const [other, standing] = all as [Tab, Tab];
    standing.chat.inView?.(true);
    other.chat.close();
    await browser.pass();
    standing.die();
    other.signal('hidden');
    await browser.pass();
    await say('not seen');
    expect(other.chat.unread.value).toBe(1);
  });
});

describe('a tab in view that died, while nobody shows or hides another one', () => {
  /** Between two heartbeats, and a moment more. */
  const BEAT_MS = 31_000;

  it.each(['dies', 'hangs'] as const)('[V7] it %s: it is believed no longer than two heartbeats', async how => {
    const { browser, all, say } = await tabs(3);
    const [owner, standing, third] = all as [Tab, Tab, Tab];
    standing.chat.inView?.(true);
    owner.chat.close();
    owner.signal('hidden');
    third.signal('hidden');
    await browser.pass();
    await say('seen');
    if (how === 'dies') standing.die();
    else standing.page.stop();
    await browser.pass(2 * BEAT_MS);
    await say('not seen');
    expect([owner, third].map(({ chat }) => chat.unread.value)).toEqual([1, 1]);
    if (how === 'dies') return;
    standing.page.go({ late: true, timersFirst: true });
    await browser.pass();
    expect(counts(all)).toEqual([0, 0, 0]);
  });

  it('[V7] nor is it where the panel is open, too', async () => {
    const { browser, all, say } = await tabs(3);
    const [owner, standing, third] = all as [Tab, Tab, Tab];
    standing.chat.inView?.(true);
    owner.signal('hidden');
    third.signal('hidden');
    await browser.pass();
    standing.die();
    await browser.pass(2 * BEAT_MS);
    await say('not seen');
    expect([owner, third].map(({ chat }) => chat.unread.value)).toEqual([1, 1]);
  });

  it.each([0, 1])('[V7] one that lives is believed all the time, be it that which owns or not (%i)', async place => {
    const { browser, all } = await tabs(2);
    all[place]?.chat.inView?.(true);
    all[1 - place]?.chat.close();
    all[1 - place]?.signal('hidden');
    await browser.pass();
    for (let ms = 0; ms < 5 * BEAT_MS; ms += 5) {
      if (ms % 50 === 0) browser.platform.say(`seen at ${ms}`);
      await browser.pass(5);
    }
    expect(all.map(told)).toEqual([[], []]);
  });
});

describe('before there is a conversation', () => {
  it('[V6] what a page sees is told to nobody, and begins nothing', async () => {
    const browser = createBrowser();
    const [first, second] = [browser.tab(), browser.tab()];
    first.chat.inView?.(true);
    second.signal('hidden');
    await browser.pass(1_000);
    expect([browser.said, browser.written, browser.platform.tokenCalls]).toEqual([[], [], []]);
    expect([first.trace, second.trace]).toEqual([[], []]);
  });
});
