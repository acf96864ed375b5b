/**
 * A chat that belongs to a component, without user interface and framework; host-chat.ts turns it into a hook. The object exists from the first
 * render and can be read and called at once. The chat behind it begins and ends with the component.
 */

import { computed, effect, signal } from '@preact/signals-core';
import type { Chat, Handler, PublicEventName } from '../../client/api/chat.ts';
import { eachPart, type Part } from '../../client/api/chat-parts.ts';
import type { ChatState } from '../../client/api/chat-state.ts';
import type { PageChat } from '../../client/hooks/with-before-send.ts';
import { type CallQueue, makeCalls, queueMessage } from '../chat/call-queue.ts';
import { startChat } from '../chat/create-chat.ts';
import { idleState } from '../handle/initial-state.ts';
import { chatKey } from '../settings/host-settings.ts';
import type { ChatSettings } from '../settings/options.ts';
import { warn, wordsOf } from '../warn.ts';

/** Events that only a widget fires. */
type OfTheWidget = 'ready' | 'link' | 'consent' | 'rating' | 'feedback';

/** A chat like that of `createChat()`, begun and ended by its component. Calls before it has begun are queued. */
export interface HostedChat
  extends Omit<PageChat, 'dispose' | 'emit' | 'whole' | 'inView' | 'mayRing' | 'settled' | 'on'> {
  /** Works like `on()` of `createChat()`, for all successive chats of the component. */
  on: <K extends Exclude<PublicEventName, OfTheWidget>>(name: K, handler: Handler<K>) => () => void;
}

export interface Hosting {
  readonly chat: HostedChat;
  /** Begins a chat, or continues the current one if its settings are the same. Returns the function that releases it. */
  hold(settings: ChatSettings): () => void;
}

export const IDLE: ChatState = idleState();

export function createHosting(): Hosting {
  const current = signal<PageChat | null>(null);
  /**
   * Key of the settings with which the chat was begun; empty after its end. It is set even if the settings were unusable, to avoid repeating the
   * warning.
   */
  let key = '';
  let held = false;
  let identity: Parameters<HostedChat['identify']>[0] | undefined;
  /** Calls made before the chat has begun; null after its end, when calls are dropped. */
  let waiting: CallQueue<PageChat> | null = [];

  const parts = eachPart(name => computed(() => (current.value ? current.value[name].value : IDLE[name])));

  function call(run: (chat: PageChat) => void): void {
    const chat = current.peek();
    if (chat) run(chat);
    else waiting?.push(run);
  }

  function end(): void {
    const chat = current.peek();
    key = '';
    waiting = null;
    current.value = null;
    chat?.dispose();
  }

  function begin(settings: ChatSettings): void {
    let chat: PageChat;
    try {
      chat = startChat(settings);
    } catch (error) {
      // Reports the error instead of throwing it, because an error in a component would unmount the whole application.
      const { code = 'not_started' } = error as { code?: string };
      warn(code, wordsOf(error).replace(/^Error: Natter: /, ''), 'error');
      return;
    }
    // Attaches listeners before the first call.
    current.value = chat;
    makeCalls(waiting ?? [], chat);
  }

  return {
    chat: {
      state: computed(() => current.value?.state.value ?? IDLE),
      ...(parts as Pick<Chat, Part>),
      open: () => call(chat => chat.open()),
      close: () => call(chat => chat.close()),
      toggle: () => call(chat => chat.toggle()),
      send(text, id, metadata) {
        const chat = current.peek();
        if (chat) return chat.send(text, id, metadata);
        return waiting && queueMessage(waiting, text, id, metadata);
      },
      retry: id => call(chat => chat.retry(id)),
      discard: id => call(chat => chat.discard(id)),
      setDraft: text => call(chat => chat.setDraft(text)),
      end: () => call(chat => chat.end()),
      startNew: () => call(chat => chat.startNew()),
      reconnect: () => call(chat => chat.reconnect()),
      stay: () => call(chat => chat.stay()),
      rejoin: () => call(chat => chat.rejoin()),
      refreshContext: () => call(chat => chat.refreshContext()),
      forget: () => call(chat => chat.forget()),
      identify(pairs) {
        identity = pairs;
        call(chat => chat.identify(pairs));
      },
      // Listens to this chat and to every one after it.
      on: (name, handler) => effect(() => current.value?.on(name, handler)),
    },
    hold(settings) {
      const next = chatKey(settings);
      held = true;
      if (key !== next) {
        if (current.peek()) end();
        key = next;
        // The pairs of `identify()` also apply to the next chat.
        waiting ??= identity ? [chat => chat.identify(identity ?? null)] : [];
        begin(settings);
      }
      return () => {
        held = false;
        // Waits before ending the chat, because development modes and hot reloads release it and hold it again within one task. It then stays
        // connected.
        queueMicrotask(() => {
          if (!held) end();
        });
      };
    },
  };
}
