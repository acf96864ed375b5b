/** The interface of a running chat: signals to read, methods to call. client.ts creates a chat; user interfaces and host pages hold it. */

import type { ReadonlySignal } from '@preact/signals-core';
import type { Custom } from '../../protocol/events.ts';
import type { PublicEventName, PublicEvents } from '../../session/state/public-events.ts';
import type {
  Agent,
  ChatError,
  ChatState,
  Connection,
  MessageItem,
  Party,
  TimelineItem,
  TypingSign,
} from './chat-state.ts';

export type { Custom } from '../../protocol/events.ts';
export type { PublicEventName, PublicEvents } from '../../session/state/public-events.ts';

/**
 * A handler of one public event, called with the event's detail. It may be async: nothing waits for its promise. The function that `on` returns
 * removes it.
 */
export type Handler<K extends PublicEventName> = (detail: PublicEvents[K]) => unknown;

/** A running chat. Its methods do not use `this`, so they may be destructured: `const { open, send } = chat`. */
export interface Chat {
  /** The whole state. Each signal below is one of its fields, and changes less often. */
  readonly state: ReadonlySignal<ChatState>;
  /** The state before `beforeShow` changes or omits messages. Absent without such a hook. */
  readonly whole?: ReadonlySignal<ChatState>;
  /** False while calls wait until the chat has read its storage; true once `state` reflects all calls. Absent if calls never wait. */
  readonly settled?: ReadonlySignal<boolean>;
  /** Names of the endpoints that the broker offers besides `/token`, such as `status`; empty until there is a token. For user interfaces. */
  readonly offers?: ReadonlySignal<readonly string[]>;
  /** Returns pairs for other channels, such as a telephone call: those of `identify()`, and the conversation's id as `conversation_id`. */
  readonly attributes?: () => Custom;
  /** The transcript: `state.messages`. */
  readonly messages: ReadonlySignal<readonly TimelineItem[]>;
  /** State of the connection: `state.connection`. */
  readonly connection: ReadonlySignal<Connection>;
  /** The agent or person who is typing: `state.typing`. */
  readonly typing: ReadonlySignal<TypingSign | null>;
  /** The side that answers now: `state.party`. */
  readonly party: ReadonlySignal<Party>;
  /** The agent or person who joined last: `state.agent`. */
  readonly agent: ReadonlySignal<Agent | null>;
  /** Messages of the visitor that are not confirmed yet: `state.outbox`. */
  readonly outbox: ReadonlySignal<readonly MessageItem[]>;
  /** The latest error that has not been resolved: `state.error`. */
  readonly error: ReadonlySignal<ChatError | null>;
  /** Number of messages that the visitor has not seen: `state.unread`. */
  readonly unread: ReadonlySignal<number>;

  /** Opens the panel. The first call also starts the conversation, unless a stored one is restored; no server is contacted before. */
  open: () => void;
  /** Closes the panel; the conversation continues. */
  close: () => void;
  /** Opens a closed panel and closes an open one. */
  toggle: () => void;
  /**
   * Sends a message, and starts a conversation if there is none. Without a connection the message waits in the outbox.
   *
   * Returns the message's id; the empty string if `beforeSend` dropped the message; null if nothing can be sent: the text is blank, is not a string
   * (warning `invalid_call`) or is larger than `maxMessageBytes` (event `error` with code `message_too_large`).
   *
   * `id` is the client event id of the message; default: a new one. Pass it if you already show the message under this id. `metadata` is sent in
   * `metadata.custom` and counts towards the size.
   */
  send: (text: string, id?: string, metadata?: Custom) => string | null;
  /** Sends a failed message again, under the same id. */
  retry: (id: string) => void;
  /** Removes a failed message from the outbox for good. */
  discard: (id: string) => void;
  /** Stores the text of the composer, and tells the platform that the visitor is typing. */
  setDraft: (text: string) => void;
  /** Ends the conversation. */
  end: () => void;
  /** Starts a new conversation, after one has ended or in place of the current one. */
  startNew: () => void;
  /** Connects now, during a pause between attempts or in the phase `failed`. */
  reconnect: () => void;
  /** Answers "Still there?" with yes. The platform then keeps the conversation alive for another ten minutes. */
  stay: () => void;
  /** Asks the agent to join again, after an error whose remedy is `rejoin`. */
  rejoin: () => void;
  /**
   * Asks `onContextRequired` for a new token, which replaces the earlier one. Before the agent is asked to join, nothing is to be replaced.
   */
  refreshContext: () => void;
  /** Ends the conversation and removes all of it from this browser: stored records and resume ticket, in every tab. */
  forget: () => void;
  /**
   * Calls `handler` on every event of that name. Returns a function that removes the handler. A handler that throws, or whose promise is rejected,
   * is reported as the warning `handler_failed`; the chat and other handlers continue.
   */
  on: <K extends PublicEventName>(name: K, handler: Handler<K>) => () => void;
  /** Emits an event on behalf of a user interface (`ready`, `link`). */
  emit: <K extends PublicEventName>(name: K, detail: PublicEvents[K]) => void;
  /**
   * Tells a chat in the page's layout, which has no floating panel, whether it is in the viewport. Messages that arrive while it is in view count
   * as read, even if the panel is closed. Absent if the chat has no use for it.
   */
  readonly inView?: (inView: boolean) => void;
  /**
   * Returns true if this tab may play a sound, because the visitor is not looking at another tab with the conversation. Absent if there can be no
   * other tabs.
   */
  readonly mayRing?: () => boolean;
  /** Closes sockets, stops timers and removes listeners. Every later call does nothing. */
  dispose: () => void;
}
