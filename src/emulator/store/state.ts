/** State of the emulator: its sessions, its sockets, and the outputs for its host. Data only; the rules are in the files around it. */

import type { Environment } from '../../contract/shape/fields.ts';
import type { Platform as ClientPlatform, DeviceType } from '../../protocol/http-api.ts';
import type { Faults } from '../faults/active-faults.ts';
import type { Conversation } from '../model/conversation.ts';
import type { History } from '../model/journal.ts';
import type { PlatformSettings, ScriptName } from '../model/options.ts';
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

/** Something for one socket. */
export type SocketOutput =
  | { readonly kind: 'send'; readonly socketId: string; readonly frame: string }
  /** Close with this code, after what was sent before. The brain has forgotten the socket already. */
  | { readonly kind: 'close'; readonly socketId: string; readonly code: number; readonly reason: string }
  /** End the connection without a close frame, as a network would. */
  | { readonly kind: 'cut'; readonly socketId: string };

/** A notice for the host to sign and to post; its outcome goes to `Platform.delivered`. */
export interface NoticeOutput {
  readonly kind: 'post';
  readonly deliveryId: string;
  readonly url: string;
  /** Headers of the endpoint's own. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly secret: string;
  readonly eventId: string;
  /** Seconds since 1970. */
  readonly timestamp: number;
  readonly timeoutMs: number;
}

/** Work for the host, in this order. */
export type Output =
  | SocketOutput
  | NoticeOutput
  /** An error of the emulator's own, for the host's log. */
  | { readonly kind: 'report'; readonly message: string };

export interface Socket {
  readonly id: string;
  readonly session: Session;
  eventsSent: number;
  /** The time at which the last delayed frame is sent. No frame overtakes it. */
  busyUntil: number;
  /** True from the moment on which the host cannot or must not send on it any more. */
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
  /** Environment of the connector that its user's token is from. */
  readonly environment: Environment;
  /** Text of a streamed reply that is not complete yet. */
  streamed: string;
  state: 'open' | 'ended' | 'expired';
  joinsAsked: number;
  /** When the last client event came, or the session was made. */
  idleSince: number;
  warned: boolean;
  /** When the last client event that slow-history holds back is journalled. */
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
  /** Calls left by key. */
  readonly keyBuckets: Map<string, Bucket>;
  /** When calls of the runtime families were answered with 5xx. */
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
  /** Attempts under way, by the id that the host knows. */
  readonly deliveries: Map<string, { readonly delivery: Delivery; readonly entry: Attempt }>;
  /** Newest attempts, for the control API. */
  readonly attempts: Attempt[];
  /** Collected while one call runs, handed to the host at its end. */
  out: Output[];
  script: ScriptName;
  /** Factor on the agent's pauses. */
  pace: number;
  /** Counts the junk frames sent, so that several kinds take turns. */
  junkSent: number;
}
