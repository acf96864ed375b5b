/** Interactions of what several tabs see, keep for themselves and hand over. */

import { describe, expect, it } from 'vitest';
import { FORM } from '../../src/client/tab.ts';
import { createBrowser } from './browser.ts';
import { another, goOffline, leftUnsent } from './left-unsent.ts';

describe('what tabs see, keep and hand over', () => {
  it('[G30] a tab that expects nothing robs nobody because another one is about to join', async () => {
    const browser = createBrowser();
    const first = browser.tab();
    first.chat.open();
    await browser.pass(1_000);
    const second = browser.tab();
    await browser.pass(1_000);
    expect(second.role).toBe('follower');
    const last = JSON.parse(browser.said.at(-1) ?? '');
    second.foreign({ say: 'soon', form: FORM, reign: last.reign, at: browser.clock.now() });
    await browser.pass(10_000);
    expect([first.role, second.role]).toEqual(['owner', 'follower']);
  });

  it('[V6] one that tells what it sees, while another tab is about to join, does not rob the owner for it', async () => {
    const browser = createBrowser();
    const [first, second] = [browser.tab(), browser.tab()];
    first.chat.open();
    await browser.pass(1_000);
    second.chat.open();
    await browser.pass(1_000);
    const third = browser.tab();
    third.chat.open();
    // The browser takes its time to say who owns the conversation.
    browser.lagMs = 50;
    await browser.pass(4);
    browser.lagMs = 3;
    second.signal('hidden');
    await browser.pass(10_000);
    expect([first, second, third].map(tab => tab.role)).toEqual(['owner', 'follower', 'follower']);
    expect(second.trace.filter(each => each.kind === 'role')).toHaveLength(2);
  });

  it('[M26] a damaged record of the tab itself costs no conversation that the page remembers', async () => {
    const browser = createBrowser({ storage: 'perTab' });
    const first = browser.tab();
    first.chat.send('sent');
    await browser.pass(2_000);
    first.signal('frozen');
    await browser.pass(1_000);
    first.storage.corrupt();
    first.signal('resumed');
    await browser.pass(5_000);
    expect(first.texts()).toEqual(['sent']);
  });

  it('[G70] a draft of less than half a second outlives a robbery by a tab that has begun nothing', async () => {
    const browser = createBrowser({ storage: 'perTab' });
    const first = browser.tab();
    first.chat.setDraft('h');
    first.chat.setDraft('');
    await browser.pass(2_000);
    first.chat.setDraft('half a sen');
    first.page.stop();
    const second = browser.tab();
    second.chat.setDraft('h');
    second.chat.setDraft('');
    await browser.pass(5_000);
    expect(second.role).toBe('owner');
    first.page.go({ late: true, timersFirst: true });
    await browser.pass(60_000);
    expect([first, second].map(tab => tab.chat.state.value.draft)).toEqual(['half a sen', 'half a sen']);
  });

  it('[G69] what has failed is kept by who comes next, though nothing has begun', async () => {
    const { browser, first } = await leftUnsent(() => {});
    first.chat.end();
    await browser.pass(10_000);
    browser.online = false;
    first.chat.startNew();
    await browser.pass(1_000);
    first.close();
    await browser.pass(2_000);
    const before = browser.tab(first);
    await browser.pass(2_000);
    const second = browser.tab();
    second.chat.close();
    await browser.pass(2_000);
    for (const { texts, chat } of [before, second]) {
      expect([texts(), chat.connection.value.phase]).toEqual([['(unsent)'], 'idle']);
    }
    before.die();
    await browser.pass(5_000);
    expect([second.role, second.texts()]).toEqual(['owner', ['(unsent)']]);
    second.close();
    await browser.pass(2_000);
    const last = browser.tab(second);
    last.chat.open();
    await browser.pass(5_000);
    expect(last.texts()).toContain('(unsent)');
  });

  it('[G69] what a tab has kept is whole, though it could not be written before it was robbed', async () => {
    const { browser, first } = await leftUnsent(tab => tab.close());
    const second = await another(browser);
    const next = browser.tab(first);
    await browser.pass(2_000);
    next.storage.faults.full = true;
    second.die();
    await browser.pass(5_000);
    expect([next.role, next.texts()]).toEqual(['owner', ['begun anew', '(unsent)']]);
    next.page.stop();
    const third = await another(browser, 'third');
    await browser.pass(10_000);
    expect(third.role).toBe('owner');
    next.storage.faults.full = false;
    next.page.go({ late: true, timersFirst: true });
    await browser.pass(10_000);
    expect(next.role).toBe('follower');
    third.close();
    next.close();
    await browser.pass(2_000);
    const last = browser.tab(next);
    await browser.pass(10_000);
    expect(last.warnings).not.toContain('snapshot_discarded');
    expect(last.texts()).toContain('begun anew');
  });

  it('[G73] a chat is settled when all that was held back is of a time that was forgotten', async () => {
    const browser = createBrowser();
    const [first, second] = [browser.tab(), browser.tab()];
    first.chat.send('sent');
    second.chat.open();
    await browser.pass(1_000);
    const since = browser.clock.now();
    first.chat.forget();
    await browser.pass(1_000);
    const { reign } = JSON.parse(browser.said.at(-1) ?? '');
    const seen: (boolean | undefined)[] = [];
    first.chat.settled?.subscribe(is => void seen.push(is));
    // Asked for before, and so long under way that this page may have stood still.
    const at = browser.clock.now() - 10_000;
    first.foreign({
      say: 'wish',
      wish: 'old',
      input: { type: 'draftChanged', text: 'old' },
      since,
      form: FORM,
      reign,
      at,
    });
    first.signal('offline');
    await browser.pass(1_000);
    expect(first.chat.state.value.draft).toBe('');
    expect(seen).toEqual([true, false, true]);
  });

  it('[M8] a storage of the tab itself that does not answer is waited for once', async () => {
    const browser = createBrowser({ storage: 'perTab' });
    const tab = browser.tab();
    tab.storage.faults.silent = true;
    tab.chat.send('said');
    await browser.pass(12_000);
    expect(browser.platform.taken).toEqual(['said']);
  });

  it('[G70] a tab that has begun nothing, and is robbed, keeps nothing by it', async () => {
    const browser = createBrowser({ storage: 'perTab' });
    const first = browser.tab();
    first.chat.send('sent');
    await browser.pass(1_000);
    first.close();
    await browser.pass(2_000);
    const second = browser.tab();
    // As the page calls it.
    second.chat.close();
    await browser.pass(1_000);
    expect([second.role, second.storage.peek()]).toEqual(['owner', {}]);
    const next = browser.tab(first);
    await browser.pass(10_000);
    expect([next.role, second.role]).toEqual(['owner', 'follower']);
    expect(second.texts()).toEqual(['sent']);
    expect(second.storage.peek()).toEqual({});
  });

  it('[G69] [G70] two come back at once: one goes on, and has what the other had not sent', async () => {
    const browser = createBrowser({ storage: 'perTab' });
    const a = browser.tab();
    a.chat.send('a');
    await browser.pass(1_000);
    goOffline(browser, a);
    await browser.pass();
    a.chat.send('a2');
    await browser.pass(1_000);
    a.close();
    await browser.pass();
    browser.online = true;
    const b = browser.tab();
    b.chat.send('b');
    await browser.pass(1_000);
    goOffline(browser, b);
    await browser.pass();
    b.chat.send('b2');
    await browser.pass(1_000);
    b.close();
    await browser.pass();
    browser.online = true;
    const c = browser.tab();
    c.chat.setDraft('h');
    c.chat.setDraft('');
    await browser.pass(2_000);
    const all = [browser.tab(a), browser.tab(b), c];
    await browser.pass(60_000);
    const texts = all.map(t => t.texts());
    expect(texts[0]).toEqual(texts[1]);
    expect(texts[0]).toEqual(texts[2]);
    expect(texts[0]?.join()).toMatch(/a2/);
    expect(texts[0]?.join()).toMatch(/b2/);
  });
});
