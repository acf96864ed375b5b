/** State of the emulator. Types only: its sessions, its sockets, and the outputs for its host. */

import type { Environment } from '../../contract/shape/fields.ts';
import type { Platform as ClientPlatform, DeviceType } from '../../protocol/http-api.ts';
import type { Faults } from '../faults/active-faults.ts';
import type { Conversation } from '../model/conversation.ts';
import type { History } from '../model/journal.ts';
import type { LiveName, PlatformSettings, ScriptName } from '../model/options.ts';
import type { Bucket } from '../model/token-bucket.ts';
import type { WakeQueue } from '../model/wake-queue.ts';
import type { Agent } from './agents.ts';
import type { AlertRule, Sample } from './alert-rules.ts';
import type { OutboundCall, PooledNumber } from './calls.ts';
import type { ChatConversation } from './chats.ts';
import type { ExpectedEvent } from './expected-events.ts';
import type { Projects } from './projects.ts';
import type { Records } from './records.ts';
import type { Attempt, Delivery, WebhookEndpoint } from './webhook-endpoints.ts';

/** An output for one socket. */
export type SocketOutput =
  | { readonly kind: 'send'; readonly socketId: string; readonly frame: string }
  /** Close with this code, after the frames already sent. The platform takes no more frames from this socket. */
  | { readonly kind: 'close'; readonly socketId: string; readonly code: number; readonly reason: string }
  /** End the connection without a close frame, as a network would. */
  | { readonly kind: 'cut'; readonly socketId: string };

/** A notice for the host to sign and to post; its outcome goes to `Platform.delivered`. */
export interface NoticeOutput {
  readonly kind: 'post';
  readonly deliveryId: string;
  readonly url: string;
  /** The endpoint's own headers. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly secret: string;
  readonly eventId: string;
  /** Seconds since 1970. */
  readonly timestamp: number;
  readonly timeoutMs: number;
}

/** Work for the host. Outputs must be performed in order. */
export type Output =
  | SocketOutput
  | NoticeOutput
  /** A bug of the emulator, for the host's log. */
  | { readonly kind: 'report'; readonly message: string };

export interface Socket {
  readonly id: string;
  readonly session: Session;
  eventsSent: number;
  /** The time at which the last delayed frame is sent. No frame overtakes it. */
  busyUntil: number;
  /** True when the socket is closed or cut. Nothing more may be sent on it. */
  gone: boolean;
}

export interface Session {
  readonly id: string;
  readonly userId: string;
  readonly createdAt: number;
  readonly streaming: boolean;
  readonly platform: ClientPlatform;
  readonly deviceType: DeviceType | null;
  readonly history: History;
  readonly sockets: Set<Socket>;
  readonly bucket: Bucket;
  readonly conversation: Conversation;
  /** Environment of the connector that issued the user's token. */
  readonly environment: Environment;
  /** Text of a streamed reply that is not complete yet. */
  streamed: string;
  state: 'open' | 'ended' | 'expired';
  joinsAsked: number;
  /** Time of the last client event, or of the session's creation. */
  idleSince: number;
  warned: boolean;
  /** Under the fault `slow-history`: the time at which the last delayed client event is journalled. */
  journalBusyUntil: number;
}

export interface Core {
  readonly settings: PlatformSettings;
  readonly faults: Faults;
  readonly queue: WakeQueue;
  readonly sessions: Map<string, Session>;
  readonly sockets: Map<string, Socket>;
  readonly projects: Projects;
  readonly records: Records;
  /** Rate limits by API key. */
  readonly keyBuckets: Map<string, Bucket>;
  /** Times of 5xx responses to calls of the runtime families. */
  readonly apiErrors: number[];
  readonly chats: Map<string, ChatConversation>;
  readonly calls: Map<string, OutboundCall>;
  readonly numbers: readonly PooledNumber[];
  readonly expectedEvents: Map<string, ExpectedEvent>;
  /** Agents by the id of their project. */
  readonly agents: Map<string, Agent>;
  readonly alertRules: Map<string, AlertRule>;
  readonly samples: Sample[];
  readonly webhookEndpoints: Map<string, WebhookEndpoint>;
  /** Attempts in progress, by their delivery id. */
  readonly deliveries: Map<string, { readonly delivery: Delivery; readonly entry: Attempt }>;
  /** The newest attempts, for the control API. */
  readonly attempts: Attempt[];
  /** Outputs collected during a call. The host gets them when the call returns. */
  out: Output[];
  script: ScriptName;
  live: LiveName;
  /** Multiplier for the agent's pauses. */
  pace: number;
  /** Number of junk frames sent, by which the kinds of junk take turns. */
  junkSent: number;
}
