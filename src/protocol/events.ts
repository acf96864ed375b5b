/**
 * Every event of the Messaging interface, in both directions. A type name is the name on the wire without `EVENT_TYPE_` and without the word of the
 * dialect (SERVICE or POLY): `EVENT_TYPE_SERVICE_AGENT_JOINED` and `EVENT_TYPE_POLY_AGENT_JOINED` are both `AGENT_JOINED`. Only decode.ts reads raw
 * frames.
 */

/**
 * The word in event names that differs between deployments (docs/PROTOCOL.md, Dialects). A client decodes both words, and encodes the one that
 * the broker's grant names.
 */
export type Dialect = 'service' | 'poly';

/** String pairs that a client attaches to an event, and that the platform echoes unchanged. */
export type Custom = Readonly<Record<string, string>>;

/** Key in `metadata.custom` of the id by which Natter recognises the echo of an event. */
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

/** Capabilities of a session, from SESSION_START. Absent fields have the defaults of limits.ts. */
export interface Capabilities {
  readonly streaming: boolean;
  readonly maxMessageBytes: number;
  readonly maxReconnectAttempts: number;
  readonly heartbeatSeconds: number;
}

/** A card or an image below a message. Fields other than `kind` and `contentUrl` are the empty string if the platform omits them. */
export interface Attachment {
  /** `url` is a card with a link, `image` an image. */
  readonly kind: 'url' | 'image';
  readonly title: string;
  /** Address of the page that a card links to, or of the image. */
  readonly contentUrl: string;
  /** Address of a card's picture. */
  readonly previewImageUrl: string;
  /** Label of a card's link. */
  readonly callToAction: string;
}

/** A reply that a message suggests. */
export interface Suggestion {
  /** Text of the chip, sent as a USER_MESSAGE when the visitor chooses it. */
  readonly text: string;
}

/** A phone number to call. The title is the empty string if the platform omits it. */
export interface CallAction {
  readonly title: string;
  readonly number: string;
}

/** Fields of any message of an agent or a live agent, and of its chunks. */
export interface MessageBody {
  readonly messageId: string;
  readonly text: string;
  readonly attachments: readonly Attachment[];
  readonly suggestions: readonly Suggestion[];
  readonly callActions: readonly CallAction[];
  readonly agentId?: string;
  readonly agentName?: string;
  readonly avatarUrl?: string;
  /** True if the agent ends the conversation; SESSION_END follows. */
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
  /** Unique per event. May be empty in the echo of a heartbeat. */
  readonly id: string;
  /** Position in the session's history; null for transient events. */
  readonly sequence: number | null;
  /** Time of the event at the platform in milliseconds since 1970; null if absent. */
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
  /** An event of unknown type with a sequence. It is not shown, but stored, because its sequence would otherwise count as missing. */
  | { readonly type: 'OTHER' };

export type ServerEvent = Envelope & ServerEventBody;
export type ServerEventType = ServerEventBody['type'];

/** Types of events that have no sequence and are not in the history. */
export const TRANSIENT: ReadonlySet<string> = new Set(['AGENT_THINKING', 'LIVE_AGENT_TYPING', 'HEARTBEAT']);

/** The server event of one type: `ServerEventOf<'AGENT_MESSAGE'>`. */
export type ServerEventOf<T extends ServerEventType> = Extract<ServerEvent, { readonly type: T }>;
