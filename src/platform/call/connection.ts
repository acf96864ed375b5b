/** Settings of the client, with defaults: addresses of the two hosts, keys, dialect, and the functions to fetch and wait. */

import type { Dialect, HostName, KeyName } from '../../contract/shape/route.ts';

/** One key for each group of families. You need only the keys of families that you call. A call without its key is rejected with `missing_key`. */
export interface PlatformKeys {
  /** Key of Chat, sent as X-API-KEY. */
  readonly chat?: string | undefined;
  /** Connector token of Chat, sent as X-TOKEN. */
  readonly connector?: string | undefined;
  /** Key of Conversations, Concurrent Calls and Handoff state. */
  readonly conversations?: string | undefined;
  /** Key of Outbound Calling. */
  readonly outbound?: string | undefined;
  /** Key of External Events and bridge-ended. */
  readonly events?: string | undefined;
  /** Key of DNI, which belongs to one agent. */
  readonly dni?: string | undefined;
  /** Key of Agents, Alerts and Webhook endpoints. */
  readonly builder?: string | undefined;
}

export interface PlatformOptions {
  /** Base address of the runtime and data families, such as `https://api.uk-1.platform.example`. */
  readonly baseUrl: string;
  /** Base address of Agents, Alerts and Webhook endpoints. The address always names a region. Its host does not accept the runtime keys. */
  readonly builderUrl?: string | undefined;
  readonly keys: PlatformKeys;
  /** Account and project in the paths of the runtime families, with or without the prefix of the id. */
  readonly accountId?: string | undefined;
  readonly projectId?: string | undefined;
  /** Dialect of the platform, which decides the names of headers and some fields (docs/PLATFORM.md, Dialects). Default `service`. */
  readonly dialect?: Dialect;
  /** Sends the requests. Default: the global `fetch`. */
  readonly fetch?: typeof fetch;
  /** Aborts all calls and pauses of this client. */
  readonly signal?: AbortSignal;
  /** Milliseconds to wait for one response. Default 30000. */
  readonly timeoutMs?: number;
  /** Waits before a call is repeated. Default: the system's timer. */
  readonly wait?: (ms: number, signal: AbortSignal | undefined) => Promise<void>;
}

export interface Connection {
  readonly bases: Readonly<Record<HostName, string | undefined>>;
  readonly keys: Readonly<Partial<Record<KeyName | 'connector', string | undefined>>>;
  readonly ids: Readonly<Record<string, string | undefined>>;
  readonly dialect: Dialect;
  readonly fetch: typeof fetch;
  readonly signal: AbortSignal | undefined;
  readonly timeoutMs: number;
  /** Waits. Rejects if the client's or the call's signal is aborted. */
  wait(ms: number, own?: AbortSignal): Promise<void>;
}
