// @vitest-environment jsdom
/** The contents of the transcript: messages, their delivery, suggestions, cards, notices, marks, the hand-off, the end. */

import { act, fireEvent, screen, within } from '@testing-library/preact';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Attachment, NoticeItem, Remedy, SystemErrorKind } from '../../../src/client/api/chat-state.ts';
import { CATALOGUE } from '../../../src/protocol/system-messages.ts';
import { mark, message, notice, ONLINE } from '../fixtures/fake-chat.ts';
import { renderChat, settled } from '../fixtures/render-chat.ts';

const log = (): HTMLElement => screen.getByRole('log', { name: 'Conversation' });
const actions = (): readonly HTMLElement[] =>
  within(log())
    .queryAllByRole('button')
    .filter(each => each.getAttribute('aria-label') !== 'Copy message');
const press = (name: string): boolean => fireEvent.click(screen.getByRole('button', { name }));

describe('messages', () => {
  it('a message has its own direction and keeps its line breaks', () => {
    renderChat({ messages: [message('agent', 'one\ntwo')] });
    const text = within(log()).getByText(/one/);
    expect(text.querySelector('br')?.nextSibling?.textContent).toBe('two');
    expect(text.getAttribute('dir')).toBe('auto');
  });

  it('markup in a visitor’s message is shown as text', () => {
    const hostile = '<img src=x onerror=alert(1)><script>alert(1)</script>';
    const { container } = renderChat({ messages: [message('agent', hostile)] });
    expect(within(log()).getByText(hostile)).toBeTruthy();
    expect(container.querySelector('script, .text img')).toBeNull();
  });

  it.each(['👍', ' ❤️\n', '🎉🎉 🎉', '👍🏽', '🇩🇪🇫🇷', '👩‍👩‍👧‍👦', '🏴󠁧󠁢󠁳󠁣󠁴󠁿', '1️⃣2️⃣', '🏳️‍🌈'])(
    '%s is shown large for every author',
    text => {
      const { container } = renderChat({
        messages: (['user', 'agent', 'live'] as const).map(from => message(from, text)),
      });
      expect([...container.querySelectorAll('.emoji')].map(each => each.textContent)).toEqual(Array(3).fill(text));
      expect(container.querySelectorAll('.bubble:not(.emoji-only)')).toHaveLength(0);
    },
  );

  it.each([
    '1',
    '12',
    '#',
    '©',
    '👍👍👍👍',
    '👍 thanks',
    '**👍**',
    '🇩',
    '👩\u200d',
    '\u{1f3fd}a',
    '❤\ufe0e',
    '❤ you',
    '™',
  ])('%s is shown like other words', text => {
    const { container } = renderChat({ messages: [message('user', text), message('agent', text)] });
    expect(container.querySelectorAll('.bubble:not(.emoji-only) .text')).toHaveLength(2);
    expect(container.querySelector('.emoji')).toBeNull();
  });

  it.each(['❤', '❤❤ ❤', '☺', '✌🏽', '❤\u200d🔥'])(
    '%s is shown large and in colour, even without the emoji selector',
    text => {
      const { container } = renderChat({ messages: [message('user', text)] });
      const shown = container.querySelector('.emoji')?.textContent ?? '';
      expect(shown.replaceAll('\ufe0f', '')).toBe(text);
      expect(shown).not.toMatch(/[❤☺](?!\ufe0f)/u);
    },
  );

  it.each([
    ['tones', `👍${'🏽'.repeat(1_500)}a`],
    ['tags', `🏴${'\u{e0067}'.repeat(1_500)}a`],
    ['joiners', `👩${'\u200d👩'.repeat(1_500)}a`],
    ['spaces', `👍${' '.repeat(1_500)}a`],
  ])('an emoji followed by endless %s takes no longer than other words', (_, text) => {
    const startedAt = performance.now();
    const { container } = renderChat({ messages: [message('user', text), message('agent', text)] });
    expect(performance.now() - startedAt).toBeLessThan(2_000);
    expect(container.querySelector('.emoji')).toBeNull();
  });

  it('emoji are shown large only when the message is complete', () => {
    const { chat, container } = renderChat({ messages: [message('agent', '👍 ', { key: 'm', status: 'streaming' })] });
    expect(container.querySelector('.emoji')).toBeNull();
    act(() => chat.set({ messages: [message('agent', '👍 🎉', { key: 'm' })] }));
    expect(container.querySelector('.emoji')?.textContent).toBe('👍 🎉');
  });

  it('a person is named once per group, with an avatar', () => {
    const { container } = renderChat({
      messages: [message('live', 'Hi', { agentName: 'Maria' }), message('live', 'There', { agentName: 'Maria' })],
    });
    expect(within(log()).getAllByText('Maria')).toHaveLength(1);
    expect(container.querySelectorAll('.message .avatar')).toHaveLength(1);
  });

  it('an interrupted reply is marked', () => {
    renderChat({ messages: [message('agent', 'And then', { status: 'interrupted' })] });
    expect(screen.getByText('This reply was cut off.')).toBeTruthy();
  });

  it('the log itself is not a live region', () => {
    renderChat({ messages: [message('agent', 'Hi')] });
    expect(log().getAttribute('aria-live')).toBe('off');
  });

  it("[H9] a person who types does not have the software's avatar", () => {
    const avatarUrl = 'https://acme.example/face.png';
    const faces = () => log().querySelectorAll('[part=typing] img').length;
    const typing = { from: 'live', name: '' } as const;
    const { undo } = renderChat({ party: 'queue', agent: { kind: 'agent', name: 'Nova', avatarUrl }, typing });
    expect(faces()).toBe(0);
    undo();
    const { undo: undoPerson } = renderChat({ party: 'live', agent: { kind: 'live', name: '', avatarUrl }, typing });
    expect(faces()).toBe(1);
    undoPerson();
    // The avatar of another person is not shown either.
    const noah = { from: 'live', name: 'Noah' } as const;
    renderChat({ party: 'live', agent: { kind: 'live', name: 'Ines', avatarUrl }, typing: noah });
    expect(faces()).toBe(0);
  });

  it('the typing indicator names the person', () => {
    renderChat({ typing: { from: 'live', name: 'Maria' } });
    expect(within(log()).getByText('Maria is typing')).toBeTruthy();
  });

  it('a person who continues writing does so in the group of their last message', async () => {
    const sign = { from: 'live', name: 'Maria' } as const;
    const said = (minutes: number, agentName = 'Maria') =>
      message('live', 'Hi', { agentName, at: Date.now() - minutes * 60_000 });
    const { chat } = renderChat({ messages: [said(1)], typing: sign });
    const goesOn = () => log().querySelector('[part=typing]')?.classList.contains('group-continues');
    expect(goesOn()).toBe(true);
    for (const messages of [
      [said(3)],
      [said(1, 'Amal')],
      [said(1), message('user', 'Hello')],
      [said(1), mark('live-left', { name: 'Maria' })],
      [],
    ]) {
      chat.set({ messages });
      await settled();
      expect(goesOn()).toBe(false);
    }
    chat.set({ messages: [said(1)], typing: { ...sign, name: '' } });
    await settled();
    expect(goesOn()).toBe(true);
  });

  it("a typing person continues their group even if the platform's clock is ahead of this device's", async () => {
    const sign = { from: 'live', name: 'Maria' } as const;
    const { chat } = renderChat({ messages: [], typing: sign });
    chat.set({ messages: [message('live', 'Hi', { agentName: 'Maria', at: Date.now() + 600_000 })] });
    await settled();
    expect(log().querySelector('[part=typing]')?.classList.contains('group-continues')).toBe(true);
  });
});

describe('somebody who stops writing', () => {
  const sign = { from: 'live', name: 'Maria' } as const;
  const dots = () => log().querySelector('[part=typing]');

  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });
  const pass = (ms: number) => act(async () => void (await vi.advanceTimersByTimeAsync(ms)));

  it('the dots stay for a moment, in which the message replaces them', async () => {
    const { chat } = renderChat({ messages: [message('user', 'Hi')], typing: sign });
    chat.set({ typing: null });
    await pass(300);
    expect(dots()).not.toBeNull();
    chat.add(message('live', 'Hello'));
    await pass(20);
    expect(dots()).toBeNull();
  });

  it('the message takes over the bubble of the dots', async () => {
    const { chat } = renderChat({ messages: [message('user', 'Hi')], typing: sign });
    chat.add(message('live', 'Hello'));
    chat.set({ typing: null });
    await pass(20);
    const rows = () => [...log().querySelectorAll('.message')].map(row => row.matches('[data-instead]'));
    expect(dots()).toBeNull();
    expect(rows()).toEqual([false, true]);
    // A message without dots before it appears as usual.
    chat.add(message('live', 'Still here'));
    await pass(20);
    expect(rows()).toEqual([false, true, false]);
  });

  it('the dots disappear if a person stops writing without a message', async () => {
    const { chat } = renderChat({ messages: [message('user', 'Hi')], typing: sign });
    chat.set({ typing: null });
    await pass(500);
    expect(dots()).toBeNull();
    chat.set({ typing: sign });
    await pass(20);
    expect(dots()).not.toBeNull();
  });

  it('the dots disappear when the agent continues a reply', async () => {
    const growing = message('agent', 'One moment', { status: 'streaming' });
    const { chat } = renderChat({ messages: [growing], typing: { from: 'agent', name: 'Fern' } });
    chat.set({ messages: [{ ...growing, text: 'One moment, here' }], typing: null });
    await pass(20);
    expect(dots()).toBeNull();
  });
});

describe('delivery', () => {
  it('Retry and Discard are offered for a failed message', () => {
    const failed = message('user', 'Hello', { status: 'failed' });
    const { chat } = renderChat({ messages: [failed] });
    expect(screen.getByText('Message not sent.')).toBeTruthy();
    press('Retry');
    press('Discard');
    expect(chat.calls).toEqual([
      ['retry', failed.id],
      ['discard', failed.id],
    ]);
  });

  it('a double click on Discard discards only one message', () => {
    const failed = [1, 2].map(each => message('user', `Hello ${each}`, { status: 'failed' }));
    const { chat } = renderChat({ messages: failed });
    const [above, below] = screen.getAllByRole('button', { name: 'Discard' });
    fireEvent.click(below as HTMLElement, { detail: 1 });
    fireEvent.click(above as HTMLElement, { detail: 2 });
    expect(chat.calls).toEqual([['discard', failed[1]?.id]]);
  });

  it('"Sending…" is shown only if it takes long, and waiting for the network at once', async () => {
    const { chat } = renderChat({ messages: [message('user', 'Hello', { status: 'sending' })] });
    expect(screen.getByText('Sending…').className).toContain('delay-500');
    chat.set({ connection: { ...ONLINE, status: 'offline' } });
    await settled();
    expect(screen.getByText("Will be sent when you're back online.").className).not.toContain('delay');
  });

  it('a message is shown as waiting, not as sending, while the chat reconnects', () => {
    renderChat({
      messages: [message('user', 'Hello', { status: 'queued' })],
      connection: { ...ONLINE, status: 'reconnecting' },
    });
    expect(screen.getByText("Will be sent when you're connected.")).toBeTruthy();
    expect(screen.queryByText('Sending…')).toBeNull();
  });
});

describe('suggestions', () => {
  const suggestions = [{ text: 'Yes' }, { text: 'No' }];

  it('suggestions are a group of buttons, and one of them is sent, once', async () => {
    const { chat } = renderChat({ messages: [message('agent', 'Well?')], suggestions });
    const yes = within(screen.getByRole('group', { name: 'Suggested replies' })).getByRole('button', { name: 'Yes' });
    fireEvent.click(yes);
    fireEvent.click(yes);
    await settled();
    fireEvent.click(yes);
    expect(chat.calls).toEqual([['send', 'Yes']]);
    expect(screen.queryByRole('group')).toBeNull();
    expect(document.activeElement).toBe(screen.getByRole('textbox'));
  });

  it('suggestions return with the next message', async () => {
    const { chat } = renderChat({ suggestions });
    press('Yes');
    chat.set({ suggestions: [{ text: 'Yes' }] });
    await settled();
    press('Yes');
    expect(chat.calls).toHaveLength(2);
  });

  it('suggestions are gone when the conversation is over', () => {
    renderChat({ suggestions, ended: 'natural-end' });
    expect(screen.queryByRole('group')).toBeNull();
  });
});

describe('cards', () => {
  const card: Attachment = {
    kind: 'url',
    title: 'Boots',
    contentUrl: 'https://www.acme.example/boots',
    previewImageUrl: 'https://acme.example/boots.png',
    callToAction: 'See more',
  };
  const withCard = (change: Partial<Attachment>) => message('agent', '', { attachments: [{ ...card, ...change }] });

  it('cards link to their page in a new tab, say so, and report it to the host page', () => {
    const { chat } = renderChat({ messages: [withCard({})] });
    const link = screen.getByRole<HTMLAnchorElement>('link', { name: /Boots.*acme\.example.*See more/ });
    expect([link.target, link.rel]).toEqual(['_blank', 'noopener noreferrer']);
    expect(link.getAttribute('aria-description')).toBe(' (opens in a new tab)');
    chat.onLink = detail => detail.preventDefault();
    expect(fireEvent.click(link)).toBe(false);
    expect(chat.emitted[0]).toMatchObject({ name: 'link', detail: { href: 'https://www.acme.example/boots' } });
  });

  it('a card that dials opens no tab, and announces none', () => {
    renderChat({ messages: [message('agent', '', { callActions: [{ title: 'Call us', number: '123' }] })] });
    expect(screen.getByRole('link').getAttribute('aria-description')).toBeNull();
  });

  it('words of a card are in the language of the conversation, and words of the panel in its own', async () => {
    const language = { kind: 'mark', key: 'x', at: 1, mark: 'language', name: 'de' } as const;
    const link = withCard({ title: 'Stiefel' });
    const call = message('agent', '', { callActions: [{ title: 'Anrufen', number: '123' }] });
    const picture = withCard({ title: 'Bild', kind: 'image' });
    const { container } = renderChat({ messages: [language, link, call, picture] });
    const langOf = (element: Element | null) => element?.closest('[lang]')?.getAttribute('lang');
    for (const words of ['Stiefel', 'See more', 'Anrufen']) expect(langOf(screen.getByText(words)), words).toBe('de');
    fireEvent.error(container.querySelector('.image img') as HTMLElement);
    await settled();
    expect(langOf(screen.getByText('Bild'))).toBe('de');
    expect(langOf(container.querySelector('.picture'))).not.toBe('de');
  });

  it('a language with an underscore in its tag has its name', () => {
    renderChat({ messages: [mark('language', { name: 'pt_BR' }), message('agent', 'Olá')] });
    expect(screen.getByText(/Brazil/).textContent).not.toContain('pt_BR');
  });

  it('cards with an unsafe address are not links', () => {
    renderChat({ messages: [withCard({ contentUrl: 'javascript:alert(1)' })] });
    expect(screen.queryByRole('link')).toBeNull();
    expect(screen.getByText('Boots')).toBeTruthy();
  });

  it('cards keep their size and say so if the picture does not load', async () => {
    const { container } = renderChat({ messages: [withCard({ kind: 'image' })] });
    fireEvent.error(container.querySelector('.picture > img') as HTMLElement);
    await settled();
    expect(container.querySelector('.picture')?.textContent).toContain("The image didn't load.");
  });

  it('a name cannot change the direction of the words around it', () => {
    const mark = { kind: 'mark', key: 'x', at: 1, mark: 'live-joined', name: '\u202Egnitset' } as const;
    renderChat({ messages: [mark] });
    expect(screen.getByText(/joined the chat\. You're now talking to our team\./).textContent).toBe(
      "gnitset joined the chat. You're now talking to our team.",
    );
  });

  it('a name cannot change the direction of its sentence', () => {
    const mark = { kind: 'mark', key: 'x', at: 1, mark: 'live-joined', name: 'محمد' } as const;
    renderChat({ messages: [mark] });
    const sentence = screen.getByText(/joined the chat\. You're now talking to our team\./);
    expect(sentence.closest('[dir]')?.getAttribute('dir')).toBe('ltr');
  });

  it('phone numbers are cleaned, and shown as text if they cannot be dialled', () => {
    const callActions = [
      { title: 'Call us', number: '+44 (0)20 7946-0018' },
      { title: 'Odd', number: 'javascript:1' },
    ];
    renderChat({ messages: [message('agent', '', { callActions })] });
    expect(screen.getByRole('link', { name: /Call us/ }).getAttribute('href')).toBe('tel:+442079460018');
    expect(screen.queryByRole('link', { name: /Odd/ })).toBeNull();
    expect(screen.getByText('Odd')).toBeTruthy();
  });
});

describe('notices', () => {
  const HELP: Record<Remedy, { readonly button: string | null; readonly call: string | null }> = {
    wait: { button: 'Try again', call: 'send' },
    resend: { button: 'Try again', call: 'send' },
    rejoin: { button: 'Try again', call: 'rejoin' },
    new_session: { button: 'Start a new conversation', call: 'startNew' },
    contact: { button: 'Start a new conversation', call: 'startNew' },
    none: { button: null, call: null },
  };
  const error = (code: SystemErrorKind, remedy: Remedy): NoticeItem => notice('The platform says', { code, remedy });

  it.each(CATALOGUE.map(entry => [entry.kind, entry.remedy] as const))(
    '%s offers what helps (%s), once, in our own words',
    async (code, remedy) => {
      const { chat } = renderChat({ messages: [message('user', 'Where is it?'), error(code, remedy)] });
      expect(log().textContent).not.toContain('The platform says');
      const person = code.startsWith('handoff');
      const { button, call } = HELP[person ? 'wait' : remedy];
      const found = actions();
      expect(found.map(each => each.textContent)).toEqual(button ? [button] : []);
      for (const each of [...found, ...found]) fireEvent.click(each);
      await settled();
      expect(chat.calls.map(([name]) => name)).toEqual(call ? [call] : []);
      if (call === 'send')
        expect(chat.calls).toEqual([['send', person ? "I'd like to talk to a person." : 'Where is it?']]);
      expect(actions()).toEqual([]);
    },
  );

  it('Try again sends the message that the error is about, not a later one', () => {
    const lost = notice('No', { code: 'live_forward_failed', remedy: 'resend', about: 'first' });
    const said = [message('user', 'My number is 12', { id: 'first' }), message('user', 'Hello?')];
    const { chat } = renderChat({ messages: [...said, lost] });
    press('Try again');
    expect(chat.calls).toEqual([['send', 'My number is 12']]);
  });

  it('Try again asks the agent to join if there is nothing to send', () => {
    const { chat } = renderChat({ messages: [error('high_load', 'wait')] });
    press('Try again');
    expect(chat.calls).toEqual([['rejoin']]);
  });

  it('Try again is offered if a message may be lost, not if it was answered', () => {
    const said = [message('user', 'Cancel my order'), message('agent', 'Done')];
    const { undo } = renderChat({ messages: [...said, error('session_unavailable', 'wait')] });
    expect(actions()).toEqual([]);
    undo();
    const half = message('agent', 'Let me', { status: 'interrupted' });
    renderChat({ messages: [...said.slice(0, 1), half, error('session_unavailable', 'wait')] });
    expect(actions().map(each => each.textContent)).toEqual(['Try again']);
  });

  it('a notice has no button once the conversation has continued', () => {
    renderChat({ messages: [message('user', 'Hi'), error('no_response', 'resend'), message('agent', 'Hello')] });
    expect(actions()).toEqual([]);
  });

  it('[J3] the button that asks the agent to join stays as long as a message waits for it', async () => {
    const lost = error('conversation_not_found', 'rejoin');
    const { chat } = renderChat({
      messages: [lost, message('user', 'Hello?', { status: 'queued' })],
      connection: { ...ONLINE, phase: 'joining' },
    });
    press('Try again');
    expect(chat.calls).toEqual([['rejoin']]);
    chat.set({ connection: ONLINE });
    await settled();
    expect(actions()).toEqual([]);
  });

  it('unknown texts are shown as written', () => {
    renderChat({ messages: [notice('We close at six.', { level: 'info' })] });
    expect(log().querySelector('.notice')?.textContent).toBe('We close at six.');
  });

  it('a new error interrupts screen readers, a restored one does not', async () => {
    const { chat } = renderChat({ messages: [error('agent_error', 'none')] });
    const interruption = () => document.querySelector('[aria-live=assertive]')?.textContent?.trim();
    expect(interruption()).toBe('');
    chat.add(error('no_response', 'none'));
    await settled();
    expect(interruption()).toBe("The assistant couldn't answer that.");
  });

  it('the minutes of the idle question count down', async () => {
    vi.useFakeTimers();
    try {
      renderChat({ idle: { endsAt: Date.now() + 119_000 } });
      await settled();
      expect(screen.getByText('Are you still there? This chat will end in 2 minutes.')).toBeTruthy();
      vi.advanceTimersByTime(80_000);
      await settled();
      expect(screen.getByText('Are you still there? This chat will end in 1 minute.')).toBeTruthy();
    } finally {
      vi.useRealTimers();
    }
  });

  describe('messages of today', () => {
    beforeEach(() => void vi.useFakeTimers({ now: new Date('2026-03-02T12:00:00') }));
    afterEach(() => void vi.useRealTimers());

    const asToday = () => {
      renderChat({ messages: [message('agent', 'Hello', { at: Date.now() })] });
      expect(screen.getByText('Today')).toBeTruthy();
    };
    const isYesterday = () => {
      expect(screen.queryByText('Today')).toBeNull();
      expect(screen.getByText('Yesterday')).toBeTruthy();
    };

    it('a message is yesterday’s from midnight on, with the panel open', async () => {
      asToday();
      await vi.advanceTimersByTimeAsync(11.9 * 60 * 60_000);
      expect(screen.getByText('Today')).toBeTruthy();
      await vi.advanceTimersByTimeAsync(0.2 * 60 * 60_000);
      isYesterday();
    });

    it('a message is yesterday’s when the visitor returns to a computer that was asleep', async () => {
      asToday();
      vi.setSystemTime(new Date('2026-03-03T09:00:00'));
      document.dispatchEvent(new Event('visibilitychange'));
      await vi.advanceTimersByTimeAsync(0);
      isYesterday();
    });
  });

  it('a name above a bubble cannot change the direction of the words around it', () => {
    renderChat({ messages: [message('agent', 'Hello', { agentName: 'Support \u202enimda' })] });
    expect(screen.getByText('Support nimda').textContent).toBe('Support nimda');
  });

  it('an idle visitor is asked whether to continue', () => {
    const { chat } = renderChat({ idle: { endsAt: Date.now() + 119_000 } });
    expect(screen.getByText('Are you still there? This chat will end in 2 minutes.')).toBeTruthy();
    press('Keep chatting');
    expect(chat.calls).toEqual([['stay']]);
  });
});

describe('the way to a person', () => {
  it.each([
    [{ stage: 'asked' } as const, 'Connecting you to our team'],
    [{ stage: 'accepted' } as const, 'Someone will be with you soon'],
    [
      { stage: 'queue', position: 3, waitSeconds: 240 } as const,
      "You're number 3 in line. Wait time: about 4 minutes.",
    ],
    [{ stage: 'queue', position: 1, waitSeconds: 60 } as const, "You're next. Wait time: about 1 minute."],
    [{ stage: 'queue', position: 0, waitSeconds: 20 } as const, "You're in line. Wait time: less than a minute."],
    [{ stage: 'queue', position: 1200 } as const, "You're number 1,200 in line."],
    [{ stage: 'queue', waitSeconds: 7200 } as const, "You're in line. Wait time: about 2 hours."],
    [{ stage: 'queue', queueName: 'Deliveries' } as const, 'Queue: Deliveries'],
    [{ stage: 'queue', message: 'Thanks for waiting' } as const, 'Thanks for waiting'],
  ])('the progress of a hand-off is shown: %o', (handoff, words) => {
    renderChat({ party: 'queue', handoff });
    expect(log().querySelector('.handoff')?.textContent).toContain(words);
  });

  it.each(['joined', 'left', 'failed', 'timeout', 'client'] as const)('no progress is shown: %s', stage => {
    renderChat({ handoff: { stage } });
    expect(log().querySelector('.handoff')).toBeNull();
  });

  it.each([
    ['handoff-failed', /couldn't connect you.*keep chatting/],
    ['handoff-timeout', /no one is available.*keep chatting/],
    ['handoff-client', /will take over/],
    ['live-joined', /Maria joined the chat\. You're now talking to our team\./],
    ['live-left', /Maria left/],
    ['language', /now in French/],
    ['divider', /New conversation/],
  ] as const)('the outcome is shown in the transcript: %s', (what, words) => {
    renderChat({ messages: [mark(what, { name: what === 'language' ? 'fr' : 'Maria' })] });
    expect(within(log()).getByText(words)).toBeTruthy();
  });
});

describe('start and end', () => {
  it('the introduction says that software answers', async () => {
    const { chat } = renderChat({ agent: null, party: 'none', connection: { ...ONLINE, status: 'idle' } });
    expect(screen.getByText('Ask a question to get started.')).toBeTruthy();
    chat.set({ agent: { kind: 'agent', name: 'Nova', avatarUrl: '' } });
    await settled();
    expect(screen.getByText("You're chatting with Nova, our AI assistant.")).toBeTruthy();
  });

  it('the placeholder for a greeting is shown while the chat connects, after a moment', async () => {
    const { chat } = renderChat({ agent: null, connection: { ...ONLINE, status: 'connecting' } });
    expect(screen.getByText('Loading the chat').parentElement?.className).toContain('delay-300');
    chat.add(message('agent', 'Hello'));
    await settled();
    expect(screen.queryByText('Loading the chat')).toBeNull();
  });

  it('the placeholder stays after connecting until the first message, and does not return', async () => {
    const { chat } = renderChat({ agent: null, connection: { ...ONLINE, status: 'connecting' } });
    const shape = () => screen.queryByText('Loading the chat');
    chat.set({ connection: ONLINE });
    await settled();
    expect(shape()).not.toBeNull();
    chat.set({ typing: { from: 'agent', name: 'Fern' } });
    await settled();
    expect(shape()).toBeNull();
    chat.set({ typing: null });
    await settled();
    expect(shape()).toBeNull();
  });

  it.each([
    ['user-end', 'You ended this chat.', false],
    ['expired', 'This chat ended after a while without messages.', true],
    ['user-abandoned', 'This chat ended after a while without messages.', true],
    ['closed', 'This chat has ended.', false],
  ] as const)(
    '%s: shows the reason, dims the transcript of an interrupted chat, and offers a new conversation',
    (ended, words, pale) => {
      const messages = [message('agent', 'Bye'), mark('ended')];
      const { chat } = renderChat({ ended, messages, connection: { ...ONLINE, status: 'ended' } });
      expect(screen.getByText(words)).toBeTruthy();
      expect(screen.getByRole('log').classList.contains('dimmed')).toBe(pale);
      expect(screen.queryByRole('textbox')).toBeNull();
      press('Start a new conversation');
      expect(chat.calls).toEqual([['startNew']]);
    },
  );
});
