/** A chat after `dispose()`, and a chat whose inspector throws. */

import { describe, expect, it } from 'vitest';
import { createClient } from '../../src/client/client.ts';
import { createBrowser } from './fixtures/fake-browser.ts';
import { fakePorts } from './fixtures/fake-ports.ts';

describe('a chat that is disposed of', () => {
  it.each([0, 15, 30, 45, 60, 200, 5_000])(
    '[G27] %i ms after it was opened, it is at rest, and no timer runs',
    async ms => {
      const browser = createBrowser();
      const page = browser.tab();
      page.chat.open();
      page.chat.send('hi');
      await browser.pass(ms);
      page.chat.dispose();
      expect(page.chat.connection.value).toEqual({ status: 'idle', phase: 'idle', code: null, retryAt: null });
      expect(page.chat.state.value).toMatchObject({ typing: null, idle: null });
      await browser.pass(3_000);
      expect(page.page.timers).toBe(0);
      expect(browser.platform.open).toBe(0);
      expect(page.chat.connection.value.status).toBe('idle');
    },
  );

  it.each([0, 3, 10])('[G27] leaves what was said %i ms before to the next chat of its tab', async ms => {
    const browser = createBrowser();
    const first = browser.tab();
    first.chat.send('hello');
    await browser.pass(2_000);
    first.chat.dispose();
    await browser.pass(1_000);
    // This page has not taken over the conversation yet.
    const page = browser.tab(first);
    page.chat.send('hi');
    await browser.pass(ms);
    page.chat.dispose();
    await browser.pass(1_000);
    const next = browser.tab(page);
    await browser.pass(10_000);
    expect(next.texts()).toEqual(['hello', 'hi']);
  });

  it.each([0, 3, 10, 30, 100])('[G27] leaves the very first words, said %i ms before, as well', async ms => {
    const browser = createBrowser();
    const page = browser.tab();
    page.chat.send('hi');
    await browser.pass(ms);
    page.close();
    await browser.pass(1_000);
    const next = browser.tab(page);
    await browser.pass(10_000);
    expect([next.texts(), browser.platform.taken]).toEqual([['hi'], ['hi']]);
  });

  it('[G27] leaves the very first words to any other tab that is opened', async () => {
    const browser = createBrowser();
    const page = browser.tab();
    page.chat.send('hi');
    page.chat.dispose();
    const other = browser.tab();
    await browser.pass(10_000);
    expect([other.texts(), browser.platform.taken]).toEqual([['hi'], ['hi']]);
  });

  it('[M30] first words that were taken back by forgetting do not begin anything', async () => {
    const browser = createBrowser();
    const page = browser.tab();
    page.chat.send('hi');
    page.chat.forget();
    page.chat.dispose();
    const next = browser.tab(page);
    await browser.pass(10_000);
    expect([next.texts(), browser.platform.tokenCalls]).toEqual([[], []]);
  });

  it('[G27] a disposed chat is no longer one of the tabs, whatever is called afterwards', async () => {
    const browser = createBrowser();
    const page = browser.tab();
    page.chat.open();
    await browser.pass(1_000);
    page.chat.dispose();
    const said = browser.said.length;
    page.chat.open();
    page.chat.send('hi');
    page.signal('visible');
    await browser.pass(1_000);
    expect([page.role, browser.said.length - said, page.page.timers]).toEqual(['away', 0, 0]);
    expect(page.chat.send('hi')).toBeNull();
    const other = browser.tab();
    await browser.pass(1_000);
    expect(other.role).toBe('awake');
    expect(other.texts()).toEqual([]);
  });

  it('[G27] keeps what was said, and that it had ended', async () => {
    const browser = createBrowser();
    const page = browser.tab();
    page.chat.open();
    page.chat.send('hi');
    await browser.pass(1_000);
    page.chat.end();
    await browser.pass(1_000);
    page.chat.dispose();
    expect(page.texts()).toEqual(['hi']);
    expect(page.chat.connection.value.status).toBe('ended');
  });

  it('[G27] by a handler, in the middle of things: what was still to be done is not done', async () => {
    const world = fakePorts();
    const chat = createClient({ streaming: true, platform: 'web' }, world.ports);
    chat.on('open', () => chat.dispose());
    chat.open();
    await world.pass(60_000);
    expect(world.tickets).toEqual([]);
    expect(world.clock.nextAt()).toBe(null);
    expect(chat.connection.value.status).toBe('idle');
  });
});

describe('an inspector that throws', () => {
  it('[O6] an inspector that throws is reported once, and the chat goes on', async () => {
    const world = fakePorts();
    const trace = () => {
      throw new Error('oh');
    };
    const chat = createClient({ streaming: true, platform: 'web', trace }, world.ports);
    chat.open();
    await world.answerToken();
    await world.answerSession();
    world.latest().accept();
    expect(chat.connection.value.phase).toBe('replaying');
    expect(world.latest().types()).toEqual(['EVENT_TYPE_HEARTBEAT']);
    expect(world.warnings).toEqual([{ code: 'trace_failed', message: '"trace" threw: Error: oh' }]);
  });
});
