/** The console's port: the platform's client, the emulator's control API, and the log of notices that the demo's server keeps. */

import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import { createPlatform, type Platform } from '../../../entries/platform.ts';

export type Dialect = 'service' | 'poly';

export interface ConsolePort {
  readonly platform: Platform;
  /** Calls the emulator's control API. Rejected with an error whose message is a sentence; its cause is the status, if there was an answer. */
  control(method: 'GET' | 'POST' | 'DELETE', path: string, body?: object): Promise<unknown>;
  /** Posts to the control API even while the page goes away. Nothing tells if it arrived. */
  leave(path: string, body: object): void;
  /** Calls the demo's server below `/console/`. */
  server(method: 'GET' | 'POST' | 'DELETE', path: string, headers?: Readonly<Record<string, string>>): Promise<unknown>;
  /** Returns milliseconds since 1970. */
  now(): number;
}

/** Agent that the emulator has from the start. */
export const AGENT = 'PROJECT-shop';

export const ENVIRONMENTS = ['live', 'pre-release', 'sandbox'] as const;
export type EnvironmentName = (typeof ENVIRONMENTS)[number];

/** Stands for every key: the demo's server puts the real one in its place. */
const NO_KEY = 'console';

export function createPort(origin: string, emulator: string, dialect: Dialect): ConsolePort {
  const keys = { conversations: NO_KEY, outbound: NO_KEY, dni: NO_KEY, builder: NO_KEY };
  return {
    platform: createPlatform({
      baseUrl: `${origin}/console/runtime`,
      builderUrl: `${origin}/console/builder`,
      keys,
      accountId: 'demo',
      projectId: 'shop',
      dialect,
    }),
    control: (method, path, body) => callJson(`${emulator}/_control/${path}`, method, { body }),
    leave: (path, body) => void navigator.sendBeacon(`${emulator}/_control/${path}`, JSON.stringify(body)),
    server: (method, path, headers) => callJson(`${origin}/console/${path}`, method, { headers }),
    now: Date.now,
  };
}

interface Parts {
  readonly body?: object | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

async function callJson(url: string, method: string, { body, headers }: Parts): Promise<unknown> {
  const json = body ? { body: JSON.stringify(body), headers: { 'Content-Type': 'application/json' } } : { headers };
  const answer = await fetch(url, { method, ...(json as RequestInit) }).catch(() => {
    throw new Error(`No answer from ${new URL(url).origin}. Is the demo still running?`);
  });
  const read: unknown = await answer.json().catch(() => ({}));
  if (answer.ok) return read;
  const { message, error } = read as { readonly message?: unknown; readonly error?: unknown };
  throw new Error(`${message ?? error ?? `The call failed with status ${answer.status}.`}`, { cause: answer.status });
}

export const PortContext = createContext<ConsolePort | null>(null);

export function usePort(): ConsolePort {
  const port = useContext(PortContext);
  if (!port) throw new Error('usePort: there is no port around this component.');
  return port;
}
