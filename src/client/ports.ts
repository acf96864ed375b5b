/** What the client needs from the world. browser/ fills these for real, tests and the simulator fill them with fakes. */

import type { DeviceType, Platform, ProbeAnswer, TokenGrant } from '../protocol/http-api.ts';
import type { CallFailure } from '../session/input.ts';

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

/** Where warnings go. Implementations never receive a token or ticket. */
export interface Log {
  /** `platform`: base address of the platform, once it is known. */
  warn(code: string, message: string, platform?: string): void;
  /** Ends what it listens to. What is under way is still printed. */
  stop?(): void;
}

/** What is kept between page loads, in two parts that are written together or not at all. Each is text that holds no access token. */
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
  /** What was saved last; empty when there is nothing. Rejects when it cannot be read. */
  load(): Promise<Saved>;
  /** Writes the given parts and leaves the others. Resolves when they are safe; rejects when they are not (full, denied). */
  save(parts: Saved): Promise<void>;
  /** Removes everything of this conversation. */
  clear(): Promise<void>;
}

/** From a page to the next one of the same tab. Never throws. */
export interface Handover {
  /** Kept at once, while the page goes. */
  leave(text: string): void;
  /** What the page before has left, once; null where that is nothing. */
  take(): string | null;
}

export interface TabHandlers {
  /** This tab owns the conversation from now on, until `lost` or `leave`. */
  owned(): void;
  /** Another tab owns it; `owned` follows when that one goes. */
  following(): void;
  /** Another tab took it by force. */
  lost(): void;
  /** A message that another tab of the group posted. */
  received(message: unknown): void;
}

export interface TabMembership {
  /** To all other tabs of the group. Never given an access token. */
  post(message: unknown): void;
  /** Takes the conversation from an owner that does not answer. */
  steal(): void;
  /** Gives the conversation up, if this tab has it, and hears no more. */
  leave(): void;
}

/** The tabs that show the same conversation; exactly one of them owns it. */
export interface Tabs {
  /** Handlers are called later, never before this has returned. */
  join(handlers: TabHandlers): TabMembership;
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
  /** Left out: nothing outlives the page. */
  readonly handover?: Handover;
  /** Left out: this tab is alone. */
  readonly tabs?: Tabs;
}
