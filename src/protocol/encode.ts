/** Encodes events as frames. A client frame is `{type, payload, metadata?}`; a server frame has an envelope as well. */

import type {
  AgentIdentity,
  Attachment,
  ClientEvent,
  Custom,
  Dialect,
  MessageBody,
  ServerEvent,
  ServerEventBody,
  ServerEventOf,
  ServerEventType,
} from './events.ts';
import { present } from './json-fields.ts';

/** `AGENT_JOINED` → `EVENT_TYPE_SERVICE_AGENT_JOINED` (service) or `EVENT_TYPE_POLY_AGENT_JOINED` (poly). */
export function wireType(type: string, dialect: Dialect): string {
  const word = dialect === 'poly' ? 'POLY' : 'SERVICE';
  if (type.startsWith('AGENT_')) return `EVENT_TYPE_${word}_${type}`;
  if (type === 'REQUEST_AGENT_JOIN') return `EVENT_TYPE_REQUEST_${word}_AGENT_JOIN`;
  return `EVENT_TYPE_${type}`;
}

export function encodeClientEvent(event: ClientEvent, dialect: Dialect): string {
  return JSON.stringify({
    type: wireType(event.type, dialect),
    payload: clientPayload(event),
    ...metadata(event.custom),
  });
}

function clientPayload(event: ClientEvent): object {
  if (event.type === 'USER_MESSAGE') return { text: event.text };
  if (event.type === 'USER_TYPING') return { state: `TYPING_STATE_${event.state.toUpperCase()}` };
  return {};
}

function metadata(custom: Custom | undefined): { metadata?: { custom: Custom } } {
  return custom && Object.keys(custom).length > 0 ? { metadata: { custom } } : {};
}

// ---------------------------------------------------------------- server side, for the emulator

/** Returns a server event as the JSON value of its frame. `encodeBatch` writes several events as one frame. */
export function serverEventToWire(event: ServerEvent, dialect: Dialect): object {
  const timestamp = event.timestamp === null ? undefined : new Date(event.timestamp).toISOString();
  const payload = (PAYLOADS[event.type] as (body: ServerEventBody) => object)(event);
  return {
    ...present({ id: event.id === '' ? undefined : event.id, timestamp }),
    sequence: event.sequence,
    type: wireType(event.type, dialect),
    payload,
    ...metadata(event.custom),
  };
}

export function encodeServerEvent(event: ServerEvent, dialect: Dialect): string {
  return JSON.stringify(serverEventToWire(event, dialect));
}

export function encodeBatch(events: readonly ServerEvent[], dialect: Dialect): string {
  const list = events.map(event => serverEventToWire(event, dialect));
  return JSON.stringify({ type: 'EVENT_TYPE_EVENT_BATCH', payload: { events: list } });
}

type Payloads = { readonly [T in ServerEventType]: (event: ServerEventOf<T>) => object };

const nothing = () => ({});
const reason = (event: { readonly reason?: string }) => present({ reason: event.reason });

const PAYLOADS: Payloads = {
  SESSION_START: e =>
    present({
      capabilities: {
        streaming: e.capabilities.streaming,
        max_message_size_bytes: e.capabilities.maxMessageBytes,
        max_reconnect_attempts: e.capabilities.maxReconnectAttempts,
        heartbeat_interval_seconds: e.capabilities.heartbeatSeconds,
      },
      context_id: e.contextId,
    }),
  REQUEST_AGENT_JOIN: nothing,
  AGENT_JOINED: e => present({ agent_id: e.agentId, agent_name: e.agentName, agent_avatar_url: e.avatarUrl }),
  AGENT_THINKING: nothing,
  AGENT_MESSAGE: body,
  AGENT_MESSAGE_CHUNK: e => ({ ...body(e), chunk_index: e.chunkIndex, is_complete: e.isComplete }),
  AGENT_LEFT: reason,
  AGENT_TRIGGERED_HANDOFF: nothing,
  HANDOFF_ACCEPTED: e => present({ queue_name: e.queueName }),
  HANDOFF_QUEUE_STATUS: e =>
    present({
      queue_name: e.queueName,
      position_in_queue: e.position,
      estimated_wait_seconds: e.waitSeconds,
      display_message: e.displayMessage,
    }),
  HANDOFF_FAILED: reason,
  HANDOFF_TIMEOUT: reason,
  CLIENT_HANDOFF_REQUIRED: e => present({ reason: e.reason, queue_name: e.queueName, route: e.route }),
  LIVE_AGENT_JOINED: e => ({ agent: present({ id: e.agentId, name: e.agentName, avatar_url: e.avatarUrl }) }),
  LIVE_AGENT_TYPING: e => ({ state: `TYPING_STATE_${e.state.toUpperCase()}`, ...identity(e) }),
  LIVE_AGENT_MESSAGE: body,
  LIVE_AGENT_LEFT: e => ({ ...reason(e), ...identity(e) }),
  USER_MESSAGE: e => ({ text: e.text, message_id: e.messageId }),
  USER_END_SESSION: nothing,
  HEARTBEAT: nothing,
  SYSTEM_MESSAGE: e => ({ level: `SYSTEM_MESSAGE_LEVEL_${e.level.toUpperCase()}`, message: e.message }),
  LANGUAGE_CHANGED: e => ({ language_code: e.languageCode }),
  SESSION_IDLE_WARNING: nothing,
  OTHER: nothing,
  SESSION_END: e => (e.reason === 'unknown' ? {} : { reason: `REASON_${e.reason.toUpperCase().replace('-', '_')}` }),
};

function identity(from: AgentIdentity): object {
  return present({ agent_id: from.agentId, agent_name: from.agentName, avatar_url: from.avatarUrl });
}

function body(message: MessageBody): object {
  return {
    message_id: message.messageId,
    text: message.text,
    attachments: message.attachments.map(attachmentToWire),
    response_suggestions: message.suggestions.map(each => ({ message_text: each.text })),
    ...(message.callActions.length > 0
      ? { chat_call_actions: message.callActions.map(each => ({ title: each.title, contact_number: each.number })) }
      : {}),
    ...identity(message),
    ...present({ end_conversation: message.endsConversation }),
  };
}

function attachmentToWire(each: Attachment): object {
  return {
    title: each.title,
    preview_image_url: each.previewImageUrl,
    content_url: each.contentUrl,
    content_type: `ATTACHMENT_CONTENT_TYPE_${each.kind.toUpperCase()}`,
    call_to_action_text: each.callToAction,
  };
}
