/** Things that happen at the same time in several tabs, or in the middle of something. */

import { describe, expect, it } from 'vitest';
import { type Browser, createBrowser, type Tab } from './browser.ts';

async function tabs(count: number): Promise<{ browser: Browser; all: Tab[]; first: Tab; second: Tab; third: Tab }> {
  const browser = createBrowser();
  const first = browser.tab();
  first.chat.open();
  await browser.pass(1_000);
  const all = [first];
  for (let i = 1; i < count; i++) {
    all.push(browser.tab());
    await browser.pass();
  }
  const [, second = first, third = second] = all;
  return { browser, all, first, second, third };
}

const owners = (all: readonly Tab[]) => all.filter(tab => tab.role === 'owner').length;

describe('at the same time', () => {
  it('[G20] pages that a browser opens together after its start share what was kept', async () => {
    const { browser, first } = await tabs(1);
    first.chat.send('hi');
    await browser.pass(1_000);
    first.close();
    await browser.pass(2_000);
    const again = [browser.tab(), browser.tab(), browser.tab()];
    await browser.pass(2_000);
    expect(owners(again)).toBe(1);
    for (const tab of again) expect(tab.texts()).toEqual(['hi']);
    expect(browser.platform.tokenCalls).toHaveLength(2);
    expect(browser.platform.mostOpen).toBe(1);
  });

  it('[G20] chats that are opened together begin one conversation', async () => {
    const browser = createBrowser();
    const all = [browser.tab(), browser.tab(), browser.tab()];
    for (const [i, tab] of all.entries()) tab.chat.send(`${i}`);
    await browser.pass(3_000);
    expect(owners(all)).toBe(1);
    expect(browser.platform.sessions).toHaveLength(1);
    expect([...browser.platform.taken].sort()).toEqual(['0', '1', '2']);
    for (const tab of all) expect(tab.texts()).toEqual(browser.platform.taken);
  });

  it('[G30] two tabs that lose patience together: one of them owns in the end, and both wishes are done, once', async () => {
    const { browser, all, first, second, third } = await tabs(3);
    first.page.stop();
    second.chat.send('one');
    third.chat.send('two');
    await browser.pass(20_000);
    expect(owners(all.slice(1))).toBe(1);
    expect([...browser.platform.taken].sort()).toEqual(['one', 'two']);
    expect(second.texts()).toEqual(third.texts());
    first.page.go({ late: true, timersFirst: false });
    await browser.pass(20_000);
    expect(owners(all)).toBe(1);
    expect(first.texts()).toEqual(second.texts());
    expect(browser.platform.open).toBe(1);
  });

  it('[G29] all pages but one are closed together', async () => {
    const { browser, all } = await tabs(4);
    const [last, ...others] = [...all].reverse();
    for (const tab of others) tab.close();
    last?.chat.send('alone');
    await browser.pass(10_000);
    expect(last?.role).toBe('owner');
    expect(browser.platform.taken).toEqual(['alone']);
  });

  it('[G31] all pages sleep, and wake together', async () => {
    const { browser, all, first } = await tabs(3);
    first.chat.send('before');
    await browser.pass(1_000);
    for (const tab of all) tab.signal('frozen');
    await browser.pass(5_000);
    expect(browser.platform.open).toBe(0);
    for (const tab of all) tab.signal('resumed');
    await browser.pass(5_000);
    expect(owners(all)).toBe(1);
    for (const tab of all) {
      expect(tab.texts()).toEqual(['before']);
      expect(tab.chat.connection.value.status).toBe('online');
    }
    expect(browser.platform.mostOpen).toBe(1);
    expect(browser.platform.sessions).toHaveLength(1);
  });

  it('[G21] the same nudge in all tabs is one attempt', async () => {
    const { browser, all, first } = await tabs(3);
    browser.online = false;
    for (const tab of all) tab.signal('offline');
    browser.platform.cut(first.page);
    await browser.pass(5_000);
    expect(browser.platform.open).toBe(0);
    browser.online = true;
    for (const tab of all) tab.signal('online');
    await browser.pass(1_000);
    expect(browser.platform.open).toBe(1);
    expect(browser.platform.mostOpen).toBe(1);
    for (const tab of all) expect(tab.chat.connection.value.status).toBe('online');
  });
});

describe('in the middle of something', () => {
  it('[G31] put to sleep while it reads what was kept: its wish waits, and is done once', async () => {
    const browser = createBrowser();
    const page = browser.tab();
    page.chat.send('hi');
    await browser.pass(7);
    page.signal('frozen');
    await browser.pass(5_000);
    expect(browser.platform.tokenCalls).toEqual([]);
    page.signal('resumed');
    await browser.pass(5_000);
    expect(browser.platform.taken).toEqual(['hi']);
  });

  it.each([0, 4, 8, 12, 25, 45, 70])('[G27] disposed of %i ms after it was opened: nothing goes on', async ms => {
    const browser = createBrowser();
    const page = browser.tab();
    page.chat.open();
    await browser.pass(ms);
    page.chat.dispose();
    const calls = browser.platform.tokenCalls.length;
    await browser.pass(5_000);
    expect(browser.platform.tokenCalls).toHaveLength(calls);
    expect(browser.platform.open).toBe(0);
    expect(page.page.timers).toBe(0);
    // And nothing keeps the next one from it.
    const next = browser.tab();
    next.chat.open();
    await browser.pass(4_000);
    expect(next.role).toBe('owner');
    expect(next.chat.connection.value.status).toBe('online');
  });

  it.each([0, 4, 8, 12, 25, 45, 70])(
    '[G31] asleep %i ms after it was opened, and awake again: it goes on',
    async ms => {
      const browser = createBrowser();
      const page = browser.tab();
      page.chat.open();
      await browser.pass(ms);
      page.signal('frozen');
      await browser.pass(100);
      page.signal('resumed');
      await browser.pass(3_000);
      expect(page.chat.connection.value.status).toBe('online');
      expect(page.chat.state.value.open).toBe(true);
      expect(browser.platform.open).toBe(1);
      expect(browser.platform.joins).toBe(1);
    },
  );

  it('[G31] a page that falls asleep and wakes very often loses nothing and doubles nothing', async () => {
    const { browser, first, second } = await tabs(2);
    for (let i = 0; i < 40; i++) {
      const tab = i % 3 === 0 ? second : first;
      tab.chat.send(`${i}`);
      await browser.pass((i * 7) % 50);
      tab.signal('frozen');
      await browser.pass((i * 11) % 30);
      tab.signal('resumed');
      await browser.pass((i * 13) % 40);
    }
    await browser.pass(60_000);
    const all = Array.from({ length: 40 }, (_, i) => `${i}`);
    expect([...browser.platform.taken].sort()).toEqual(all.sort());
    expect(first.texts()).toEqual(browser.platform.taken);
    expect(second.texts()).toEqual(browser.platform.taken);
    expect(browser.platform.sessions).toHaveLength(1);
  });

  it('[G29] the owner dies at any moment of a message that a follower sends: it is taken once', async () => {
    for (let ms = 0; ms <= 60; ms += 3) {
      const { browser, first, second } = await tabs(2);
      second.chat.send('hi');
      await browser.pass(ms);
      first.die();
      await browser.pass(10_000);
      expect(browser.platform.taken, `${ms} ms`).toEqual(['hi']);
      expect(second.texts(), `${ms} ms`).toEqual(['hi']);
    }
  });

  it('[G29] the owner dies at any moment of its own message: it is taken once, or nobody has ever heard of it', async () => {
    for (let ms = 0; ms <= 60; ms += 3) {
      const { browser, first, second } = await tabs(2);
      first.chat.send('hi');
      await browser.pass(ms);
      first.die();
      await browser.pass(10_000);
      expect(browser.platform.taken.length, `${ms} ms`).toBeLessThanOrEqual(1);
      if (ms > 3) expect(browser.platform.taken, `${ms} ms`).toEqual(['hi']);
      expect(second.texts(), `${ms} ms`).toEqual(browser.platform.taken);
    }
  });

  it('[M31] hidden is the last moment of some pages: what they have is written then', async () => {
    const { browser, first } = await tabs(1);
    browser.platform.say('last words');
    await browser.pass(50);
    first.signal('hidden');
    await browser.pass(6);
    first.die();
    expect(browser.storage.peek().transcript).toContain('last words');
  });
});

describe('growth', () => {
  it('[G27] an afternoon with nothing but nudges leaves no wish, timer or message behind', async () => {
    const { browser, first, second } = await tabs(2);
    const before = [first.page.timers, second.page.timers];
    for (let i = 0; i < 300; i++) {
      second.signal(i % 2 ? 'visible' : 'hidden');
      first.signal(i % 2 ? 'hidden' : 'visible');
      await browser.pass(1_000);
    }
    expect(second.page.timers).toBeLessThanOrEqual((before[1] ?? 0) + 1);
    expect(first.page.timers).toBeLessThanOrEqual((before[0] ?? 0) + 1);
    const said = browser.said.length;
    await browser.pass(20_000);
    expect(browser.said.length - said).toBeLessThan(10);
    expect(second.role).toBe('follower');
  });
});
