/** Forgetting everything, from any tab and with any other asleep meanwhile; and a browser whose stored records are damaged. */

import { describe, expect, it } from 'vitest';
import { type Browser, createBrowser, type Tab } from '../fixtures/fake-browser.ts';
import { TICKET } from '../fixtures/fake-platform.ts';

/** Two tabs in a conversation with much to forget. */
async function talking(): Promise<{ browser: Browser; first: Tab; second: Tab }> {
  const browser = createBrowser();
  const first = browser.tab();
  first.chat.open();
  await browser.pass(1_000);
  const second = browser.tab();
  await browser.pass();
  first.chat.send('my secret');
  browser.platform.say('your secret');
  await browser.pass(1_000);
  second.chat.setDraft('half a secret');
  await browser.pass(1_000);
  return { browser, first, second };
}

function expectNothing(browser: Browser, ...tabs: Tab[]): void {
  expect(browser.storage.peek()).toEqual({});
  for (const tab of tabs) {
    expect(tab.chat.state.value).toMatchObject({
      messages: [],
      outbox: [],
      draft: '',
      unread: 0,
      open: false,
      ended: null,
    });
    expect(tab.chat.connection.value.status).toBe('idle');
    expect(JSON.stringify(tab.chat.machine.value)).not.toContain('secret');
  }
}

/** Opens a tab, which sends a message, and then sleeps for a second. */
async function awakened(browser: Browser): Promise<Tab> {
  const tab = browser.tab();
  tab.chat.send('hi');
  await browser.pass(1_000);
  tab.signal('frozen');
  await browser.pass(1_000);
  tab.signal('resumed');
  await browser.pass(5_000);
  return tab;
}

describe('forgetting', () => {
  it.each(['the owner', 'a follower'] as const)(
    '[M30] [R28] wished in %s: nothing is left in any tab, the ticket is revoked once, and nothing begins',
    async where => {
      const { browser, first, second } = await talking();
      const calls = browser.platform.tokenCalls.length;
      (where === 'the owner' ? first : second).chat.forget();
      await browser.pass(60_000);
      expectNothing(browser, first, second);
      expect(browser.platform.revoked).toHaveLength(1);
      expect(browser.platform.open).toBe(0);
      expect(browser.platform.tokenCalls).toHaveLength(calls);
      expect(browser.platform.sessions[0]?.log.at(-1)).toMatchObject({ type: 'SESSION_END' });
    },
  );

  it('[M30] a conversation that begins after forgetting has a new token and a new session', async () => {
    const { browser, first, second } = await talking();
    second.chat.forget();
    await browser.pass(1_000);
    first.chat.open();
    await browser.pass(2_000);
    expect(browser.platform.tokenCalls.filter(each => each === undefined)).toHaveLength(2);
    expect(browser.platform.sessions).toHaveLength(2);
    expect(second.texts()).toEqual([]);
    expect(browser.storage.peek().head).not.toContain(`${TICKET}-1"`);
  });

  it('[M30] a follower that takes over after it has no ticket of before', async () => {
    const { browser, first, second } = await talking();
    first.chat.forget();
    await browser.pass(1_000);
    first.close();
    await browser.pass(1_000);
    expect(second.role).toBe('awake');
    expectNothing(browser, second);
    second.chat.open();
    await browser.pass(1_000);
    expect(browser.platform.tokenCalls.filter(each => each === undefined)).toHaveLength(2);
  });

  it('[M30] [R28] wished by a page that has just been loaded, the ticket is revoked, and nothing is restored before', async () => {
    const { browser, first, second } = await talking();
    first.close();
    second.close();
    await browser.pass(2_000);
    const calls = browser.platform.tokenCalls.length;
    const late = browser.tab();
    late.chat.forget();
    await browser.pass(5_000);
    expectNothing(browser, late);
    expect(browser.platform.tokenCalls).toHaveLength(calls);
    expect(browser.platform.revoked).toHaveLength(1);
  });

  it('[M30] wished by a page that slept, nothing of its own comes back before', async () => {
    const { browser, first, second } = await talking();
    second.close();
    first.signal('frozen');
    await browser.pass(1_000);
    const calls = browser.platform.tokenCalls.length;
    first.chat.forget();
    await browser.pass(5_000);
    expectNothing(browser, first);
    expect(browser.platform.tokenCalls).toHaveLength(calls);
  });

  it.each([0, 1])('[M30] a page that slept meanwhile forgets, too, when it is back (asleep: %i)', async which => {
    const { browser, first, second } = await talking();
    const tabs = [first, second];
    const sleeper = tabs[which] ?? first;
    const other = tabs[1 - which] ?? second;
    sleeper.signal('frozen');
    await browser.pass(1_000);
    other.chat.forget();
    await browser.pass(1_000);
    other.close();
    await browser.pass(1_000);
    const calls = browser.platform.tokenCalls.length;
    sleeper.signal('resumed');
    await browser.pass(5_000);
    expectNothing(browser, sleeper);
    expect(browser.platform.tokenCalls).toHaveLength(calls);
  });

  it('[M30] a frozen tab learns of forgetting when it wakes up, even if the other tab is still there', async () => {
    const { browser, first, second } = await talking();
    first.signal('frozen');
    await browser.pass(1_000);
    second.chat.forget();
    await browser.pass(1_000);
    first.signal('resumed');
    await browser.pass(5_000);
    expectNothing(browser, first, second);
  });

  it('[M30] a message that a page sends again after its sleep, at the moment in which it is forgotten, is not sent twice', async () => {
    for (let laterMs = 0; laterMs <= 20; laterMs++) {
      const { browser, first, second } = await talking();
      second.chat.send('once');
      await browser.pass(1);
      second.signal('frozen');
      await browser.pass(1_000);
      second.signal('resumed');
      await browser.pass(laterMs);
      first.chat.forget();
      await browser.pass(10_000);
      expect(
        browser.platform.taken.filter(text => text === 'once'),
        `${laterMs} ms later`,
      ).toHaveLength(1);
      expectNothing(browser, first, second);
      second.chat.send('new');
      await browser.pass(1_000);
      expect([first.role, first.texts(), second.texts()]).toEqual(['awake', ['new'], ['new']]);
    }
  });

  it('[M30] a new conversation in another tab counts, not the memory of a page that slept', async () => {
    const { browser, first, second } = await talking();
    first.signal('frozen');
    await browser.pass(1_000);
    second.chat.forget();
    await browser.pass(1_000);
    second.close();
    await browser.pass(1_000);
    const third = browser.tab();
    third.chat.send('new');
    await browser.pass(2_000);
    third.close();
    await browser.pass(1_000);
    first.signal('resumed');
    await browser.pass(5_000);
    expect(first.texts()).toEqual(['new']);
    expect(JSON.stringify(first.chat.machine.value)).not.toContain('secret');
  });

  it('[M30] without a storage a page that slept keeps what it has', async () => {
    const tab = await awakened(createBrowser({ storage: false }));
    expect(tab.texts()).toEqual(['hi']);
  });

  it('[M30] a storage that has failed does not make a tab forget', async () => {
    for (const fault of ['full', 'unreadable'] as const) {
      const browser = createBrowser();
      browser.storage.faults[fault] = true;
      const tab = await awakened(browser);
      expect(tab.texts(), fault).toEqual(['hi']);
    }
  });
});
