/** Browsers that report no network although there is one, as behind some VPNs and in some WebViews. */

import { describe, expect, it } from 'vitest';
import { createBrowser } from './fixtures/fake-browser.ts';

/** The longest pause between two attempts. */
const PAUSE_MS = 4 * 60_000;

describe('a browser that denies its network', () => {
  it('[R4] converses from the first opening on, a reload included', async () => {
    const browser = createBrowser();
    browser.denies = true;
    const first = browser.tab();
    first.chat.open();
    first.chat.send('hello');
    await browser.pass(1_000);
    expect(first.chat.connection.value.status).toBe('online');
    expect(first.texts()).toEqual(['hello']);
    first.close();
    const second = browser.tab();
    second.chat.send('again');
    await browser.pass(1_000);
    expect(second.chat.connection.value.status).toBe('online');
    expect(browser.platform.taken).toEqual(['hello', 'again']);
    expect(browser.platform.sessions).toHaveLength(1);
  });

  it('[R4] says so in the middle of a conversation, which goes on', async () => {
    const browser = createBrowser();
    const tab = browser.tab();
    tab.chat.open();
    await browser.pass(1_000);
    browser.denies = true;
    tab.signal('offline');
    tab.chat.send('still here');
    expect(tab.chat.connection.value.status).toBe('offline');
    await browser.pass(1_000);
    expect(tab.chat.connection.value.status).toBe('online');
    expect(browser.platform.taken).toEqual(['still here']);
  });

  it('[R4] never says that the network is back: after a pause, or with the next message, the conversation is', async () => {
    const browser = createBrowser();
    const tab = browser.tab();
    tab.chat.open();
    await browser.pass(1_000);
    const lose = async () => {
      browser.online = false;
      browser.denies = true;
      tab.signal('offline');
      browser.platform.cut(tab.page);
      await browser.pass(5_000);
      expect(tab.chat.connection.value.status).toBe('offline');
      browser.online = true;
    };
    await lose();
    await browser.pass(PAUSE_MS);
    expect(tab.chat.connection.value.status).toBe('online');
    await lose();
    tab.chat.send('anyone?');
    await browser.pass(1_000);
    expect(browser.platform.taken).toEqual(['anyone?']);
  });
});
