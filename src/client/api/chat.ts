/** The face of a running chat: signals to read, methods to call. client.ts makes one; user interfaces and host pages hold it. */

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

/** Called with the detail of one event; the answer of `on` takes it off again. It may be async; nobody waits for it. */
export type Handler<K extends PublicEventName> = (detail: PublicEvents[K]) => unknown;

/** Each function may be taken off its object. */
export interface Chat {
  /** The whole picture; the signals below are parts of it that change less often. */
  readonly state: ReadonlySignal<ChatState>;
  /** The picture as it is before `beforeShow` changes it or leaves out of it; absent where there is no such hook. */
  readonly whole?: ReadonlySignal<ChatState>;
  /**
   * True when `state` shows the result of every call: a chat reads its storage before it carries calls out. Absent if that is always so.
   */
  readonly settled?: ReadonlySignal<boolean>;
  readonly messages: ReadonlySignal<readonly TimelineItem[]>;
  readonly connection: ReadonlySignal<Connection>;
  readonly typing: ReadonlySignal<TypingSign | null>;
  readonly party: ReadonlySignal<Party>;
  readonly agent: ReadonlySignal<Agent | null>;
  readonly outbox: ReadonlySignal<readonly MessageItem[]>;
  readonly error: ReadonlySignal<ChatError | null>;
  readonly unread: ReadonlySignal<number>;

  /** Opens the panel; the first time it also starts the conversation, unless a kept one goes on: nothing is asked of any server before. */
  open: () => void;
  /** Closes the panel; the conversation goes on. */
  close: () => void;
  /** Opens a closed panel and closes an open one. */
  toggle: () => void;
  /**
   * Sends a message, starting the conversation if there is none. It waits in the outbox while there is no connection.
   * Answers the message's id; the empty string when `beforeSend` has left it out; null when the text is blank, no string (a warning,
   * `invalid_call`) or larger than `maxMessageBytes` (then `error` fires with `message_too_large`).
   * `id` is for whoever has shown the message already: the client event id to send it under, drawn anew when left out.
   * `metadata` goes along in `metadata.custom`, and counts towards the size.
   */
  send: (text: string, id?: string, metadata?: Custom) => string | null;
  /** Sends a failed message again, under the same id. */
  retry: (id: string) => void;
  /** Gives a failed message up. */
  discard: (id: string) => void;
  /** Keeps what stands in the composer, and tells the platform that the visitor types. */
  setDraft: (text: string) => void;
  /** Ends the conversation. */
  end: () => void;
  /** Starts a new conversation after one has ended, or in place of the current one. */
  startNew: () => void;
  /** Tries to connect now: cuts a pause short and leads out of `failed`. */
  reconnect: () => void;
  /** The answer to "Still there?": the conversation is kept alive for another ten minutes. */
  stay: () => void;
  /** Asks the agent to join again, after an error that says so. */
  rejoin: () => void;
  /** Ends the conversation and leaves nothing of it in this browser: storage, resume ticket, other tabs. */
  forget: () => void;
  /**
   * Calls `handler` on every event of that name; the answer takes it off. One that throws, or whose promise is rejected, is reported
   * (`handler_failed`) and harms nothing.
   */
  on: <K extends PublicEventName>(name: K, handler: Handler<K>) => () => void;
  /** Lets user interfaces announce what happens in them (`ready`, `link`). */
  emit: <K extends PublicEventName>(name: K, detail: PublicEvents[K]) => void;
  /**
   * For a face that stands open: whether the place where it stands is in the page's view. What comes while it is has been read, whatever
   * becomes of the panel. Absent where nobody asks.
   */
  readonly inView?: (inView: boolean) => void;
  /** Returns true if this tab may call for attention: the visitor looks at no other tab with the conversation. Absent if there can be no others. */
  readonly mayRing?: () => boolean;
  /** Ends sockets, timers and listeners; every later call does nothing. */
  dispose: () => void;
}
