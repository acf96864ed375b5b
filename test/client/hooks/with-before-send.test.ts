/** The page's metadata on its visitor's messages, and its hook for messages to be sent; through reloads and in several tabs, too. */

import { describe, expect, it } from 'vitest';
import type { Hook } from '../../../src/client/hooks/call-hook.ts';
import { type MessageToSend, type PageChat, withBeforeSend } from '../../../src/client/hooks/with-before-send.ts';
import { type Browser, createBrowser, type Tab } from '../fixtures/fake-browser.ts';

interface Held {
  readonly browser: Browser;
  readonly page: Tab;
  readonly chat: PageChat;
  readonly warnings: string[];
}

function held(page: Tab, beforeSend?: Hook<MessageToSend>): Pick<Held, 'chat' | 'warnings'> {
  const warnings: string[] = [];
  const chat = withBeforeSend(page.chat, beforeSend, (code, message) => warnings.push(`${code}: ${message}`));
  return { chat, warnings };
}

function setUp(beforeSend?: Hook<MessageToSend>): Held {
  const browser = createBrowser();
  const page = browser.tab();
  return { browser, page, ...held(page, beforeSend) };
}

/** Messages that the platform received: each text with the page's metadata. */
function arrived({ platform }: Browser): (readonly [text: string, pairs: Record<string, string>])[] {
  return platform.sessions.flatMap(({ log }) =>
    log.flatMap(event => {
      if (event.type !== 'USER_MESSAGE') return [];
      const { client_event_id, ...pairs } = event.custom;
      expect(client_event_id).toMatch(/./);
      return [[event.text, pairs] as const];
    }),
  );
}

const wrong = (hook: unknown) => hook as Hook<MessageToSend>;

describe('identify', () => {
  it('[O10] puts its pairs on every later message, in place of those before, until it is given none', async () => {
    const { browser, chat } = setUp();
    chat.identify({ customer: '4711', plan: 'gold' });
    chat.send('one');
    chat.identify({ customer: '4712' });
    chat.send('two');
    chat.identify({});
    chat.send('three');
    chat.identify({ customer: '4713' });
    chat.identify(null);
    chat.send('four');
    await browser.pass(5_000);
    expect(arrived(browser)).toEqual([
      ['one', { customer: '4711', plan: 'gold' }],
      ['two', { customer: '4712' }],
      ['three', {}],
      ['four', {}],
    ]);
  });

  it('[O10] metadata of a message take precedence over those of the page', async () => {
    const { browser, chat } = setUp();
    chat.identify({ customer: '4711', plan: 'gold' });
    chat.send('one', undefined, { plan: 'silver', cart: 'full' });
    await browser.pass(5_000);
    expect(arrived(browser)).toEqual([['one', { customer: '4711', plan: 'silver', cart: 'full' }]]);
  });

  it('[O10] starts nothing, and stores nothing', async () => {
    const { browser, chat } = setUp();
    chat.identify({ customer: 'Ada' });
    await browser.pass(5_000);
    expect(browser.platform.tokenCalls).toEqual([]);
    expect(browser.written).toEqual([]);
    expect(chat.state.value.connection.status).toBe('idle');
  });

  it('[O11] leaves out what is no string, and its own key, with one warning that names it', async () => {
    const { browser, chat, warnings } = setUp();
    chat.identify({ age: 42, name: 'Ada', client_event_id: 'mine' } as unknown as Record<string, string>);
    chat.send('hi');
    await browser.pass(1_000);
    expect(arrived(browser)).toEqual([['hi', { name: 'Ada' }]]);
    expect(warnings).toHaveLength(2);
    expect(warnings[0]).toMatch(/^invalid_call: .* age is /);
    expect(warnings[1]).toMatch(/client_event_id is .* or reserved/);
  });

  it.each<readonly [string, unknown]>([
    ['String', 'Ada'],
    ['Array', ['Ada']],
    ['Number', 7],
    ['Map', new Map([['name', 'Ada']])],
    ['Promise', Promise.resolve({ name: 'Ada' })],
    ['Function', () => ({ name: 'Ada' })],
    ['BigInt', 7n],
    ['Symbol', Symbol('Ada')],
    ['Boolean', true],
  ])('[O11] takes an object, and says what it got instead: %s', async (kind, pairs) => {
    const { browser, chat, warnings } = setUp();
    chat.identify({ customer: '4711' });
    chat.identify(pairs as Record<string, string>);
    chat.send('hi');
    await browser.pass(1_000);
    // The visitor may be another person, so the metadata are removed as well.
    expect(arrived(browser)).toEqual([['hi', {}]]);
    expect(warnings).toEqual([
      `invalid_call: Metadata takes strings: this is [object ${kind}], or reserved. Left out.`,
    ]);
  });

  it('[O11] says of each pair that is left out what it is, and what is wanted', async () => {
    const { browser, chat, warnings } = setUp();
    const cyclic: Record<string, unknown> = { name: 'Ada', age: 42, born: null, 'data-x': Symbol('x') };
    cyclic.self = cyclic;
    chat.identify(Object.freeze(cyclic) as Record<string, string>);
    chat.send('hi');
    await browser.pass(1_000);
    expect(arrived(browser)).toEqual([['hi', { name: 'Ada' }]]);
    expect(warnings).toEqual(
      [
        ['age', 'Number'],
        ['born', 'Null'],
        ['data-x', 'Symbol'],
        ['self', 'Object'],
      ].map(
        ([key, kind]) => `invalid_call: Metadata takes strings: ${key} is [object ${kind}], or reserved. Left out.`,
      ),
    );
  });

  it('[O12] counts towards the size of a message: what is too large with it is refused, and the page told', async () => {
    const { browser, page, chat } = setUp();
    chat.identify({ note: 'x'.repeat(140_000) });
    expect(chat.send('hi')).toBeNull();
    await browser.pass(1_000);
    expect(page.heard.filter(each => each.startsWith('error'))).toHaveLength(1);
    expect(page.heard.join()).toContain('message_too_large');
    expect(arrived(browser)).toEqual([]);
    chat.identify(null);
    chat.send('hi');
    await browser.pass(1_000);
    expect(arrived(browser)).toEqual([['hi', {}]]);
  });

  it('[O13] a message keeps its pairs over a reload, and a later page puts none on its own', async () => {
    const { browser, page, chat } = setUp();
    chat.open();
    await browser.pass(1_000);
    browser.platform.deaf = true;
    chat.identify({ customer: 'Ada' });
    chat.send('before');
    await browser.pass(100);
    page.close();
    browser.platform.deaf = false;
    const next = browser.tab();
    await browser.pass(20_000);
    next.chat.send('after');
    await browser.pass(1_000);
    expect(arrived(browser)).toEqual([
      ['before', { customer: 'Ada' }],
      ['after', {}],
    ]);
  });

  it('[O13] a message keeps its pairs where another tab says it', async () => {
    const { browser, page, chat } = setUp();
    chat.open();
    await browser.pass(1_000);
    browser.online = false;
    chat.identify({ customer: 'Ada' });
    chat.send('unsent');
    await browser.pass(100);
    page.close();
    browser.online = true;
    browser.tab();
    await browser.pass(20_000);
    expect(arrived(browser).at(-1)).toEqual(['unsent', { customer: 'Ada' }]);
  });

  it("[O13] the page's metadata are stored only with a message that waits to be sent", async () => {
    const { browser, page, chat } = setUp();
    chat.open();
    await browser.pass(1_000);
    chat.identify({ customer: 'Ada Lovelace' });
    chat.send('hi');
    await browser.pass(5_000);
    expect(page.texts()).toEqual(['hi']);
    expect(arrived(browser)).toEqual([['hi', { customer: 'Ada Lovelace' }]]);
    expect(JSON.stringify(browser.storage.peek())).toContain('hi');
    expect(JSON.stringify(browser.storage.peek())).not.toContain('Lovelace');
  });

  it('[O14] concerns the messages of its own tab, whichever tab sends them on, or takes over', async () => {
    const { browser, page, chat } = setUp();
    chat.open();
    await browser.pass(1_000);
    const other = browser.tab();
    await browser.pass(1_000);
    const second = held(other).chat;
    chat.identify({ tab: 'first' });
    second.identify({ tab: 'second' });
    second.send('from the second');
    await browser.pass(1_000);
    chat.send('from the first');
    await browser.pass(1_000);
    browser.platform.deaf = true;
    second.send('while nobody hears');
    await browser.pass(100);
    page.die();
    browser.platform.deaf = false;
    await browser.pass(30_000);
    expect(arrived(browser)).toEqual([
      ['from the second', { tab: 'second' }],
      ['from the first', { tab: 'first' }],
      ['while nobody hears', { tab: 'second' }],
    ]);
  });
});

describe('beforeSend', () => {
  it('[O15] sees each message once and before it is one: what it answers is shown, stored and sent', async () => {
    const seen: MessageToSend[] = [];
    const { browser, page, chat } = setUp(message => {
      seen.push(message);
      return { ...message, text: message.text.replace(/\d/g, '*') };
    });
    chat.identify({ customer: 'Ada' });
    chat.open();
    await browser.pass(1_000);
    const id = chat.send('my card is 4242');
    expect(page.texts()).toEqual(['(my card is ****)']);
    await browser.pass(5_000);
    expect(seen).toEqual([{ text: 'my card is 4242', metadata: { customer: 'Ada' } }]);
    expect(page.texts()).toEqual(['my card is ****']);
    expect(arrived(browser)).toEqual([['my card is ****', { customer: 'Ada' }]]);
    expect(browser.written.join()).not.toContain('4242');
    expect(browser.written.join()).toContain('card is ****');
    expect(page.heard).toContain(`message ${JSON.stringify({ id, from: 'user', text: 'my card is ****' })}`);
  });

  it('[O15] may change what goes along, and is not asked about what is blank', async () => {
    const seen: string[] = [];
    const { browser, chat } = setUp(message => {
      seen.push(message.text);
      return { text: message.text, metadata: { ...message.metadata, page: '/cart' } };
    });
    chat.identify({ customer: 'Ada' });
    expect(chat.send('  ')).toBeNull();
    chat.send('hi');
    await browser.pass(1_000);
    expect(seen).toEqual(['hi']);
    expect(arrived(browser)).toEqual([['hi', { customer: 'Ada', page: '/cart' }]]);
  });

  it.each([null, false, { text: ' \u200b' }] as const)(
    '[O16] %j leaves the message out: it is shown, stored and sent nowhere',
    async none => {
      const { browser, page, chat, warnings } = setUp(({ text }) => (text === 'secret' ? none : { text }));
      expect(chat.send('secret')).toBe('');
      chat.send('hi');
      await browser.pass(1_000);
      expect(page.texts()).toEqual(['hi']);
      expect(arrived(browser)).toEqual([['hi', {}]]);
      expect(warnings).toEqual([]);
    },
  );

  it('[O15] beforeSend is not called for messages that it sends itself, which would have no end', async () => {
    const { browser, chat, warnings }: Held = setUp(message => {
      chat.send(`about ${message.text}`);
      return message;
    });
    chat.send('one');
    chat.send('two');
    await browser.pass(2_000);
    expect(arrived(browser).map(([text]) => text)).toEqual(['about one', 'one', 'about two', 'two']);
    expect(warnings).toEqual([]);
  });

  it('[O11] metadata that are none are named by what they came with', async () => {
    const { browser, chat, warnings } = setUp(wrong(({ text }: MessageToSend) => ({ text, metadata: 'Ada' })));
    chat.identify({ customer: 'Ada' });
    chat.send('hi');
    await browser.pass(1_000);
    expect(arrived(browser)).toEqual([['hi', {}]]);
    expect(warnings).toEqual(['invalid_call: Metadata takes strings: this is [object String], or reserved. Left out.']);
  });

  it('[O15] fields that beforeSend does not return stay as they were', async () => {
    const { browser, chat } = setUp(({ text }) => ({ text: text.toUpperCase() }));
    chat.identify({ customer: 'Ada' });
    chat.send('hi');
    await browser.pass(1_000);
    expect(arrived(browser)).toEqual([['HI', { customer: 'Ada' }]]);
  });

  it.each<[string, Hook<MessageToSend>, string]>([
    [
      'throws',
      () => {
        throw new Error('mine');
      },
      'threw: Error: mine',
    ],
    [
      'throws what has no words',
      () => {
        throw Object.create(null);
      },
      'threw: object',
    ],
    ['is async', wrong(async (message: MessageToSend) => message), '[object Promise]'],
    ['answers nothing', wrong(() => {}), '[object Undefined]'],
    ['answers a text', wrong(() => 'hi'), '[object String]'],
    ['answers no text', wrong(() => ({ text: 1 })), '[object Object]'],
  ])('[O17] one that %s is reported once, and messages go through as they were', async (_, hook, words) => {
    const { browser, chat, warnings } = setUp(hook);
    chat.identify({ customer: 'Ada' });
    chat.send('one');
    chat.send('two');
    await browser.pass(2_000);
    expect(arrived(browser)).toEqual([
      ['one', { customer: 'Ada' }],
      ['two', { customer: 'Ada' }],
    ]);
    expect(warnings).toHaveLength(1);
    expect(warnings[0]).toContain('handler_failed: "beforeSend"');
    expect(warnings[0]).toContain(words);
  });
});
