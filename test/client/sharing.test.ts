/** One conversation in several tabs, all of them well: one owns it, the others show it and hand their wishes on. */

import { describe, expect, it } from 'vitest';
import { FORM } from '../../src/client/tab.ts';
import { type Browser, createBrowser, type Tab } from './browser.ts';
import { SECRET } from './fake-platform.ts';

/** A browser with so many tabs, opened one after the other; the first one has opened the chat. */
async function tabs(count: number): Promise<{ browser: Browser; all: Tab[]; first: Tab; second: Tab }> {
  const browser = createBrowser();
  const first = browser.tab();
  first.chat.open();
  await browser.pass(1_000);
  const all = [first];
  for (let i = 1; i < count; i++) {
    all.push(browser.tab());
    await browser.pass();
  }
  const [, second = first] = all;
  return { browser, all, first, second };
}

/** An input out of turn: whoever hears it has missed something. */
const MISSED = { form: FORM, say: 'input', input: { type: 'draftChanged', text: 'made up', at: 0 }, turns: -1 };

/** What visitors see; how the tabs divide the work is not part of it. */
const picture = ({ chat }: Tab) => chat.state.value;

describe('what a tab finds that comes later', () => {
  it('[M41] tells its page that the panel is open', async () => {
    const browser = createBrowser();
    const first = browser.tab();
    first.chat.open();
    await browser.pass(1_000);
    const second = browser.tab();
    await browser.pass(1_000);
    expect(second.chat.state.value.open).toBe(true);
    expect(second.heard.filter(each => /^(open|close)/.test(each))).toEqual(['open {}']);
    second.chat.close();
    await browser.pass(1_000);
    for (const { heard } of [first, second]) {
      expect(heard.filter(each => /^(open|close)/.test(each))).toEqual(['open {}', 'close {}']);
    }
  });
});

describe('tabs that share a conversation', () => {
  it('[G20] the one that comes first owns it, the others follow: one token, one session, one socket', async () => {
    const { browser, all } = await tabs(3);
    expect(all.map(tab => tab.role)).toEqual(['owner', 'follower', 'follower']);
    expect(browser.platform.tokenCalls).toEqual([undefined]);
    expect(browser.platform.sessions).toHaveLength(1);
    expect(browser.platform.mostOpen).toBe(1);
  });

  it('[G35] a chat that is alone tells nobody what it does, and everybody from when another tab comes', async () => {
    const browser = createBrowser();
    const first = browser.tab();
    first.chat.open();
    await browser.pass(1_000);
    void first.chat.send('to myself');
    browser.platform.say('I am here, too.');
    await browser.pass(3_000);
    expect(browser.said.join()).not.toMatch(/to myself|I am here/);

    const second = browser.tab();
    await browser.pass(3_000);
    expect(picture(second)).toEqual(picture(first));
    void first.chat.send('to both of us');
    await browser.pass(3_000);
    expect(picture(second)).toEqual(picture(first));
    expect(second.texts()).toContain('to both of us');
  });

  it('[G20] all show the same picture, whatever happens in whichever of them', async () => {
    const { browser, all } = await tabs(3);
    const [first, second, third] = all as [Tab, Tab, Tab];
    const steps: (() => void)[] = [
      () => browser.platform.say('Hello!'),
      () => void first.chat.send('from the first'),
      () => void second.chat.send('from the second'),
      () => third.chat.close(),
      () => browser.platform.say('Are you there?'),
      () => second.chat.open(),
      () => first.chat.setDraft('half a sen'),
      () => browser.platform.cut(first.page),
      () => third.chat.reconnect(),
      () => second.chat.end(),
      () => third.chat.startNew(),
    ];
    for (const step of steps) {
      step();
      await browser.pass(3_000);
      expect(picture(second)).toEqual(picture(first));
      expect(picture(third)).toEqual(picture(first));
    }
    expect(browser.platform.taken).toEqual(['from the first', 'from the second']);
    expect(browser.platform.sessions).toHaveLength(2);
    expect(browser.platform.mostOpen).toBe(1);
  });

  it('[G21] messages of a follower go through the owner, in order, and once', async () => {
    const { browser, first, second } = await tabs(2);
    const texts = ['one', 'two', 'three', 'four'];
    for (const text of texts) second.chat.send(text);
    await browser.pass(2_000);
    expect(browser.platform.taken).toEqual(texts);
    expect(first.texts()).toEqual(texts);
    expect(second.texts()).toEqual(texts);
  });

  it('[G21] wishes made before the owner was heard of are not lost', async () => {
    const { browser } = await tabs(1);
    const late = browser.tab();
    late.chat.send('one');
    late.chat.send('two');
    await browser.pass(2_000);
    expect(late.role).toBe('follower');
    expect(browser.platform.taken).toEqual(['one', 'two']);
  });

  it.each(['visible', 'online', 'resumed'] as const)(
    '[R12] who comes back to a tab that follows (%s) has its owner find out at once whether the socket lives',
    async signal => {
      const { browser, first, second } = await tabs(2);
      const isBeat = (text: string) => JSON.parse(text).type === 'EVENT_TYPE_HEARTBEAT';
      const beats = () =>
        first.trace.filter(each => each.kind === 'frame' && each.direction === 'out' && isBeat(each.text)).length;
      const before = beats();
      second.signal(signal);
      await browser.pass(100);
      expect(beats()).toBe(before + 1);
    },
  );

  it('[G21] a failed message is retried and discarded from any tab', async () => {
    const { browser, first, second } = await tabs(2);
    for (const text of ['one', 'two']) first.chat.send(text);
    first.chat.end();
    browser.online = false;
    browser.platform.cut(first.page);
    await browser.pass(8_000);
    const failed = second.chat.outbox.value.map(item => [item.text, item.status]);
    expect(failed.every(([, status]) => status === 'failed')).toBe(true);
    expect(picture(second)).toEqual(picture(first));
  });

  it('[G21] every tab hears what the page may hear, once', async () => {
    const { browser, first, second } = await tabs(2);
    const before = second.heard.length;
    second.chat.send('hi');
    browser.platform.say('Hello!');
    await browser.pass(1_000);
    second.chat.end();
    await browser.pass(1_000);
    const news = (tab: Tab) => tab.heard.filter(each => /^(message|delivery|ended)/.test(each));
    expect(news(second)).toEqual(news(first));
    expect(new Set(news(first)).size).toBe(news(first).length);
    expect(second.heard.length).toBeGreaterThan(before);
  });

  it('[G22] what others say counts as unread once, and is read in all tabs', async () => {
    const { browser, first, second } = await tabs(3);
    second.chat.close();
    await browser.pass();
    browser.platform.say('one');
    browser.platform.say('two');
    await browser.pass();
    expect([first, second].map(tab => tab.chat.unread.value)).toEqual([2, 2]);
    second.chat.open();
    await browser.pass();
    expect([first, second].map(tab => tab.chat.unread.value)).toEqual([0, 0]);
  });

  it('[G23] letters show at once where they are typed, and everywhere soon after', async () => {
    const { browser, first, second } = await tabs(2);
    second.chat.setDraft('h');
    expect(second.chat.state.value.draft).toBe('h');
    await browser.pass();
    expect(first.chat.state.value.draft).toBe('h');
  });

  it('[G23] a draft never goes back to an older one where it is typed', async () => {
    const { browser, first, second } = await tabs(2);
    const shown: string[] = [];
    second.chat.state.subscribe(({ draft }) => shown.push(draft));
    const word = 'Hello there';
    for (let end = 1; end <= word.length; end++) {
      second.chat.setDraft(word.slice(0, end));
      await browser.pass(2);
      if (end === 5) browser.platform.say('a reply in between');
    }
    await browser.pass();
    expect(shown.filter((draft, i) => draft !== shown[i - 1])).toEqual([
      '',
      ...Array.from(word, (_, i) => word.slice(0, i + 1)),
    ]);
    expect(first.chat.state.value.draft).toBe(word);
  });

  it('[G23] what is typed right after sending stays', async () => {
    const { browser, first, second } = await tabs(2);
    second.chat.setDraft('hello');
    second.chat.send('hello');
    const shown: string[] = [];
    second.chat.state.subscribe(({ draft }) => shown.push(draft));
    second.chat.setDraft('');
    second.chat.setDraft('an');
    await browser.pass(4);
    second.chat.setDraft('and');
    await browser.pass();
    expect(second.chat.state.value.draft).toBe('and');
    expect(first.chat.state.value.draft).toBe('and');
    expect(shown.slice(shown.indexOf('an')).filter(draft => !draft.startsWith('an'))).toEqual([]);
  });

  it('[G68] a message waits for the last of the letters that were typed before it, and not for each of them', async () => {
    const { browser, first, second } = await tabs(2);
    const before = browser.said.length;
    const text = 'quicker than one tab tells the other';
    for (let end = 1; end <= text.length; end++) second.chat.setDraft(text.slice(0, end));
    second.chat.send(text);
    second.chat.setDraft('');
    second.chat.setDraft('a');
    second.chat.setDraft('and');
    await browser.pass(2_000);
    const wishes = browser.said.slice(before).filter(each => /"say":"wish".*"draftChanged"/.test(each));
    expect(wishes.map(each => /"text":"([^"]*)"/.exec(each)?.[1])).toEqual(['q', text, 'and']);
    expect(browser.platform.taken).toEqual([text]);
    expect([first, second].map(({ chat }) => chat.state.value.draft)).toEqual(['and', 'and']);
  });

  it('[G23] nor does it when the tab asks the owner anew meanwhile', async () => {
    const { browser, first, second } = await tabs(2);
    const shown: string[] = [];
    second.chat.setDraft('a');
    second.foreign(MISSED);
    second.chat.setDraft('ab');
    second.chat.state.subscribe(({ draft }) => shown.push(draft));
    await browser.pass();
    expect(new Set(shown)).toEqual(new Set(['ab']));
    expect(first.chat.state.value.draft).toBe('ab');
  });

  it('[G24] end and a new conversation from a follower reach all, and are done once', async () => {
    const { browser, first, second } = await tabs(3);
    second.chat.end();
    await browser.pass(1_000);
    expect(first.chat.state.value.ended).toBe('user-end');
    second.chat.startNew();
    await browser.pass(1_000);
    expect(browser.platform.sessions).toHaveLength(2);
    expect(first.chat.connection.value.status).toBe('online');
  });

  it('[G24] a wish is not done twice when its tab asks the owner anew, and hears the answer to another one first', async () => {
    const { browser, all, second } = await tabs(3);
    second.chat.end();
    await browser.pass(1_000);
    all[2]?.foreign(MISSED);
    second.chat.startNew();
    second.foreign(MISSED);
    await browser.pass(3_000);
    expect(browser.platform.sessions).toHaveLength(2);
  });

  it('[G25] a tab that has missed something asks anew, and shows what the others show', async () => {
    const { browser, first, second } = await tabs(2);
    // Something else has taken a turn of its count.
    second.foreign(MISSED);
    await browser.pass();
    second.foreign({
      form: FORM,
      say: 'state',
      state: { ...first.chat.machine.peek(), draft: 'old' },
      turns: 1,
      ticket: '',
    });
    browser.platform.say('news');
    await browser.pass();
    expect(picture(second)).toEqual(picture(first));
    expect(second.texts()).toEqual(['news']);
  });

  it('[G25] [O39] and tells its page what came in between, as the others have heard it', async () => {
    const { browser, first, second } = await tabs(2);
    first.chat.send('hi');
    await browser.pass(1_000);
    const before = [first, second].map(tab => tab.heard.length);
    second.foreign(MISSED);
    browser.platform.say('one');
    browser.platform.warn('Sorry, we could not connect you to an agent');
    first.chat.send('two');
    await browser.pass(20);
    second.foreign(MISSED);
    await browser.pass(1_000);
    first.chat.end();
    second.foreign(MISSED);
    await browser.pass(1_000);
    const [own, others] = [first, second].map((tab, i) => tab.heard.slice(before[i]));
    expect(others?.filter(each => each.startsWith('message'))).toHaveLength(3);
    expect(others?.slice().sort()).toEqual(own?.slice().sort());
  });

  it('[O39] a tab that comes later tells its page how things stand, and nothing of what was said before', async () => {
    const { browser, first } = await tabs(1);
    browser.platform.say('one');
    first.chat.send('two');
    await browser.pass(1_000);
    const late = browser.tab();
    await browser.pass(1_000);
    expect(late.texts()).toEqual(['one', 'two']);
    expect(late.heard).toEqual(['open {}', 'state {"phase":"active"}']);
  });

  it.each([
    null,
    undefined,
    0,
    'hello',
    [],
    {},
    { form: FORM - 1, say: 'state' },
    { form: FORM + 1, say: 'state' },
    { say: 'hello' },
    { form: FORM },
    { form: FORM, say: '?' },
  ])('[G26] a message that is none of ours is ignored (%j)', async message => {
    const { browser, first, second } = await tabs(2);
    const before = second.chat.machine.peek();
    expect(() => {
      first.foreign(message);
      second.foreign(message);
    }).not.toThrow();
    await browser.pass();
    expect(second.chat.machine.peek()).toBe(before);
    first.chat.send('hi');
    await browser.pass();
    expect(second.texts()).toEqual(['hi']);
  });

  it('[G27] a follower that is disposed of disturbs nobody', async () => {
    const { browser, first, second } = await tabs(3);
    second.chat.setDraft('gone');
    second.chat.dispose();
    first.chat.send('hi');
    await browser.pass();
    expect(first.texts()).toEqual(['hi']);
    expect(browser.platform.mostOpen).toBe(1);
    const before = second.chat.machine.peek();
    browser.platform.say('hello');
    await browser.pass();
    expect(second.chat.machine.peek()).toBe(before);
    expect(second.page.timers).toBe(0);
  });

  it('[X1] no access token is ever said or written, and no ticket outside the messages and the part that are for it', async () => {
    const { browser, second } = await tabs(2);
    second.chat.send('hi');
    await browser.pass(5 * 60_000);
    second.chat.forget();
    await browser.pass();
    expect(browser.said.length).toBeGreaterThan(10);
    expect(browser.written.length).toBeGreaterThan(3);
    expect([...browser.said, ...browser.written].filter(text => text.includes(SECRET))).toEqual([]);
  });
});

describe('tabs alone', () => {
  it('[G28] without locks and channel every tab has a conversation of its own', async () => {
    const browser = createBrowser({ tabs: false, storage: false });
    const [first, second] = [browser.tab(), browser.tab()];
    first.chat.open();
    second.chat.open();
    expect(first.chat.connection.value.phase).toBe('authorizing');
    await browser.pass(1_000);
    expect(browser.platform.sessions).toHaveLength(2);
    first.chat.send('hi');
    await browser.pass();
    expect([first.texts(), second.texts()]).toEqual([['hi'], []]);
  });

  it('[G28] without a storage they share it all the same, as long as one of them lives', async () => {
    const browser = createBrowser({ storage: false });
    const first = browser.tab();
    first.chat.open();
    await browser.pass(1_000);
    const second = browser.tab();
    second.chat.send('hi');
    await browser.pass(1_000);
    expect(first.texts()).toEqual(['hi']);
    first.close();
    await browser.pass(1_000);
    expect(second.role).toBe('owner');
    expect(second.chat.connection.value.status).toBe('online');
    expect(browser.platform.sessions).toHaveLength(1);
    expect(browser.written).toEqual([]);
  });
});
