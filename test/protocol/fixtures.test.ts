/**
 * Documented frames, written by hand (test/fixtures/frames), against their meaning. The encoder takes no part, so this test finds mistakes
 * that client and emulator share. Frames that contain the dialect's word exist once for each dialect.
 */

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type DecodedFrame, decodeServerFrame } from '../../src/protocol/decode.ts';
import type { ServerEventBody } from '../../src/protocol/events.ts';
import { DIALECTS, ROWS } from './fixtures/wire-rows.ts';

const FOLDER = join(import.meta.dirname, '../fixtures/frames');
const FILES = readdirSync(FOLDER);
const read = (file: string) => readFileSync(join(FOLDER, file), 'utf8');

const none = { attachments: [], suggestions: [], callActions: [] } as const;
const ECHO = '0c9c1f3c-6a55-4f3f-8f0e-8f3a2d0a7c11';
const HOTEL = { agentName: 'Harbour Hotel', avatarUrl: 'https://cdn.harbour.example/agent.png' } as const;
const MAYA = { agentId: 'la-7', agentName: 'Maya', avatarUrl: 'https://cdn.harbour.example/maya.png' } as const;

type Expected = ServerEventBody & { readonly custom?: Readonly<Record<string, string>> };

/** Name of the file (without dialect and extension) → the event in it. */
const EVENTS: Readonly<Record<string, Expected>> = {
  'session-start': {
    type: 'SESSION_START',
    capabilities: { streaming: true, maxMessageBytes: 131_072, maxReconnectAttempts: 10, heartbeatSeconds: 30 },
    contextId: 'ctx-20260302',
  },
  'agent-join-requested': {
    type: 'REQUEST_AGENT_JOIN',
    custom: { client_event_id: '7e6dbf2e-0e0d-4c76-9f57-0a6a8f3fd1b1' },
  },
  'agent-joined': { type: 'AGENT_JOINED', ...HOTEL },
  'agent-thinking': { type: 'AGENT_THINKING' },
  'agent-message': {
    type: 'AGENT_MESSAGE',
    messageId: 'm-100',
    text: 'Here are **two rooms** for Friday.',
    attachments: [
      {
        kind: 'url',
        title: 'Sea view',
        contentUrl: 'https://harbour.example/rooms/sea',
        previewImageUrl: 'https://cdn.harbour.example/sea-320.jpg',
        callToAction: 'See the room',
      },
      {
        kind: 'image',
        title: 'Floor plan',
        contentUrl: 'https://cdn.harbour.example/plan.png',
        previewImageUrl: '',
        callToAction: '',
      },
    ],
    suggestions: [{ text: 'Book sea view' }, { text: 'Other dates' }],
    callActions: [{ title: 'Call reception', number: '+441632960123' }],
  },
  'agent-message-last': {
    type: 'AGENT_MESSAGE',
    messageId: 'm-101',
    text: 'Goodbye, and thank you!',
    ...none,
    ...HOTEL,
    endsConversation: true,
  },
  'agent-message-chunk': {
    type: 'AGENT_MESSAGE_CHUNK',
    messageId: 'm-102',
    text: 'Breakfast is from ',
    ...none,
    chunkIndex: 1,
    isComplete: false,
  },
  'agent-message-chunk-last': {
    type: 'AGENT_MESSAGE_CHUNK',
    messageId: 'm-102',
    text: '',
    ...none,
    suggestions: [{ text: 'Thanks' }],
    chunkIndex: 3,
    isComplete: true,
  },
  'agent-left': { type: 'AGENT_LEFT', reason: 'HANDOFF' },
  'agent-triggered-handoff': { type: 'AGENT_TRIGGERED_HANDOFF' },
  'handoff-accepted': { type: 'HANDOFF_ACCEPTED', queueName: 'Reservations' },
  'handoff-queue-status': {
    type: 'HANDOFF_QUEUE_STATUS',
    queueName: 'Reservations',
    position: 3,
    waitSeconds: 120,
    displayMessage: 'You are number 3.',
  },
  'handoff-queue-status-short': { type: 'HANDOFF_QUEUE_STATUS', position: 1 },
  'handoff-failed': { type: 'HANDOFF_FAILED', reason: 'NO_AGENTS_AVAILABLE' },
  'handoff-timeout': { type: 'HANDOFF_TIMEOUT' },
  'client-handoff-required': {
    type: 'CLIENT_HANDOFF_REQUIRED',
    reason: 'COMPLEX_QUERY',
    queueName: 'Reservations',
    route: 'desk-2',
  },
  'live-agent-joined': { type: 'LIVE_AGENT_JOINED', ...MAYA },
  'live-agent-joined-flat': { type: 'LIVE_AGENT_JOINED', ...MAYA },
  'live-agent-typing': { type: 'LIVE_AGENT_TYPING', state: 'started', agentId: 'la-7', agentName: 'Maya' },
  'live-agent-typing-stopped': { type: 'LIVE_AGENT_TYPING', state: 'stopped' },
  'live-agent-message': {
    type: 'LIVE_AGENT_MESSAGE',
    messageId: 'm-103',
    text: 'Hello, this is Maya.',
    ...none,
    ...MAYA,
  },
  'live-agent-left': { type: 'LIVE_AGENT_LEFT', agentId: 'la-7', agentName: 'Maya', reason: 'RESOLVED' },
  'user-message': {
    type: 'USER_MESSAGE',
    text: 'A room for Friday, please 🌊',
    messageId: 'm-104',
    custom: { client_event_id: ECHO, page: '/rooms' },
  },
  'user-end-session': { type: 'USER_END_SESSION' },
  heartbeat: { type: 'HEARTBEAT', custom: { client_event_id: 'hb-4' } },
  'system-message': {
    type: 'SYSTEM_MESSAGE',
    level: 'error',
    message: "Sorry, I'm having trouble responding right now. Please try again.",
    custom: { client_event_id: ECHO },
  },
  'language-changed': { type: 'LANGUAGE_CHANGED', languageCode: 'pt-BR' },
  'session-idle-warning': { type: 'SESSION_IDLE_WARNING' },
};

const SESSION_ENDS: Readonly<Record<string, ServerEventBody>> = {
  'session-end.service.json': { type: 'SESSION_END', reason: 'user-end' },
  'session-end.poly.json': { type: 'SESSION_END', reason: 'natural-end' },
};

const at = (second: number) => ({ timestamp: Date.UTC(2026, 2, 2, 9, 30, second), custom: {} });

const BATCHES: Readonly<Record<string, DecodedFrame>> = {
  'batch-empty.json': { events: [], dropped: [], batch: true },
  'batch.service.json': {
    events: [
      {
        id: 'b-1',
        sequence: 1,
        ...at(0),
        type: 'SESSION_START',
        capabilities: { streaming: false, maxMessageBytes: 1_048_576, maxReconnectAttempts: 5, heartbeatSeconds: 20 },
      },
      { id: 'b-2', sequence: 2, ...at(1), type: 'REQUEST_AGENT_JOIN' },
      { id: 'b-3', sequence: 3, ...at(2), type: 'AGENT_JOINED', ...HOTEL },
    ],
    dropped: [],
    batch: true,
  },
  'batch.poly.json': {
    events: [
      {
        id: 'b-1',
        sequence: 1,
        ...at(0),
        type: 'SESSION_START',
        capabilities: { streaming: true, maxMessageBytes: 131_072, maxReconnectAttempts: 10, heartbeatSeconds: 30 },
      },
      { id: 'b-4', sequence: 4, ...at(3), type: 'OTHER' },
      { id: 'b-5', sequence: 5, ...at(4), type: 'AGENT_MESSAGE', messageId: 'm-1', text: 'Welcome!', ...none },
    ],
    dropped: [],
    batch: true,
  },
};

function expectedOf(file: string): Expected | undefined {
  return SESSION_ENDS[file] ?? EVENTS[file.replace(/(?:\.service|\.poly)?\.json$/, '')];
}

describe('documented frames', () => {
  it.each(FILES.filter(file => !(file in BATCHES)))('[P1] %s is what the documents say it is', file => {
    const wire = JSON.parse(read(file));
    const expected = expectedOf(file);
    expect(decodeServerFrame(read(file))).toStrictEqual({
      events: [
        { id: wire.id ?? '', sequence: wire.sequence, timestamp: Date.parse(wire.timestamp), custom: {}, ...expected },
      ],
      dropped: [],
      batch: false,
    });
  });

  it.each(Object.entries(BATCHES))('[P1] %s is the history that the documents say it is', (file, expected) => {
    expect(decodeServerFrame(read(file))).toStrictEqual(expected);
  });

  it('[P1] every event of the interface has a frame, in both dialects where they differ', () => {
    const files = new Map(FILES.map(file => [file, decodeServerFrame(read(file)).events[0]?.type]));
    for (const { wire, body } of ROWS) {
      const own = [...files].filter(([, type]) => type === body.type).map(([file]) => file);
      expect(own).not.toEqual([]);
      if (!wire.includes('<A>')) continue;
      for (const dialect of DIALECTS) expect(own.filter(file => file.includes(`.${dialect}.`))).not.toEqual([]);
    }
  });
});
