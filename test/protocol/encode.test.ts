import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeClientFrame, decodeServerFrame } from '../../src/protocol/decode.ts';
import { encodeBatch, encodeClientEvent, encodeServerEvent, wireType } from '../../src/protocol/encode.ts';
import type { ClientEvent, Dialect } from '../../src/protocol/events.ts';
import { anyClientEvent, anyServerEvent } from './fixtures/arbitrary-events.ts';
import { DIALECTS, ENVELOPE, ROWS, spokenIn } from './fixtures/wire-rows.ts';

const anyDialect = fc.constantFrom<Dialect[]>(...DIALECTS);

interface ClientRow {
  readonly event: ClientEvent;
  readonly wire: string;
  readonly payload: object;
}

const CLIENT_ROWS: readonly ClientRow[] = [
  { event: { type: 'REQUEST_AGENT_JOIN' }, wire: 'EVENT_TYPE_REQUEST_<A>_AGENT_JOIN', payload: {} },
  { event: { type: 'USER_MESSAGE', text: 'Hé “you”' }, wire: 'EVENT_TYPE_USER_MESSAGE', payload: { text: 'Hé “you”' } },
  {
    event: { type: 'USER_TYPING', state: 'started' },
    wire: 'EVENT_TYPE_USER_TYPING',
    payload: { state: 'TYPING_STATE_STARTED' },
  },
  {
    event: { type: 'USER_TYPING', state: 'stopped' },
    wire: 'EVENT_TYPE_USER_TYPING',
    payload: { state: 'TYPING_STATE_STOPPED' },
  },
  { event: { type: 'USER_END_SESSION' }, wire: 'EVENT_TYPE_USER_END_SESSION', payload: {} },
  { event: { type: 'HEARTBEAT' }, wire: 'EVENT_TYPE_HEARTBEAT', payload: {} },
];

describe.each(DIALECTS)('frames of a client, dialect %s', dialect => {
  it.each(CLIENT_ROWS)('[P13] $wire: type and payload, nothing else', ({ event, wire, payload }) => {
    const type = spokenIn(dialect, wire);
    expect(JSON.parse(encodeClientEvent(event, dialect))).toStrictEqual({ type, payload });
  });

  it.each(CLIENT_ROWS)('[P13] $wire: metadata only where there are pairs', ({ event, wire, payload }) => {
    const custom = { client_event_id: 'c-1' };
    const type = spokenIn(dialect, wire);
    const sent = JSON.parse(encodeClientEvent({ ...event, custom }, dialect));
    expect(sent).toStrictEqual({ type, payload, metadata: { custom } });
    expect(JSON.parse(encodeClientEvent({ ...event, custom: {} }, dialect))).toStrictEqual({ type, payload });
  });

  it.each(ROWS)('[P14] the platform calls it $wire', ({ wire, body }) => {
    expect(wireType(body.type, dialect)).toBe(spokenIn(dialect, wire));
  });
});

describe('there and back', () => {
  it('[P13] no client frame has more than type, payload and metadata, and its payload is an object', () => {
    fc.assert(
      fc.property(anyClientEvent, anyDialect, (event, dialect) => {
        const frame = JSON.parse(encodeClientEvent(event, dialect));
        expect(['type', 'payload', 'metadata']).toEqual(expect.arrayContaining(Object.keys(frame)));
        expect(frame.payload).toBeTypeOf('object');
        expect(frame.payload).not.toBeNull();
      }),
    );
  });

  it('[P16] a client event comes out as it went in', () => {
    fc.assert(
      fc.property(anyClientEvent, anyDialect, (event, dialect) => {
        expect(decodeClientFrame(encodeClientEvent(event, dialect))).toStrictEqual({ ok: true, event });
      }),
      { numRuns: 500 },
    );
  });

  it('[P15] a server event comes out as it went in', () => {
    fc.assert(
      fc.property(anyServerEvent, anyDialect, (event, dialect) => {
        const decoded = decodeServerFrame(encodeServerEvent(event, dialect));
        expect(decoded).toStrictEqual({ events: [event], dropped: [], batch: false });
      }),
      { numRuns: 1_000 },
    );
  });

  it('[P15] a batch comes out as it went in, in its order', () => {
    fc.assert(
      fc.property(fc.array(anyServerEvent, { maxLength: 8 }), anyDialect, (events, dialect) => {
        const decoded = decodeServerFrame(encodeBatch(events, dialect));
        expect(decoded).toStrictEqual({ events, dropped: [], batch: true });
      }),
    );
  });

  it('[P15] a heartbeat echo without id, place and time comes out as it went in', () => {
    const echo = { id: '', sequence: null, timestamp: null, custom: {}, type: 'HEARTBEAT' } as const;
    const text = encodeServerEvent(echo, 'service');
    expect(JSON.parse(text)).toStrictEqual({ type: 'EVENT_TYPE_HEARTBEAT', sequence: null, payload: {} });
    expect(decodeServerFrame(text).events).toStrictEqual([echo]);
  });
});

describe('a client frame as the platform reads it', () => {
  const read = (frame: object | string) => decodeClientFrame(typeof frame === 'string' ? frame : JSON.stringify(frame));
  const CLIENT_TYPES = ['REQUEST_AGENT_JOIN', 'USER_MESSAGE', 'USER_END_SESSION', 'HEARTBEAT'];

  it.each([
    ['no JSON', 'hello'],
    ['no object', '[]'],
    ['no type', { payload: {} }],
    ['a type without its prefix', { type: 'HEARTBEAT', payload: {} }],
    ['an invented type', { type: 'EVENT_TYPE_DANCE', payload: {} }],
    ['no payload', { type: 'EVENT_TYPE_HEARTBEAT' }],
    ['a payload that is no object', { type: 'EVENT_TYPE_HEARTBEAT', payload: [] }],
    ['a message without text', { type: 'EVENT_TYPE_USER_MESSAGE', payload: {} }],
    ['a message whose text is none', { type: 'EVENT_TYPE_USER_MESSAGE', payload: { text: 5 } }],
    ['typing without a state', { type: 'EVENT_TYPE_USER_TYPING', payload: {} }],
    ['typing with an invented state', { type: 'EVENT_TYPE_USER_TYPING', payload: { state: 'TYPING_STATE_MAYBE' } }],
    ['a language feature as its type', { type: 'EVENT_TYPE_constructor', payload: {} }],
  ])('[P16] %s is an unknown event', (_, frame) => {
    expect(read(frame)).toMatchObject({ ok: false, reason: 'unknown' });
  });

  it('[P16] an event that only the platform may send is told apart, and its pairs come back with the refusal', () => {
    const types = ROWS.filter(row => !CLIENT_TYPES.includes(row.body.type)).map(row => spokenIn('poly', row.wire));
    const reserved = ['EVENT_TYPE_EVENT_BATCH', 'EVENT_TYPE_USER_READ_MESSAGE', 'EVENT_TYPE_SHOW_CSAT_REQUEST'];
    for (const type of [...types, ...reserved]) {
      expect(read({ type, payload: {}, metadata: { custom: { client_event_id: 'c' } } })).toStrictEqual({
        ok: false,
        reason: 'server_only',
        wireType: type,
        custom: { client_event_id: 'c' },
      });
    }
    expect(types).toHaveLength(ROWS.length - CLIENT_TYPES.length);
  });

  it('[P16] fields that a client should not send are ignored', () => {
    const frame = { id: 'x', sequence: 4, timestamp: 'now', type: 'EVENT_TYPE_USER_MESSAGE', payload: { text: 'Hi' } };
    expect(read(frame)).toStrictEqual({ ok: true, event: { type: 'USER_MESSAGE', text: 'Hi' } });
  });
});

it('[P15] the encoder produces exactly the frames in the table', () => {
  for (const { wire, body } of ROWS) {
    const text = encodeServerEvent({ ...ENVELOPE, ...body }, 'service');
    expect(JSON.parse(text).type).toBe(spokenIn('service', wire));
    expect(decodeServerFrame(text).events).toStrictEqual([{ ...ENVELOPE, ...body }]);
  }
});
