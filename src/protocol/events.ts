/**
 * Every event of the Messaging interface, in both directions, as the rest of the code sees it.
 * A type name here is the wire's name without `EVENT_TYPE_` and without the dialect's word (SERVICE or POLY), so that
 * `EVENT_TYPE_SERVICE_AGENT_JOINED` and `EVENT_TYPE_POLY_AGENT_JOINED` are both `AGENT_JOINED`. Nothing behind decode sees a raw frame.
 */

/** The one word in which deployments differ (docs/PROTOCOL.md, Dialects). Both are understood, this one is spoken. */
export type Dialect = 'service' | 'poly';

/** String pairs that a client attaches to an event and that the platform echoes as sent. */
export type Custom = Readonly<Record<string, string>>;

/** Key in `metadata.custom` under which Natter correlates an event with its echo. */
export const CLIENT_EVENT_ID = 'client_event_id';

export type TypingState = 'started' | 'stopped';

// ---------------------------------------------------------------- client to server

export type ClientEvent =
  | { readonly type: 'REQUEST_AGENT_JOIN'; readonly custom?: Custom }
  | { readonly type: 'USER_MESSAGE'; readonly text: string; readonly custom?: Custom }
  | { readonly type: 'USER_TYPING'; readonly state: TypingState; readonly custom?: Custom }
  | { readonly type: 'USER_END_SESSION'; readonly custom?: Custom }
  | { readonly type: 'HEARTBEAT'; readonly custom?: Custom };

// ---------------------------------------------------------------- server to client

/** What SESSION_START says that this session can do. Absent fields have the defaults of limits.ts. */
export interface Capabilities {
  readonly streaming: boolean;
  readonly maxMessageBytes: number;
  readonly maxReconnectAttempts: number;
  readonly heartbeatSeconds: number;
}

/** A card, or a picture. Of all but its kind and `contentUrl`, the empty string where the platform says nothing. */
export interface Attachment {
  readonly kind: 'url' | 'image';
  readonly title: string;
  readonly contentUrl: string;
  readonly previewImageUrl: string;
  readonly callToAction: string;
}

export interface Suggestion {
  /** Shown on the chip and sent as a USER_MESSAGE when chosen. */
  readonly text: string;
}

/** A number to call. Its title is the empty string where the platform says nothing. */
export interface CallAction {
  readonly title: string;
  readonly number: string;
}

/** What every message of an agent, live agent or one of its pieces may carry. */
export interface MessageBody {
  readonly messageId: string;
  readonly text: string;
  readonly attachments: readonly Attachment[];
  readonly suggestions: readonly Suggestion[];
  readonly callActions: readonly CallAction[];
  readonly agentId?: string;
  readonly agentName?: string;
  readonly avatarUrl?: string;
  /** The agent says that the conversation is over; SESSION_END follows. */
  readonly endsConversation?: boolean;
}

export interface AgentIdentity {
  readonly agentId?: string;
  readonly agentName?: string;
  readonly avatarUrl?: string;
}

export type SystemLevel = 'info' | 'warning' | 'error';
export type SessionEndReason = 'user-end' | 'user-abandoned' | 'natural-end' | 'unknown';

/** The fields that every server event carries. */
export interface Envelope {
  /** Unique per event; heartbeat echoes may lack it and then have the empty string. */
  readonly id: string;
  /** Position in the session's history; null on transient events, which have none. */
  readonly sequence: number | null;
  /** When the platform made the event, in milliseconds since 1970; null when it did not say. */
  readonly timestamp: number | null;
  readonly custom: Custom;
}

export type ServerEventBody =
  | { readonly type: 'SESSION_START'; readonly capabilities: Capabilities; readonly contextId?: string }
  | { readonly type: 'REQUEST_AGENT_JOIN' }
  | ({ readonly type: 'AGENT_JOINED' } & AgentIdentity)
  | { readonly type: 'AGENT_THINKING' }
  | ({ readonly type: 'AGENT_MESSAGE' } & MessageBody)
  | ({ readonly type: 'AGENT_MESSAGE_CHUNK'; readonly chunkIndex: number; readonly isComplete: boolean } & MessageBody)
  | { readonly type: 'AGENT_LEFT'; readonly reason?: string }
  | { readonly type: 'AGENT_TRIGGERED_HANDOFF' }
  | { readonly type: 'HANDOFF_ACCEPTED'; readonly queueName?: string }
  | {
      readonly type: 'HANDOFF_QUEUE_STATUS';
      readonly queueName?: string;
      readonly position?: number;
      readonly waitSeconds?: number;
      readonly displayMessage?: string;
    }
  | { readonly type: 'HANDOFF_FAILED'; readonly reason?: string }
  | { readonly type: 'HANDOFF_TIMEOUT'; readonly reason?: string }
  | {
      readonly type: 'CLIENT_HANDOFF_REQUIRED';
      readonly reason?: string;
      readonly queueName?: string;
      readonly route?: string;
    }
  | ({ readonly type: 'LIVE_AGENT_JOINED' } & AgentIdentity)
  | ({ readonly type: 'LIVE_AGENT_TYPING'; readonly state: TypingState } & AgentIdentity)
  | ({ readonly type: 'LIVE_AGENT_MESSAGE' } & MessageBody)
  | ({ readonly type: 'LIVE_AGENT_LEFT'; readonly reason?: string } & AgentIdentity)
  | { readonly type: 'USER_MESSAGE'; readonly text: string; readonly messageId: string }
  | { readonly type: 'USER_END_SESSION' }
  | { readonly type: 'HEARTBEAT' }
  | { readonly type: 'SYSTEM_MESSAGE'; readonly level: SystemLevel; readonly message: string }
  | { readonly type: 'LANGUAGE_CHANGED'; readonly languageCode: string }
  | { readonly type: 'SESSION_IDLE_WARNING' }
  | { readonly type: 'SESSION_END'; readonly reason: SessionEndReason }
  /** Of a type that nobody here knows: it says nothing, and has its place in the history all the same, which is no hole. */
  | { readonly type: 'OTHER' };

export type ServerEvent = Envelope & ServerEventBody;
export type ServerEventType = ServerEventBody['type'];

/** Not in the history, and without a position in it. */
export const TRANSIENT: ReadonlySet<string> = new Set(['AGENT_THINKING', 'LIVE_AGENT_TYPING', 'HEARTBEAT']);

/** The server event of one type: `ServerEventOf<'AGENT_MESSAGE'>`. */
export type ServerEventOf<T extends ServerEventType> = Extract<ServerEvent, { readonly type: T }>;
