// @vitest-environment jsdom
/** Announcements to screen readers, and which changes are new to them. */

import { signal } from '@preact/signals-core';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ChatState, Connection } from '../../../src/client/api/chat-state.ts';
import { languages } from '../../../src/ui/load-languages.ts';
import { createNewItems } from '../../../src/ui/rows/new-items.ts';
import { createFakeChat, mark, message, notice, ONLINE, SETTINGS } from '../fixtures/fake-chat.ts';
import { settled as drawn, renderChat } from '../fixtures/render-chat.ts';

type Voice = 'polite' | 'assertive';

const regions = (how: Voice): readonly Element[] => [...document.querySelectorAll(`.log-frame > [aria-live=${how}]`)];

/** Announcements in order. They alternate between two regions. */
function turns(how: Voice): readonly Element[] {
  const [even = [], odd = []] = regions(how).map(each => [...each.children]);
  return even.flatMap((each, place) => [each, odd[place]].filter(turn => turn !== undefined));
}

const wordsOf = (turn: Element): readonly string[] =>
  [...turn.children].map(({ textContent }) => `${textContent}`.trim());

/** The texts in the regions, one entry for each announcement. */
const heard = (how: Voice = 'polite'): readonly string[] => turns(how).flatMap(wordsOf);

/** For each text with a language of its own: the words before it, the text, and the language. */
const told = (how: Voice = 'polite') =>
  turns(how).flatMap(turn =>
    [...turn.querySelectorAll<HTMLElement>('[lang]')].map(each => [
      each.previousSibling?.textContent?.trim() ?? '',
      each.textContent,
      each.lang,
    ]),
  );

/** Waits for announcements that follow another one: they are delayed a moment. */
async function settled(): Promise<void> {
  await drawn();
  vi.advanceTimersByTime(60);
  await drawn();
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A conversation in progress, and then these changes one after the other. */
async function inTurn(...changes: readonly Partial<ChatState>[]): Promise<void> {
  const { chat } = renderChat({ messages: [message('agent', 'Restored')] });
  for (const change of changes) {
    chat.set(change);
    await settled();
  }
}

const connection = (status: Connection['status'], code: Connection['code'] = null): Partial<ChatState> => ({
  connection: { ...ONLINE, status, phase: 'waiting', code },
});

describe('announcer', () => {
  it('reads each reply once, when it is complete', async () => {
    const { chat } = renderChat({ messages: [message('agent', 'Restored')] });
    const before = chat.state.value.messages;
    const item = message('agent', 'Hel', { status: 'streaming' });
    const spoken: (readonly string[])[] = [];
    const whole = { text: 'Hello.', status: 'complete' as const };
    // The same message at another index, as when a late one is inserted before it, is not new.
    for (const change of [{}, { text: 'Hello' }, whole, { text: 'Hello.' }, whole]) {
      chat.set({ messages: [...before, { ...item, status: 'streaming', ...change }] });
      await settled();
      spoken.push(heard());
    }
    expect(spoken).toEqual([[], [], ['Nova: Hello.'], ['Nova: Hello.'], ['Nova: Hello.']]);
  });

  it('reads links by their words, cards by their titles, and that a reply was cut off', async () => {
    const { chat } = renderChat();
    chat.add(
      message('agent', 'See [the shop](https://acme.example)', { callActions: [{ title: 'Call us', number: '123' }] }),
      message('agent', 'And then', { status: 'interrupted' }),
    );
    await settled();
    expect(heard()).toEqual(['Nova: See the shop. Call us.', 'Nova: And then. This reply was cut off.']);
  });

  it('reads an interrupted reply again as a whole if it continues', async () => {
    const { chat } = renderChat({ messages: [message('agent', 'Restored')] });
    const before = chat.state.value.messages;
    const item = message('agent', 'First half', { status: 'interrupted' });
    for (const change of [{}, { status: 'streaming' }, { text: 'First half, second half', status: 'sent' }] as const) {
      chat.set({ messages: [...before, { ...item, ...change }] });
      await settled();
    }
    expect(heard()).toEqual(['Nova: First half. This reply was cut off.', 'Nova: First half, second half']);
  });

  it('reads suggested replies once, after their message, and does not read restored ones', async () => {
    const asked = message('agent', 'Shall I?', {
      suggestions: [{ text: 'Yes, please' }, { text: ' ' }, { text: 'No' }],
    });
    const restored = renderChat({ messages: [asked], suggestions: asked.suggestions });
    await settled();
    expect(heard()).toEqual([]);
    restored.undo();
    const { chat } = renderChat();
    chat.set({ messages: [asked], suggestions: asked.suggestions });
    await settled();
    chat.set({ typing: { from: 'agent', name: 'Nova' } });
    await settled();
    expect(heard()).toEqual(['Nova: Shall I?', 'Suggested replies: Yes, please. No', 'Nova is typing']);
  });

  it('reads suggested replies in the language of the conversation', async () => {
    const asked = message('agent', 'Soll ich?', { suggestions: [{ text: 'Ja' }, { text: 'Nein' }] });
    const { chat } = renderChat({ language: 'de' });
    chat.set({ messages: [asked], suggestions: asked.suggestions });
    await settled();
    expect(told().at(-1)).toEqual(['Suggested replies:', 'Ja. Nein', 'de']);
  });

  it('reads a picture that the site does not allow as a link, and an allowed one by its words', async () => {
    const { chat } = renderChat();
    chat.add(
      message('agent', '![](https://img.example/a.png)'),
      message('agent', 'Look: ![](https://acme.example/a.png)![a hat](https://acme.example/b.png)'),
    );
    await settled();
    expect(heard()).toEqual(['Nova: https://img.example/a.png.', 'Nova: Look: a hat']);
    expect([...document.querySelectorAll('.bubble a')].map(each => each.textContent)).toEqual([
      'https://img.example/a.png',
    ]);
  });

  it('reads an attachment without a title by its visible text', async () => {
    const { chat } = renderChat();
    const card = { title: ' ', previewImageUrl: '', callToAction: '' };
    chat.add(
      message('agent', '', { callActions: [{ title: '', number: '+44 20 7946 0123' }] }),
      message('agent', '', { attachments: [{ ...card, kind: 'url', contentUrl: 'https://www.acme.example/chair' }] }),
      message('agent', '', { attachments: [{ ...card, kind: 'image', contentUrl: 'https://acme.example/a.png' }] }),
    );
    await settled();
    expect(heard()).toEqual(['Nova: +44 20 7946 0123.', 'Nova: acme.example.', 'Nova: Image']);
  });

  it('pauses between lines', async () => {
    const { chat } = renderChat();
    chat.add(message('agent', '## Opening hours\n\n- Monday 10 to 16\n- Sunday closed\n\nWelcome!\n\nNova'));
    await settled();
    expect(heard()).toEqual(['Nova: Opening hours. Monday 10 to 16. Sunday closed. Welcome! Nova']);
  });

  it.each([
    ['Hindi', '- समय क्या है\n- पता दो\n- धन्यवाद', 'Nova: समय क्या है. पता दो. धन्यवाद'],
    ['Thai', '- จัดส่งฟรีได้\n- คืนสินค้าที่นี่\n- ขอบคุณ', 'Nova: จัดส่งฟรีได้. คืนสินค้าที่นี่. ขอบคุณ'],
    [
      'prices',
      '- Sofa (blau) 499 €\n- Rabatt 25 %\n- Stuhl (rot)\n- Tisch',
      'Nova: Sofa (blau) 499 €. Rabatt 25 %. Stuhl (rot). Tisch',
    ],
    ['full stops of other scripts', '- 你好。\n- ठीक है।\n- مرحبا؟\n- Fin', 'Nova: 你好。 ठीक है। مرحبا؟ Fin'],
  ])('pauses between lines, whatever character they end with: %s', async (_, text, words) => {
    const { chat } = renderChat();
    chat.add(message('agent', text));
    await settled();
    expect(heard()).toEqual([words]);
  });

  it('reads repeated words again, and never the visitor’s own', async () => {
    const { chat } = renderChat();
    chat.add(message('agent', 'Yes'));
    await settled();
    chat.add(message('user', 'Sure?', { status: 'sending' }), message('agent', 'Yes'));
    await settled();
    expect(heard()).toEqual(['Nova: Yes', 'Nova: Yes']);
  });

  it('reads the number of many simultaneous replies, then the last five, and every notice', async () => {
    const { chat } = renderChat();
    chat.add(...Array.from({ length: 12 }, (_, place) => message('agent', `Reply ${place}`)), notice('No room.'));
    await settled();
    const replies = [7, 8, 9, 10].map(place => `Nova: Reply ${place}.`);
    expect(heard()).toEqual(['12 new messages.', ...replies, 'Nova: Reply 11']);
    expect(heard('assertive')).toEqual(['No room.']);
  });

  it('puts simultaneous announcements into one element, and the next ones into another region', async () => {
    const { chat } = renderChat({ messages: [message('agent', 'Restored')] });
    const asked = message('agent', 'Shall I?', { suggestions: [{ text: 'Yes' }, { text: 'No' }] });
    chat.set({ messages: [...chat.state.value.messages, asked], suggestions: asked.suggestions });
    await settled();
    chat.add(message('agent', 'Well'));
    await settled();
    // The first is announced at once. The others come while it is read, and are announced together.
    for (const text of ['So', 'Then', 'And']) {
      chat.add(message('agent', text));
      await drawn();
    }
    await settled();
    const said = (how: Voice) => regions(how).map(region => [...region.children].map(wordsOf));
    expect(said('polite')).toEqual([
      [['Nova: Shall I?', 'Suggested replies: Yes. No'], ['Nova: So']],
      [['Nova: Well'], ['Nova: Then.', 'Nova: And']],
    ]);
    chat.add(notice('No room.'), notice('No bed.'), notice('Closed.', { level: 'info' }));
    await settled();
    expect(said('assertive')).toEqual([[['No room.', 'No bed.']], []]);
  });

  it('announces with other spaces than the visible text and than the last announcement, because some readers skip equal texts', async () => {
    const mine = message('user', 'Hi', { status: 'sending' });
    const { chat } = renderChat();
    chat.add(mine);
    for (const status of ['failed', 'sending', 'failed'] as const) {
      chat.set({ messages: [{ ...mine, status }], outbox: [{ ...mine, status }] });
      await settled();
    }
    const inSight = document.querySelector('[part=delivery] > span')?.textContent;
    expect(inSight).toBe('Message not sent.');
    const characters = turns('assertive').map(each => each.textContent);
    expect(heard('assertive')).toEqual([inSight, inSight]);
    expect(new Set([inSight, ...characters]).size).toBe(3);
  });

  it('removes an element beside the regions whenever their words change', async () => {
    const { chat } = renderChat({ messages: [message('agent', 'Restored')] });
    const beside = () => regions('assertive').at(-1)?.nextElementSibling;
    const seen = [beside()];
    for (const words of ['Well', 'So']) {
      chat.add(message('agent', words));
      await settled();
      seen.push(beside());
    }
    vi.advanceTimersByTime(10_000);
    await drawn();
    seen.push(beside());
    expect(seen.map(each => [each?.localName, each?.textContent])).toEqual(Array(4).fill(['p', '']));
    expect(new Set(seen).size).toBe(4);
    expect(seen.map(each => each?.isConnected)).toEqual([false, false, false, true]);
  });

  it('announces a person who joins', async () => {
    const { chat } = renderChat();
    chat.add(mark('live-joined', { name: 'Maria' }));
    await settled();
    expect(heard()).toEqual(["Maria joined the chat. You're now talking to our team."]);
  });

  it('has its empty regions in the page before the first announcement', () => {
    renderChat({ messages: [message('agent', 'Restored')], connection: { ...ONLINE, status: 'offline' } }, {});
    // The fifth region belongs to the composer.
    expect(document.querySelectorAll('[aria-live=polite], [aria-live=assertive]').length).toBe(5);
    expect(document.querySelectorAll('.log-frame > .visually-hidden[aria-live]').length).toBe(4);
    // Elements whose role would be announced are turned off.
    expect(document.querySelectorAll(':is([role=status], [role=alert]):not([aria-live=off])').length).toBe(0);
    expect(document.querySelector('[role=status]')?.textContent).toContain("You're offline");
  });

  it('announces typing once before each message, however often it stops and starts', async () => {
    const typing = { from: 'agent', name: 'Nova' } as const;
    const { chat } = renderChat({ messages: [message('agent', 'Restored')] });
    for (const sign of [typing, { ...typing }, null, typing, null]) {
      chat.set({ typing: sign });
      await settled();
    }
    expect(heard()).toEqual(['Nova is typing']);
    chat.add(message('agent', 'Well'));
    await settled();
    chat.set({ typing });
    await settled();
    expect(heard()).toEqual(['Nova is typing', 'Nova: Well', 'Nova is typing']);
  });

  it('announces another participant’s typing, but not while the panel is closed', async () => {
    const typing = { from: 'live', name: 'Maya' } as const;
    await inTurn({ typing: { from: 'agent', name: 'Nova' } }, { typing }, { typing: null, open: false }, { typing });
    expect(heard()).toEqual(['Nova is typing', 'Maya is typing']);
  });

  it('announces the progress of a hand-off, and only new facts about the queue', async () => {
    const queue = { stage: 'queue', position: 3, waitSeconds: 240, queueName: 'Repairs' } as const;
    await inTurn(
      { handoff: { stage: 'asked' } },
      { handoff: queue },
      { handoff: { ...queue, waitSeconds: 180 } },
      { handoff: { ...queue, position: 2, message: 'Thank you for waiting' } },
      { handoff: { stage: 'joined' } },
    );
    expect(heard()).toEqual([
      'Connecting you to our team',
      "You're number 3 in line. Wait time: about 4 minutes.",
      'Queue: Repairs',
      "You're number 2 in line. Wait time: about 4 minutes.",
      'Thank you for waiting',
    ]);
  });

  it('a blank queue name and blank words are not announced', async () => {
    await inTurn({ handoff: { stage: 'queue', position: 3, queueName: ' ', message: '\n' } });
    expect(heard()).toEqual(["You're number 3 in line."]);
  });

  it('announces the waiting time once if there is no place in the queue', async () => {
    const queue = { stage: 'queue' } as const;
    await inTurn(...[600, 540, 480].map(waitSeconds => ({ handoff: { ...queue, waitSeconds } })), {
      handoff: { ...queue, waitSeconds: 480, position: 2 },
    });
    expect(heard().filter(words => words.includes('in line'))).toEqual([
      "You're in line. Wait time: about 10 minutes.",
      "You're number 2 in line. Wait time: about 8 minutes.",
    ]);
  });

  it('announces notices, the idle question, and the end', async () => {
    const { chat } = renderChat({ messages: [message('agent', 'Restored')] });
    chat.add(notice('We close at six.', { level: 'info' }));
    chat.set({ idle: { endsAt: Date.now() + 119_000 } });
    await settled();
    chat.set({ idle: null, ended: 'user-abandoned' });
    await settled();
    expect(heard()).toEqual([
      'We close at six.',
      'Are you still there? This chat will end in 2 minutes.',
      'This chat ended after a while without messages.',
    ]);
  });

  it('interrupts for errors and for each failure of a message', async () => {
    const mine = message('user', 'Hi', { status: 'sending' });
    const { chat } = renderChat();
    chat.add(mine, notice('No', { code: 'agent_error' }));
    for (const status of ['failed', 'sending', 'failed'] as const) {
      chat.set({ outbox: [{ ...mine, status }] });
      await settled();
    }
    expect(heard('assertive')).toEqual([
      'Something went wrong with that reply.',
      'Message not sent.',
      'Message not sent.',
    ]);
    expect(heard()).toEqual([]);
  });

  it('restored messages are not announced', async () => {
    const { chat } = renderChat({ connection: { ...ONLINE, status: 'idle', phase: 'idle' } });
    const mine = message('user', 'Hi', { status: 'failed' });
    chat.set({
      connection: { ...ONLINE, status: 'connecting', phase: 'authorizing' },
      messages: [message('agent', 'Old'), mine, notice('Old', { code: 'agent_error' }), mark('live-joined')],
      outbox: [mine],
      handoff: { stage: 'queue', position: 3 },
      idle: { endsAt: Date.now() + 60_000 },
    });
    await settled();
    chat.set({ connection: ONLINE });
    await settled();
    expect([heard(), heard('assertive')]).toEqual([[], []]);
  });

  it('a chat that changes again before its restored state was painted is not announced', async () => {
    const { chat } = renderChat({ connection: { ...ONLINE, status: 'idle', phase: 'idle' } });
    chat.set({
      connection: { ...ONLINE, status: 'connecting', phase: 'authorizing' },
      messages: [message('agent', 'Old')],
      handoff: { stage: 'queue', position: 3 },
    });
    // The rows are in the page, but nothing has been painted yet.
    for (let turns = 0; turns < 9; turns += 1) await Promise.resolve();
    expect(document.querySelector('.handoff')).not.toBeNull();
    chat.set({ connection: { ...ONLINE, status: 'connecting', phase: 'connecting' } });
    await settled();
    expect(heard()).toEqual([]);
    chat.set({ handoff: { stage: 'queue', position: 2 } });
    await settled();
    expect(heard()).toEqual(["You're number 2 in line."]);
  });

  it('reads a reply in its own language, and its author in that of the panel', async () => {
    const { chat } = renderChat({ language: 'fr' });
    chat.add(message('agent', 'Bien sûr.'));
    await settled();
    expect(told()).toEqual([['Nova:', 'Bien sûr.', 'fr']]);
  });

  it('announced words keep their language when the panel’s changes', async () => {
    const settings = signal(SETTINGS);
    const chat = createFakeChat({ messages: [message('agent', 'Restored')] });
    renderChat(chat, { settings, languages });
    chat.set({ typing: { from: 'agent', name: 'Nova' } });
    await settled();
    settings.value = { ...SETTINGS, locale: 'de' };
    await vi.waitFor(() => expect(document.querySelector('[part=panel]')?.getAttribute('lang')).toBe('de'));
    expect(told()).toContainEqual(['', 'Nova is typing', 'en']);
  });

  it('leaves the focus in the composer when a button goes away under it', async () => {
    const mine = message('user', 'Hi', { status: 'failed' });
    const { chat, container } = renderChat({ messages: [mine], outbox: [mine] });
    const retry = [...container.querySelectorAll('button')].find(each => each.textContent === 'Retry');
    retry?.focus();
    expect(document.activeElement).toBe(retry);
    chat.set({ messages: [{ ...mine, status: 'sending' }] });
    await settled();
    expect(document.activeElement).toBe(container.querySelector('textarea'));
  });

  it('the focus moves to the words of the end if nothing else remains, and not to the whole dialog', async () => {
    const mine = message('user', 'Hi', { status: 'failed' });
    const ended: Partial<ChatState> = { connection: { ...ONLINE, status: 'ended' }, ended: 'user-end' };
    const { chat, container } = renderChat({ ...ended, messages: [mine], outbox: [mine] });
    const discard = [...container.querySelectorAll('button')].find(each => each.textContent === 'Discard');
    discard?.focus();
    expect(document.activeElement).toBe(discard);
    chat.set({ messages: [], outbox: [] });
    await settled();
    expect(document.activeElement?.getAttribute('part')).toBe('ended');
  });
});

describe('announcer and the connection', () => {
  const pass = async (ms: number): Promise<void> => {
    vi.advanceTimersByTime(ms);
    await settled();
  };

  it('announces at once that the device is offline, and that it is back', async () => {
    await inTurn(connection('offline', 'offline'), connection('reconnecting'), { connection: ONLINE });
    expect(heard()).toEqual(["You're offline. Messages will be sent when you're back.", "You're back online."]);
  });

  it('a break of less than a second is not announced', async () => {
    await inTurn(connection('reconnecting', 'connection_lost'));
    await pass(870);
    expect(heard()).toEqual([]);
    await pass(20);
    expect(heard()).toEqual(['Reconnecting…']);
  });

  it('a break of less than a second after a long one is not announced', async () => {
    const { chat } = renderChat({ messages: [message('agent', 'Restored')] });
    for (const ms of [1_000, 500]) {
      chat.set(connection('reconnecting', 'connection_lost'));
      await settled();
      await pass(ms);
      chat.set({ connection: ONLINE });
      await settled();
    }
    expect(heard()).toEqual(['Reconnecting…', "You're back online."]);
  });

  it('a short break after a long time without network is not announced', async () => {
    const { chat } = renderChat({ messages: [message('agent', 'Restored')] });
    chat.set(connection('offline', 'offline'));
    await settled();
    await pass(3_000);
    chat.set(connection('reconnecting'));
    await settled();
    await pass(500);
    chat.set({ connection: ONLINE });
    await settled();
    expect(heard()).toEqual(["You're offline. Messages will be sent when you're back.", "You're back online."]);
  });

  it('interrupts when the connection has failed, and announces it again when the panel is opened', async () => {
    const { chat } = renderChat({ messages: [message('agent', 'Hello')] });
    chat.set({ open: false });
    await settled();
    chat.set({ ...connection('failed', 'sockets_blocked') });
    await settled();
    expect(heard('assertive')).toEqual([]);
    chat.set({ open: true });
    await settled();
    expect(heard('assertive')).toEqual(['Your network or browser is blocking the chat. Try another network.']);
  });

  it('keeps an announcement for ten seconds', async () => {
    await inTurn({ typing: { from: 'agent', name: 'Nova' } });
    await pass(9_820);
    expect(heard()).toEqual(['Nova is typing']);
    await pass(200);
    expect(heard()).toEqual([]);
  });

  it('keeps each announcement for ten seconds in the same region, whatever follows', async () => {
    const { chat } = renderChat({ messages: [message('agent', 'Restored')] });
    const standing = () => regions('polite').map(region => [...region.children].map(wordsOf));
    const say = async (words: string) => {
      chat.add(message('agent', words));
      await settled();
      await pass(4_000);
    };
    for (const words of ['One', 'Two']) await say(words);
    const [, two] = turns('polite');
    expect(standing()).toEqual([[['Nova: One']], [['Nova: Two']]]);
    await say('Three');
    expect(standing()).toEqual([[['Nova: Three']], [['Nova: Two']]]);
    expect(two?.isConnected).toBe(true);
    await say('Four');
    expect(standing()).toEqual([[['Nova: Three']], [['Nova: Four']]]);
    await pass(10_000);
    expect(standing()).toEqual([[], []]);
  });
});

describe('arrivals', () => {
  const replaying = { ...ONLINE, status: 'connecting', phase: 'replaying' } as const;

  it('a history that fills an empty transcript is not new, in however many frames it arrives', () => {
    const arrivals = createNewItems();
    const [a, b, c] = [message('agent', 'a'), message('agent', 'b'), message('agent', 'c')];
    arrivals.take({ connection: ONLINE, messages: [] });
    arrivals.take({ connection: replaying, messages: [a] });
    arrivals.take({ connection: replaying, messages: [a, b] });
    arrivals.take({ connection: ONLINE, messages: [a, b, c] });
    expect([a, b, c].map(item => arrivals.has(item.key))).toEqual([false, false, true]);
  });

  it('items after a reconnection are new', () => {
    const arrivals = createNewItems();
    const [a, b] = [message('agent', 'a'), message('agent', 'b')];
    arrivals.take({ connection: ONLINE, messages: [a] });
    arrivals.take({ connection: replaying, messages: [a, b] });
    expect([a, b].map(item => arrivals.has(item.key))).toEqual([false, true]);
  });

  it('items from storage or another tab are not new, and items after them are', () => {
    const [a, b, c] = [message('agent', 'a'), message('agent', 'b'), message('agent', 'c')];
    for (const phase of ['authorizing', 'active', 'ended'] as const) {
      const arrivals = createNewItems();
      arrivals.take({ connection: { ...ONLINE, phase: 'idle' }, messages: [] });
      arrivals.take({ connection: { ...ONLINE, phase }, messages: [a, b] });
      arrivals.take({ connection: replaying, messages: [a, b, c] });
      expect(
        [a, b, c].map(item => arrivals.has(item.key)),
        phase,
      ).toEqual([false, false, true]);
    }
  });

  it('items that get another key when a session is replaced are not new', () => {
    const arrivals = createNewItems();
    const old = message('agent', 'Said before');
    arrivals.take({ connection: ONLINE, messages: [old] });
    arrivals.take({ connection: ONLINE, messages: [{ ...old, key: `0f3c-session/m:${old.id}` }] });
    expect(arrivals.has(`0f3c-session/m:${old.id}`)).toBe(false);
  });

  it('the greeting of a conversation that has just begun is new', () => {
    const arrivals = createNewItems();
    const greeting = message('agent', 'Hello');
    for (const phase of ['idle', 'authorizing', 'creating', 'connecting', 'replaying', 'joining'] as const) {
      arrivals.take({ connection: { ...ONLINE, phase }, messages: [] });
    }
    arrivals.take({ connection: ONLINE, messages: [greeting] });
    expect(arrivals.has(greeting.key)).toBe(true);
  });

  it('items are animated if they arrived while the panel was watched', async () => {
    const old = message('agent', 'Old');
    const { chat, container } = renderChat({ messages: [old] });
    chat.add(message('user', 'New', { status: 'sending' }));
    await settled();
    const rows = [...container.querySelectorAll('.message')];
    expect(rows.map(row => row.classList.contains('entering'))).toEqual([false, true]);
  });

  it('a few simultaneous items are animated, many are not, and all are read aloud as usual', () => {
    const say = (count: number, at: string) =>
      Array.from({ length: count }, (_, place) => message('agent', 'Words', { id: `${at}-${place}` }));
    const arrivals = createNewItems();
    const taken = [message('agent', 'Old'), ...say(7, 'few'), ...say(40, 'crowd')];
    for (const count of [1, 8, 48]) arrivals.take({ connection: ONLINE, messages: taken.slice(0, count) });
    const counted = (is: (key: string) => boolean) => taken.filter(({ key }) => is(key)).length;
    expect([counted(arrivals.rises), counted(arrivals.has)]).toEqual([7, 47]);
  });
});
