/** How often a page wakes up while nothing happens: a phone in a pocket pays for each time. */

import { describe, expect, it } from 'vitest';
import { type Browser, createBrowser, type Tab } from './fixtures/fake-browser.ts';

const HOUR_MS = 3_600_000;
/** The ticket is checked every few minutes, and each check wakes the page a few times. */
const FEW = 150;

/** Number of instants in the next hour at which a timer fires. */
async function wakeUps({ clock, pass }: Browser): Promise<number> {
  const until = clock.now() + HOUR_MS;
  let count = 0;
  for (let at = clock.nextAt(); at !== null && at <= until; at = clock.nextAt()) {
    await pass(at - clock.now());
    count += 1;
  }
  await pass(until - clock.now());
  return count;
}

async function open(): Promise<{ browser: Browser; tab: Tab }> {
  const browser = createBrowser();
  const tab = browser.tab();
  tab.chat.open();
  await browser.pass(2_000);
  return { browser, tab };
}

const status = (tab: Tab) => tab.chat.connection.value.status;

describe('a chat that waits for long', () => {
  it.each(['nothing to say', 'something to say'])('[G80] without a network, with %s', async what => {
    const { browser, tab } = await open();
    browser.online = false;
    tab.signal('offline');
    browser.platform.cut(tab.page);
    if (what === 'something to say') tab.chat.send('hi');
    // While the session can still be reached, its ticket must be renewed.
    await browser.pass(9 * 60_000);
    expect(status(tab)).toBe('offline');
    await browser.pass(2 * 60_000);
    expect(await wakeUps(browser)).toBeLessThan(FEW);
    expect(status(tab)).toBe('ended');
  });

  it.each(['nothing to say', 'something to say'])('[G80] opened without a network, with %s', async what => {
    const browser = createBrowser();
    browser.online = false;
    const tab = browser.tab();
    if (what === 'something to say') tab.chat.send('hi');
    else tab.chat.open();
    expect(await wakeUps(browser)).toBeLessThan(FEW);
    expect(status(tab)).toBe('offline');
    const asked = browser.platform.tokenCalls.length;
    // One every four minutes gives fifteen.
    expect(asked).toBeGreaterThan(10);
    expect(asked).toBeLessThan(25);
  });

  it.each(['nothing to say', 'something to say'])('[G80] for a visitor who tries again, with %s', async what => {
    const browser = createBrowser();
    const tab = browser.tab();
    browser.platform.refusal = { kind: 'rejected' };
    tab.chat.open();
    await browser.pass(1_000);
    if (what === 'something to say') tab.chat.send('hi');
    await browser.pass(11 * 60_000);
    expect(status(tab)).toBe('failed');
    expect(await wakeUps(browser)).toBeLessThan(FEW);
  });

  it('[G80] for the end of a pause that the broker has asked for', async () => {
    const browser = createBrowser();
    const tab = browser.tab();
    browser.platform.refusal = { kind: 'rate_limited', retryAfterMs: 2 * HOUR_MS };
    tab.chat.open();
    tab.chat.send('hi');
    await browser.pass(11 * 60_000);
    expect(status(tab)).toBe('reconnecting');
    expect(await wakeUps(browser)).toBeLessThan(FEW);
  });
});
