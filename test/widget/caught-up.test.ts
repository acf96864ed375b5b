/** From what the panel shows by itself to the engine's own picture, where another tab undoes meanwhile what was asked for. */

import { describe, expect, it } from 'vitest';
import type { Chat } from '../../src/client/chat.ts';
import { createDeferredChat, type DeferredChat } from '../../src/widget/deferred-chat.ts';
import type { Waiting } from '../../src/widget/waiting.ts';
import { type Browser, createBrowser, type Tab } from '../client/browser.ts';

/** A tab that talks, and another one in which somebody writes before the engine is there. */
interface Two {
  readonly browser: Browser;
  readonly owner: Tab;
  readonly late: Tab;
  readonly chat: DeferredChat;
  /** What was left to the next page of the late tab, again and again. */
  readonly kept: readonly Waiting[];
  arrive(): Promise<void>;
}

async function two(): Promise<Two> {
  const browser = createBrowser();
  const owner = browser.tab();
  owner.chat.open();
  await browser.pass(1_000);
  const late = browser.tab();
  await browser.pass(1_000);
  let make = (_: () => Chat): void => {};
  const engine = new Promise<() => Chat>(resolve => {
    make = resolve;
  });
  const kept: Waiting[] = [];
  const room = { left: () => undefined, keep: (waiting: Waiting) => void kept.push(waiting), forget() {} };
  const chat = createDeferredChat(() => engine, room);
  return {
    browser,
    owner,
    late,
    chat,
    kept,
    async arrive() {
      make(() => late.chat);
      await browser.pass(0);
    },
  };
}

/** Until the owner has taken the first of several wishes, and not yet the second. */
const ONE_WISH_MS = 5;

const texts = ({ messages }: Chat): readonly string[] =>
  messages.value.flatMap(each => (each.kind === 'message' ? [each.text] : []));

describe('the engine is shown', () => {
  it('[W27] also where what was asked for changes nothing', async () => {
    const { browser, owner, late, chat, arrive } = await two();
    owner.chat.send('first');
    await browser.pass(1_000);
    chat.open();
    await arrive();
    await browser.pass(1_000);
    expect(texts(chat)).toEqual(['first']);
    expect(chat.state.value).toEqual(late.chat.state.value);
  });

  it('[W156] though another tab forgets everything between one early message and the next', async () => {
    const { browser, owner, late, chat, arrive } = await two();
    chat.send('first');
    chat.send('second');
    await arrive();
    await browser.pass(ONE_WISH_MS);
    owner.chat.forget();
    await browser.pass(2_000);
    browser.platform.say('An answer.');
    await browser.pass(1_000);
    expect(texts(late.chat)).toEqual(['second', 'An answer.']);
    expect(chat.state.value).toEqual(late.chat.state.value);
  });

  it('[W156] though another tab closes its panel before an early message has been taken', async () => {
    const { browser, owner, late, chat, arrive } = await two();
    owner.chat.close();
    await browser.pass();
    chat.open();
    chat.send('first');
    await arrive();
    await browser.pass(ONE_WISH_MS);
    owner.chat.close();
    await browser.pass(2_000);
    expect(texts(late.chat)).toEqual(['first']);
    expect(chat.state.value).toEqual(late.chat.state.value);
  });

  it('[W156] though its page sleeps over an early message, and all is forgotten meanwhile', async () => {
    const { browser, owner, late, chat, kept, arrive } = await two();
    chat.open();
    chat.send('first');
    await arrive();
    late.signal('frozen');
    await browser.pass(1_000);
    owner.chat.forget();
    await browser.pass(1_000);
    late.signal('resumed');
    await browser.pass(3_000);
    expect(texts(late.chat)).toEqual([]);
    // Nor does the next page of that tab say it.
    expect(kept.at(-1)?.messages).toEqual([]);
    expect(chat.state.value).toEqual(late.chat.state.value);
    chat.send('second');
    await browser.pass(2_000);
    expect(texts(chat)).toEqual(['second']);
  });
});
