// @vitest-environment jsdom
/** The screen of past chats: its way in and out, the list, and one of them to read. */

import { fireEvent, screen, within } from '@testing-library/preact';
import { beforeAll, describe, expect, it } from 'vitest';
import type { EarlierChat } from '../../../src/client/api/chat-state.ts';
import { loadPastChats } from '../../../src/ui/on-need/load-past-chats.ts';
import { message } from '../fixtures/fake-chat.ts';
import { renderChat, settled } from '../fixtures/render-chat.ts';

const REPAIR: EarlierChat = {
  key: 'repair',
  at: Date.UTC(2026, 0, 14, 12),
  messages: [message('agent', 'Hello'), message('user', 'Can you repair a chair?'), message('agent', 'We **can**.')],
};
const ORDER: EarlierChat = { ...REPAIR, key: 'order', messages: [message('user', 'Where is my order?')] };

beforeAll(loadPastChats);

const openMenu = async () => {
  fireEvent.click(screen.getByRole('button', { name: 'More options' }));
  await settled();
};
const item = () => screen.queryByRole('menuitem', { name: 'Past chats' });
const past = () => screen.queryByRole('group', { name: 'Past chats' });

async function show(earlier: readonly EarlierChat[]) {
  const rendered = renderChat({ messages: [message('agent', 'Welcome')], earlier });
  await openMenu();
  return rendered;
}

async function open() {
  fireEvent.click(item() as HTMLElement);
  await loadPastChats();
  await settled();
  return within(past() as HTMLElement);
}

const pressEscape = async () => {
  fireEvent.keyDown(document.activeElement as Element, { key: 'Escape' });
  await settled();
  // The focus returns in a task of its own.
  await new Promise(resolve => setTimeout(resolve));
};

describe('past chats', () => {
  it('attached files in the first words are shown by name', async () => {
    const sent =
      'Two pictures\n\n[left.jpg](https://files.example/1?key=very-long-and-not-for-visitors)\n[right.jpg](https://files.example/2)';
    await show([{ ...REPAIR, messages: [message('user', sent)] }]);
    const line = (await open()).getByRole('listitem');
    expect(line.textContent).toMatch(/^Two pictures\s+left\.jpg\s+right\.jpg/);
  });

  it('the menu has no such item for visitors without past chats', async () => {
    await show([]);
    expect(item()).toBeNull();
  });

  it('the list names each by the visitor’s first words, and a press shows all of it without anything to send', async () => {
    const { chat } = await show([REPAIR, ORDER]);
    const screenOf = await open();
    expect(screen.queryByRole('menu')).toBeNull();
    const lines = screenOf.getAllByRole('listitem').map(each => each.textContent);
    expect(lines).toEqual([
      expect.stringMatching(/^Can you repair a chair\?.*15/),
      expect.stringMatching(/^Where is my order\?.*15/),
    ]);
    fireEvent.click(screenOf.getByRole('button', { name: /repair/ }));
    await settled();
    expect(screenOf.getAllByRole('article').map(each => each.getAttribute('aria-label')?.split(',')[0])).toEqual([
      'Nova',
      'You',
      'Nova',
    ]);
    expect(screenOf.getByText('can').tagName).toBe('STRONG');
    expect(screenOf.queryByRole('textbox')).toBeNull();
    expect(chat.calls).toEqual([]);
  });

  it('Escape leads back to the line, to the menu, and only then closes the panel', async () => {
    const { chat } = await show([REPAIR, ORDER]);
    const screenOf = await open();
    expect(document.activeElement).toBe(screenOf.getByRole('button', { name: 'Back' }));
    fireEvent.click(screenOf.getByRole('button', { name: /order/ }));
    await settled();
    await pressEscape();
    expect(document.activeElement?.textContent).toMatch(/^Where is my order/);
    await pressEscape();
    expect(past()).toBeNull();
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'More options' }));
    expect(chat.calls).toEqual([]);
    await pressEscape();
    expect(chat.calls).toEqual([['close']]);
  });

  it('the screen closes with the panel, and when everything is deleted', async () => {
    const { chat } = await show([REPAIR]);
    await open();
    chat.set({ earlier: [] });
    await settled();
    expect(past()).toBeNull();
    chat.set({ earlier: [REPAIR] });
    await settled();
    await openMenu();
    await open();
    chat.set({ open: false });
    await settled();
    chat.set({ open: true });
    await settled();
    expect(past()).toBeNull();
  });
});
