/** A static chat: shows a given state, and ignores all calls. */

import { computed, signal } from '@preact/signals-core';
import { type Chat, type ChatState, eachPart, type Part } from '../../entries/gallery.ts';

export interface StaticChat extends Chat {
  show(state: ChatState): void;
}

export function createStaticChat(first: ChatState, offers: readonly string[] = []): StaticChat {
  const state = signal(first);
  const nothing = () => {};
  return {
    show(next) {
      state.value = next;
    },
    state,
    offers: signal(offers),
    ...(eachPart(name => computed(() => state.value[name])) as Pick<Chat, Part>),
    open: nothing,
    close: nothing,
    toggle: nothing,
    // Returns an id, because null would make the composer show an error.
    send: () => 'sent',
    retry: nothing,
    discard: nothing,
    setDraft: nothing,
    end: nothing,
    startNew: nothing,
    reconnect: nothing,
    stay: nothing,
    rejoin: nothing,
    refreshContext: nothing,
    forget: nothing,
    on: () => nothing,
    emit: nothing,
    dispose: nothing,
  };
}
