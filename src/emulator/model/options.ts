/** Options of the platform without I/O, with all defaults. server.ts adds those of the Node server: port, host and clock. */

import type { Environment } from '../../contract/shape/fields.ts';
import type { Dialect } from '../../protocol/events.ts';
import { present } from '../../protocol/json-fields.ts';
import { MAX_MESSAGE_BYTES, MAX_SOCKETS_PER_SESSION, SESSION_IDLE_MS } from '../../protocol/limits.ts';

/** Source of ids and random numbers. With `createSeededRandom` and the same seed, the same calls give the same frames, byte for byte. */
export interface Random {
  uuid(): string;
  /** Returns a number from 0 up to, but not including, 1. */
  fraction(): number;
}

/** A connector of the platform: its token, and the domain or app namespace that X-Host must name. */
export interface Connector {
  readonly token: string;
  /**
   * Without a host the platform answers "Connector missing host domain". Subdomains of the host are accepted; scheme, port and a final slash are
   * ignored.
   */
  readonly host?: string;
  /** Environment of the conversations that use this token. Default `live`. */
  readonly environment?: Environment;
}

/** A token bucket. */
export interface Rate {
  readonly perSecond: number;
  readonly burst: number;
}

/** `shop`: the scripted agent of Harbour & Pine. `echo`: repeats each message. `silent`: sends echoes only, and never joins. */
export type ScriptName = 'shop' | 'echo' | 'silent';

export const SCRIPT_NAMES: readonly ScriptName[] = ['shop', 'echo', 'silent'];

/** `script`: the script plays queue and person of a hand-off. `desk`: every hand-off waits for a person, who acts through the control API. */
export type LiveName = 'script' | 'desk';

export const LIVE_NAMES: readonly LiveName[] = ['script', 'desk'];

export interface PlatformOptions {
  readonly random: Random;
  /** Dialect of the events that the platform sends. Events of clients are accepted in both dialects. Default `service`. */
  readonly dialect?: Dialect;
  /** Multiplier for the agent's pauses: 1 is lifelike, at 0 it replies at once. Idle times and faults are not scaled. Default 1. */
  readonly pace?: number;
  /** Address under which browsers reach the emulator's pictures and pages. Default `http://localhost:4100`. */
  readonly publicUrl?: string;
  /** Default: `demo-connector` (live), `demo-connector-sandbox` and `demo-connector-pre-release`, all with the host `localhost`. */
  readonly connectors?: readonly Connector[];
  /** Default 86,400 seconds. */
  readonly tokenLifetimeSeconds?: number;
  /** Time without a client event until SESSION_IDLE_WARNING. Default 8 minutes. */
  readonly idleWarningMs?: number;
  /** Time without a client event until the session expires. Default 10 minutes. */
  readonly idleExpiryMs?: number;
  /** Sockets per session; one more is refused with 429. Default 10. */
  readonly maxSockets?: number;
  /** Largest client frame in UTF-8 bytes; a larger one closes the socket with 1009. Default 131,072. */
  readonly maxMessageBytes?: number;
  /** Most events in one EVENT_BATCH. Default 100. */
  readonly batchSize?: number;
  /** True (the default): a replay without events is an empty EVENT_BATCH. False: no frame is sent. */
  readonly emptyBatch?: boolean;
  /** Client frames per session. Frames beyond this rate are silently dropped, as the platform does. Default 20 a second, 40 at once. */
  readonly socketRate?: Rate;
  /** HTTP calls per connector and per user. Calls beyond this rate get 429 with Retry-After. Default 50 a second, 200 at once. */
  readonly httpRate?: Rate;
  /** The agent's script at the start. Default `shop`. */
  readonly script?: ScriptName;
}

export type PlatformSettings = Required<PlatformOptions>;

const DEFAULTS: Omit<PlatformSettings, 'random'> = {
  dialect: 'service',
  pace: 1,
  publicUrl: 'http://localhost:4100',
  connectors: [
    { token: 'demo-connector', host: 'localhost' },
    { token: 'demo-connector-sandbox', host: 'localhost', environment: 'sandbox' },
    { token: 'demo-connector-pre-release', host: 'localhost', environment: 'pre-release' },
  ],
  tokenLifetimeSeconds: 86_400,
  idleWarningMs: SESSION_IDLE_MS - 2 * 60_000,
  idleExpiryMs: SESSION_IDLE_MS,
  maxSockets: MAX_SOCKETS_PER_SESSION,
  maxMessageBytes: MAX_MESSAGE_BYTES,
  batchSize: 100,
  emptyBatch: true,
  socketRate: { perSecond: 20, burst: 40 },
  httpRate: { perSecond: 50, burst: 200 },
  script: 'shop',
};

export function withDefaults(options: PlatformOptions): PlatformSettings {
  return { ...DEFAULTS, ...present(options), random: options.random };
}
