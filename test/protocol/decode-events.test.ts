import { describe, expect, it } from 'vitest';
import { decodeServerEvent, decodeServerFrame } from '../../src/protocol/decode.ts';
import { expectDeclaredShape } from './fixtures/declared-shape.ts';
import { DIALECTS, ENVELOPE, ROWS, serverFrame, spokenIn, type WireRow } from './fixtures/wire-rows.ts';

const CASES = DIALECTS.flatMap(dialect =>
  ROWS.filter(row => dialect === 'service' || row.wire.includes('<A>')).map(row => ({
    ...row,
    wire: spokenIn(dialect, row.wire),
  })),
);

/** Values that may take the place of the expected one in any field. */
const WRONG: readonly unknown[] = [null, '', 'x', 0, -1, 0.5, 1e308, true, false, [], [null], [[]], {}, { id: 1 }];

describe.each(CASES)('$wire', ({ wire, payload, body, bare }) => {
  it('[P1] decodes to its meaning', () => {
    expect(decodeServerEvent(serverFrame(wire, payload))).toStrictEqual({ ...ENVELOPE, ...body });
  });

  it('[P2] an event is the same with its payload under the lower-case name of its type, alone and in a batch', () => {
    const { payload: moved, ...rest } = serverFrame(wire, payload);
    const shaped = { ...rest, [wire.replace('EVENT_TYPE_', '').toLowerCase()]: moved };
    const expected = { ...ENVELOPE, ...body };
    expect(decodeServerEvent(shaped)).toStrictEqual(expected);
    const batch = { type: 'EVENT_TYPE_EVENT_BATCH', payload: { events: [shaped] } };
    expect(decodeServerFrame(JSON.stringify(batch))).toStrictEqual({ events: [expected], dropped: [], batch: true });
  });

  it('[P3] keeps what it can when the payload is empty, absent or no object', () => {
    const expected = bare === 'bad_payload' ? bare : { ...ENVELOPE, ...bare };
    for (const thin of [{}, null, undefined, 'text', 7, []]) {
      expect(decodeServerEvent(serverFrame(wire, thin))).toStrictEqual(expected);
    }
  });

  it('[P3] reads a field that is null as one that is absent', () => {
    for (const key of Object.keys(payload)) {
      const { [key]: _, ...without } = payload;
      const nulled = decodeServerEvent(serverFrame(wire, { ...payload, [key]: null }));
      expect(nulled).toStrictEqual(decodeServerEvent(serverFrame(wire, without)));
    }
    expect(decodeServerEvent(serverFrame(wire, { ...payload, later: null }))).toStrictEqual({ ...ENVELOPE, ...body });
  });

  it('[P11] holds its declared shape when any one field is of the wrong type', () => {
    for (const key of Object.keys(payload)) {
      for (const wrong of WRONG) {
        const event = decodeServerEvent(serverFrame(wire, { ...payload, [key]: wrong }));
        if (typeof event === 'string') expect(event).toBe('bad_payload');
        else expectDeclaredShape(event);
      }
    }
    expectDeclaredShape({ ...ENVELOPE, ...body });
  });

  it('[P6] ignores fields that it does not know', () => {
    const more = serverFrame(wire, { ...payload, mood: 'sunny', nested: { deep: [1] } }, { region: 'x', payload2: {} });
    expect(decodeServerEvent(more)).toStrictEqual({ ...ENVELOPE, ...body });
  });
});

describe('the speaker', () => {
  const identity = { agentId: 'a-1', agentName: 'Grace', avatarUrl: 'https://x.example/g.png' };
  const shapes: readonly Record<string, unknown>[] = [
    { agent_id: 'a-1', agent_name: 'Grace', avatar_url: 'https://x.example/g.png' },
    { agent_id: 'a-1', agent_name: 'Grace', agent_avatar_url: 'https://x.example/g.png' },
    { agent: { id: 'a-1', name: 'Grace', avatar_url: 'https://x.example/g.png' } },
    { agent: { agent_id: 'a-1', agent_name: 'Grace', agent_avatar_url: 'https://x.example/g.png' } },
    { agent: { id: 'a-1' }, agent_name: 'Grace', avatar_url: 'https://x.example/g.png' },
    { agent: null, agent_id: 'a-1', agent_name: 'Grace', avatar_url: 'https://x.example/g.png' },
  ];
  const types = [
    'LIVE_AGENT_JOINED',
    'LIVE_AGENT_LEFT',
    'LIVE_AGENT_TYPING',
    'LIVE_AGENT_MESSAGE',
    'POLY_AGENT_JOINED',
  ];

  it.each(types)('[P5] an event is the same flat and nested: %s', type => {
    for (const shape of shapes) {
      expect(decodeServerEvent(serverFrame(`EVENT_TYPE_${type}`, shape))).toMatchObject(identity);
    }
  });

  it('[P5] leaves an empty name out, so that nothing nameless is announced', () => {
    const event = decodeServerEvent(
      serverFrame('EVENT_TYPE_LIVE_AGENT_JOINED', { agent: { name: '' }, agent_name: '' }),
    );
    expect(event).toStrictEqual({ ...ENVELOPE, type: 'LIVE_AGENT_JOINED' });
  });
});

describe('values with names', () => {
  it.each([
    ['REASON_USER_END', 'user-end'],
    ['REASON_USER_ABANDONED', 'user-abandoned'],
    ['REASON_NATURAL_END', 'natural-end'],
    ['NATURAL_END', 'natural-end'],
    ['REASON_TOMORROW', 'unknown'],
    ['REASON_constructor', 'unknown'],
    [42, 'unknown'],
  ])('[P1] SESSION_END reason %s is %s, with and without the prefix of the type', (reason, expected) => {
    for (const type of ['SESSION_END', 'EVENT_TYPE_SESSION_END']) {
      expect(decodeServerEvent(serverFrame(type, { reason }))).toMatchObject({ type: 'SESSION_END', reason: expected });
    }
  });

  it.each([
    ['SYSTEM_MESSAGE_LEVEL_INFO', 'info'],
    ['SYSTEM_MESSAGE_LEVEL_WARNING', 'warning'],
    ['SYSTEM_MESSAGE_LEVEL_ERROR', 'error'],
    ['SYSTEM_MESSAGE_LEVEL_PANIC', 'info'],
    ['__proto__', 'info'],
    [undefined, 'info'],
  ])('[P1] SYSTEM_MESSAGE level %s is %s', (level, expected) => {
    const event = decodeServerEvent(serverFrame('EVENT_TYPE_SYSTEM_MESSAGE', { level, message: 'Hello' }));
    expect(event).toMatchObject({ level: expected, message: 'Hello' });
  });

  it('[P1] reads a place in the queue under either name, and no negative one', () => {
    const place = (payload: object) => decodeServerEvent(serverFrame('EVENT_TYPE_HANDOFF_QUEUE_STATUS', payload));
    expect(place({ position: 3 })).toMatchObject({ position: 3 });
    expect(place({ position_in_queue: 4, position: 9 })).toMatchObject({ position: 4 });
    expect(place({ position_in_queue: -1, estimated_wait_seconds: -5 })).not.toHaveProperty('position');
    expect(place({ estimated_wait_seconds: 12.6 })).toMatchObject({ waitSeconds: 13 });
    expect(place({ position_in_queue: '3', estimated_wait_seconds: '12.6' })).toMatchObject({
      position: 3,
      waitSeconds: 13,
    });
  });

  it('[P3] leaves out list items that mean nothing and keeps the rest', () => {
    const payload = {
      message_id: 'm',
      text: 'x',
      attachments: [
        { content_url: 'https://x.example/v.mp4', content_type: 'ATTACHMENT_CONTENT_TYPE_VIDEO' },
        { content_type: 'ATTACHMENT_CONTENT_TYPE_URL' },
        { content_url: 'https://x.example/ok', content_type: 'ATTACHMENT_CONTENT_TYPE_URL' },
        'text',
        null,
      ],
      response_suggestions: [{ message_text: '' }, {}, { message_text: 'Yes' }, 'Yes'],
      chat_call_actions: [{ title: 'No number' }, { contact_number: '+1' }],
    };
    expect(decodeServerEvent(serverFrame('EVENT_TYPE_SERVICE_AGENT_MESSAGE', payload))).toMatchObject({
      attachments: [{ kind: 'url', contentUrl: 'https://x.example/ok' }],
      suggestions: [{ text: 'Yes' }],
      callActions: [{ number: '+1', title: '' }],
    });
  });

  it('[P3] a whole message without a message id takes the id of its event: a reply is never lost for it', () => {
    for (const type of ['EVENT_TYPE_SERVICE_AGENT_MESSAGE', 'EVENT_TYPE_LIVE_AGENT_MESSAGE']) {
      const event = decodeServerEvent(serverFrame(type, { text: 'Hello' }, { id: 'evt-31' }));
      expect(event).toMatchObject({ messageId: 'evt-31', text: 'Hello' });
    }
  });

  it('[P3] an echo without its text is still the receipt of the message', () => {
    const echo = serverFrame('EVENT_TYPE_USER_MESSAGE', { message_id: 'm' }, receipt('c-1'));
    expect(decodeServerEvent(echo)).toMatchObject({ type: 'USER_MESSAGE', custom: { client_event_id: 'c-1' } });
  });

  it('[P4] a chunk that cannot be placed is dropped: without message id, without index, with index 0', () => {
    const chunk = (payload: object) => decodeServerEvent(serverFrame('EVENT_TYPE_POLY_AGENT_MESSAGE_CHUNK', payload));
    expect(chunk({ text: 'a', chunk_index: 1 })).toBe('bad_payload');
    expect(chunk({ text: 'a', message_id: 'm' })).toBe('bad_payload');
    expect(chunk({ text: 'a', message_id: 'm', chunk_index: 0 })).toBe('bad_payload');
    expect(chunk({ message_id: 'm', chunk_index: 1 })).toMatchObject({ text: '', chunkIndex: 1, isComplete: false });
  });
});

describe('capabilities', () => {
  const start = (capabilities: unknown) =>
    decodeServerEvent(serverFrame('EVENT_TYPE_SESSION_START', { capabilities })) as Extract<
      ReturnType<typeof decodeServerEvent>,
      { type: 'SESSION_START' }
    >;

  it('[P24] keeps a default wherever the platform says nothing or something impossible', () => {
    const impossible = {
      streaming: 'yes',
      max_message_size_bytes: 10,
      max_reconnect_attempts: -3,
      heartbeat_interval_seconds: 0,
    };
    for (const none of [undefined, null, {}, [], impossible]) {
      expect(start(none).capabilities).toStrictEqual({
        streaming: false,
        maxMessageBytes: 131_072,
        maxReconnectAttempts: 10,
        heartbeatSeconds: 30,
      });
    }
  });

  it('[P24] never takes a heartbeat pause that would let the session expire or a timer overflow', () => {
    for (const seconds of [301, 86_400, 2_147_484, Number.MAX_SAFE_INTEGER]) {
      expect(start({ heartbeat_interval_seconds: seconds }).capabilities.heartbeatSeconds).toBe(30);
    }
    expect(start({ heartbeat_interval_seconds: 300 }).capabilities.heartbeatSeconds).toBe(300);
  });

  it('[P24] no reconnect attempts at all is a choice, not a mistake', () => {
    expect(start({ max_reconnect_attempts: 0 }).capabilities.maxReconnectAttempts).toBe(0);
  });
});

function receipt(id: string): object {
  return { metadata: { custom: { client_event_id: id } } };
}

it('[P1] the table has a row for every type that the code knows', () => {
  const known: Readonly<Record<Exclude<WireRow['body']['type'], 'OTHER'>, true>> = {
    SESSION_START: true,
    REQUEST_AGENT_JOIN: true,
    AGENT_JOINED: true,
    AGENT_THINKING: true,
    AGENT_MESSAGE: true,
    AGENT_MESSAGE_CHUNK: true,
    AGENT_LEFT: true,
    AGENT_TRIGGERED_HANDOFF: true,
    HANDOFF_ACCEPTED: true,
    HANDOFF_QUEUE_STATUS: true,
    HANDOFF_FAILED: true,
    HANDOFF_TIMEOUT: true,
    CLIENT_HANDOFF_REQUIRED: true,
    LIVE_AGENT_JOINED: true,
    LIVE_AGENT_TYPING: true,
    LIVE_AGENT_MESSAGE: true,
    LIVE_AGENT_LEFT: true,
    USER_MESSAGE: true,
    USER_END_SESSION: true,
    HEARTBEAT: true,
    SYSTEM_MESSAGE: true,
    LANGUAGE_CHANGED: true,
    SESSION_IDLE_WARNING: true,
    SESSION_END: true,
  };
  expect(ROWS.map(row => row.body.type).sort()).toEqual(Object.keys(known).sort());
});
