/** Ports: the interfaces through which the client uses the browser. browser/ implements them for a page; tests and the simulator use fakes. */

import type { DeviceType, Platform, ProbeAnswer, TokenGrant } from '../../protocol/http-api.ts';
import type { CallFailure } from '../../session/state/inputs.ts';
import type { ContextOutcome } from '../../session/state/public-events.ts';
import type { TimelineItem } from '../../session/transcript/items.ts';

export interface Clock {
  /** Returns milliseconds since 1970. */
  now(): number;
  /** Calls `fire` once after `ms`. The returned function cancels the timer. */
  after(ms: number, fire: () => void): () => void;
}

export interface Random {
  uuid(): string;
  /** Returns a number that is at least 0 and less than 1. */
  fraction(): number;
}

export interface SocketHandlers {
  opened(): void;
  received(text: string): void;
  /** Called once; no handler is called afterwards. `opened` is false if the handshake failed or took more than 12 s. */
  closed(code: number, opened: boolean): void;
}

export interface Socket {
  /** Returns false if the socket is not open; the text is then dropped. */
  send(text: string): boolean;
  /** Closes the socket at once. No handler is called afterwards. */
  close(): void;
}

export type SocketFactory = (url: string, handlers: SocketHandlers) => Socket;

export type Answer<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly failure: CallFailure };

/** The HTTP calls. Their promises are never rejected: a failure is a value. */
export interface Api {
  /**
   * Fetches a token. With a ticket, the result is the token that was issued with that ticket, or the failure `ticket_refused`. If the broker
   * asks for a proof, the port provides one; `lasts` is called when that takes longer than two seconds.
   */
  fetchToken(resumeTicket?: string, lasts?: () => void): Promise<Answer<TokenGrant>>;
  /** Asks the broker for the HTTP status with which the platform answers a handshake for this session, because a browser cannot see it. */
  probe(sessionId: string, resumeTicket: string): Promise<Answer<ProbeAnswer>>;
  createSession(grant: TokenGrant, request: SessionOptions): Promise<Answer<string>>;
  /** Asks the broker to stop accepting the ticket. The request is sent even if the page is unloaded at once; nothing waits for an answer. */
  revoke(resumeTicket: string): void;
}

/** A connection of a conversation over the broker's Chat. */
export interface OpenChat {
  readonly sessionId: string;
  /** Sequence up to which this page has the events; null if it has none. */
  readonly cursor: number | null;
  /** Returns the resume ticket, which names the conversation. */
  readonly ticket: () => string;
  /** True if the broker can look the conversation up. */
  readonly canLookUp: boolean;
  /** True if a message has no answer: it may have reached the platform. */
  readonly inDoubt: boolean;
  /** Transcript up to the cursor. */
  readonly items: readonly TimelineItem[];
}

/** Conversations over the broker's Chat, for networks that let no socket through. */
export interface ChatTransport {
  /** Begins a conversation. The result has its id, and a ticket that names it. The promise is never rejected. */
  create(ticket: string): Promise<Answer<{ readonly id: string; readonly ticket: string }>>;
  /** Opens a connection that behaves as a socket of the platform. */
  open(chat: OpenChat, handlers: SocketHandlers): Socket;
}

export interface SessionOptions {
  readonly streaming: boolean;
  readonly platform: Platform;
  readonly deviceType?: DeviceType;
}

/**
 * A change in the state of the page. `frozen`: the page is about to be suspended or unloaded, and no code runs until `resumed`. A page that is
 * only `hidden` continues to run.
 */
export type EnvironmentSignal = 'online' | 'offline' | 'visible' | 'hidden' | 'frozen' | 'resumed';

export interface Environment {
  readonly online: boolean;
  /** True while the page is hidden. Absent in environments without visibility. */
  readonly hidden?: boolean;
  readonly deviceType: DeviceType;
  /** Resolves when a prerendered page is shown. Undefined if the page is not prerendered. */
  readonly shown?: Promise<void> | undefined;
  /** Calls `listen` on every change until the returned function is called. */
  subscribe(listen: (signal: EnvironmentSignal) => void): () => void;
}

/** Receives warnings. Implementations never receive a token or ticket. */
export interface Log {
  /** Reports a warning. `platform` is the base address of the platform, once it is known. */
  warn(code: string, message: string, platform?: string): void;
  /** Removes listeners. A warning that is being prepared is still printed. */
  stop?(): void;
}

/** The stored conversation, in parts that are written together or not at all. All are texts without an access token. */
export interface Saved {
  readonly head?: string;
  readonly transcript?: string;
  /** Earlier chats. */
  readonly earlier?: string;
}

/** Stores one conversation per visitor, broker and widget. Creates nothing in the browser before the first `save`. */
export interface Storage {
  /** True if each tab has a storage of its own, which no other tab can read or clear. */
  readonly perTab?: true;
  /** Returns true if a conversation is stored. Creates nothing. */
  known(): boolean;
  /** Returns the last record, or an empty object if there is none. The promise is rejected if the record cannot be read. */
  load(): Promise<Saved>;
  /**
   * Writes the parts that `decide` returns. An omitted part stays as it is; if `decide` returns null, nothing is written. `decide` receives the
   * stored head, which no other tab changes until the write is done. Resolves when the parts are stored; rejects if they cannot be (quota,
   * denied storage). `isLast`: the page may be about to be unloaded. The write then skips the read unless another page has written since,
   * because a page that is being unloaded may not receive the result of a read.
   */
  save(decide: (head: string | undefined) => Saved | null, isLast?: boolean): Promise<void>;
  /** Removes the stored conversation. The records of single tabs (`own`) stay. */
  discard(): Promise<void>;
  /** Removes everything of this conversation, including the records of single tabs. */
  clear(): Promise<void>;
  readonly own: OwnRecords;
}

/**
 * Records of single tabs, by name. Writes and removals are synchronous, because a page that closes must lose nothing. They throw if storage is
 * denied.
 */
export interface OwnRecords {
  names(): readonly string[];
  read(name: string): string | null;
  write(name: string, text: string | null): void;
}

export interface LockHandlers {
  /** The lock was acquired. May be called late or never. If locks are denied, every tab acquires every lock. */
  held(): void;
  /** Another tab took the lock by force. */
  lost(): void;
}

/** Messages and locks between the tabs of one conversation. */
export interface Tabs {
  /** Sends a message to all other tabs. It must never contain an access token. */
  post(message: unknown): void;
  /** Calls `heard` for each message of another tab, until the returned function is called. */
  listen(heard: (message: unknown) => void): () => void;
  /**
   * Requests the lock of that name, by force if `isForced`. The returned function releases the lock or withdraws the request; no handler is called
   * afterwards.
   */
  hold(name: string, handlers: LockHandlers, isForced?: boolean): () => void;
}

/**
 * Asks the page for verified context, and sends the token to the platform. The promise is never rejected; the token stays in the port.
 */
export type ContextPort = (session: {
  readonly sessionId: string;
  readonly contextId: string;
}) => Promise<ContextOutcome>;

export interface Ports {
  readonly clock: Clock;
  readonly random: Random;
  readonly openSocket: SocketFactory;
  readonly api: Api;
  /** Absent: conversations need a socket. */
  readonly chat?: ChatTransport;
  readonly environment: Environment;
  readonly log: Log;
  /** Absent: nothing is stored. */
  readonly storage?: Storage;
  /** Absent: tabs do not share a conversation. */
  readonly tabs?: Tabs;
  /** Absent: the page gives no verified context. */
  readonly context?: ContextPort;
}
