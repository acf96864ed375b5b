// @vitest-environment jsdom
/** A reader's actions in a transcript: copying, looking at pictures, finding new messages. */

import { signal } from '@preact/signals-core';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/preact';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Attachment } from '../../../src/client/api/chat-state.ts';
import { mark, message, ONLINE, SETTINGS } from '../fixtures/fake-chat.ts';
import { renderChat, settled } from '../fixtures/render-chat.ts';

const log = (): HTMLElement => screen.getByRole('log', { name: 'Conversation' });

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  Reflect.deleteProperty(navigator, 'clipboard');
  Reflect.deleteProperty(document, 'hidden');
  Reflect.deleteProperty(Element.prototype, 'scrollIntoView');
});

describe('copying a message', () => {
  function clipboard(writeText: (text: string) => Promise<void>): void {
    Object.defineProperty(navigator, 'clipboard', { configurable: true, value: { writeText } });
  }

  it('the button copies the plain text, and announces it politely', async () => {
    const copied: string[] = [];
    clipboard(async text => void copied.push(text));
    renderChat({ messages: [message('agent', 'See **this** [page](https://acme.example/a)')] });
    const button = screen.getByRole('button', { name: 'Copy message' });
    fireEvent.click(button);
    await waitFor(() => expect(within(log()).getByRole('status').textContent).toBe('Copied'));
    expect(copied).toHaveLength(1);
    expect(copied[0]).not.toContain('**');
    fireEvent.blur(button);
    await settled();
    expect(within(log()).queryByRole('status')).toBeNull();
  });

  it('the result is announced in a region that existed before, and was empty, however fast the browser is', async () => {
    vi.useFakeTimers();
    const said = () => within(log()).queryByRole('status')?.textContent;
    for (const answer of [Promise.resolve(), Promise.reject(new Error('Not allowed.'))]) {
      clipboard(() => answer);
      const { undo } = renderChat({ messages: [message('agent', 'Hello')] });
      await act(async () => screen.getByRole('button', { name: 'Copy message' }).click());
      await act(async () => void vi.advanceTimersByTime(90));
      expect(said()).toBe('');
      await act(async () => void vi.advanceTimersByTime(20));
      expect(said()).not.toBe('');
      undo();
    }
  });

  it('the result disappears after four seconds, even under a finger that never leaves the button', async () => {
    vi.useFakeTimers();
    clipboard(async () => undefined);
    renderChat({ messages: [message('agent', 'See `this`:\n\n```\ncode\n```')] });
    for (const name of ['Copy message', 'Copy']) {
      const button = screen.getByRole('button', { name });
      fireEvent.pointerLeave(button);
      await act(async () => button.click());
      await act(async () => void vi.advanceTimersByTime(100));
      const said = () =>
        within(log())
          .queryAllByRole('status')
          .map(each => each.textContent)
          .join('');
      expect(said()).toBe('Copied');
      await act(async () => void vi.advanceTimersByTime(3_900));
      expect(said()).toBe('Copied');
      await act(async () => void vi.advanceTimersByTime(200));
      expect(said()).toBe('');
    }
  });

  it('the result says what to do if the browser refuses', async () => {
    clipboard(() => Promise.reject(new Error('Not allowed.')));
    renderChat({ messages: [message('agent', 'Hello')] });
    fireEvent.click(screen.getByRole('button', { name: 'Copy message' }));
    await waitFor(() => expect(within(log()).getByRole('status').textContent).toMatch(/select the text/));
  });

  it('each button names its message', () => {
    renderChat({ messages: [message('agent', 'See **this**'), message('user', '*Two*')] });
    const buttons = within(log()).getAllByRole('button', { name: 'Copy message' });
    expect(buttons.map(each => each.getAttribute('aria-description'))).toEqual(['See this', '*Two*']);
  });

  it('the name of the button ends with a whole word', () => {
    const text = 'These are the words I know. Upper or lower case does not matter.';
    renderChat({ messages: [message('agent', text), message('user', 'これは六十文字より長いことばです。'.repeat(5))] });
    const buttons = within(log()).getAllByRole('button', { name: 'Copy message' });
    const described = buttons.map(each => each.getAttribute('aria-description'));
    expect(described[0]).toBe('These are the words I know. Upper or lower case does not…');
    expect(described[1]).toMatch(/^これは六十文字より長いことばです。.{40,}…$/);
  });

  it.each([
    [
      'Track it: <a href="https://acme.example/orders/2026/01/15/status?order=1234567890&from=mail&lang=en&page=1">here</a> now',
    ],
    [`Read **${'very '.repeat(9)}important words** and more of it, ${'and more '.repeat(9)}`],
    [`See [${'our '.repeat(12)}terms](https://acme.example/${'terms/'.repeat(12)}) and more`],
    ['word '.repeat(11) + '&nbsp;&hellip;'.repeat(20)],
    ['👩‍💻'.repeat(50)],
    [`a${'😀'.repeat(80)}`],
  ])('the name of the button never ends inside a tag, mark, entity or emoji: %s', text => {
    renderChat({ messages: [message('agent', text), message('user', text.replace(/[<*&[].*/s, '😀'.repeat(50)))] });
    for (const button of within(log()).getAllByRole('button', { name: 'Copy message' })) {
      const said = button.getAttribute('aria-description') ?? '';
      expect(said).not.toMatch(/[<>*[&]|https?|\u200d…?$|\p{Cs}/u);
      expect(text.length > 120 ? said : '…').toMatch(/…$/);
    }
  });

  it('copy buttons are one stop for the Tab key, and the arrow keys lead to the others', () => {
    // jsdom has no layout, so the calls of scrollIntoView are recorded.
    const shown: (string | null)[] = [];
    Object.defineProperty(Element.prototype, 'scrollIntoView', {
      configurable: true,
      value(this: Element) {
        shown.push(this.textContent);
      },
    });
    renderChat({ messages: [message('agent', 'One'), message('user', 'Two'), message('agent', 'Three')] });
    const buttons = within(log()).getAllByRole('button', { name: 'Copy message' });
    expect(buttons.map(each => each.tabIndex)).toEqual([-1, -1, 0]);
    buttons[2]?.focus();
    for (const key of ['ArrowUp', 'ArrowUp', 'ArrowUp', 'ArrowDown']) {
      fireEvent.keyDown(document.activeElement as Element, { key });
    }
    expect(document.activeElement).toBe(buttons[1]);
    expect(shown).toEqual(['Two', 'One', 'Two']);
  });

  it('no copy button is offered while a message is being written', () => {
    renderChat({ messages: [message('agent', 'And th', { status: 'streaming' })] });
    expect(screen.queryByRole('button', { name: 'Copy message' })).toBeNull();
  });
});

describe('delivery', () => {
  it('the last message says that it was sent, until an answer arrives', async () => {
    const { chat } = renderChat({ messages: [message('user', 'One'), message('user', 'Two')] });
    expect(screen.getAllByText('Sent').map(each => each.closest('article')?.textContent)).toEqual([
      expect.stringContaining('Two'),
    ]);
    chat.add(message('agent', 'Three'));
    await settled();
    expect(screen.queryByText('Sent')).toBeNull();
  });
});

describe('code', () => {
  it('code names the language that its author gives', () => {
    const { container } = renderChat({ messages: [message('agent', '```c++ title=a\nx\n```\n\n```\ny\n```')] });
    const codes = [...container.querySelectorAll('.code')].map(each => each.textContent);
    expect(codes).toEqual(['c++Copyx', 'Copyy']);
  });
});

describe('pictures', () => {
  const picture = (change: Partial<Attachment> = {}) =>
    message('agent', '', {
      attachments: [
        {
          kind: 'image',
          title: 'Boots',
          contentUrl: 'https://acme.example/boots',
          previewImageUrl: 'https://acme.example/boots.png',
          callToAction: '',
          ...change,
        },
      ],
    });

  it('pictures open in a modal dialog, which takes the focus and returns it', async () => {
    const { chat } = renderChat({ messages: [picture()] });
    const opener = screen.getByRole('button', { name: 'Enlarge image: Boots' });
    for (const close of ['Escape', 'button', 'beside'] as const) {
      opener.focus();
      fireEvent.click(opener);
      await settled();
      const viewer = screen.getByRole('dialog', { name: 'Boots' });
      expect(document.activeElement).toBe(within(viewer).getByRole('button', { name: 'Close image' }));
      // Tab stays inside of the dialog, in every browser.
      const link = within(viewer).getByRole('link', { name: 'Boots (opens in a new tab)' });
      fireEvent.keyDown(document.activeElement as Element, { key: 'Tab' });
      expect(document.activeElement).toBe(link);
      fireEvent.keyDown(link, { key: 'Tab', shiftKey: true });
      expect(document.activeElement).toBe(within(viewer).getByRole('button', { name: 'Close image' }));
      fireEvent.click(within(viewer).getByAltText('Boots'));
      await settled();
      expect(viewer.isConnected).toBe(true);
      if (close === 'Escape') fireEvent.keyDown(document.activeElement as Element, { key: 'Escape' });
      else fireEvent.click(close === 'beside' ? viewer : (document.activeElement as Element));
      await settled();
      expect(viewer.isConnected).toBe(false);
      expect(document.activeElement).toBe(opener);
    }
    // The panel behind has not reacted to any of it.
    expect(chat.calls).toEqual([]);
  });

  it('an enlarged picture closes with the panel, because a hidden dialog would block the page', async () => {
    const { chat } = renderChat({ messages: [picture()] });
    fireEvent.click(screen.getByRole('button', { name: 'Enlarge image: Boots' }));
    await settled();
    expect(document.querySelector('dialog')).not.toBeNull();
    chat.set({ open: false });
    await settled();
    expect(document.querySelector('dialog')).toBeNull();
  });

  it.each([
    [['https://acme.example'], 'https://acme.example/a.png', true],
    [['https://acme.example'], 'https://acme.example.evil.example/a.png', false],
    [['https://acme.example'], 'https://tracker.example/a.png', false],
    [['*'], 'https://tracker.example/a.png', true],
    [[''], 'https://acme.example/a.png', false],
    [[''], 'data:image/png;base64,AAAA', true],
    [['*'], 'javascript:alert(1)', false],
    [['*'], 'data:text/html,x', false],
  ] as const)('with %j, %s is loaded: %s', (imageOrigins, previewImageUrl, loaded) => {
    const settings = signal({ ...SETTINGS, imageOrigins });
    const { container } = renderChat({ messages: [picture({ previewImageUrl })] }, { settings });
    expect(container.querySelectorAll('.card img')).toHaveLength(loaded ? 1 : 0);
    // A picture that is not loaded is still a link to its page.
    if (!loaded) expect(screen.getByRole('link', { name: /Boots.*acme\.example/ })).toBeTruthy();
  });

  it('pictures of cards are omitted if they may not be loaded, and the card stays', () => {
    const { container } = renderChat({
      messages: [picture({ kind: 'url', previewImageUrl: 'https://tracker.example/a.png' })],
    });
    expect(container.querySelector('.card img')).toBeNull();
    expect(screen.getByRole('link', { name: /Boots/ })).toBeTruthy();
  });

  it('pictures that did not load lead to their page', async () => {
    const { container } = renderChat({ messages: [picture()] });
    fireEvent.error(container.querySelector('.picture > img') as HTMLElement);
    await settled();
    expect(container.querySelector('.picture')?.textContent).toContain("The image didn't load.");
    expect(screen.getByRole<HTMLAnchorElement>('link', { name: /Boots/ }).href).toBe('https://acme.example/boots');
  });
});

describe('new messages', () => {
  const line = (): Element | null => document.querySelector('.new');

  it('a line marks new messages when the panel is opened again', async () => {
    const { chat } = renderChat({ messages: [message('agent', 'Seen')] });
    expect(line()).toBeNull();
    chat.set({ open: false });
    chat.add(message('agent', 'First'), mark('live-joined', { name: 'Maria' }), message('agent', 'Second'));
    chat.set({ unread: 2 });
    await settled();
    chat.set({ open: true, unread: 0 });
    await settled();
    expect(line()?.textContent).toBe('New');
    expect(line()?.nextElementSibling?.textContent).toContain('First');
    chat.set({ open: false });
    await settled();
    expect(line()).toBeNull();
  });

  it('the line is above the first new message, even while another reply is being written', async () => {
    const { chat } = renderChat({ messages: [message('agent', 'Seen')] });
    chat.set({ open: false });
    const growing = message('agent', 'Thi', { status: 'streaming' });
    chat.add(message('agent', 'First'), message('agent', 'Second'), growing);
    // An unfinished message does not count.
    chat.set({ unread: 2 });
    await settled();
    chat.set({ open: true, unread: 0 });
    await settled();
    expect(line()?.nextElementSibling?.textContent).toContain('First');
  });

  it('the line is above a new reply that is still being written', async () => {
    const begun = message('agent', 'Beg', { status: 'streaming' });
    const { chat } = renderChat({ messages: [message('agent', 'Seen'), begun] });
    chat.set({ open: false });
    await settled();
    chat.set({ open: true });
    await settled();
    expect(line()).toBeNull();
    chat.set({ open: false });
    chat.set({ messages: [message('agent', 'Seen'), { ...begun, text: 'Begun', status: 'complete' }] });
    chat.add(message('agent', 'New', { status: 'streaming' }));
    chat.set({ unread: 0 });
    await settled();
    chat.set({ open: true });
    await settled();
    expect(line()?.closest('.rows')?.textContent).toMatch(/Begun.*New.*Nova$/);
  });

  const turn = (hidden: boolean): void => {
    Object.defineProperty(document, 'hidden', { configurable: true, value: hidden });
    act(() => void document.dispatchEvent(new Event('visibilitychange')));
  };

  it('a line marks new messages when the page becomes visible', async () => {
    const { chat } = renderChat({ messages: [message('agent', 'Seen')] });
    turn(true);
    chat.add(message('user', 'Mine, from another tab'), message('agent', 'News'));
    await settled();
    expect(line()).toBeNull();
    turn(false);
    expect(line()?.nextElementSibling?.textContent).toContain('News');
    turn(true);
    turn(false);
    expect(line()).toBeNull();
  });

  it('a line marks new messages when an inline chat comes back into view', async () => {
    const { chat } = renderChat({ messages: [message('agent', 'Seen')] });
    chat.add(message('agent', 'First'), message('agent', 'Second'));
    chat.set({ unread: 2 });
    await settled();
    expect(line()).toBeNull();
    chat.set({ unread: 0 });
    await settled();
    expect(line()?.nextElementSibling?.textContent).toContain('First');
  });

  /** Scrolls to the middle of a long transcript. */
  async function readFurtherUp(): Promise<HTMLElement> {
    const view = log();
    for (const [name, value] of Object.entries({ scrollHeight: 1000, clientHeight: 200 })) {
      Object.defineProperty(view, name, { configurable: true, value });
    }
    Object.defineProperty(view.firstElementChild, 'offsetHeight', { configurable: true, value: 1000 });
    view.scrollTop = 800;
    fireEvent.scroll(view);
    view.scrollTop = 100;
    fireEvent.scroll(view);
    await settled();
    return view;
  }

  it('a reader further up stays there when the page becomes visible', async () => {
    const { chat } = renderChat({ messages: [message('agent', 'One'), message('agent', 'Two')] });
    const view = await readFurtherUp();
    turn(true);
    chat.add(message('agent', 'News'));
    await settled();
    turn(false);
    await settled();
    expect(line()?.nextElementSibling?.textContent).toContain('News');
    expect(view.scrollTop).toBe(100);
    expect(screen.getByRole('button', { name: 'Jump to latest (1 new message)' })).toBeTruthy();
  });

  it('new messages are counted on the button that leads to the end', async () => {
    const { chat } = renderChat({ messages: [message('agent', 'One'), message('agent', 'Two')] });
    const view = await readFurtherUp();
    expect(screen.getByRole('button', { name: 'Jump to latest' })).toBeTruthy();
    chat.add(message('agent', 'Three'), message('live', 'Four'));
    await settled();
    const jump = screen.getByRole('button', { name: 'Jump to latest (2 new messages)' });
    expect(view.scrollTop).toBe(100);
    fireEvent.click(jump);
    await settled();
    expect(screen.queryByRole('button', { name: /Jump/ })).toBeNull();
  });
});

describe('nobody came', () => {
  it.each(['handoff-failed', 'handoff-timeout'] as const)('%s: the button asks again in words, once', async what => {
    const { chat } = renderChat({ messages: [message('user', 'A person, please'), mark(what)] });
    const again = screen.getByRole('button', { name: 'Try again' });
    fireEvent.click(again);
    fireEvent.click(again);
    expect(chat.calls).toEqual([['send', "I'd like to talk to a person."]]);
    chat.add(message('user', 'Hello?'));
    await settled();
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
  });

  it.each(['live', 'queue'] as const)('no button is offered while a person is present or about to join: %s', party => {
    renderChat({ party, messages: [mark('handoff-failed'), mark('handoff-timeout')] });
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
  });

  it.each([
    ['https://acme.example/talk', 'https://acme.example/talk'],
    ['tel:+442079460018', 'tel:+442079460018'],
    ['javascript:alert(1)', null],
    ['phone', null],
  ])('a hand-over to the page with the route %s', (route, href) => {
    renderChat({
      handoff: { stage: 'client', route, queueName: 'Deliveries' },
      messages: [mark('handoff-client', { name: 'Deliveries', route })],
    });
    expect(within(log()).getByText('Our team will take over from here.')).toBeTruthy();
    expect(within(log()).getByText('Queue: Deliveries')).toBeTruthy();
    expect(screen.queryByRole('link', { name: 'Continue' })?.getAttribute('href') ?? null).toBe(href);
  });

  const CARDS = { name: 'Cards', route: 'https://acme.example/cards' };
  const LOANS = { name: 'Loans', route: 'https://acme.example/loans' };
  const ways = () => screen.queryAllByRole('link', { name: 'Continue' }).map(each => each.getAttribute('href'));

  it('each of two hand-overs links to its own address', () => {
    renderChat({
      handoff: { stage: 'client', route: LOANS.route, queueName: LOANS.name },
      messages: [mark('handoff-client', CARDS), mark('handoff-client', LOANS)],
    });
    expect(ways()).toEqual([CARDS.route, LOANS.route]);
    expect(within(log()).getByText('Queue: Cards')).toBeTruthy();
    expect(within(log()).getByText('Queue: Loans')).toBeTruthy();
  });

  it('the link to the page that takes over stays until the visitor writes again, even after the end', async () => {
    const over = [message('user', 'My card is gone'), mark('handoff-client', CARDS)];
    const { chat } = renderChat({ handoff: { stage: 'client' }, messages: over });
    chat.add(message('agent', 'A colleague takes it from here.'), mark('agent-left', { name: 'Nova' }));
    await settled();
    expect(ways()).toEqual([CARDS.route]);
    chat.set({ ended: 'natural-end', connection: { ...ONLINE, status: 'ended', phase: 'ended' } });
    await settled();
    expect(ways()).toEqual([CARDS.route]);
    expect(within(log()).getByText('Queue: Cards')).toBeTruthy();
    chat.set({ ended: null, connection: ONLINE });
    chat.add(message('user', 'Still there?'));
    await settled();
    expect(ways()).toEqual([]);
  });

  it.each([null, { stage: 'joined' }] as const)(
    'the notice that nobody came disappears when a person joins after all: %o',
    handoff => {
      renderChat({ handoff, messages: [mark('handoff-client', CARDS), message('live', 'Hello')] });
      expect(ways()).toEqual([]);
    },
  );
});
