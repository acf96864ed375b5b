/** What the client needs from the world. browser/ fills these for real, tests and the simulator fill them with fakes. */

import type { DeviceType, Platform, TokenGrant } from '../protocol/rest.ts';
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
  fetchToken(): Promise<Answer<TokenGrant>>;
  createSession(grant: TokenGrant, request: SessionOptions): Promise<Answer<string>>;
}

export interface SessionOptions {
  readonly streaming: boolean;
  readonly platform: Platform;
  readonly deviceType?: DeviceType;
}

export type EnvironmentSignal = 'online' | 'offline' | 'visible' | 'hidden' | 'resumed';

export interface Environment {
  readonly online: boolean;
  readonly deviceType: DeviceType;
  /** Calls back on every change until the answer is called. */
  subscribe(listen: (signal: EnvironmentSignal) => void): () => void;
}

/** Where warnings go. Implementations never receive a token or ticket. */
export interface Log {
  warn(code: string, message: string): void;
}

export interface Ports {
  readonly clock: Clock;
  readonly random: Random;
  readonly openSocket: SocketFactory;
  readonly api: Api;
  readonly environment: Environment;
  readonly log: Log;
}
