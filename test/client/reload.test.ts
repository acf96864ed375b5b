/** One page after another: everything that a visitor finds again. */

import { describe, expect, it } from 'vitest';
import { type Browser, createBrowser, type Tab } from './fixtures/fake-browser.ts';
import { SECRET, TICKET } from './fixtures/fake-platform.ts';

const MINUTE = 60_000;

async function talking(): Promise<{ browser: Browser; page: Tab }> {
  const browser = createBrowser();
  const page = browser.tab();
  page.chat.open();
  await browser.pass(1_000);
  browser.platform.say('Hello!');
  page.chat.send('hi');
  await browser.pass(1_000);
  return { browser, page };
}

async function reload(browser: Browser, page: Tab, ms = 1_000): Promise<Tab> {
  page.close();
  await browser.pass(ms);
  const next = browser.tab();
  await browser.pass(1_000);
  return next;
}

describe('a reload', () => {
  it('[M22] finds the conversation again, with its token and session, and asks nobody to join twice', async () => {
    const { browser, page } = await talking();
    const next = await reload(browser, page);
    expect(next.texts()).toEqual(['Hello!', 'hi']);
    expect(next.chat.connection.value.status).toBe('online');
    expect(browser.platform.tokenCalls).toEqual([undefined, `${TICKET}-1`]);
    expect(browser.platform.sessions).toHaveLength(1);
    expect(browser.platform.joins).toBe(1);
    next.chat.send('still me');
    await browser.pass(1_000);
    expect(browser.platform.taken).toEqual(['hi', 'still me']);
  });

  it('[M22] again and again', async () => {
    const { browser, page } = await talking();
    let next = page;
    for (let i = 0; i < 5; i++) {
      next = await reload(browser, next);
      next.chat.send(`${i}`);
      await browser.pass(1_000);
    }
    expect(next.texts()).toEqual(['Hello!', 'hi', '0', '1', '2', '3', '4']);
    expect(browser.platform.sessions).toHaveLength(1);
    expect(browser.platform.mostOpen).toBe(1);
  });

  it('[M24] finds the draft, the panel and what is unread', async () => {
    const { browser, page } = await talking();
    page.chat.setDraft('half a sen');
    page.chat.close();
    browser.platform.say('one more thing');
    await browser.pass();
    const next = await reload(browser, page);
    expect(next.chat.state.value).toMatchObject({ draft: 'half a sen', open: false, unread: 1 });
    next.chat.open();
    const last = await reload(browser, next);
    expect(last.chat.state.value).toMatchObject({ open: true, unread: 0 });
  });

  it('[M41] tells the page that the panel is open, or what is unread, as it was left', async () => {
    const { browser, page } = await talking();
    page.chat.close();
    browser.platform.say('one more thing');
    await browser.pass();
    const next = await reload(browser, page);
    expect(next.heard.filter(each => /^(open|close|unread)/.test(each))).toEqual(['unread {"count":1}']);
    next.chat.open();
    const last = await reload(browser, next);
    expect(last.heard.filter(each => /^(open|close|unread)/.test(each))).toEqual(['open {}']);
  });

  it('[M24] finds a draft that was typed before anything began', async () => {
    const browser = createBrowser();
    const page = browser.tab();
    page.chat.setDraft('hm');
    await browser.pass(1_000);
    const next = await reload(browser, page);
    expect(next.chat.state.value.draft).toBe('hm');
    expect(browser.platform.tokenCalls).toEqual([]);
  });

  it('[M40] a record that nobody has touched for seven days is removed unread', async () => {
    const { browser, page } = await talking();
    const DAY = 24 * 60 * MINUTE;
    page.close();
    await browser.pass(7 * DAY - MINUTE);
    const late = browser.tab();
    await browser.pass(100);
    expect(late.texts()).toEqual(['Hello!', 'hi']);
    late.die();
    await browser.pass(2 * MINUTE);
    const later = browser.tab();
    await browser.pass(1_000);
    expect(later.texts()).toEqual([]);
    expect(later.warnings).toEqual([]);
    expect(browser.storage.peek()).toEqual({});
  });

  it('[M23] sends what was typed in the last moment, once', async () => {
    const { browser, page } = await talking();
    page.chat.send('just before');
    const next = await reload(browser, page, 50);
    await browser.pass(5_000);
    expect(browser.platform.taken).toEqual(['hi', 'just before']);
    expect(next.texts()).toEqual(['Hello!', 'hi', 'just before']);
  });

  it('[M20] a page that dies loses nothing that it has sent: it was written before', async () => {
    const { browser, page } = await talking();
    for (let ms = 0; ms <= 60; ms += 6) {
      const before = browser.platform.taken.length;
      const last = ms === 0 ? page : browser.tab();
      await browser.pass(1_000);
      last.chat.send(`after ${ms}`);
      await browser.pass(ms);
      last.die();
      await browser.pass(1_000);
      const next = browser.tab();
      await browser.pass(10_000);
      const kept = browser.platform.taken.slice(before);
      expect(kept.length, `${ms}`).toBeLessThanOrEqual(1);
      if (ms >= 12) expect(kept, `${ms}`).toEqual([`after ${ms}`]);
      expect(next.chat.outbox.value).toEqual([]);
      next.close();
      await browser.pass(1_000);
    }
  });

  it('[M22] after ten minutes finds the transcript, and a way on that takes the unsent along', async () => {
    const { browser, page } = await talking();
    browser.platform.cut(page.page);
    await browser.pass(12);
    page.chat.send('unsent');
    const next = await reload(browser, page, 11 * MINUTE);
    expect(next.chat.state.value.ended).toBe('expired');
    expect(next.texts()).toEqual(['Hello!', 'hi', '(unsent)']);
    expect(browser.platform.tokenCalls).toHaveLength(1);
    next.chat.startNew();
    await browser.pass(2_000);
    expect(next.texts()).toEqual(['Hello!', 'hi', 'unsent']);
    expect(browser.platform.taken).toEqual(['hi', 'unsent']);
    expect(browser.platform.sessions).toHaveLength(2);
  });

  it('[M22] a reload of an ended conversation makes no request', async () => {
    const { browser, page } = await talking();
    page.chat.end();
    await browser.pass(1_000);
    const next = await reload(browser, page);
    await browser.pass(MINUTE);
    expect(next.chat.state.value.ended).toBe('user-end');
    expect(next.texts()).toEqual(['Hello!', 'hi']);
    expect(browser.platform.tokenCalls).toHaveLength(1);
    expect([page, next].map(({ heard }) => heard.filter(each => each.startsWith('ended')).length)).toEqual([1, 0]);
  });

  it.each(['closed', 'died', 'slept'] as const)(
    '[N7] right after the end, which never reached the platform (%s): it is shown as ended, and told then',
    async how => {
      const { browser, page } = await talking();
      browser.platform.deaf = true;
      page.chat.end();
      await browser.pass(50);
      browser.platform.deaf = false;
      if (how === 'slept') page.signal('frozen');
      else if (how === 'closed') page.close();
      else page.die();
      await browser.pass(200);
      const next = how === 'slept' ? page : browser.tab();
      if (how === 'slept') page.signal('resumed');
      await browser.pass(15);
      expect(next.chat.connection.value).toMatchObject({ status: 'ended', phase: 'ended', code: null });
      expect(next.chat.state.value.ended).toBe('user-end');
      expect(browser.platform.sessions[0]?.log.at(-1)?.type).not.toBe('SESSION_END');
      await browser.pass(2_000);
      expect(browser.platform.sessions[0]?.log.at(-1)).toMatchObject({ type: 'SESSION_END' });
      expect(browser.platform.sessions).toHaveLength(1);
      expect(next.heard.filter(each => each.startsWith('ended'))).toHaveLength(1);
      next.chat.send('again');
      await browser.pass(2_000);
      expect(browser.platform.sessions).toHaveLength(2);
    },
  );

  it('[R22] eleven minutes into a conversation the ticket is good still', async () => {
    const { browser, page } = await talking();
    for (let i = 0; i < 11; i++) {
      await browser.pass(MINUTE);
      page.chat.send(`${i}`);
    }
    await browser.pass(1_000);
    const next = await reload(browser, page);
    expect(browser.platform.sessions).toHaveLength(1);
    expect(next.chat.connection.value.status).toBe('online');
  });

  it('[R22] a second conversation on the same page is found again, too', async () => {
    const { browser, page } = await talking();
    await browser.pass(9 * MINUTE);
    page.chat.startNew();
    for (let i = 0; i < 5; i++) {
      await browser.pass(MINUTE);
      page.chat.send(`${i}`);
    }
    await browser.pass(1_000);
    const sessions = browser.platform.sessions.length;
    const next = await reload(browser, page);
    expect(browser.platform.sessions).toHaveLength(sessions);
    expect(next.chat.connection.value.status).toBe('online');
  });

  it('[R24] with its access revoked meanwhile, it says so once, and shows what it has', async () => {
    const { browser, page } = await talking();
    browser.platform.refusal = { kind: 'rejected' };
    const next = await reload(browser, page);
    await browser.pass(5 * MINUTE);
    next.signal('visible');
    next.signal('online');
    await browser.pass(5 * MINUTE);
    expect(next.chat.connection.value).toMatchObject({ status: 'failed', code: 'token_refused' });
    expect(next.texts()).toEqual(['Hello!', 'hi']);
    expect(next.heard.filter(each => each.startsWith('error'))).toHaveLength(1);
    expect(browser.platform.tokenCalls).toHaveLength(2);
  });

  it('[S3] before the visitor does something, nothing is written, asked for or joined', async () => {
    const browser = createBrowser();
    const page = browser.tab();
    for (const signal of ['hidden', 'visible', 'offline', 'online', 'frozen', 'resumed', 'hidden'] as const) {
      page.signal(signal);
      await browser.pass();
    }
    page.close();
    expect([browser.written, browser.said, browser.platform.tokenCalls]).toEqual([[], [], []]);
    expect(page.role).toBe('away');
  });

  it('[X1] the stored record holds no access token', async () => {
    const { browser, page } = await talking();
    await reload(browser, page);
    expect(browser.written.length).toBeGreaterThan(3);
    expect(browser.written.filter(text => text.includes(SECRET))).toEqual([]);
    expect(browser.written.some(text => text.includes(TICKET))).toBe(true);
  });
});

describe('a stored record that cannot be used', () => {
  it('[M26] damaged: one warning, and the chat works on', async () => {
    const { browser, page } = await talking();
    page.close();
    await browser.pass(2_000);
    browser.storage.corrupt();
    const next = browser.tab();
    await browser.pass(1_000);
    expect(next.warnings).toEqual(['snapshot_discarded']);
    expect(next.texts()).toEqual([]);
    next.chat.send('hi again');
    await browser.pass(1_000);
    expect(next.texts()).toEqual(['hi again']);
    const last = await reload(browser, next);
    expect(last.texts()).toEqual(['hi again']);
    expect(last.warnings).toEqual([]);
  });

  it.each(['full', 'silent', 'unreadable'] as const)(
    '[M29] storage %s: one warning, and messages go all the same',
    async fault => {
      const browser = createBrowser();
      browser.storage.faults[fault] = true;
      const page = browser.tab();
      page.chat.send('one');
      page.chat.send('two');
      await browser.pass(15_000);
      expect(browser.platform.taken).toEqual(['one', 'two']);
      expect(page.warnings).toEqual(['storage_failed']);
      expect(page.chat.connection.value.status).toBe('online');
    },
  );

  it('[M29] the page goes on if the storage fails in the middle of a conversation', async () => {
    const { browser, page } = await talking();
    browser.storage.faults.full = true;
    page.chat.send('more');
    await browser.pass(3_000);
    expect(browser.platform.taken).toEqual(['hi', 'more']);
    browser.storage.faults.full = false;
    page.chat.send('and more');
    await browser.pass(3_000);
    const next = await reload(browser, page);
    expect(next.texts()).toEqual(['Hello!', 'hi', 'more', 'and more']);
    expect(page.warnings).toEqual(['storage_failed']);
  });
});

describe('a page that is rendered ahead of time', () => {
  it('asks nobody and reads nothing before it is shown, though it was told to open', async () => {
    const browser = createBrowser();
    const next = browser.tab(undefined, 'ahead');
    next.chat.open();
    next.chat.send('hi');
    await browser.pass(60_000);
    expect([browser.platform.tokenCalls, next.role, next.warnings]).toEqual([[], 'away', []]);
    next.show();
    await browser.pass(1_000);
    expect([browser.platform.taken, next.role]).toEqual([['hi'], 'awake']);
  });

  it('goes on with what the page before it said last', async () => {
    const { browser, page } = await talking();
    const next = browser.tab(page, 'ahead');
    await browser.pass(10_000);
    page.chat.send('last words');
    page.close();
    next.show();
    await browser.pass(10_000);
    expect(next.texts()).toEqual(['Hello!', 'hi', 'last words']);
    expect(browser.platform.taken).toEqual(['hi', 'last words']);
    expect([next.warnings, browser.platform.mostOpen]).toEqual([[], 1]);
  });

  it('knows nothing of what was forgotten meanwhile', async () => {
    const { browser, page } = await talking();
    const next = browser.tab(page, 'ahead');
    await browser.pass(10_000);
    page.chat.forget();
    await browser.pass(1_000);
    page.close();
    next.show();
    await browser.pass(1_000);
    expect([next.texts(), next.chat.state.value.open]).toEqual([[], false]);
  });

  it('a prerendered page does nothing any more if it is disposed of before it is shown', async () => {
    const browser = createBrowser();
    const next = browser.tab(undefined, 'ahead');
    next.chat.open();
    next.chat.dispose();
    next.show();
    await browser.pass(1_000);
    expect(browser.platform.tokenCalls).toEqual([]);
  });
});
