/** A widget with questions before the conversation: when they are asked, what waits for them, and what becomes of the answers. */

import { signal } from '@preact/signals-core';
import { fireEvent, within } from '@testing-library/preact';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ChatState } from '../../../src/client/api/chat-state.ts';
import type { PreChatForm } from '../../../src/ui/context/ui-context.ts';
import { loadOptional } from '../../../src/ui/on-need/load-optional.ts';
import { decorateForWidget } from '../../../src/widget/chat/decorators.ts';
import { mount, type Widget } from '../../../src/widget/panel/mount.ts';
import { createFakeChat, message } from '../../ui/fixtures/fake-chat.ts';
import '../fixtures/constructed-sheets.ts';
import { settingsWith, settled } from '../fixtures/quiet-chat.ts';

const NEW: Partial<ChatState> = {
  open: false,
  connection: { status: 'idle', phase: 'idle', code: null, retryAt: null },
};
const ENDED: Partial<ChatState> = {
  connection: { status: 'ended', phase: 'ended', code: null, retryAt: null },
  ended: 'user-end',
  messages: [message('user', 'Hello')],
};
const PRE_CHAT = [{ name: 'order', label: 'Order number', required: true }];

let widgets: Widget[];
let warned: string[];

beforeAll(loadOptional);

beforeEach(() => {
  widgets = [];
  warned = [];
  vi.spyOn(console, 'warn').mockImplementation(line => warned.push(`${line}`));
});

afterEach(() => {
  for (const each of widgets) each.unmount();
  document.body.replaceChildren();
  localStorage.clear();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** A chat that records what is sent with which pairs, and begins when it is opened. */
function createChat(from: Partial<ChatState>) {
  const fake = createFakeChat(from);
  const sent: (readonly [text: string, pairs: object | undefined])[] = [];
  return {
    ...fake,
    sent,
    send(text: string, id = 'id', pairs?: object) {
      sent.push([text, pairs]);
      fake.add(message('user', text));
      return id;
    },
    open() {
      fake.open();
      fake.set({ open: true });
    },
    close() {
      fake.close();
      fake.set({ open: false });
    },
    startNew() {
      fake.startNew();
      fake.set({ ended: null, messages: [] });
    },
  };
}

async function place(from: Partial<ChatState> = NEW, own: Record<string, unknown> = {}) {
  const host = document.body.appendChild(document.createElement('natter-chat') as HTMLElement);
  const chat = createChat(from);
  const widget = mount(settingsWith({ preChat: PRE_CHAT, ...own }), { host, launcher: null }, chat);
  widgets.push(widget);
  await settled();
  const inside = () => within(host.shadowRoot?.querySelector<HTMLElement>('[role=dialog]') ?? host);
  const field = () => inside().queryByLabelText<HTMLInputElement>('Order number');
  const answer = async (order: string): Promise<void> => {
    fireEvent.input(field() as HTMLInputElement, { target: { value: order } });
    fireEvent.click(inside().getByRole('button', { name: /start/i, hidden: true }));
    await settled();
  };
  return { ...widget, chat, inside, field, answer };
}

describe('questions before a conversation', () => {
  it('the panel opens with them, and until they are answered no conversation begins and nothing is stored', async () => {
    const { handle, chat, inside, field, answer } = await place();
    handle.open();
    await settled();
    expect(handle.state.open).toBe(true);
    expect(field()).not.toBeNull();
    expect(inside().queryByRole('textbox', { name: 'Message' })).toBeNull();
    expect(chat.calls).toEqual([]);
    await answer('4711');
    expect(chat.calls).toEqual([['open']]);
    expect(inside().getByRole('textbox', { name: 'Message' })).toBeTruthy();
    expect(localStorage).toHaveLength(0);
  });

  it("the page's messages open them and wait for the answers, which go along; pairs of identify() win", async () => {
    const { handle, chat, field, answer } = await place();
    handle.send('Where is it?');
    handle.send('My order, I mean.');
    await settled();
    expect(field()).not.toBeNull();
    await answer('4711');
    expect(chat.sent).toEqual([
      ['Where is it?', { order: '4711' }],
      ['My order, I mean.', { order: '4711' }],
    ]);
    handle.identify({ order: '4712', plan: 'gold' });
    handle.send('Hello?');
    expect(chat.sent.at(-1)).toEqual(['Hello?', { order: '4712', plan: 'gold' }]);
  });

  it.each<[string, Partial<ChatState>]>([
    ['in a conversation that the visitor has written in', { messages: [message('user', 'Hello')] }],
    ['in one that is over', ENDED],
    ['without usable questions', {}],
  ])('the visitor is not asked %s', async (name, from) => {
    const { handle, field, inside } = await place(from, name.includes('usable') ? { preChat: [{}] } : {});
    handle.open();
    await settled();
    expect(field()).toBeNull();
    expect(inside().queryByRole('log', { hidden: true })).not.toBeNull();
  });

  it('the visitor is asked only when the storage has been read', async () => {
    const host = document.body.appendChild(document.createElement('natter-chat') as HTMLElement);
    const isRead = signal(false);
    const widget = mount(
      settingsWith({ preChat: PRE_CHAT }),
      { host, launcher: null },
      { ...createChat(NEW), settled: isRead },
    );
    widgets.push(widget);
    widget.handle.open();
    await settled();
    const field = () => host.shadowRoot?.querySelector('.pre-chat input') ?? null;
    expect(field()).toBeNull();
    isRead.value = true;
    await settled();
    expect(field()).not.toBeNull();
  });

  it('a new conversation asks again, with the earlier answers filled in', async () => {
    const { handle, chat, field, answer } = await place();
    handle.open();
    await settled();
    await answer('4711');
    chat.set({ ...ENDED });
    handle.startNew();
    await settled();
    expect(field()?.value).toBe('4711');
    expect(chat.calls).not.toContainEqual(['startNew']);
    await answer('4712');
    expect(chat.calls).toContainEqual(['startNew']);
    handle.send('Hello');
    expect(chat.sent).toEqual([['Hello', { order: '4712' }]]);
  });

  it('a panel that is closed without an answer shows the conversation that is over again', async () => {
    const { handle, chat, field, inside } = await place(ENDED);
    handle.startNew();
    await settled();
    expect(field()).not.toBeNull();
    fireEvent.click(inside().getByRole('button', { name: 'Not now', hidden: true }));
    handle.open();
    await settled();
    expect(field()).toBeNull();
    expect(chat.calls).not.toContainEqual(['startNew']);
    expect(inside().getByRole('button', { name: 'Start a new conversation', hidden: true })).toBeTruthy();
  });

  it('a message of the page that begins a new conversation waits for them, too', async () => {
    const { handle, chat, field, answer } = await place(ENDED);
    handle.send('One more thing');
    await settled();
    expect(field()).not.toBeNull();
    await answer('4711');
    expect(chat.calls).toContainEqual(['startNew']);
    expect(chat.sent).toEqual([['One more thing', { order: '4711' }]]);
  });

  it('forget() removes the answers, and an end gives up what waited', async () => {
    const { handle, chat, field, answer } = await place();
    handle.open();
    await settled();
    await answer('4711');
    handle.forget();
    handle.open();
    await settled();
    expect(field()?.value).toBe('');
    handle.send('Hello');
    handle.end();
    handle.open();
    await settled();
    await answer('4712');
    expect(chat.sent).toEqual([]);
  });
});

it('a chat whose form cannot be fetched begins without it', () => {
  const preChat = signal<PreChatForm | null | false>(null);
  const chat = createChat(NEW);
  const parts = { unconsented: signal(false), preChat, forgotten() {}, begin() {} };
  const widget = decorateForWidget(chat, settingsWith(), parts, () => {});
  widget.chat.open();
  widget.chat.send('Hello');
  expect([chat.calls, chat.sent]).toEqual([[], []]);
  preChat.value = false;
  expect([chat.calls, chat.sent]).toEqual([[['open']], [['Hello', {}]]]);
});
