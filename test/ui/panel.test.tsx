// @vitest-environment jsdom
/** The panel as a whole: its elements by role and name, when it is shown, and where the focus goes. */

import { signal } from '@preact/signals-core';
import { act, fireEvent, screen, within } from '@testing-library/preact';
import { describe, expect, it, vi } from 'vitest';
import type { ChatState } from '../../src/client/api/chat-state.ts';
import type { UiSettings } from '../../src/ui/context/ui-settings.ts';
import { createFakeChat, type FakeChat, message, ONLINE, SETTINGS } from './fixtures/fake-chat.ts';
import { renderChat, settled, unmountAll } from './fixtures/render-chat.ts';

describe('panel', () => {
  it('the panel is a dialog named by the title, and hidden while the chat is closed', async () => {
    const { chat } = renderChat({ open: false });
    expect(screen.queryByRole('dialog')).toBeNull();
    chat.set({ open: true });
    await settled();
    expect(screen.getByRole('dialog', { name: 'Acme support' })).toBeTruthy();
    chat.set({ open: false });
    await settled();
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('the panel contains log, composer, menu and close button under their names', () => {
    renderChat({ messages: [message('agent', 'Hello')] });
    const panel = within(screen.getByRole('dialog'));
    expect(panel.getByRole('log', { name: 'Conversation' }).textContent).toContain('Hello');
    for (const name of ['Send', 'More options', 'Close']) expect(panel.getByRole('button', { name })).toBeTruthy();
    expect(panel.getByRole('textbox', { name: 'Message' })).toBeTruthy();
  });

  it.each([
    [1280, 800, 'Close'],
    [480, 421, 'Close'],
    [479, 800, 'Close chat'],
    [1280, 420, 'Close chat'],
  ])('at %d × %d its close button is named %s', (width, height, name) => {
    vi.stubGlobal('innerWidth', width);
    vi.stubGlobal('innerHeight', height);
    renderChat();
    expect(screen.getByRole('button', { name: /^Close/ }).getAttribute('aria-label')).toBe(name);
    vi.unstubAllGlobals();
  });

  it('without a launcher its close button is named Close chat everywhere', async () => {
    vi.stubGlobal('innerWidth', 1280);
    vi.stubGlobal('innerHeight', 800);
    const settings = signal<UiSettings>({ ...SETTINGS, showLauncher: false });
    renderChat({}, { settings });
    expect(screen.getByRole('button', { name: 'Close chat' })).toBeTruthy();
    settings.value = SETTINGS;
    await settled();
    expect(screen.getByRole('button', { name: 'Close' })).toBeTruthy();
    vi.unstubAllGlobals();
  });

  it.each([
    ['Harbour & Pine', 'HP'],
    ["Mary O'Brien", 'MO'],
    ['Łukasz', 'Ł'],
    ['智能客服', '智'],
    ['🦊', '🦊'],
  ])('%s without a picture is %s', (title, letters) => {
    const { container } = renderChat({ agent: null }, { settings: signal<UiSettings>({ ...SETTINGS, title }) });
    expect(container.querySelector('.avatar')?.textContent).toBe(letters);
  });

  it('the panel has a name even without a title, and follows the settings', async () => {
    const settings = signal<UiSettings>({ ...SETTINGS, title: '' });
    renderChat({}, { settings });
    expect(screen.getByRole('dialog', { name: 'Chat' })).toBeTruthy();
    settings.value = { ...SETTINGS, title: 'Acme' };
    await settled();
    expect(screen.getByRole('dialog', { name: 'Acme' })).toBeTruthy();
  });

  it('the focus moves to the composer when the panel is opened, not if it is open from the start', async () => {
    const { chat } = renderChat({ open: true });
    expect(document.activeElement).toBe(document.body);
    chat.set({ open: false });
    await settled();
    chat.set({ open: true });
    await settled();
    expect(document.activeElement).toBe(screen.getByRole('textbox'));
  });

  it('the panel does not take the focus when another tab, or an earlier page, has opened it', async () => {
    const { chat } = renderChat({ open: false }, { ownDoing: false });
    chat.set({ open: true });
    await settled();
    expect(document.activeElement).toBe(document.body);
  });

  it('the panel does not take the focus from somebody who writes elsewhere on the page', async () => {
    const input = document.body.appendChild(document.createElement('input'));
    const { chat } = renderChat({ open: false });
    input.focus();
    chat.set({ open: true });
    await settled();
    expect(document.activeElement).toBe(input);
    input.remove();
  });

  it('the panel does not take the focus from a field of the page that gets it during the first rendering', async () => {
    const input = document.body.appendChild(document.createElement('input'));
    Object.defineProperty(navigator, 'userActivation', { value: { isActive: true }, configurable: true });
    try {
      renderChat({ open: true });
      input.focus();
      await new Promise(resolve => setTimeout(resolve, 50));
      expect(document.activeElement).toBe(input);
    } finally {
      Reflect.deleteProperty(navigator, 'userActivation');
      input.remove();
    }
  });

  it('no timer is left if the panel is removed right after a key was pressed in the transcript', () => {
    vi.useFakeTimers();
    try {
      renderChat({ messages: [message('agent', 'Hello')] });
      fireEvent.keyDown(screen.getByRole('log'), { key: 'PageUp' });
      act(unmountAll);
      expect(vi.getTimerCount()).toBe(0);
    } finally {
      vi.useRealTimers();
    }
  });

  it('no timer is left right after an announcement to screen readers', async () => {
    vi.useFakeTimers();
    try {
      const { chat } = renderChat({ messages: [message('agent', 'Hello')] });
      chat.add(message('agent', 'Anything else?'));
      await settled();
      act(unmountAll);
      expect(vi.getTimerCount()).toBe(0);
    } finally {
      vi.useRealTimers();
    }
  });

  it('closes on Escape and on its button, but only when it floats', () => {
    const { chat } = renderChat();
    fireEvent.keyDown(screen.getByRole('textbox'), { key: 'Escape' });
    fireEvent.click(screen.getByRole('button', { name: 'Close' }));
    expect(chat.calls).toEqual([['close'], ['close']]);
    unmountAll();
    const inline = renderChat({}, { settings: signal<UiSettings>({ ...SETTINGS, mode: 'inline' }) }).chat;
    fireEvent.keyDown(screen.getByRole('textbox'), { key: 'Escape' });
    expect(inline.calls).toEqual([]);
    expect(screen.queryByRole('button', { name: /^Close/ })).toBeNull();
  });

  it('leaves nothing behind when it is unmounted', () => {
    const { undo, container } = renderChat({ messages: [message('agent', 'Hello')] });
    undo();
    expect(container.innerHTML).toBe('');
    expect(container.className).toBe('');
  });

  it('the focus moves from the composer to the words of the end, not to the whole dialog, and back', async () => {
    const { chat } = renderChat();
    screen.getByRole('textbox').focus();
    chat.set({ ended: 'natural-end', connection: { ...ONLINE, status: 'ended', phase: 'ended' } });
    await settled();
    expect(document.activeElement?.getAttribute('part')).toBe('ended');
    expect(document.activeElement?.textContent).toMatch(/^This chat has ended/);
    chat.set({ ended: null, connection: ONLINE });
    await settled();
    expect(document.activeElement).toBe(screen.getByRole('textbox'));
  });
});

describe('header', () => {
  const live = { kind: 'live', name: 'Maria', avatarUrl: '' } as const;
  const cases: readonly (readonly [Partial<ChatState>, string])[] = [
    [{}, 'Nova · AI assistant'],
    [{ party: 'live', agent: live }, 'Maria · Support team'],
    [{ party: 'queue' }, 'Waiting in line'],
    [{ party: 'none', agent: null }, 'Online'],
    [{ connection: { ...ONLINE, status: 'connecting' } }, 'Connecting…'],
    [{ connection: { ...ONLINE, status: 'offline' } }, 'Offline'],
    // The line below reports reconnecting. If the header changed as well, everything below it would move.
    [{ connection: { ...ONLINE, status: 'reconnecting' } }, 'Nova · AI assistant'],
    [{ connection: { ...ONLINE, status: 'reconnecting' }, party: 'none', agent: null }, 'Reconnecting…'],
    [{ connection: { ...ONLINE, status: 'failed' } }, 'Not connected'],
    [{ party: 'none', agent: live, handoff: { stage: 'left' } }, 'Maria left'],
  ];
  it.each(cases)('shows who answers and the state of the connection: %o', (state, words) => {
    const { container } = renderChat(state);
    expect(container.querySelector('[part=state]')?.textContent?.replace('\u2003', ' ')).toBe(words);
  });

  it('shows no state for an ended chat, because the foot shows the end', () => {
    const { container } = renderChat({ connection: { ...ONLINE, status: 'ended' }, ended: 'user-end' });
    expect(container.querySelector('.header')?.textContent).toBe('NAcme support');
    expect(container.querySelector('.ended')?.textContent).toContain('You ended this chat.');
  });

  it('a name of any length leaves room for "AI assistant", and is not cut inside a letter', () => {
    const name = `Bartholomew the Chatbot🪑${' of many words'.repeat(20)}`;
    const { container } = renderChat({ agent: { kind: 'agent', name, avatarUrl: '' } });
    expect(container.querySelector('[part=state]')?.textContent?.replace('\u2003', ' ')).toBe(
      'Bartholomew the Chatbot🪑… · AI assistant',
    );
  });
});

describe('menu', () => {
  const openMenu = async (): Promise<FakeChat> => {
    const { chat } = renderChat();
    fireEvent.click(screen.getByRole('button', { name: 'More options' }));
    await settled();
    return chat;
  };

  it('ends the conversation after a question', async () => {
    const chat = await openMenu();
    expect(document.activeElement).toBe(screen.getByRole('menuitem', { name: 'Download transcript' }));
    fireEvent.click(screen.getByRole('menuitem', { name: 'End conversation' }));
    await settled();
    expect(screen.getByRole('alertdialog', { name: 'End this conversation?' })).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'End conversation' }));
    expect(chat.calls).toEqual([['end']]);
  });

  it('keeps the conversation on "Keep chatting"', async () => {
    const chat = await openMenu();
    fireEvent.click(screen.getByRole('menuitem', { name: 'End conversation' }));
    await settled();
    fireEvent.click(screen.getByRole('button', { name: 'Keep chatting' }));
    await settled();
    expect(chat.calls).toEqual([]);
    expect(screen.queryByRole('alertdialog')).toBeNull();
  });

  it('closes on Escape before the panel does, and gives the focus back to its button', async () => {
    const chat = await openMenu();
    fireEvent.keyDown(screen.getByRole('menuitem', { name: 'End conversation' }), { key: 'Escape' });
    await settled();
    expect(screen.queryByRole('menu')).toBeNull();
    expect(chat.calls).toEqual([]);
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'More options' }));
  });

  it('closes when the focus moves on', async () => {
    await openMenu();
    screen.getByRole('textbox').focus();
    await settled();
    expect(screen.queryByRole('menu')).toBeNull();
  });

  it('a conversation that is over can no longer be ended', async () => {
    renderChat({ connection: { ...ONLINE, status: 'ended' }, ended: 'user-end' });
    fireEvent.click(screen.getByRole('button', { name: 'More options' }));
    await settled();
    fireEvent.click(screen.getByRole('menuitem', { name: 'End conversation' }));
    await settled();
    expect(screen.queryByRole('alertdialog')).toBeNull();
  });
});

describe('two panels on one page', () => {
  it('share nothing', async () => {
    const one = createFakeChat({ messages: [message('agent', 'One')] });
    const two = createFakeChat({ messages: [message('agent', 'Two')] });
    renderChat(one);
    renderChat(two);
    fireEvent.input(screen.getAllByRole('textbox')[0] as HTMLElement, { target: { value: 'for one' } });
    await settled();
    expect([one.state.value.draft, two.state.value.draft]).toEqual(['for one', '']);
  });

  it('a file dropped on the panel does not replace the page, and text can be dropped', () => {
    renderChat();
    const drop = (type: string, types: readonly string[]): boolean =>
      fireEvent(
        screen.getByRole('dialog'),
        Object.assign(new Event(type, { cancelable: true }), { dataTransfer: { types } }),
      );
    for (const type of ['dragover', 'drop']) {
      expect(drop(type, ['Files'])).toBe(false);
      expect(drop(type, ['text/plain'])).toBe(true);
    }
  });
});
