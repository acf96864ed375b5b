/** Decorates a chat for the modes without a launcher, inline and fullscreen. */

import { computed, signal } from '@preact/signals-core';
import type { Chat } from '../../client/api/chat.ts';

/**
 * Keeps the panel open until this page closes it. It stays open if another tab closes it, and when the conversation ends or is deleted; otherwise
 * there would be an empty space in the page. Showing the panel does not begin a conversation; calling `open()` or writing a message does.
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
      // Opens the chat, because a reply in the visible panel must not count as unread.
      if (!closed.peek() && !chat.state.peek().open) chat.open();
      return chat.send(text, ...more);
    },
  };
}
