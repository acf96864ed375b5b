/**
 * Decorates a chat that waits for the visitor's consent. Before the consent, `open()` only opens the panel; all other calls are queued and made
 * afterwards.
 */

import { batch, computed, effect, type ReadonlySignal, signal } from '@preact/signals-core';
import type { Chat } from '../../client/api/chat.ts';
import { idleState } from '../handle/initial-state.ts';
import { type CallQueue, makeCalls, queueMessage } from './call-queue.ts';

export interface GatedChat extends Chat {
  /** Stops all effects. */
  stop(): void;
}

export interface GateParts {
  /** True while there is no consent. */
  readonly closed: ReadonlySignal<boolean>;
  /** Called when all stored data is deleted, including the consent. */
  forgotten(): void;
  /** Called when the chat may begin. */
  begin(): void;
}

export function withConsent(chat: Chat, { closed, forgotten, begin }: GateParts): GatedChat {
  const open = signal(false);
  let held: CallQueue<Chat> = [];

  function drop(): void {
    held = [];
    open.value = false;
  }

  const stop = effect(() => {
    if (closed.value) return;
    begin();
    batch(() => {
      if (open.peek()) chat.open();
      open.value = false;
      makeCalls(held, chat);
    });
  });

  return {
    ...chat,
    stop,
    state: computed(() => (closed.value ? { ...idleState(), open: open.value } : chat.state.value)),
    open() {
      if (closed.peek()) open.value = true;
      else chat.open();
    },
    close() {
      if (closed.peek()) open.value = false;
      else chat.close();
    },
    toggle() {
      if (closed.peek()) open.value = !open.peek();
      else chat.toggle();
    },
    send(text, ...more) {
      if (!closed.peek()) return chat.send(text, ...more);
      const id = queueMessage(held, text, ...more);
      // Opens the panel, which asks for the consent.
      if (id !== null) open.value = true;
      return id;
    },
    startNew() {
      if (closed.peek()) {
        held.push(each => each.startNew());
        open.value = true;
      } else chat.startNew();
    },
    end() {
      if (closed.peek()) drop();
      else chat.end();
    },
    forget() {
      forgotten();
      drop();
      begin();
      chat.forget();
    },
  };
}
