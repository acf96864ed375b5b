/** Several tabs of one conversation, as the visitor sees them (docs/TABS.md). */

import { describe, expect, it } from 'vitest';
import { type Browser, createBrowser, type Tab } from '../fixtures/fake-browser.ts';

async function tabs(count: number): Promise<{ browser: Browser; all: Tab[]; first: Tab; second: Tab }> {
  const browser = createBrowser();
  const first = browser.tab();
  first.chat.open();
  await browser.pass(1_000);
  const all = [first];
  for (let i = 1; i < count; i++) {
    all.push(browser.tab());
    await browser.pass(1_000);
  }
  return { browser, all, first, second: all[1] ?? first };
}

describe('tabs side by side', () => {
  it('[G20] show the same within a second, each by a socket of its own', async () => {
    const { browser, all, first, second } = await tabs(3);
    first.chat.send('hello');
    browser.platform.say('Hi!');
    await browser.pass(1_000);
    second.chat.send('thanks');
    await browser.pass(1_000);
    for (const tab of all) expect(tab.texts()).toEqual(first.texts());
    expect([...first.texts()].sort()).toEqual(['Hi!', 'hello', 'thanks']);
    expect([browser.platform.open, browser.platform.sessions.length]).toEqual([3, 1]);
  });

  it('[G20] tabs that are opened together begin one conversation', async () => {
    const browser = createBrowser();
    const all = [browser.tab(), browser.tab(), browser.tab()];
    for (const [i, tab] of all.entries()) tab.chat.send(`${i}`);
    await browser.pass(10_000);
    expect(browser.platform.sessions).toHaveLength(1);
    expect([...browser.platform.taken].sort()).toEqual(['0', '1', '2']);
    for (const tab of all) expect(tab.texts()).toEqual(browser.platform.taken);
  });

  it('[G23] each have a draft of their own, and letters never go back', async () => {
    const { browser, first, second } = await tabs(2);
    first.chat.setDraft('one');
    second.chat.setDraft('two');
    await browser.pass(1_000);
    expect([first.chat.state.value.draft, second.chat.state.value.draft]).toEqual(['one', 'two']);
  });

  it('[G22] count what is unread until it is read in one of them', async () => {
    const { browser, first, second } = await tabs(2);
    for (const tab of [first, second]) tab.chat.close();
    await browser.pass();
    browser.platform.say('Anybody?');
    await browser.pass(1_000);
    expect([first, second].map(({ chat }) => chat.unread.value)).toEqual([1, 1]);
    first.chat.open();
    await browser.pass();
    expect([first, second].map(({ chat }) => chat.unread.value)).toEqual([0, 0]);
  });

  it('[G24] an end, a new conversation and forgetting reach them all', async () => {
    const { browser, first, second } = await tabs(2);
    first.chat.send('hello');
    await browser.pass(1_000);
    first.chat.end();
    await browser.pass(6_000);
    expect(second.chat.connection.value.status).toBe('ended');
    second.chat.startNew();
    await browser.pass(6_000);
    expect([first, second].map(({ chat }) => chat.connection.value.status)).toEqual(['online', 'online']);
    expect(browser.platform.sessions).toHaveLength(2);
    first.chat.forget();
    await browser.pass(1_000);
    expect([first, second].map(({ chat }) => chat.connection.value.status)).toEqual(['idle', 'idle']);
    expect([browser.storage.peek(), browser.storage.peekOwn()]).toEqual([{}, []]);
  });
});

describe('a tab that goes', () => {
  it.each(['close', 'die'] as const)(
    '[G29] [D14] by %s, in the middle of a message: another one says it, once',
    async way => {
      const { browser, first, second } = await tabs(2);
      browser.online = false;
      first.chat.send('unsent');
      await browser.pass(100);
      first[way]();
      browser.online = true;
      await browser.pass(20_000);
      expect(browser.platform.taken).toEqual(['unsent']);
      expect(second.texts()).toEqual(['unsent']);
    },
  );

  it('[G27] leaves what it had no time for to the next page', async () => {
    const browser = createBrowser();
    const page = browser.tab();
    page.chat.send('first words');
    page.close();
    await browser.pass(1_000);
    const next = browser.tab();
    await browser.pass(10_000);
    expect([next.texts(), browser.platform.taken]).toEqual([['first words'], ['first words']]);
  });

  it('[G31] to sleep leaves its words to another one, and does not say them again when it is back', async () => {
    const { browser, first, second } = await tabs(2);
    browser.online = false;
    first.chat.send('unsent');
    await browser.pass(100);
    first.signal('frozen');
    browser.online = true;
    await browser.pass(20_000);
    first.signal('resumed');
    await browser.pass(10_000);
    expect(browser.platform.taken).toEqual(['unsent']);
    expect([first.texts(), second.texts()]).toEqual([['unsent'], ['unsent']]);
  });
});

describe('a tab that is hidden', () => {
  it('[G21] has no socket ten seconds after another one was looked at, and has it again when it is looked at', async () => {
    const { browser, first, second } = await tabs(2);
    first.signal('hidden');
    await browser.pass(9_000);
    expect([browser.platform.open, first.role]).toEqual([2, 'awake']);
    await browser.pass(2_500);
    expect([browser.platform.open, first.role]).toEqual([1, 'resting']);
    second.chat.send('meanwhile');
    await browser.pass(1_000);
    expect(first.texts()).toEqual([]);
    first.signal('visible');
    await browser.pass(2_000);
    expect([browser.platform.open, first.texts()]).toEqual([2, ['meanwhile']]);
  });

  it('[G40] keeps its socket where none is looked at, and calls for attention', async () => {
    const { browser, first, second } = await tabs(2);
    first.signal('hidden');
    await browser.pass(12_000);
    second.signal('hidden');
    await browser.pass(60_000);
    expect([browser.platform.open, second.role]).toEqual([1, 'awake']);
    expect([first.chat.mayRing?.(), second.chat.mayRing?.()]).toEqual([false, true]);
  });

  it('[G40] calls for attention alone where it was looked at last, and is followed in that by another one when it is gone', async () => {
    const { browser, first, second } = await tabs(2);
    first.signal('hidden');
    await browser.pass(2_000);
    second.signal('hidden');
    await browser.pass(12_000);
    expect([first.role, second.role]).toEqual(['awake', 'awake']);
    expect([first.chat.mayRing?.(), second.chat.mayRing?.()]).toEqual([false, true]);
    second.die();
    await browser.pass(2_000);
    expect(first.chat.mayRing?.()).toBe(true);
  });

  it('[G40] a hidden tab does not notify while another one is visible', async () => {
    const { browser, first, second } = await tabs(2);
    first.signal('hidden');
    await browser.pass(1_000);
    expect([first.chat.mayRing?.(), second.chat.mayRing?.()]).toEqual([false, true]);
  });
});

describe('twenty tabs', () => {
  it('[G21] twenty tabs that are opened one after the other have as many sockets as are visible', async () => {
    const browser = createBrowser();
    const all: Tab[] = [];
    for (let i = 0; i < 20; i++) {
      all.at(-1)?.signal('hidden');
      all.push(browser.tab());
      all.at(-1)?.chat.open();
      await browser.pass(1_000);
    }
    await browser.pass(20_000);
    expect([browser.platform.open, browser.platform.sessions.length]).toEqual([1, 1]);
  });
});

describe('a tab that hangs', () => {
  it('[G30] keeps nobody from talking', async () => {
    const { browser, first, second } = await tabs(2);
    first.page.stop();
    second.chat.send('hello');
    await browser.pass(5_000);
    expect([browser.platform.taken, second.texts()]).toEqual([['hello'], ['hello']]);
  });

  it('[G30] while it makes the session lets another one make it', async () => {
    const browser = createBrowser();
    const first = browser.tab();
    first.chat.open();
    await browser.pass(20);
    first.page.stop();
    const second = browser.tab();
    second.chat.send('hello');
    await browser.pass(30_000);
    expect(second.texts()).toEqual(['hello']);
    first.page.go({ late: true, timersFirst: false });
    await browser.pass(10_000);
    expect(first.chat.machine.value.session?.id).toBe(second.chat.machine.value.session?.id);
  });
});

describe('tabs that know nothing of each other', () => {
  it.each(['perTab', false] as const)('[G28] (storage: %s) each has a conversation of its own', async storage => {
    const browser = createBrowser({ storage });
    const all = [browser.tab(), browser.tab()];
    for (const tab of all) tab.chat.send('hello');
    await browser.pass(5_000);
    expect(browser.platform.sessions).toHaveLength(2);
    for (const tab of all) expect(tab.texts()).toEqual(['hello']);
  });

  it('[G32] locks that never answer: after some seconds the tab goes on alone, and says so once', async () => {
    const browser = createBrowser({ tabs: 'silent' });
    const tab = browser.tab();
    tab.chat.send('hello');
    await browser.pass(30_000);
    expect([tab.texts(), tab.warnings]).toEqual([['hello'], ['tabs_silent']]);
  });

  it('[G26] messages of other versions, or of somebody else, are ignored', async () => {
    const { browser, first } = await tabs(1);
    for (const message of [null, 'text', 5, {}, { form: 7, say: 'forgotten' }, { form: 'x' }]) first.foreign(message);
    await browser.pass(1_000);
    expect(first.chat.connection.value.status).toBe('online');
  });
});
