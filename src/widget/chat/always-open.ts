/** The panel of the modes without a launcher: inline and fullscreen. */

import { computed, signal } from '@preact/signals-core';
import type { Chat } from '../../client/api/chat.ts';

/**
 * The panel is open until this page closes it: neither another tab nor the end or the forgetting of a conversation leaves an empty space. An
 * open panel begins no conversation; opening and writing do.
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
      // A reply here is read at once, and does not count as unread.
      if (!closed.peek() && !chat.state.peek().open) chat.open();
      return chat.send(text, ...more);
    },
  };
}
