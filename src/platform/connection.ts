/** Settings of the client, with defaults: where the two hosts are, the keys, the dialect, and how to fetch and wait. */

import type { Dialect, HostName, KeyName } from '../contract/route.ts';

/** One key for each group of families; only those that you call are needed. */
export interface PlatformKeys {
  /** X-API-KEY of Chat. */
  readonly chat?: string;
  /** Connector token: X-TOKEN of Chat. */
  readonly connector?: string;
  /** Conversations, Concurrent Calls and Handoff state. */
  readonly conversations?: string;
  /** Outbound Calling. */
  readonly outbound?: string;
  /** External Events and bridge-ended. */
  readonly events?: string;
  /** DNI; the key belongs to one agent. */
  readonly dni?: string;
  /** Agents, Alerts and Webhook endpoints. */
  readonly builder?: string;
}

export interface PlatformOptions {
  /** Base address of the runtime and data families, such as `https://api.uk-1.platform.example`. */
  readonly baseUrl: string;
  /** Base address of Agents, Alerts and Webhook endpoints. It always names a region; the runtime keys do not open it. */
  readonly builderUrl?: string;
  readonly keys: PlatformKeys;
  /** Account and project in the paths of the runtime families; either form of an id. */
  readonly accountId?: string;
  readonly projectId?: string;
  /** Spelling of header names and some fields. Default `service`. */
  readonly dialect?: Dialect;
  /** Default: the global `fetch`. */
  readonly fetch?: typeof fetch;
  /** Ends every call under way, and every pause. */
  readonly signal?: AbortSignal;
  /** Limit for one answer, in milliseconds. Default 30,000. */
  readonly timeoutMs?: number;
  /** Pauses before a repeat. Default: the system's timer. */
  readonly wait?: (ms: number, signal: AbortSignal | undefined) => Promise<void>;
}

export interface Connection {
  readonly bases: Readonly<Record<HostName, string | undefined>>;
  readonly keys: Readonly<Partial<Record<KeyName | 'connector', string>>>;
  readonly ids: Readonly<Record<string, string | undefined>>;
  readonly dialect: Dialect;
  readonly fetch: typeof fetch;
  readonly signal: AbortSignal | undefined;
  readonly timeoutMs: number;
  /** Rejects when the client's signal, or the call's own, is aborted. */
  wait(ms: number, own?: AbortSignal): Promise<void>;
}
