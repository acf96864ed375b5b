/**
 * Every server event as a table: what stands on the wire, and what it means. `<A>` is the dialect's word (SERVICE or POLY).
 * Written from docs/PROTOCOL.md by hand; nothing here comes out of the encoder.
 */

import type { Dialect, ServerEventBody } from '../../src/protocol/events.ts';

export interface WireRow {
  readonly wire: string;
  readonly payload: Readonly<Record<string, unknown>>;
  readonly body: ServerEventBody;
  /** What is left when the payload is `{}`: the body, or `bad_payload` where something indispensable is missing. */
  readonly bare: ServerEventBody | 'bad_payload';
}

export const WORDS: Readonly<Record<Dialect, string>> = { service: 'SERVICE', poly: 'POLY' };
export const DIALECTS: readonly Dialect[] = ['service', 'poly'];

const NO_EXTRAS = { attachments: [], suggestions: [], callActions: [] } as const;

/** The id of every event that the tests put on the wire. */
export const EVENT_ID = 'evt-7';

const MESSAGE_PAYLOAD = {
  message_id: 'msg-1',
  text: 'Two rooms are free.',
  attachments: [
    {
      title: 'Sea view',
      preview_image_url: 'https://hotel.example/sea-small.jpg',
      content_url: 'https://hotel.example/sea',
      content_type: 'ATTACHMENT_CONTENT_TYPE_URL',
      call_to_action_text: 'Look inside',
    },
    { content_url: 'https://hotel.example/map.png', content_type: 'ATTACHMENT_CONTENT_TYPE_IMAGE' },
  ],
  response_suggestions: [{ message_text: 'Book it', payload: { room: 1 } }, { message_text: 'Something else' }],
  chat_call_actions: [{ title: 'Call us', contact_number: '+441632960001' }],
  agent_name: 'Ada',
  avatar_url: 'https://hotel.example/ada.png',
};

const MESSAGE_BODY = {
  messageId: 'msg-1',
  text: 'Two rooms are free.',
  attachments: [
    {
      kind: 'url',
      title: 'Sea view',
      previewImageUrl: 'https://hotel.example/sea-small.jpg',
      contentUrl: 'https://hotel.example/sea',
      callToAction: 'Look inside',
    },
    {
      kind: 'image',
      title: '',
      previewImageUrl: '',
      contentUrl: 'https://hotel.example/map.png',
      callToAction: '',
    },
  ],
  suggestions: [{ text: 'Book it' }, { text: 'Something else' }],
  callActions: [{ title: 'Call us', number: '+441632960001' }],
  agentName: 'Ada',
  avatarUrl: 'https://hotel.example/ada.png',
} as const;

const IDENTITY = { agentId: 'live-4', agentName: 'Grace', avatarUrl: 'https://hotel.example/grace.png' } as const;
const FLAT = { agent_id: 'live-4', agent_name: 'Grace', avatar_url: 'https://hotel.example/grace.png' } as const;

const DEFAULTS = {
  streaming: false,
  maxMessageBytes: 131_072,
  maxReconnectAttempts: 10,
  heartbeatSeconds: 30,
} as const;

/** A row for an event whose payload is always empty. */
function empty(wire: string, body: ServerEventBody): WireRow {
  return { wire, payload: {}, body, bare: body };
}

export const ROWS: readonly WireRow[] = [
  {
    wire: 'EVENT_TYPE_SESSION_START',
    payload: {
      capabilities: {
        streaming: true,
        max_message_size_bytes: 65_536,
        max_reconnect_attempts: 4,
        heartbeat_interval_seconds: 15,
      },
      context_id: 'ctx-1',
    },
    body: {
      type: 'SESSION_START',
      capabilities: { streaming: true, maxMessageBytes: 65_536, maxReconnectAttempts: 4, heartbeatSeconds: 15 },
      contextId: 'ctx-1',
    },
    bare: { type: 'SESSION_START', capabilities: DEFAULTS },
  },
  empty('EVENT_TYPE_REQUEST_<A>_AGENT_JOIN', { type: 'REQUEST_AGENT_JOIN' }),
  {
    wire: 'EVENT_TYPE_<A>_AGENT_JOINED',
    payload: { agent_name: 'Ada', agent_avatar_url: 'https://hotel.example/ada.png' },
    body: { type: 'AGENT_JOINED', agentName: 'Ada', avatarUrl: 'https://hotel.example/ada.png' },
    bare: { type: 'AGENT_JOINED' },
  },
  empty('EVENT_TYPE_<A>_AGENT_THINKING', { type: 'AGENT_THINKING' }),
  {
    wire: 'EVENT_TYPE_<A>_AGENT_MESSAGE',
    payload: { ...MESSAGE_PAYLOAD, end_conversation: true },
    body: { type: 'AGENT_MESSAGE', ...MESSAGE_BODY, endsConversation: true },
    bare: { type: 'AGENT_MESSAGE', messageId: EVENT_ID, text: '', ...NO_EXTRAS },
  },
  {
    wire: 'EVENT_TYPE_<A>_AGENT_MESSAGE_CHUNK',
    payload: { ...MESSAGE_PAYLOAD, chunk_index: 3, is_complete: true },
    body: { type: 'AGENT_MESSAGE_CHUNK', ...MESSAGE_BODY, chunkIndex: 3, isComplete: true },
    bare: 'bad_payload',
  },
  {
    wire: 'EVENT_TYPE_<A>_AGENT_LEFT',
    payload: { reason: 'handoff' },
    body: { type: 'AGENT_LEFT', reason: 'handoff' },
    bare: { type: 'AGENT_LEFT' },
  },
  empty('EVENT_TYPE_<A>_AGENT_TRIGGERED_HANDOFF', { type: 'AGENT_TRIGGERED_HANDOFF' }),
  {
    wire: 'EVENT_TYPE_HANDOFF_ACCEPTED',
    payload: { queue_name: 'Front desk' },
    body: { type: 'HANDOFF_ACCEPTED', queueName: 'Front desk' },
    bare: { type: 'HANDOFF_ACCEPTED' },
  },
  {
    wire: 'EVENT_TYPE_HANDOFF_QUEUE_STATUS',
    payload: {
      queue_name: 'Front desk',
      position_in_queue: 2,
      estimated_wait_seconds: 90,
      display_message: 'Nearly there',
    },
    body: {
      type: 'HANDOFF_QUEUE_STATUS',
      queueName: 'Front desk',
      position: 2,
      waitSeconds: 90,
      displayMessage: 'Nearly there',
    },
    bare: { type: 'HANDOFF_QUEUE_STATUS' },
  },
  {
    wire: 'EVENT_TYPE_HANDOFF_FAILED',
    payload: { reason: 'no agents' },
    body: { type: 'HANDOFF_FAILED', reason: 'no agents' },
    bare: { type: 'HANDOFF_FAILED' },
  },
  {
    wire: 'EVENT_TYPE_HANDOFF_TIMEOUT',
    payload: { reason: 'nobody answered' },
    body: { type: 'HANDOFF_TIMEOUT', reason: 'nobody answered' },
    bare: { type: 'HANDOFF_TIMEOUT' },
  },
  {
    wire: 'EVENT_TYPE_CLIENT_HANDOFF_REQUIRED',
    payload: { reason: 'POLICY', queue_name: 'Front desk', route: '/contact' },
    body: { type: 'CLIENT_HANDOFF_REQUIRED', reason: 'POLICY', queueName: 'Front desk', route: '/contact' },
    bare: { type: 'CLIENT_HANDOFF_REQUIRED' },
  },
  {
    wire: 'EVENT_TYPE_LIVE_AGENT_JOINED',
    payload: { agent: { id: 'live-4', name: 'Grace', avatar_url: 'https://hotel.example/grace.png' } },
    body: { type: 'LIVE_AGENT_JOINED', ...IDENTITY },
    bare: { type: 'LIVE_AGENT_JOINED' },
  },
  {
    wire: 'EVENT_TYPE_LIVE_AGENT_TYPING',
    payload: { state: 'TYPING_STATE_STOPPED', ...FLAT },
    body: { type: 'LIVE_AGENT_TYPING', state: 'stopped', ...IDENTITY },
    bare: { type: 'LIVE_AGENT_TYPING', state: 'started' },
  },
  {
    wire: 'EVENT_TYPE_LIVE_AGENT_MESSAGE',
    payload: { ...MESSAGE_PAYLOAD, agent_id: 'live-4' },
    body: { type: 'LIVE_AGENT_MESSAGE', ...MESSAGE_BODY, agentId: 'live-4' },
    bare: { type: 'LIVE_AGENT_MESSAGE', messageId: EVENT_ID, text: '', ...NO_EXTRAS },
  },
  {
    wire: 'EVENT_TYPE_LIVE_AGENT_LEFT',
    payload: { ...FLAT, reason: 'shift over' },
    body: { type: 'LIVE_AGENT_LEFT', ...IDENTITY, reason: 'shift over' },
    bare: { type: 'LIVE_AGENT_LEFT' },
  },
  {
    wire: 'EVENT_TYPE_USER_MESSAGE',
    payload: { text: 'A room, please', message_id: 'msg-9' },
    body: { type: 'USER_MESSAGE', text: 'A room, please', messageId: 'msg-9' },
    bare: { type: 'USER_MESSAGE', text: '', messageId: '' },
  },
  empty('EVENT_TYPE_USER_END_SESSION', { type: 'USER_END_SESSION' }),
  empty('EVENT_TYPE_HEARTBEAT', { type: 'HEARTBEAT' }),
  {
    wire: 'EVENT_TYPE_SYSTEM_MESSAGE',
    payload: { level: 'SYSTEM_MESSAGE_LEVEL_ERROR', message: 'Error: Session not found' },
    body: { type: 'SYSTEM_MESSAGE', level: 'error', message: 'Error: Session not found' },
    bare: 'bad_payload',
  },
  {
    wire: 'EVENT_TYPE_LANGUAGE_CHANGED',
    payload: { language_code: 'es-419' },
    body: { type: 'LANGUAGE_CHANGED', languageCode: 'es-419' },
    bare: 'bad_payload',
  },
  empty('EVENT_TYPE_SESSION_IDLE_WARNING', { type: 'SESSION_IDLE_WARNING' }),
  {
    wire: 'EVENT_TYPE_SESSION_END',
    payload: { reason: 'REASON_USER_ABANDONED' },
    body: { type: 'SESSION_END', reason: 'user-abandoned' },
    bare: { type: 'SESSION_END', reason: 'unknown' },
  },
];

export function spokenIn(dialect: Dialect, wire: string): string {
  return wire.replace('<A>', WORDS[dialect]);
}

/** A whole server frame around a payload; `extra` overrides any field of the envelope. */
export function serverFrame(wire: string, payload: unknown, extra: object = {}): Record<string, unknown> {
  return { id: EVENT_ID, sequence: 7, timestamp: '2026-03-02T09:30:00.250Z', type: wire, payload, ...extra };
}

/** What `serverFrame` decodes to, around a body. */
export const ENVELOPE = { id: EVENT_ID, sequence: 7, timestamp: Date.UTC(2026, 2, 2, 9, 30, 0, 250), custom: {} };
