/** Decorates a chat for the modes without a launcher, inline and fullscreen. */

import { computed, signal } from '@preact/signals-core';
import type { Chat } from '../../client/api/chat.ts';

/**
 * Keeps the panel open until this page closes it. If another tab closes it, or the conversation ends or is forgotten, it stays open, so that there is
 * no empty space in the page. Showing the panel does not begin a conversation; calling `open()` or writing a message does.
 */
export function alwaysOpen(chat: Chat): Chat {
  const closed = signal(false);
  function open(): void {
    closed.value = false;
    chat.open();
  }
  function close(): void {
    closed.value = true;
    chat.close();
  }
  return {
    ...chat,
    state: computed(() => ({ ...chat.state.value, open: !closed.value })),
    open,
    close,
    toggle: () => (closed.peek() ? open() : close()),
    send(text, ...more) {
      // Opens the chat, so that a reply in the visible panel does not count as unread.
      if (!closed.peek() && !chat.state.peek().open) chat.open();
      return chat.send(text, ...more);
    },
  };
}
