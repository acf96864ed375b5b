/**
 * Decodes frames into events. Never throws: an unreadable event is dropped and reported, and the other events of the frame are returned. Accepts all
 * variants of the wire format: both dialects, both payload shapes, flat and nested agents, absent optional fields.
 */

import type {
  AgentIdentity,
  Attachment,
  CallAction,
  Capabilities,
  ClientEvent,
  Envelope,
  MessageBody,
  ServerEvent,
  ServerEventBody,
  ServerEventOf,
  ServerEventType,
  SessionEndReason,
  Suggestion,
  SystemLevel,
  TypingState,
} from './events.ts';
import {
  copyDefined,
  field,
  type Json,
  readFlag,
  readInt,
  readList,
  readNumber,
  readObject,
  readPairs,
  readString,
  readText,
  readWord,
} from './json-fields.ts';
import {
  HEARTBEAT_INTERVAL_SECONDS,
  MAX_FRAME_CHARS,
  MAX_HEARTBEAT_SECONDS,
  MAX_MESSAGE_BYTES,
  MAX_RECONNECT_ATTEMPTS,
} from './limits.ts';

/** Reason why an event was dropped; for the log and the inspector, not for the visitor. */
export type DropReason =
  | 'too_large'
  | 'not_json'
  | 'not_an_object'
  | 'no_type'
  | 'no_id'
  | 'unknown_type'
  | 'bad_payload';

export interface DecodedFrame {
  /** Events in the order of the frame. */
  readonly events: readonly ServerEvent[];
  readonly dropped: readonly DropReason[];
  /** True for an EVENT_BATCH, which is a part of the history. */
  readonly batch: boolean;
}

type Body<T extends ServerEventType> = Omit<Extract<ServerEventBody, { readonly type: T }>, 'type'>;

type HeadOf<T extends ServerEventType> = Envelope & { readonly type: T };

/** Reads the payload of one event type. Returns its fields, which may be undefined, or the whole event. */
type Reader<T extends ServerEventType> = (
  payload: Json,
  head: HeadOf<T>,
) => { [K in keyof Body<T>]: Body<T>[K] | undefined } | ServerEventOf<T> | undefined;

const RESERVED = /^(?:USER|AGENT|LIVE_AGENT)_(?:RECEIVED|READ)_MESSAGE$|^SHOW_CSAT_REQUEST$|^CSAT_RESPONSE$/;

/** Cache of the known types by wire name, because a history repeats a few names thousands of times. */
const met = new Map<string, ServerEventType>();

/** `EVENT_TYPE_SERVICE_AGENT_JOINED` and `EVENT_TYPE_POLY_AGENT_JOINED` → `AGENT_JOINED`; `SESSION_END` stays. */
export function canonicalType(wireType: string): string {
  return wireType.replace(/^EVENT_TYPE_/, '').replace(/(^|_)(?:SERVICE|POLY)_(?=AGENT_)/, '$1');
}

export function decodeServerFrame(text: string): DecodedFrame {
  const { value, drop } = parseFrame(text);
  if (drop) return { events: [], dropped: [drop], batch: false };
  const events: ServerEvent[] = [];
  const dropped: DropReason[] = [];
  const top = readObject(value) ?? {};
  const type = readString(top, 'type') ?? '';
  // Makes the cheap test first, because most frames, such as chunks of a reply, are not batches.
  const batch = type.endsWith('EVENT_BATCH') && canonicalType(type) === 'EVENT_BATCH';
  for (const raw of batch ? batchItems(top, type) : [value]) {
    const result = decodeServerEvent(raw);
    if (typeof result === 'string') dropped.push(result);
    else events.push(result);
  }
  return { events, dropped, batch };
}

/** Decodes one event of parsed JSON. Returns the reason if it is dropped. */
export function decodeServerEvent(raw: unknown): ServerEvent | DropReason {
  const event = readObject(raw);
  if (!event) return 'not_an_object';
  const wireType = readText(event, 'type');
  if (wireType === undefined) return 'no_type';
  const type = knownEventType(wireType);
  const envelope = readEnvelope(event, type);
  // Treats 0 as no sequence: some serializers write default values, and real sequences start at 1.
  if (type === 'OTHER' && !envelope.sequence) return 'unknown_type';
  if (envelope.id === '' && type !== 'HEARTBEAT') return 'no_id';
  if (type === 'OTHER') return envelope as ServerEvent;
  const body = (READERS[type] as Reader<ServerEventType>)(payloadOf(event, wireType), envelope);
  if (!body) return 'bad_payload';
  return ('id' in body ? body : copyDefined(envelope, body)) as ServerEvent;
}

function knownEventType(wireType: string): ServerEventType {
  const known = met.get(wireType);
  if (known) return known;
  const type = canonicalType(wireType) as ServerEventType;
  // Each type has only a few wire names, so the cache stays small.
  if (Object.hasOwn(READERS, type)) met.set(wireType, type);
  return met.get(wireType) ?? 'OTHER';
}

export type DecodedClientEvent =
  | { readonly ok: true; readonly event: ClientEvent }
  /** `server_only`: a known type that clients may not send. `unknown`: any other unreadable frame. */
  | {
      readonly ok: false;
      readonly reason: 'unknown' | 'server_only';
      readonly wireType: string;
      readonly custom: Envelope['custom'];
    };

/** Decodes a client frame as the platform does. */
export function decodeClientFrame(text: string): DecodedClientEvent {
  const { value } = parseFrame(text);
  const frame = readObject(value);
  const wireType = (frame && readString(frame, 'type')) ?? '';
  const custom = frame ? readCustom(frame) : {};
  const type = canonicalType(wireType);
  const payload = frame && readObject(field(frame, 'payload'));
  const body =
    payload && Object.hasOwn(CLIENT_READERS, type) ? CLIENT_READERS[type as ClientEvent['type']](payload) : undefined;
  if (body && wireType.startsWith('EVENT_TYPE_')) {
    return { ok: true, event: Object.keys(custom).length > 0 ? { ...body, custom } : body };
  }
  const known = Object.hasOwn(READERS, type) || type === 'EVENT_BATCH' || RESERVED.test(type);
  const serverOnly = known && !Object.hasOwn(CLIENT_READERS, type);
  return { ok: false, reason: serverOnly ? 'server_only' : 'unknown', wireType, custom };
}

// ---------------------------------------------------------------- frame and envelope

function parseFrame(text: string): { readonly value?: unknown; readonly drop?: DropReason } {
  if (text.length > MAX_FRAME_CHARS) return { drop: 'too_large' };
  try {
    // Some servers send a byte order mark, which JSON does not allow.
    return { value: JSON.parse(text.startsWith('\uFEFF') ? text.slice(1) : text) };
  } catch {
    // A syntax error, or in some engines a RangeError for deep nesting.
    return { drop: 'not_json' };
  }
}

function batchItems(frame: Json, wireType: string): readonly unknown[] {
  const items = field(payloadOf(frame, wireType), 'events') ?? field(frame, 'events');
  return Array.isArray(items) ? items : [];
}

/** Returns `payload`, or the field named like the type in lower case, which some platforms use in batches. */
function payloadOf(event: Json, wireType: string): Json {
  const payload = readObject(field(event, 'payload'));
  return payload ?? readObject(field(event, wireType.replace(/^EVENT_TYPE_/, '').toLowerCase())) ?? {};
}

function readEnvelope(event: Json, type: ServerEventType): HeadOf<ServerEventType> {
  const told = readString(event, 'timestamp') ?? '';
  // A time without a zone is UTC, not the visitor's local time.
  const time = Date.parse(told.endsWith('Z') ? told : told.replace(/[T ]([\d:.]+)$/, 'T$1Z'));
  return {
    id: readString(event, 'id') ?? '',
    sequence: readInt(event, 0, 'sequence') ?? null,
    timestamp: Number.isNaN(time) ? null : time,
    custom: readCustom(event),
    type,
  };
}

function readCustom(event: Json): Envelope['custom'] {
  const metadata = readObject(field(event, 'metadata'));
  return readPairs(metadata && field(metadata, 'custom'));
}

// ---------------------------------------------------------------- payloads, one reader per type

const nothing = () => ({});
const reason = (p: Json) => ({ reason: readText(p, 'reason') });
const queueName = (p: Json) => ({ queueName: readText(p, 'queue_name') });

const READERS: { readonly [T in Exclude<ServerEventType, 'OTHER'>]: Reader<T> } = {
  SESSION_START: p => ({ capabilities: readCapabilities(p), contextId: readText(p, 'context_id') }),
  REQUEST_AGENT_JOIN: nothing,
  AGENT_JOINED: readIdentity,
  AGENT_THINKING: nothing,
  AGENT_MESSAGE: readMessage,
  AGENT_MESSAGE_CHUNK: readChunk,
  AGENT_LEFT: reason,
  AGENT_TRIGGERED_HANDOFF: nothing,
  HANDOFF_ACCEPTED: queueName,
  HANDOFF_QUEUE_STATUS: p => ({
    ...queueName(p),
    position: readInt(p, 0, 'position_in_queue', 'position'),
    waitSeconds: readNumber(p, 0, 'estimated_wait_seconds'),
    displayMessage: readText(p, 'display_message'),
  }),
  HANDOFF_FAILED: reason,
  HANDOFF_TIMEOUT: reason,
  CLIENT_HANDOFF_REQUIRED: p => ({ ...reason(p), ...queueName(p), route: readText(p, 'route') }),
  LIVE_AGENT_JOINED: readIdentity,
  LIVE_AGENT_TYPING: p => ({ state: readTyping(p) ?? 'started', ...readIdentity(p) }),
  LIVE_AGENT_MESSAGE: readMessage,
  LIVE_AGENT_LEFT: p => ({ ...reason(p), ...readIdentity(p) }),
  // Accepts an echo without a text: it is a receipt, and without a receipt the message would be sent again.
  USER_MESSAGE: (p, { id, sequence, timestamp, custom, type }) => ({
    id,
    sequence,
    timestamp,
    custom,
    type,
    text: readString(p, 'text') ?? '',
    messageId: readString(p, 'message_id') ?? '',
  }),
  USER_END_SESSION: nothing,
  HEARTBEAT: nothing,
  SYSTEM_MESSAGE(p) {
    const message = readText(p, 'message');
    return message === undefined
      ? undefined
      : { message, level: readWord(p, 'level', LEVELS, 'SYSTEM_MESSAGE_LEVEL_') ?? 'info' };
  },
  LANGUAGE_CHANGED(p) {
    const languageCode = readText(p, 'language_code');
    return languageCode === undefined ? undefined : { languageCode };
  },
  SESSION_IDLE_WARNING: nothing,
  SESSION_END: p => ({ reason: readWord(p, 'reason', END_REASONS, 'REASON_') ?? 'unknown' }),
};

const CLIENT_READERS: Record<ClientEvent['type'], (payload: Json) => ClientEvent | undefined> = {
  REQUEST_AGENT_JOIN: () => ({ type: 'REQUEST_AGENT_JOIN' }),
  USER_MESSAGE: p => {
    const text = readString(p, 'text');
    return text === undefined ? undefined : { type: 'USER_MESSAGE', text };
  },
  USER_TYPING: p => {
    const state = readTyping(p);
    return state && { type: 'USER_TYPING', state };
  },
  USER_END_SESSION: () => ({ type: 'USER_END_SESSION' }),
  HEARTBEAT: () => ({ type: 'HEARTBEAT' }),
};

/** Reads the capabilities of a session. An empty object gives the defaults, which are used until SESSION_START. */
export function readCapabilities(payload: Json): Capabilities {
  const c = readObject(field(payload, 'capabilities')) ?? {};
  const heartbeat = readInt(c, 1, 'heartbeat_interval_seconds') ?? HEARTBEAT_INTERVAL_SECONDS;
  return {
    streaming: readFlag(c, 'streaming') ?? false,
    // Uses the default for a size limit that is too small for any message, and for a heartbeat interval so long that sessions would expire.
    maxMessageBytes: readInt(c, 1024, 'max_message_size_bytes') ?? MAX_MESSAGE_BYTES,
    maxReconnectAttempts: readInt(c, 0, 'max_reconnect_attempts') ?? MAX_RECONNECT_ATTEMPTS,
    heartbeatSeconds: heartbeat > MAX_HEARTBEAT_SECONDS ? HEARTBEAT_INTERVAL_SECONDS : heartbeat,
  };
}

/** Reads flat fields (`agent_id`, `agent_name`, `avatar_url`), or those nested under `agent` (`id`, `name`, `avatar_url`). */
function readIdentity(payload: Json): { readonly [K in keyof AgentIdentity]: string | undefined } {
  const agentId = readText(payload, 'agent_id');
  const agentName = readText(payload, 'agent_name');
  const avatarUrl = readText(payload, 'agent_avatar_url', 'avatar_url');
  const nested = readObject(field(payload, 'agent'));
  if (!nested) return { agentId, agentName, avatarUrl };
  return {
    agentId: readText(nested, 'id', 'agent_id') ?? agentId,
    agentName: readText(nested, 'name', 'agent_name') ?? agentName,
    avatarUrl: readText(nested, 'avatar_url', 'agent_avatar_url') ?? avatarUrl,
  };
}

/**
 * Reads a message. `messageId` defaults to the event's id. Builds the event as one literal, because a history has thousands of messages, and objects
 * that get their fields one by one are slower and larger.
 */
function readMessage<T extends ServerEventType>(payload: Json, { id, sequence, timestamp, custom, type }: HeadOf<T>) {
  const { agentId, agentName, avatarUrl } = readIdentity(payload);
  const event: HeadOf<T> & { -readonly [K in keyof MessageBody]: MessageBody[K] } = {
    id,
    sequence,
    timestamp,
    custom,
    type,
    messageId: readText(payload, 'message_id') ?? id,
    text: readString(payload, 'text') ?? '',
    attachments: readList(payload, 'attachments', readAttachment),
    suggestions: readList(payload, 'response_suggestions', readSuggestion),
    callActions: readList(payload, 'chat_call_actions', readCallAction),
  };
  if (agentId) event.agentId = agentId;
  if (agentName) event.agentName = agentName;
  if (avatarUrl) event.avatarUrl = avatarUrl;
  if (readFlag(payload, 'end_conversation')) event.endsConversation = true;
  return event;
}

/** Reads a chunk. Returns undefined if the message id or the index is missing; the chunk is then dropped. */
function readChunk(payload: Json, head: HeadOf<'AGENT_MESSAGE_CHUNK'>) {
  const chunkIndex = readInt(payload, 1, 'chunk_index');
  if (readText(payload, 'message_id') === undefined || chunkIndex === undefined) return undefined;
  const isComplete = readFlag(payload, 'is_complete') ?? false;
  return Object.assign(readMessage(payload, head), { chunkIndex, isComplete });
}

const LEVELS: Readonly<Record<string, SystemLevel>> = { INFO: 'info', WARNING: 'warning', ERROR: 'error' };

const TYPING: Readonly<Record<string, TypingState>> = {
  TYPING_STATE_STARTED: 'started',
  TYPING_STATE_STOPPED: 'stopped',
};

const END_REASONS: Readonly<Record<string, SessionEndReason>> = {
  USER_END: 'user-end',
  USER_ABANDONED: 'user-abandoned',
  NATURAL_END: 'natural-end',
};

const CONTENT_TYPES: Readonly<Record<string, Attachment['kind']>> = {
  ATTACHMENT_CONTENT_TYPE_URL: 'url',
  ATTACHMENT_CONTENT_TYPE_IMAGE: 'image',
};

function readTyping(payload: Json): TypingState | undefined {
  return readWord(payload, 'state', TYPING);
}

function readAttachment(item: Json): Attachment | undefined {
  const kind = readWord(item, 'content_type', CONTENT_TYPES);
  const contentUrl = readText(item, 'content_url');
  if (!kind || contentUrl === undefined) return undefined;
  return {
    kind,
    contentUrl,
    title: readString(item, 'title') ?? '',
    previewImageUrl: readString(item, 'preview_image_url') ?? '',
    callToAction: readString(item, 'call_to_action_text') ?? '',
  };
}

function readSuggestion(item: Json): Suggestion | undefined {
  const text = readText(item, 'message_text');
  return text === undefined ? undefined : { text };
}

function readCallAction(item: Json): CallAction | undefined {
  const number = readText(item, 'contact_number');
  return number === undefined ? undefined : { number, title: readString(item, 'title') ?? '' };
}
