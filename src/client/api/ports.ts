/** Interfaces through which the client reaches the world. browser/ implements them for a page; tests and the simulator use fakes. */

import type { DeviceType, Platform, ProbeAnswer, TokenGrant } from '../../protocol/http-api.ts';
import type { CallFailure } from '../../session/state/inputs.ts';

export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Calls `fire` once after `ms`; the answer cancels it. */
  after(ms: number, fire: () => void): () => void;
}

export interface Random {
  uuid(): string;
  /** At least 0, less than 1. */
  fraction(): number;
}

export interface SocketHandlers {
  opened(): void;
  received(text: string): void;
  /** Once, and nothing after it. `opened` is false when the handshake never succeeded; one that takes over 12 s has failed. */
  closed(code: number, opened: boolean): void;
}

export interface Socket {
  /** False when the socket is not open; the text is then not kept. */
  send(text: string): boolean;
  /** Closes at once; no handler is called afterwards. */
  close(): void;
}

export type SocketFactory = (url: string, handlers: SocketHandlers) => Socket;

export type Answer<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly failure: CallFailure };

/** The HTTP calls. None of them rejects: failures are answers. */
export interface Api {
  /** With a ticket: the same token again, or the failure `ticket_refused`. */
  fetchToken(resumeTicket?: string): Promise<Answer<TokenGrant>>;
  /** How the platform answers a handshake for this session; asked of the broker, because a browser cannot see it. */
  probe(sessionId: string, resumeTicket: string): Promise<Answer<ProbeAnswer>>;
  createSession(grant: TokenGrant, request: SessionOptions): Promise<Answer<string>>;
}

export interface SessionOptions {
  readonly streaming: boolean;
  readonly platform: Platform;
  readonly deviceType?: DeviceType;
}

/**
 * `frozen`: the page is about to be put away or stopped, for a while or for good; nothing runs afterwards until `resumed`. `hidden` alone
 * stops nothing.
 */
export type EnvironmentSignal = 'online' | 'offline' | 'visible' | 'hidden' | 'frozen' | 'resumed';

export interface Environment {
  readonly online: boolean;
  /** The page is out of sight; left out where nothing ever is. */
  readonly hidden?: boolean;
  readonly deviceType: DeviceType;
  /** Settles when a page that is rendered ahead of time is shown; left out where it is there to be seen, or nothing ever is. */
  readonly shown?: Promise<void> | undefined;
  /** Calls back on every change until the answer is called. */
  subscribe(listen: (signal: EnvironmentSignal) => void): () => void;
}

/** Takes warnings. Implementations never receive a token or ticket. */
export interface Log {
  /** `platform`: base address of the platform, once it is known. */
  warn(code: string, message: string, platform?: string): void;
  /** Ends what it listens to. What is under way is still printed. */
  stop?(): void;
}

/** The record that outlives the page, in two parts that are written together or not at all. Each is text that holds no access token. */
export interface Saved {
  readonly head?: string;
  readonly transcript?: string;
}

/** Keeps one conversation per visitor, broker and widget. Before the first `save` nothing is created in the browser. */
export interface Storage {
  /** Each tab keeps its own, which no other tab can read or remove. */
  readonly perTab?: true;
  /** Something is kept; answered without creating anything. */
  known(): boolean;
  /** Returns the last record; empty if there is none. The promise is rejected if it cannot be read. */
  load(): Promise<Saved>;
  /**
   * Writes the parts that `decide` returns and leaves the others, or all where it returns null; with what is kept at that moment, which nobody
   * changes in between. Resolves when they are safe; rejects when they are not (full, denied).
   * `isLast`: the page may be about to go, and may receive no answer any more. The write then asks nothing first if no other page has written since.
   */
  save(decide: (head: string | undefined) => Saved | null, isLast?: boolean): Promise<void>;
  /** Removes what was saved, and not what single tabs have. */
  discard(): Promise<void>;
  /** Removes everything of this conversation, what single tabs have included. */
  clear(): Promise<void>;
  readonly own: OwnRecords;
}

/** Records of single tabs, each under its name. Writes and removals are synchronous, so that a closing page loses nothing; they throw if storage is denied. */
export interface OwnRecords {
  names(): readonly string[];
  read(name: string): string | null;
  write(name: string, text: string | null): void;
}

export interface LockHandlers {
  /** Called later, or never. Where locks are denied, each tab has each lock. */
  held(): void;
  /** Another tab took it by force. */
  lost(): void;
}

/** The tabs of one conversation. */
export interface Tabs {
  /** To all others. Never given an access token. */
  post(message: unknown): void;
  /** Hears what others post, until the answer is called. */
  listen(heard: (message: unknown) => void): () => void;
  /** Waits for the lock of that name, or takes it by force. The answer gives it back, or waits no more; nothing is called afterwards. */
  hold(name: string, handlers: LockHandlers, isForced?: boolean): () => void;
}

export interface Ports {
  readonly clock: Clock;
  readonly random: Random;
  readonly openSocket: SocketFactory;
  readonly api: Api;
  readonly environment: Environment;
  readonly log: Log;
  /** Left out: nothing outlives the page. */
  readonly storage?: Storage;
  /** Left out: this tab is alone. */
  readonly tabs?: Tabs;
}
