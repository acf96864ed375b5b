/**
 * A chat whose engine is still on its way: it opens, takes words and shows what was sent as waiting. As soon as the engine's picture shows
 * what has come of it, that one is shown: an engine looks into the storage and asks other tabs before it does what it is told, and
 * meanwhile nothing may close or vanish. How calls get to the engine is call-line.ts, what is shown until
 * then early-state.ts.
 */

import { computed, effect, type ReadonlySignal, signal } from '@preact/signals-core';
import { browserRandom } from '../browser/clock.ts';
import { isBlank } from '../client/blank.ts';
import type { Chat, Custom } from '../client/chat.ts';
import type { ChatError, ChatState, Connection } from '../client/chat-state.ts';
import { createCallLine, type FetchEngine } from './call-line.ts';
import { createEarlyEmitter, earlyEvents } from './early-events.ts';
import { createEarlyState, keepWords } from './early-state.ts';
import { idleState } from './idle-state.ts';
import type { WaitingMessage, WaitingRoom } from './waiting.ts';
import { warn } from './warn.ts';

export interface DeferredChat extends Chat {
  /** Fetches the engine without any call that needs it, and opens if that is how an earlier page load was left. */
  load(): void;
}

const CODE = 'load_failed';
const CONNECTING: Connection = { status: 'connecting', phase: 'authorizing', code: null, retryAt: null };
const FAILED: Connection = { status: 'failed', phase: 'failed', code: CODE, retryAt: null };

/** What was written and not handed over stands in `room` over a page load, and goes on waiting here. */
export function createDeferredChat(fetchEngine: FetchEngine, room?: WaitingRoom): DeferredChat {
  const early = createEarlyState();
  const shown = signal<Chat | null>(null);
  const state = computed(() => (shown.value?.state ?? early.now).value);
  const emitter = createEarlyEmitter();
  const line = createCallLine(fetchEngine, {
    loading: () => early.show({ connection: CONNECTING, error: null }),
    failed(error, tries) {
      const detail: ChatError = { code: CODE, message: `The chat could not be loaded. ${error}` };
      if (tries < 2) warn(CODE, detail.message);
      early.show({ connection: FAILED, error: detail });
      emitter.emit({ name: 'error', detail });
    },
    ready(chat) {
      const { draft } = early.now.peek();
      if (draft) chat.setDraft(draft);
      // Reads nothing any more once it is shown, and so ends by itself.
      effect(() => {
        if (!shown.peek() && (chat.settled?.value ?? true)) shown.value = chat;
      });
    },
  });
  const { wish, load } = line;

  /** Nothing of what waits is to be done any more. */
  function giveUp(connection: Connection): void {
    line.giveUp();
    early.clear(connection);
  }

  function open(): void {
    early.show({ open: true });
    wish(chat => chat.open());
    load();
  }

  function close(): void {
    early.show({ open: false });
    wish(chat => chat.close());
  }

  function wait(message: WaitingMessage): void {
    const { id, text, metadata } = message;
    early.add(message);
    wish(chat => chat.send(text, id, metadata) ?? early.remove(id));
  }

  function send(text: string, id = browserRandom.uuid(), metadata?: Custom): string | null {
    const chat = shown.peek();
    if (chat) return chat.send(text, id, metadata);
    // The engine says what is wrong with it.
    if (typeof text !== 'string') wish(each => void each.send(text));
    if (typeof text !== 'string' || isBlank(text)) return null;
    wait({ id, text, at: Date.now(), metadata });
    // What stands in the composer may be something else.
    const { draft, connection } = early.now.peek();
    if (draft === text) early.show({ draft: '' });
    // After a failure it is the visitor's word when to try again.
    if (connection !== FAILED) load();
    return id;
  }

  function end(): void {
    const chat = shown.peek();
    if (chat) {
      chat.end();
      return;
    }
    const { connection } = early.now.peek();
    // Nothing has begun on this page, so it ends here; what an earlier one began ends when the engine comes.
    giveUp(connection === FAILED ? idleState().connection : connection);
    wish(each => each.end());
    close();
  }

  const left = room?.left();
  left?.messages.forEach(wait);
  if (left) early.show({ draft: left.draft });
  const stopKeeping = room && keepWords(room, early.now, shown);

  return {
    ...partsOf(state),
    load: () => (left?.open ? open() : load()),
    open,
    close,
    // By what was seen when it was asked for, not by what the engine will restore.
    toggle: () => (state.peek().open ? close() : open()),
    send,
    retry: id => wish(chat => chat.retry(id)),
    discard: id => wish(chat => chat.discard(id)),
    setDraft(draft) {
      early.show({ draft });
      // Of all that is typed meanwhile, only the last counts.
      line.ready()?.setDraft(draft);
    },
    end,
    startNew() {
      wish(chat => chat.startNew());
      load();
    },
    reconnect() {
      line.ready()?.reconnect();
      load();
    },
    stay: () => wish(chat => chat.stay()),
    rejoin: () => wish(chat => chat.rejoin()),
    forget() {
      giveUp(early.now.peek().connection);
      room?.forget();
      wish(chat => chat.forget());
      load();
    },
    ...earlyEvents(emitter, line),
    dispose() {
      stopKeeping?.();
      emitter.clear();
      line.stop();
    },
  };
}

/** The signals of a chat, as parts of its whole picture. */
function partsOf(state: ReadonlySignal<ChatState>) {
  const part = <K extends keyof ChatState>(name: K): ReadonlySignal<ChatState[K]> => computed(() => state.value[name]);
  return {
    state,
    messages: part('messages'),
    connection: part('connection'),
    typing: part('typing'),
    party: part('party'),
    agent: part('agent'),
    outbox: part('outbox'),
    error: part('error'),
    unread: part('unread'),
  };
}
