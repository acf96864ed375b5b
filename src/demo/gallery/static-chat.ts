/** A chat that stands still: its state is what it is given, and nothing that it is asked for happens. */

import { computed, signal } from '@preact/signals-core';
import type { Chat, ChatState } from '../../entries/gallery.ts';

export interface StillChat extends Chat {
  show(state: ChatState): void;
}

export function createStillChat(first: ChatState): StillChat {
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
    // Taken, or the composer would say that it was too long.
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
