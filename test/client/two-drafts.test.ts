/** What is being written in a tab that goes, while something else is being written in another one: neither is lost. */

import { describe, expect, it } from 'vitest';
import { createBrowser, type Tab } from './browser.ts';
import { another, leftUnsent } from './left-unsent.ts';

const GOES = [
  ['leaves', (tab: Tab) => tab.close()],
  ['dies', (tab: Tab) => tab.die()],
  ['sleeps', (tab: Tab) => tab.signal('frozen')],
] as const;

const drafts = (...tabs: readonly Tab[]) => tabs.map(tab => tab.chat.state.value.draft);

/** The next page of this tab; the same one where it only slept. */
function comeBack(first: Tab, tab: (before: Tab) => Tab): Tab {
  if (first.page.gone) return tab(first);
  first.signal('resumed');
  return first;
}

describe('another tab has begun a conversation, and something is being written there', () => {
  it.each(GOES)('[G71] it %s: what was being written in it stands behind that, in both', async (_, go) => {
    const { browser, back } = await leftUnsent(go, 'half a sen');
    const second = await another(browser);
    second.chat.setDraft('another draft');
    await browser.pass();
    const next = back();
    await browser.pass(2_000);
    expect(drafts(second, next)).toEqual(['another draft\nhalf a sen', 'another draft\nhalf a sen']);
  });

  it('[G71] once, though its page goes before anybody has taken it, and comes back again', async () => {
    const { browser, back } = await leftUnsent(tab => tab.close(), 'half a sen');
    const second = await another(browser);
    second.chat.setDraft('another draft');
    await browser.pass();
    let next = back();
    await browser.pass(12);
    next.close();
    for (let i = 0; i < 2; i++) {
      await browser.pass(1_000);
      next = browser.tab(next);
      await browser.pass(2_000);
      expect(drafts(second, next)).toEqual(['another draft\nhalf a sen', 'another draft\nhalf a sen']);
      next.close();
    }
  });

  it.each(GOES)('[G71] it %s, and knew no conversation: what it has typed stands there as well', async (_, go) => {
    for (const [begins, expected] of [
      [(tab: Tab) => tab.chat.send('begun'), 'half a sen'],
      [(tab: Tab) => tab.chat.setDraft('another draft'), 'another draft\nhalf a sen'],
    ] as const) {
      const browser = createBrowser({ storage: 'perTab' });
      const first = browser.tab();
      first.chat.setDraft('half a sen');
      await browser.pass(1_000);
      go(first);
      await browser.pass();
      const second = browser.tab();
      begins(second);
      await browser.pass(2_000);
      const next = comeBack(first, browser.tab);
      await browser.pass(3_000);
      expect(drafts(second, next)).toEqual([expected, expected]);
    }
  });

  it.each(GOES)('[G71] it %s: words that the other tab has sent meanwhile do not come back', async (_, go) => {
    const browser = createBrowser({ storage: 'perTab' });
    const [first, second] = [browser.tab(), browser.tab()];
    first.chat.setDraft('where is my order');
    await browser.pass(1_000);
    second.chat.close();
    await browser.pass(1_000);
    expect(drafts(second)).toEqual(['where is my order']);
    go(first);
    await browser.pass(2_000);
    second.chat.send('where is my order');
    await browser.pass(2_000);
    const next = comeBack(first, browser.tab);
    await browser.pass(3_000);
    expect(drafts(second, next)).toEqual(['', '']);
  });

  it('[G71] where nothing is kept, a page that slept still has what was being written in it', async () => {
    for (const own of ['', 'another draft']) {
      const browser = createBrowser({ storage: false });
      const first = browser.tab();
      first.chat.send('sent');
      await browser.pass(1_000);
      first.chat.setDraft('half a sen');
      first.signal('frozen');
      await browser.pass();
      const second = await another(browser);
      second.chat.setDraft(own);
      await browser.pass();
      first.signal('resumed');
      await browser.pass(3_000);
      const both = own ? `${own}\nhalf a sen` : 'half a sen';
      expect(drafts(second, first)).toEqual([both, both]);
    }
  });

  it('[G71] nothing of it comes back that was forgotten meanwhile', async () => {
    for (const storage of ['perTab', false] as const) {
      const browser = createBrowser({ storage });
      const [first, second] = [browser.tab(), browser.tab()];
      second.chat.open();
      await browser.pass(1_000);
      first.chat.setDraft('half a secret');
      await browser.pass(1_000);
      first.signal('frozen');
      await browser.pass(1_000);
      second.chat.forget();
      await browser.pass(1_000);
      second.chat.send('new');
      second.chat.setDraft('h');
      await browser.pass(1_000);
      first.signal('resumed');
      await browser.pass(3_000);
      expect(drafts(second, first)).toEqual(['h', 'h']);
    }
  });
});

describe('somebody types in a tab that does not know yet what stands in the composer', () => {
  it.each([true, 'perTab', false] as const)(
    '[G74] of another tab: it stands behind that (storage %j)',
    async storage => {
      const browser = createBrowser({ storage });
      const first = browser.tab();
      first.chat.send('sent');
      await browser.pass(1_000);
      first.chat.setDraft('half a sen');
      await browser.pass(1_000);
      const second = browser.tab();
      for (const text of ['n', 'ne', 'new']) second.chat.setDraft(text);
      expect(drafts(second)).toEqual(['new']);
      await browser.pass(2_000);
      expect(drafts(first, second)).toEqual(['half a sen\nnew', 'half a sen\nnew']);
      second.chat.setDraft('new');
      await browser.pass();
      expect(drafts(first, second)).toEqual(['new', 'new']);
    },
  );

  it.each([true, 'perTab'] as const)(
    '[G74] of the page before, not even to the second time (storage %j)',
    async storage => {
      const browser = createBrowser({ storage });
      const first = browser.tab();
      first.chat.setDraft('half a sen');
      await browser.pass(1_000);
      first.close();
      await browser.pass(1_000);
      let next = browser.tab(first);
      next.chat.setDraft('new');
      await browser.pass(2_000);
      expect(drafts(next)).toEqual(['half a sen\nnew']);
      next.close();
      await browser.pass(1_000);
      next = browser.tab(next);
      await browser.pass(2_000);
      expect(drafts(next)).toEqual(['half a sen\nnew']);
    },
  );

  it('[G74] what is sent there goes alone, and leaves the rest', async () => {
    const browser = createBrowser();
    const first = browser.tab();
    first.chat.setDraft('half a sen');
    await browser.pass(1_000);
    const second = browser.tab();
    // As the composer does it.
    second.chat.setDraft('new');
    second.chat.send('new');
    second.chat.setDraft('');
    await browser.pass(2_000);
    expect(drafts(first, second)).toEqual(['half a sen', 'half a sen']);
    expect(browser.platform.taken).toEqual(['new']);
  });

  it('[G74] where all is to be forgotten, so is that', async () => {
    const browser = createBrowser();
    const first = browser.tab();
    first.chat.setDraft('half a secret');
    await browser.pass(1_000);
    const second = browser.tab();
    second.chat.forget();
    second.chat.setDraft('new');
    await browser.pass(2_000);
    expect(drafts(first, second)).toEqual(['new', 'new']);
  });

  it('[G71] [G74] nor what this tab has kept for itself: all three stand there', async () => {
    const { browser, back } = await leftUnsent(tab => tab.close(), 'half a sen');
    const second = await another(browser);
    second.chat.setDraft('another draft');
    await browser.pass();
    const next = back();
    next.chat.setDraft('new');
    await browser.pass(2_000);
    const all = 'another draft\nhalf a sen\nnew';
    expect(drafts(second, next)).toEqual([all, all]);
  });

  it('[G74] letters that nobody had taken before their page slept do not take the place of later ones', async () => {
    const browser = createBrowser();
    const [first, second] = [browser.tab(), browser.tab()];
    first.chat.open();
    await browser.pass(1_000);
    second.chat.open();
    await browser.pass(1_000);
    first.page.stop();
    second.chat.setDraft('half a sen');
    await browser.pass(10);
    second.signal('frozen');
    await browser.pass(20_000);
    first.page.go({ late: false, timersFirst: false });
    await browser.pass(1_000);
    first.chat.setDraft('another draft');
    await browser.pass(1_000);
    second.signal('resumed');
    await browser.pass(3_000);
    const [draft, other] = drafts(first, second);
    expect(other).toBe(draft);
    expect(draft).toContain('another draft');
  });
});

describe('a page that slept, and does not know yet whether anything has changed', () => {
  /** Two tabs that know of each other; the second sleeps, and is back. */
  async function slept(storage: true | 'perTab' | false) {
    const browser = createBrowser({ storage });
    const [first, second] = [browser.tab(), browser.tab()];
    first.chat.send('sent');
    await browser.pass(1_000);
    second.chat.open();
    first.chat.setDraft('half a sen');
    await browser.pass(1_000);
    second.signal('frozen');
    await browser.pass(20_000);
    second.signal('resumed');
    return { browser, first, second };
  }

  it.each([true, 'perTab', false] as const)(
    '[G75] letters that are erased there do not come back (storage %j)',
    async storage => {
      const { browser, first, second } = await slept(storage);
      for (const text of ['half a se', 'half a s']) second.chat.setDraft(text);
      await browser.pass(3_000);
      expect(drafts(first, second)).toEqual(['half a s', 'half a s']);
    },
  );

  it.each([true, 'perTab', false] as const)(
    '[G75] words that are finished and sent there do not come back (storage %j)',
    async storage => {
      const { browser, first, second } = await slept(storage);
      second.chat.setDraft('half a sentence');
      // As the composer does it.
      second.chat.send('half a sentence');
      second.chat.setDraft('');
      await browser.pass(3_000);
      expect(drafts(first, second)).toEqual(['', '']);
      expect(browser.platform.taken).toEqual(['sent', 'half a sentence']);
    },
  );

  it.each([true, 'perTab', false] as const)(
    '[G75] letters that went on in another tab stand there once (storage %j)',
    async storage => {
      const browser = createBrowser({ storage });
      const [first, second] = [browser.tab(), browser.tab()];
      first.chat.send('sent');
      await browser.pass(1_000);
      second.chat.open();
      await browser.pass(1_000);
      browser.lagMs = 50;
      second.chat.setDraft('half');
      await browser.pass(20);
      // Before it hears that they were taken.
      second.signal('frozen');
      await browser.pass(1_000);
      browser.lagMs = 0;
      expect(drafts(first)).toEqual(['half']);
      first.chat.setDraft('half a sen');
      await browser.pass(1_000);
      second.signal('resumed');
      await browser.pass(3_000);
      expect(drafts(first, second)).toEqual(['half a sen', 'half a sen']);
    },
  );
});
