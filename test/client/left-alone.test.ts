/** Browsers in which tabs share less than usual: a storage for each of them, or locks that never answer. */

import { describe, expect, it } from 'vitest';
import { type Browser, createBrowser, type Tab } from './browser.ts';

describe('a storage for each tab', () => {
  /** Both have owned the conversation, and kept it. */
  async function bothKeep(): Promise<{ browser: Browser; first: Tab; second: Tab }> {
    const browser = createBrowser({ storage: 'perTab' });
    const first = browser.tab();
    first.chat.open();
    await browser.pass(1_000);
    const second = browser.tab();
    second.chat.open();
    second.chat.send('my secret');
    await browser.pass(1_000);
    first.signal('frozen');
    await browser.pass(1_000);
    second.chat.send('another');
    await browser.pass(1_000);
    expect(`${first.storage.peek().transcript}${second.storage.peek().transcript}`.match(/my secret/g)).toHaveLength(2);
    return { browser, first, second };
  }

  it.each(['first', 'second'] as const)('[M34] forgotten in the %s, nothing is left in either', async where => {
    const { browser, first, second } = await bothKeep();
    first.signal('resumed');
    await browser.pass(1_000);
    expect([first.role, second.role]).toEqual(['follower', 'owner']);
    (where === 'first' ? first : second).chat.forget();
    await browser.pass(1_000);
    expect([first.storage.peek(), second.storage.peek()]).toEqual([{}, {}]);
  });

  it('[M34] forgotten while the first slept, it is removed when that one is back', async () => {
    const { browser, first, second } = await bothKeep();
    second.chat.forget();
    await browser.pass(1_000);
    first.signal('resumed');
    await browser.pass(1_000);
    expect(first.texts()).toEqual([]);
    expect([first.storage.peek(), second.storage.peek()]).toEqual([{}, {}]);
  });

  it('[M34] forgotten while the first slept, it does not come back with it when the owner hangs and another tab was awake', async () => {
    const { browser, first, second } = await bothKeep();
    const third = browser.tab();
    third.chat.open();
    await browser.pass(1_000);
    second.chat.forget();
    await browser.pass(1_000);
    second.page.stop();
    first.signal('resumed');
    await browser.pass(5_000);
    expect(first.role).toBe('owner');
    expect([first.texts(), third.texts()]).toEqual([[], []]);
    expect([first.storage.peek(), third.storage.peek()]).toEqual([{}, {}]);
  });

  it('[M34] what begins right after it is kept, and by its owner alone', async () => {
    const { browser, first, second } = await bothKeep();
    first.signal('resumed');
    await browser.pass(1_000);
    second.chat.forget();
    second.chat.send('news');
    await browser.pass(2_000);
    expect(first.storage.peek()).toEqual({});
    expect(second.storage.peek().transcript).toContain('news');
    expect(second.storage.peek().transcript).not.toContain('secret');
  });
});

describe('locks that never answer', () => {
  it('[G32] after four seconds the tab goes on alone, and says so once', async () => {
    const browser = createBrowser({ tabs: 'silent' });
    const page = browser.tab();
    page.chat.send('hi');
    await browser.pass(3_900);
    expect(page.chat.connection.value.status).toBe('idle');
    await browser.pass(1_500);
    expect(page.texts()).toEqual(['hi']);
    expect(page.warnings).toEqual(['tabs_silent']);
    page.signal('frozen');
    await browser.pass(1_000);
    page.signal('resumed');
    await browser.pass(1_000);
    expect(page.chat.connection.value.status).toBe('online');
    page.close();
    await browser.pass(1_000);
    const next = browser.tab();
    await browser.pass(6_000);
    expect(next.texts()).toEqual(['hi']);
    expect(next.chat.connection.value.status).toBe('online');
  });

  it('[G32] a tab that is answered in time says nothing', async () => {
    const browser = createBrowser();
    const pages = [browser.tab(), browser.tab()];
    for (const page of pages) page.chat.open();
    await browser.pass(60_000);
    expect(pages.map(page => page.warnings)).toEqual([[], []]);
    expect(browser.platform.mostOpen).toBe(1);
  });

  it('[G32] a page that stood still looks for the answer first', async () => {
    const browser = createBrowser();
    const [first, second] = [browser.tab(), browser.tab()];
    first.chat.open();
    await browser.pass(1_000);
    second.chat.open();
    second.page.stop();
    await browser.pass(20_000);
    second.page.go({ late: true, timersFirst: true });
    await browser.pass(5_000);
    expect(second.warnings).toEqual([]);
    expect(second.role).toBe('follower');
    expect(browser.platform.mostOpen).toBe(1);
  });

  it('[G27] one that is disposed of meanwhile begins nothing', async () => {
    const browser = createBrowser({ tabs: 'silent' });
    const page = browser.tab();
    page.chat.send('hi');
    page.chat.dispose();
    await browser.pass(10_000);
    expect(browser.platform.tokenCalls).toEqual([]);
    expect(page.page.timers).toBe(0);
  });
});

describe('tabs that may not speak', () => {
  it('[G28] where other tabs may be spoken to no more since the page began, what is written is sent all the same', async () => {
    const browser = createBrowser({ tabs: 'denied' });
    const page = browser.tab();
    page.chat.send('hi');
    await browser.pass(1_500);
    expect(page.texts()).toEqual(['hi']);
    expect(page.warnings).toEqual(['tabs_silent']);
  });
});
