/**
 * Decorates a chat that waits for the visitor's consent, or for the answers to the site's questions (ui/optional/pre-chat.ts). Before them, only the panel opens;
 * all other calls are carried out afterwards.
 */

import { batch, computed, effect, type ReadonlySignal, signal } from '@preact/signals-core';
import type { Chat } from '../../client/api/chat.ts';
import { isSendable } from '../../client/api/is-blank.ts';
import type { Gate, PreChatForm } from '../../ui/context/ui-context.ts';
import { idleState } from '../handle/initial-state.ts';
import { type CallQueue, makeCalls, queueMessage } from './call-queue.ts';

export interface GatedChat extends Chat {
  readonly gate: Gate;
  /** Stops all effects. */
  stop(): void;
}

export interface GateParts {
  /** True while there is no consent. */
  readonly unconsented: ReadonlySignal<boolean>;
  /** The site's questions: null until they have been fetched, false if there are none. */
  readonly preChat: ReadonlySignal<PreChatForm | null | false>;
  /** Called when everything is forgotten, including the consent. */
  forgotten(): void;
  /** Called when the chat may read its storage. */
  begin(): void;
}

export function withGate(chat: Chat, { unconsented, preChat, forgotten, begin }: GateParts): GatedChat {
  const open = signal(false);
  /** True while a new conversation, in place of the present one, waits for the answers. */
  const anew = signal(false);
  const whole = chat.whole ?? chat.state;
  const questions = () => preChat.peek() || null;
  let held: CallQueue<Chat> = [];

  const form = computed(() => {
    const asked = preChat.value;
    // Does not read `settled` in vain: its first value would be kept until the machine's next step, and early calls would seem to be done.
    if (!asked) return asked;
    // Before the chat has read its storage, it is unknown if a conversation is running.
    const isKnown = unconsented.value || (chat.settled?.value ?? true);
    return isKnown ? asked.asks(whole.value, anew.value) && asked : null;
  });
  const closed = computed(() => unconsented.value || form.value !== false);
  const state = computed(() => {
    const now = unconsented.value ? idleState() : chat.state.value;
    return closed.value ? { ...now, open: now.open || open.value } : now;
  });

  function drop(): void {
    held = [];
    open.value = anew.value = false;
  }

  function askAnew(): void {
    questions()?.askAgain();
    anew.value = open.value = true;
  }

  const stop = effect(() => {
    if (!unconsented.value) begin();
    if (closed.value) return;
    batch(() => {
      if (anew.peek()) chat.startNew();
      if (open.peek()) chat.open();
      open.value = anew.value = false;
      makeCalls(held, chat);
    });
  });

  const gated: GatedChat = {
    ...chat,
    gate: { closed, form },
    stop,
    state,
    open() {
      if (closed.peek()) open.value = true;
      else chat.open();
    },
    close() {
      open.value = false;
      if (unconsented.peek()) return;
      // Leads back to the conversation that was there before.
      if (held.length === 0) anew.value = false;
      chat.close();
    },
    toggle: () => (state.peek().open ? gated.close() : gated.open()),
    send(text, ...more) {
      // The message begins a new conversation.
      if (preChat.peek() !== false && whole.peek().ended && isSendable(text)) askAnew();
      if (!closed.peek()) return chat.send(text, ...more);
      const id = queueMessage(held, text, ...more);
      // Opens the panel, which asks.
      if (id !== null) open.value = true;
      return id;
    },
    startNew() {
      if (unconsented.peek() || preChat.peek() !== false) askAnew();
      else chat.startNew();
    },
    end() {
      drop();
      if (!unconsented.peek()) chat.end();
    },
    forget() {
      forgotten();
      drop();
      questions()?.forget();
      begin();
      chat.forget();
    },
  };
  return gated;
}
