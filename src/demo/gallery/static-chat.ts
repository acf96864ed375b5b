/** A static chat: shows a given state, and ignores all calls. */

import { computed, signal } from '@preact/signals-core';
import type { Chat, ChatState } from '../../entries/gallery.ts';

export interface StaticChat extends Chat {
  show(state: ChatState): void;
}

export function createStaticChat(first: ChatState): StaticChat {
  const state = signal(first);
  const part = <K extends keyof ChatState>(name: K) => computed(() => state.value[name]);
  const nothing = () => {};
  return {
    show(next) {
      state.value = next;
    },
    state,
    messages: part('messages'),
    connection: part('connection'),
    typing: part('typing'),
    party: part('party'),
    agent: part('agent'),
    outbox: part('outbox'),
    error: part('error'),
    unread: part('unread'),
    open: nothing,
    close: nothing,
    toggle: nothing,
    // With null the composer would show an error.
    send: () => 'sent',
    retry: nothing,
    discard: nothing,
    setDraft: nothing,
    end: nothing,
    startNew: nothing,
    reconnect: nothing,
    stay: nothing,
    rejoin: nothing,
    forget: nothing,
    on: () => nothing,
    emit: nothing,
    dispose: nothing,
  };
}
