/**
 * What is shown of a chat whose engine is still on its way: whether it is open, what is typed, and what was sent, as the engine would show
 * it; and how the visitor's words are kept meanwhile. What each call does then is deferred-chat.ts.
 */

import { effect, type ReadonlySignal, signal } from '@preact/signals-core';
import type { Chat } from '../client/chat.ts';
import type { ChatState, Connection, MessageItem } from '../client/chat-state.ts';
import { idleState } from './idle-state.ts';
import type { WaitingMessage, WaitingRoom } from './waiting.ts';

/** What goes along with it belongs to it as long as it waits. */
type WaitingItem = MessageItem & Pick<WaitingMessage, 'metadata'>;

export interface EarlyState {
  readonly now: ReadonlySignal<ChatState>;
  show(change: Partial<ChatState>): void;
  /** A message that has to wait. */
  add(message: WaitingMessage): void;
  remove(id: string): void;
  /** Nothing is open, typed or waiting any more. */
  clear(connection: Connection): void;
}

export function createEarlyState(): EarlyState {
  const now = signal(idleState());

  function show(change: Partial<ChatState>): void {
    now.value = { ...now.peek(), ...change };
  }

  function showOutbox(outbox: readonly MessageItem[]): void {
    show({ outbox, messages: outbox });
  }

  return {
    now,
    show,
    add: message => showOutbox([...now.peek().outbox, waitingItem(message)]),
    remove: id => showOutbox(now.peek().outbox.filter(each => each.id !== id)),
    clear: connection => {
      now.value = { ...idleState(), connection };
    },
  };
}

/**
 * The visitor's words alone are kept in the room, and only until the engine, once it is `shown`, has them: a message that is queued may not be
 * written yet. A draft goes on from there, perhaps in another tab, and is not to come back as it was. The answer ends it.
 */
export function keepWords(
  room: WaitingRoom,
  early: ReadonlySignal<ChatState>,
  shown: ReadonlySignal<Chat | null>,
): () => void {
  return effect(() => {
    const { outbox, draft, open } = early.value;
    const chat = shown.value;
    const now = (chat?.whole ?? chat?.state)?.value;
    const isQueued = ({ id }: MessageItem) =>
      !now || now.outbox.some(each => each.id === id && each.status === 'queued');
    room.keep({ messages: outbox.filter(isQueued), draft: now ? '' : draft, open });
  });
}

/** As the engine shows a message that has to wait: the same key, so that it stays where it is. */
function waitingItem({ id, text, at, metadata }: WaitingMessage): WaitingItem {
  return {
    metadata,
    kind: 'message',
    key: `u:${id}`,
    id,
    from: 'user',
    text,
    status: 'queued',
    at,
    attachments: [],
    suggestions: [],
    callActions: [],
  };
}
