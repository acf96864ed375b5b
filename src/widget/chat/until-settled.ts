/**
 * A chat reads its storage and asks other tabs before it carries out calls. Until then, this decorator applies the calls to the state that is
 * shown. Otherwise things that the visitor has opened, typed or sent would disappear for a moment.
 */

import { computed, effect, signal } from '@preact/signals-core';
import { browserRandom } from '../../browser/clock.ts';
import type { Chat } from '../../client/api/chat.ts';
import type { ChatState, Connection, MessageItem } from '../../client/api/chat-state.ts';

const CONNECTING: Connection = { status: 'connecting', phase: 'authorizing', code: null, retryAt: null };

interface Asked {
  readonly open?: boolean;
  readonly draft?: string;
  readonly messages: readonly MessageItem[];
}

export interface AskedChat extends Chat {
  /** To be called when all waiting calls have been made. The chat's own state is then shown as soon as it is settled. */
  asked(): void;
}

export function untilSettled(chat: Chat): AskedChat {
  const asked = signal<Asked | null>({ messages: [] });
  let stop = () => {};
  const note = (change: Partial<Asked>) => {
    const before = asked.peek();
    if (before) asked.value = { ...before, ...change };
  };
  return {
    ...chat,
    state: computed(() => withAsked(chat.state.value, asked.value)),
    asked() {
      // This effect ends without being stopped: once the chat is settled, it no longer reads a signal.
      stop = effect(() => {
        if (asked.peek() && (chat.settled?.value ?? true)) asked.value = null;
      });
    },
    open() {
      note({ open: true });
      chat.open();
    },
    close() {
      note({ open: false });
      chat.close();
    },
    toggle() {
      note({ open: !withAsked(chat.state.peek(), asked.peek()).open });
      chat.toggle();
    },
    setDraft(draft) {
      note({ draft });
      chat.setDraft(draft);
    },
    send(text, id = browserRandom.uuid(), metadata) {
      const sent = chat.send(text, id, metadata);
      const before = asked.peek();
      if (sent && before) note({ messages: [...before.messages, waitingItem(sent, text)] });
      return sent;
    },
    dispose() {
      stop();
      chat.dispose();
    },
  };
}

function withAsked(state: ChatState, asked: Asked | null): ChatState {
  if (!asked) return state;
  const { open = state.open, draft = state.draft, messages } = asked;
  const more = messages.filter(({ id }) => !state.messages.some(each => each.kind === 'message' && each.id === id));
  return {
    ...state,
    // Shows an opened chat as connecting instead of idle, because it is about to connect.
    connection: open && state.connection.status === 'idle' ? CONNECTING : state.connection,
    open,
    draft,
    messages: [...state.messages, ...more],
    outbox: [...state.outbox, ...more],
  };
}

/** Returns the item of a waiting message. The chat's own item will have the same key, which saves rendering it again. */
const waitingItem = (id: string, text: string): MessageItem => ({
  kind: 'message',
  key: `u:${id}`,
  id,
  from: 'user',
  text,
  status: 'queued',
  at: Date.now(),
  attachments: [],
  suggestions: [],
  callActions: [],
});
