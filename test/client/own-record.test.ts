/** A storage for each tab, and a tab that comes back with something unsent to find another conversation in the place of its own. */

import { describe, expect, it } from 'vitest';
import { type Browser, createBrowser, type Tab } from './browser.ts';
import { another, goOffline, leftUnsent } from './left-unsent.ts';

const GOES = [
  ['leaves', (tab: Tab) => tab.close()],
  ['dies', (tab: Tab) => tab.die()],
  ['sleeps', (tab: Tab) => tab.signal('frozen')],
] as const;

describe('another tab has begun a conversation meanwhile', () => {
  it.each(GOES)('[G69] it %s: what it had not sent stands in that one as failed', async (_, go) => {
    const { browser, back } = await leftUnsent(go);
    const second = await another(browser);
    const next = back();
    await browser.pass(10_000);
    expect([next.role, second.role]).toEqual(['follower', 'owner']);
    for (const tab of [next, second]) {
      expect(tab.texts()).toEqual(['begun anew', '(unsent)']);
      expect(tab.chat.outbox.value.map(({ status }) => status)).toEqual(['failed']);
    }
    expect(browser.platform.taken).toEqual(['sent', 'begun anew']);
  });

  it.each(GOES)('[G69] it %s: Retry says it there, once, and Discard is the end of it', async (_, go) => {
    for (const choice of ['retry', 'discard'] as const) {
      const { browser, back } = await leftUnsent(go);
      const second = await another(browser);
      const next = back();
      await browser.pass(5_000);
      const [unsent] = next.chat.outbox.value;
      next.chat[choice](`${unsent?.id}`);
      await browser.pass(5_000);
      const said = choice === 'retry' ? ['begun anew', 'unsent'] : ['begun anew'];
      next.close();
      second.close();
      await browser.pass(2_000);
      const last = browser.tab(second);
      await browser.pass(2_000);
      const lastButOne = browser.tab(next);
      await browser.pass(10_000);
      expect([last.texts(), lastButOne.texts()]).toEqual([said, said]);
      expect(browser.platform.taken).toEqual(['sent', ...said]);
    }
  });

  it.each(GOES)('[G69] it %s: what it may have sent stands as failed, too, and is said only once', async (_, go) => {
    const browser = createBrowser({ storage: 'perTab' });
    const first = browser.tab();
    first.chat.open();
    await browser.pass(1_000);
    first.chat.send('in doubt');
    await browser.pass(18);
    expect(browser.platform.taken).toEqual(['in doubt']);
    expect(first.texts()).toEqual(['(in doubt)']);
    go(first);
    await browser.pass();
    await another(browser);
    if (!first.page.gone) first.signal('resumed');
    const next = first.page.gone ? browser.tab(first) : first;
    await browser.pass(20_000);
    expect(next.texts()).toEqual(['begun anew', '(in doubt)']);
    expect(next.chat.outbox.value.map(({ status }) => status)).toEqual(['failed']);
    expect(browser.platform.taken).toEqual(['in doubt', 'begun anew']);
  });

  it('[G69] what had failed stays failed, and with it what waited, though its own conversation is over', async () => {
    const { browser, first, back } = await leftUnsent(() => {});
    first.chat.end();
    await browser.pass(20_000);
    expect(first.chat.state.value.ended).toBe('user-end');
    first.close();
    await another(browser);
    const next = back();
    await browser.pass(10_000);
    expect(next.texts()).toEqual(['begun anew', '(unsent)']);
    expect(next.chat.outbox.value.map(({ status }) => status)).toEqual(['failed']);
  });

  it('[G69] it is the host page that hears of it as failed, and once', async () => {
    const { browser, back } = await leftUnsent(tab => tab.close());
    const second = await another(browser);
    const next = back();
    await browser.pass(10_000);
    for (const { heard } of [second, next]) {
      const told = heard.filter(each => each.startsWith('delivery') && each.includes('failed'));
      expect(told).toHaveLength(1);
      expect(heard.filter(each => each.startsWith('message') && each.includes('"unsent"'))).toHaveLength(1);
    }
  });

  it('[G69] nothing of it is asked for by later pages of the tab, which still go on by themselves', async () => {
    const { browser, back } = await leftUnsent(tab => tab.close());
    const second = await another(browser);
    const next = back();
    await browser.pass(2_000);
    expect(next.storage.peek().head).not.toContain('unsent');
    next.close();
    await browser.pass(1_000);
    second.chat.discard(`${second.chat.outbox.value[0]?.id}`);
    second.chat.startNew();
    await browser.pass(2_000);
    const later = browser.tab(next);
    await browser.pass(5_000);
    expect(later.role).toBe('follower');
    expect(later.texts()).toEqual([]);
  });

  it('[G69] its page goes again before anybody has taken it: the next one asks, and again for nothing to be sent', async () => {
    const { browser, back } = await leftUnsent(tab => tab.close());
    const second = await another(browser);
    const next = back();
    // The owner has told how things stand, and then hangs.
    for (let ms = 0; next.texts().length === 0 && ms < 100; ms++) await browser.pass(1);
    second.page.stop();
    await browser.pass(500);
    expect([next.role, next.texts()]).toEqual(['follower', ['begun anew']]);
    next.close();
    await browser.pass(1_000);
    second.page.go({ late: true, timersFirst: false });
    await browser.pass(1_000);
    const last = browser.tab(next);
    await browser.pass(10_000);
    expect(last.texts()).toEqual(['begun anew', '(unsent)']);
    expect(browser.platform.taken).toEqual(['sent', 'begun anew']);
  });

  it.each(GOES)('[G69] it %s: what was being written goes along', async (_, go) => {
    const { browser, back } = await leftUnsent(go, 'half a sen');
    const second = await another(browser);
    const next = back();
    await browser.pass(2_000);
    expect([second, next].map(tab => tab.chat.state.value.draft)).toEqual(['half a sen', 'half a sen']);
    expect(next.texts()).toEqual(['begun anew', '(unsent)']);
  });
});

describe('another tab merely came first', () => {
  /** It has been typed in, and nothing of it is left. */
  async function idle(browser: Browser): Promise<Tab> {
    const tab = browser.tab();
    tab.chat.setDraft('h');
    tab.chat.setDraft('');
    await browser.pass(2_000);
    expect([tab.role, tab.chat.connection.value.phase]).toEqual(['owner', 'idle']);
    return tab;
  }

  it.each(GOES)('[G70] it %s: its conversation goes on, in both, with what it had not sent', async (_, go) => {
    const { browser, back } = await leftUnsent(go);
    const second = await idle(browser);
    const next = back();
    await browser.pass(10_000);
    expect([next.role, second.role]).toEqual(['owner', 'follower']);
    for (const tab of [next, second]) expect(tab.texts()).toEqual(['sent', 'unsent']);
    expect(browser.platform.taken).toEqual(['sent', 'unsent']);
    expect(browser.platform.sessions).toHaveLength(1);
    expect(browser.platform.mostOpen).toBe(1);
  });

  it.each(GOES)('[G72] it %s: so it does where letters stand, which stay', async (_, go) => {
    const { browser, back } = await leftUnsent(go, 'half a sen');
    const second = await idle(browser);
    second.chat.setDraft('hm');
    await browser.pass();
    const next = back();
    await browser.pass(10_000);
    for (const tab of [next, second]) {
      expect([tab.texts(), tab.chat.state.value.draft]).toEqual([['sent', 'unsent'], 'half a sen\nhm']);
    }
    expect(browser.platform.taken).toEqual(['sent', 'unsent']);
    expect(browser.platform.sessions).toHaveLength(1);
  });

  it('[G72] so it does when it comes a second time, and what was left there of the first is no conversation', async () => {
    const { browser, back } = await leftUnsent(tab => tab.close());
    const second = await idle(browser);
    second.chat.setDraft('hm');
    await browser.pass();
    const next = back();
    await browser.pass(2_000);
    second.chat.setDraft('');
    await browser.pass();
    next.close();
    await browser.pass(2_000);
    const last = browser.tab(next);
    await browser.pass(10_000);
    for (const tab of [last, second]) expect(tab.texts()).toEqual(['sent', 'unsent']);
    expect(browser.platform.taken).toEqual(['sent', 'unsent']);
  });

  it('[G70] nor where another one has merely missed what became of the conversation, and keeps nothing itself', async () => {
    const browser = createBrowser({ storage: 'perTab' });
    const [first, second] = [browser.tab(), browser.tab()];
    first.chat.send('sent');
    await browser.pass(1_000);
    second.chat.open();
    await browser.pass(1_000);
    second.signal('frozen');
    goOffline(browser, first);
    await browser.pass();
    first.chat.send('unsent');
    await browser.pass(1_000);
    first.close();
    await browser.pass();
    browser.online = true;
    second.signal('resumed');
    await browser.pass(2_000);
    expect([second.role, second.texts()]).toEqual(['owner', []]);
    const next = browser.tab(first);
    await browser.pass(20_000);
    for (const tab of [next, second]) expect(tab.texts()).toEqual(['sent', 'unsent']);
    expect(browser.platform.taken).toEqual(['sent', 'unsent']);
  });

  it.each(['', 'hm'])(
    '[G70] [G72] it hung, and was robbed by one that has begun nothing: it goes on, and what stands there (%j) stays',
    async drafted => {
      const { browser, first } = await leftUnsent(() => {});
      first.page.stop();
      const second = browser.tab();
      second.chat.setDraft('h');
      second.chat.setDraft(drafted);
      await browser.pass(10_000);
      expect([second.role, second.chat.connection.value.phase]).toEqual(['owner', 'idle']);
      first.page.go({ late: true, timersFirst: true });
      first.signal('online');
      await browser.pass(60_000);
      for (const tab of [first, second]) {
        expect(tab.texts()).toEqual(['sent', 'unsent']);
        expect(tab.chat.state.value.draft).toBe(drafted);
      }
      expect(browser.platform.sessions).toHaveLength(1);
      expect(browser.platform.mostOpen).toBe(1);
    },
  );

  it('[G70] nor do two tabs rob each other that have both begun nothing', async () => {
    const browser = createBrowser({ storage: 'perTab' });
    const first = await idle(browser);
    first.page.stop();
    const second = browser.tab();
    second.chat.setDraft('h');
    second.chat.setDraft('');
    await browser.pass(5_000);
    first.page.go({ late: true, timersFirst: true });
    await browser.pass(60_000);
    expect([first.role, second.role]).toEqual(['follower', 'owner']);
    const changes = [first, second].flatMap(tab => tab.trace.filter(({ kind }) => kind === 'role'));
    expect(changes.length).toBeLessThan(10);
  });

  it('[G70] [M34] not where that one has forgotten all of it', async () => {
    const { browser, first, back } = await leftUnsent(tab => tab.close());
    const second = await idle(browser);
    second.chat.forget();
    await browser.pass(1_000);
    const next = back();
    await browser.pass(5_000);
    expect([next.role, next.texts(), next.chat.connection.value.phase]).toEqual(['follower', [], 'idle']);
    expect(first.storage.peek()).toEqual({});
  });
});

describe('the same conversation', () => {
  /** Both have kept it, the second one sleeps, and the first one owns it. */
  async function alone(): Promise<{ browser: Browser; first: Tab; second: Tab }> {
    const browser = createBrowser({ storage: 'perTab' });
    const second = browser.tab();
    second.chat.send('sent');
    await browser.pass(1_000);
    const first = browser.tab();
    first.chat.open();
    await browser.pass(1_000);
    second.signal('frozen');
    await browser.pass(1_000);
    expect([first.role, first.texts()]).toEqual(['owner', ['sent']]);
    return { browser, first, second };
  }

  /** Without a network it writes and goes; then the second one takes over. */
  async function behind(go: (tab: Tab) => void): Promise<{ browser: Browser; first: Tab; second: Tab }> {
    const { browser, first, second } = await alone();
    goOffline(browser, first);
    await browser.pass();
    first.chat.send('unsent');
    await browser.pass(1_000);
    go(first);
    await browser.pass();
    browser.online = true;
    second.signal('resumed');
    await browser.pass(5_000);
    expect([second.role, second.texts()]).toEqual(['owner', ['sent']]);
    return { browser, first, second };
  }

  it.each(GOES.slice(0, 2))('[G69] it %s: what it had not sent is sent there', async (_, go) => {
    const { browser, first, second } = await behind(go);
    const next = browser.tab(first);
    await browser.pass(20_000);
    for (const tab of [second, next]) expect(tab.texts()).toEqual(['sent', 'unsent']);
    expect(browser.platform.taken).toEqual(['sent', 'unsent']);
    expect(browser.platform.sessions).toHaveLength(1);
  });

  it('[G69] what it may have sent is looked up there, and not sent twice', async () => {
    const { browser, first, second } = await alone();
    first.chat.send('in doubt');
    await browser.pass(18);
    first.die();
    second.signal('resumed');
    await browser.pass(5_000);
    const next = browser.tab(first);
    await browser.pass(20_000);
    for (const tab of [second, next]) expect(tab.texts()).toEqual(['sent', 'in doubt']);
    expect(browser.platform.taken).toEqual(['sent', 'in doubt']);
  });

  it.each(GOES)(
    '[G69] it %s: what another tab has said for it is not failed, though a new one was begun since',
    async (_, go) => {
      const browser = createBrowser({ storage: 'perTab' });
      const first = browser.tab();
      first.chat.open();
      const second = browser.tab();
      second.chat.open();
      await browser.pass(1_000);
      goOffline(browser, first);
      second.signal('offline');
      await browser.pass();
      first.chat.send('unsent');
      await browser.pass(1_000);
      go(first);
      browser.online = true;
      second.signal('online');
      await browser.pass(10_000);
      expect(second.texts()).toEqual(['unsent']);
      second.chat.startNew();
      second.chat.send('new');
      await browser.pass(5_000);
      if (!first.page.gone) first.signal('resumed');
      const next = first.page.gone ? browser.tab(first) : first;
      await browser.pass(10_000);
      for (const tab of [second, next]) expect(tab.texts()).toEqual(['new']);
      expect(browser.platform.taken).toEqual(['unsent', 'new']);
    },
  );
});

describe('three tabs', () => {
  it('[G69] what was handed over goes on with whoever comes next', async () => {
    const { browser, back } = await leftUnsent(tab => tab.close());
    const second = await another(browser);
    const third = browser.tab();
    third.chat.open();
    await browser.pass(1_000);
    const next = back();
    await browser.pass(2_000);
    second.die();
    await browser.pass(5_000);
    expect(third.role).toBe('owner');
    for (const tab of [next, third]) expect(tab.texts()).toEqual(['begun anew', '(unsent)']);
  });

  it('[G69] the owner hangs: what the third one knows counts, and what was unsent is handed over to it', async () => {
    const { browser, back } = await leftUnsent(tab => tab.close());
    const second = await another(browser);
    const third = browser.tab();
    third.chat.open();
    await browser.pass(1_000);
    second.page.stop();
    const next = back();
    await browser.pass(10_000);
    expect([next.role, third.role]).toEqual(['owner', 'follower']);
    for (const tab of [next, third]) expect(tab.texts()).toEqual(['begun anew', '(unsent)']);
    expect(browser.platform.taken).toEqual(['sent', 'begun anew']);
  });
});

describe('forgotten meanwhile', () => {
  it.each(GOES)('[M34] it %s: nothing of it comes back where something has begun anew since', async (_, go) => {
    const { browser, first, back } = await leftUnsent(go, 'half a secret');
    const second = await another(browser);
    second.chat.forget();
    await browser.pass(1_000);
    second.chat.send('new');
    await browser.pass(2_000);
    const next = back();
    await browser.pass(5_000);
    for (const tab of [second, next]) expect([tab.texts(), tab.chat.state.value.draft]).toEqual([['new'], '']);
    expect(first.storage.peek()).toEqual({});
    second.close();
    next.close();
    await browser.pass(1_000);
    const last = browser.tab(next);
    await browser.pass(5_000);
    expect(JSON.stringify(last.chat.machine.value)).not.toMatch(/unsent|secret/);
  });

  it.each(GOES)('[M34] it %s: nor where it is to be forgotten before anything else', async (_, go) => {
    const { browser, back } = await leftUnsent(go, 'half a secret');
    const second = await another(browser);
    const next = back();
    next.chat.forget();
    await browser.pass(5_000);
    for (const tab of [second, next]) {
      expect([tab.texts(), tab.chat.state.value.draft]).toEqual([[], '']);
      expect(tab.storage.peek()).toEqual({});
      expect(tab.heard.join()).not.toContain('unsent","text":"unsent');
    }
    expect(browser.platform.taken).toEqual(['sent', 'begun anew']);
  });
});
