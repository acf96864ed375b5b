/**
 * A chat whose engine is still on its way: it opens, takes words and shows what was sent as waiting. As soon as the engine's picture shows
 * what this one shows, that one is shown: an engine looks into the storage and asks other tabs before it does what it is told, and
 * meanwhile nothing may close or vanish. How calls get to the engine is call-line.ts.
 */

import { computed, effect, type ReadonlySignal, signal } from '@preact/signals-core';
import { browserRandom } from '../browser/clock.ts';
import type { Chat } from '../client/chat.ts';
import type { ChatState, Connection, MessageItem } from '../client/chat-state.ts';
import { createEmitter } from '../client/emitter.ts';
import { createCallLine, type FetchEngine } from './call-line.ts';
import { idleState } from './idle-state.ts';
import type { WaitingMessage, WaitingRoom } from './waiting.ts';
import { warn, wordsOf } from './warn.ts';

export interface DeferredChat extends Chat {
  /** Fetches the engine without any call that needs it, and opens if that is how an earlier page load was left. */
  load(): void;
}

const CODE = 'load_failed';
const CONNECTING: Connection = { status: 'connecting', phase: 'authorizing', code: null, retryAt: null };
const FAILED: Connection = { status: 'failed', phase: 'failed', code: CODE, retryAt: null };

/** What was written and not handed over stands in `room` over a page load, and goes on waiting here. */
export function createDeferredChat(fetchEngine: FetchEngine, room?: WaitingRoom): DeferredChat {
  /** What is shown until the engine shows it. */
  const own = signal(idleState());
  const shown = signal<Chat | null>(null);
  const state = computed(() => (shown.value?.state ?? own).value);
  const emitter = createEmitter((name, error) =>
    warn('handler_failed', `A handler of "${name}" threw: ${wordsOf(error)}`),
  );
  const line = createCallLine(fetchEngine, {
    loading: () => show({ connection: CONNECTING, error: null }),
    failed(error, tries) {
      const detail = { code: CODE, message: `The chat could not be loaded. ${error}` };
      if (tries < 2) warn(CODE, detail.message);
      show({ connection: FAILED, error: detail });
      emitter.emit({ name: 'error', detail });
    },
    ready(chat) {
      const { draft } = own.peek();
      if (draft) chat.setDraft(draft);
      // Reads nothing any more once it is shown, and so ends by itself.
      effect(() => {
        if (!shown.peek() && hasCaughtUp(chat.state.value, own.value)) shown.value = chat;
      });
    },
  });
  const { call, load } = line;
  /** Raised when all that was wished is given up. */
  let era = 0;

  function wish(run: (chat: Chat) => void): void {
    const begun = era;
    call(chat => begun === era && run(chat));
  }

  /** Nothing of what waits is to be done any more. */
  function giveUp(connection: Connection): void {
    era += 1;
    own.value = { ...idleState(), connection };
  }

  function show(change: Partial<ChatState>): void {
    own.value = { ...own.peek(), ...change };
  }

  function showOutbox(outbox: readonly MessageItem[]): void {
    show({ outbox, messages: outbox });
  }

  function open(): void {
    show({ open: true });
    wish(chat => chat.open());
    load();
  }

  function close(): void {
    show({ open: false });
    wish(chat => chat.close());
  }

  function wait(message: WaitingMessage): void {
    const { id, text } = message;
    showOutbox([...own.peek().outbox, waitingItem(message)]);
    wish(chat => {
      if (chat.send(text, id) === null) showOutbox(own.peek().outbox.filter(each => each.id !== id));
    });
  }

  function send(text: string): string | null {
    const chat = shown.peek();
    if (chat) return chat.send(text);
    if (typeof text !== 'string' || !text.trim()) return null;
    const id = browserRandom.uuid();
    wait({ id, text, at: Date.now() });
    // What stands in the composer may be something else.
    const { draft, connection } = own.peek();
    if (draft === text) show({ draft: '' });
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
    const { connection } = own.peek();
    // Nothing has begun on this page, so it ends here; what an earlier one began ends when the engine comes.
    giveUp(connection === FAILED ? idleState().connection : connection);
    wish(each => each.end());
    close();
  }

  const left = room?.left();
  left?.messages.forEach(wait);
  if (left) show({ draft: left.draft });
  /**
   * The visitor's words alone are kept, and only until the engine has written them down. Nothing says so of itself: a message that is
   * queued may not be written yet, and before there is a connection the draft may not.
   */
  const stopKeeping = effect(() => {
    const { outbox, draft, open } = own.value;
    const now = shown.value?.state.value;
    const isQueued = ({ id }: MessageItem) =>
      !now || now.outbox.some(each => each.id === id && each.status === 'queued');
    const messages = outbox.filter(isQueued).map(({ id, text, at }) => ({ id, text, at }));
    const isTaken = now && (now.connection.status === 'online' || now.draft !== draft);
    room?.keep({ messages, draft: isTaken ? '' : draft, open });
  });

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
      show({ draft });
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
      giveUp(own.peek().connection);
      room?.forget();
      wish(chat => chat.forget());
      load();
    },
    on(name, handler) {
      const undo = [emitter.on(name, handler)];
      call(chat => undo.length && undo.push(chat.on(name, handler)));
      return () => {
        for (const each of undo.splice(0)) each();
      };
    },
    emit(name, detail) {
      const chat = line.ready();
      if (chat) chat.emit(name, detail);
      else emitter.emit({ name, detail } as never);
    },
    dispose() {
      stopKeeping();
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

/** What was restored besides is no reason to wait: an older draft, an older transcript. */
function hasCaughtUp({ open, draft, messages }: ChatState, own: ChatState): boolean {
  const keys = messages.map(each => each.key);
  return (
    open === own.open &&
    (!own.draft || draft === own.draft) &&
    own.messages.every(({ key }) => keys.some(each => each.endsWith(key)))
  );
}

/** As the engine shows a message that has to wait: the same key, so that it stays where it is. */
function waitingItem({ id, text, at }: WaitingMessage): MessageItem {
  return {
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
