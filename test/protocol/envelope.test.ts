import { describe, expect, it } from 'vitest';
import { canonicalType, decodeServerEvent, decodeServerFrame } from '../../src/protocol/decode.ts';
import type { ServerEventOf } from '../../src/protocol/events.ts';
import { ENVELOPE, EVENT_ID, serverFrame } from './fixtures/wire-rows.ts';

const LEFT = 'EVENT_TYPE_SERVICE_AGENT_LEFT';
const batch = (...events: readonly unknown[]) =>
  JSON.stringify({ type: 'EVENT_TYPE_EVENT_BATCH', payload: { events } });

describe('a frame without an event', () => {
  it.each([
    ['text that is no JSON', '{"type":', 'not_json'],
    ['nothing', '', 'not_json'],
    ['a number', '7', 'not_an_object'],
    ['null', 'null', 'not_an_object'],
    ['a list', '[]', 'not_an_object'],
    ['an object without a type', '{"id":"e","payload":{}}', 'no_type'],
    ['an empty type', '{"id":"e","type":""}', 'no_type'],
    ['a type that is no string', '{"id":"e","type":["EVENT_TYPE_HEARTBEAT"]}', 'no_type'],
    ['a type from the future', '{"id":"e","type":"EVENT_TYPE_WEATHER_REPORT"}', 'unknown_type'],
    ['an event without an id', '{"type":"EVENT_TYPE_SERVICE_AGENT_LEFT"}', 'no_id'],
    ['an event whose id is no string', '{"type":"EVENT_TYPE_SERVICE_AGENT_LEFT","id":7}', 'no_id'],
    ['an event that lacks what it is about', '{"type":"EVENT_TYPE_LANGUAGE_CHANGED","id":"e"}', 'bad_payload'],
  ])('[P7] %s is dropped and counted', (_, text, reason) => {
    expect(decodeServerFrame(text)).toStrictEqual({ events: [], dropped: [reason], batch: false });
  });

  it.each(['USER', 'AGENT', 'LIVE_AGENT'])('[P6] the reserved events about %s messages are passed over', who => {
    for (const what of ['RECEIVED_MESSAGE', 'READ_MESSAGE']) {
      expect(decodeServerEvent(serverFrame(`EVENT_TYPE_${who}_${what}`, {}))).toMatchObject({ type: 'OTHER' });
    }
  });

  it.each([
    'constructor',
    '__proto__',
    'toString',
    'EVENT_TYPE_hasOwnProperty',
    'EVENT_TYPE_',
    'EVENT_TYPE_EVENT_BATCH',
  ])('[P6] %s is no type of an event', type => {
    expect(decodeServerEvent(serverFrame(type, {}, { sequence: null }))).toBe('unknown_type');
    const known = decodeServerEvent(serverFrame(LEFT, {})) as object;
    expect(decodeServerEvent(serverFrame(type, { text: 'said' }))).toStrictEqual({ ...known, type: 'OTHER' });
  });

  it('[P6] an unknown event without a place is none, also where its serializer writes 0 for that', () => {
    for (const sequence of [null, undefined, 0, '0']) {
      expect(decodeServerEvent(serverFrame('EVENT_TYPE_PRESENCE', {}, { sequence }))).toBe('unknown_type');
    }
    expect(decodeServerEvent(serverFrame('EVENT_TYPE_PRESENCE', {}, { sequence: 1 }))).toMatchObject({ sequence: 1 });
  });

  it('[P7] only a heartbeat may come without an id', () => {
    expect(decodeServerEvent({ type: 'EVENT_TYPE_HEARTBEAT' })).toStrictEqual({
      id: '',
      sequence: null,
      timestamp: null,
      custom: {},
      type: 'HEARTBEAT',
    });
  });
});

it('a frame that begins with a byte order mark is read as one without', () => {
  const frame = JSON.stringify(serverFrame(LEFT, {}));
  expect(decodeServerFrame(`\uFEFF${frame}`)).toStrictEqual(decodeServerFrame(frame));
  expect(decodeServerFrame(frame).events).toHaveLength(1);
});

describe('a batch', () => {
  const good = (id: string) => serverFrame(LEFT, {}, { id });

  it('[P8] loses only the events that cannot be read, and keeps the order of the rest', () => {
    const text = batch(
      good('a'),
      7,
      null,
      { type: LEFT },
      good('b'),
      { id: 'x' },
      serverFrame('EVENT_TYPE_NEW', {}, { sequence: null }),
      serverFrame('EVENT_TYPE_SYSTEM_MESSAGE', {}),
      good('c'),
    );
    const frame = decodeServerFrame(text);
    expect(frame.events.map(event => event.id)).toEqual(['a', 'b', 'c']);
    expect(frame.dropped).toEqual([
      'not_an_object',
      'not_an_object',
      'no_id',
      'no_type',
      'unknown_type',
      'bad_payload',
    ]);
    expect(frame.batch).toBe(true);
  });

  it.each([
    ['without a payload', { type: 'EVENT_TYPE_EVENT_BATCH' }],
    ['with an empty payload', { type: 'EVENT_TYPE_EVENT_BATCH', payload: {} }],
    ['with no events', { type: 'EVENT_TYPE_EVENT_BATCH', payload: { events: [] } }],
    ['with events null', { type: 'EVENT_TYPE_EVENT_BATCH', payload: { events: null } }],
    ['with events that are no list', { type: 'EVENT_TYPE_EVENT_BATCH', payload: { events: { 0: good('a') } } }],
  ])('[P8] %s is an empty piece of history', (_, frame) => {
    expect(decodeServerFrame(JSON.stringify(frame))).toStrictEqual({ events: [], dropped: [], batch: true });
  });

  it.each([
    ['payload.events', { payload: { events: [good('a')] } }],
    ['event_batch.events', { event_batch: { events: [good('a')] } }],
    ['events', { events: [good('a')] }],
  ])('[P2] a batch is read from %s', (_, shape) => {
    const frame = decodeServerFrame(JSON.stringify({ type: 'EVENT_TYPE_EVENT_BATCH', ...shape }));
    expect(frame).toMatchObject({ events: [{ id: 'a', type: 'AGENT_LEFT' }], batch: true });
  });

  it('[P8] batches do not nest: one inside another is dropped, its neighbours are not', () => {
    const inner = { id: 'in', type: 'EVENT_TYPE_EVENT_BATCH', payload: { events: [good('x')] } };
    const frame = decodeServerFrame(batch(inner, good('b')));
    expect(frame.events.map(event => event.id)).toEqual(['b']);
    expect(frame.dropped).toEqual(['unknown_type']);
  });
});

describe('the envelope', () => {
  const envelope = (extra: object) => decodeServerEvent(serverFrame(LEFT, {}, extra));

  it.each([
    ['null', null],
    ['absent', undefined],
    ['negative', -1],
    ['fractional', 1.5],
    ['text', 'seven'],
    ['no digits', ''],
    ['beyond exact integers', 2 ** 53],
    ['infinite', Number.POSITIVE_INFINITY],
    ['not a number', Number.NaN],
    ['a list', [7]],
  ])('[P9] a sequence that is %s is no position', (_, sequence) => {
    expect(envelope({ sequence })).toMatchObject({ id: EVENT_ID, sequence: null });
  });

  it.each(['0', '7', `${Number.MAX_SAFE_INTEGER}`])('a sequence that is given as the text %s is a position', text => {
    expect(envelope({ sequence: text })).toMatchObject({ sequence: Number(text) });
  });

  it.each([0, 1, Number.MAX_SAFE_INTEGER])('[P9] %d is a position', sequence => {
    expect(envelope({ sequence })).toMatchObject({ sequence });
  });

  it.each(['', 'soon', '2026-99-99T00:00:00Z', 12, null])(
    '[P9] a timestamp %j is none, and the event stays',
    timestamp => {
      expect(envelope({ timestamp })).toStrictEqual({ ...ENVELOPE, timestamp: null, type: 'AGENT_LEFT' });
    },
  );

  it('[P9] reads a timestamp with any offset as the same instant', () => {
    expect(envelope({ timestamp: '2026-03-02T10:30:00.250+01:00' })).toMatchObject({ timestamp: ENVELOPE.timestamp });
  });

  it.each(['2026-03-02T09:30:00.250', '2026-03-02T09:30:00.250000', '2026-03-02 09:30:00.250'])(
    '[P9] reads the timestamp %s, which names no zone, as universal time wherever the visitor is',
    timestamp => {
      // Node reads TZ again after each assignment.
      const { TZ } = process.env;
      process.env.TZ = 'America/New_York';
      const read = envelope({ timestamp });
      if (TZ === undefined) delete process.env.TZ;
      else process.env.TZ = TZ;
      expect(read).toMatchObject({ timestamp: ENVELOPE.timestamp });
    },
  );

  it('[P10] keeps the string pairs of metadata.custom and nothing else of it', () => {
    const custom = { client_event_id: 'c-1', step: '', count: 3, more: { a: 'b' }, none: null };
    expect(envelope({ metadata: { custom, other: 'x' } })).toHaveProperty('custom', {
      client_event_id: 'c-1',
      step: '',
    });
    for (const metadata of [null, 'x', [], {}, { custom: null }, { custom: ['a'] }, { custom: 'a' }]) {
      expect(envelope({ metadata })).toHaveProperty('custom', {});
    }
  });
});

it.each([
  ['EVENT_TYPE_SERVICE_AGENT_JOINED', 'AGENT_JOINED'],
  ['EVENT_TYPE_POLY_AGENT_JOINED', 'AGENT_JOINED'],
  ['EVENT_TYPE_REQUEST_SERVICE_AGENT_JOIN', 'REQUEST_AGENT_JOIN'],
  ['EVENT_TYPE_REQUEST_POLY_AGENT_JOIN', 'REQUEST_AGENT_JOIN'],
  ['EVENT_TYPE_LIVE_AGENT_JOINED', 'LIVE_AGENT_JOINED'],
  ['SESSION_END', 'SESSION_END'],
  ['EVENT_TYPE_SESSION_END', 'SESSION_END'],
  ['EVENT_TYPE_POLYGLOT', 'POLYGLOT'],
])('[P14] %s is %s in either dialect', (wire, type) => {
  expect(canonicalType(wire)).toBe(type);
});

it('a thousand messages without cards, suggestions and numbers share one empty list, which nobody can fill', () => {
  const read = (id: string) =>
    decodeServerEvent({
      ...serverFrame('EVENT_TYPE_SERVICE_AGENT_MESSAGE', { text: 'Hi', attachments: [], response_suggestions: [{}] }),
      id,
    }) as ServerEventOf<'AGENT_MESSAGE'>;
  const [one, other] = [read('a'), read('b')];
  expect(one.attachments).toBe(other.attachments);
  expect(one.suggestions).toBe(other.callActions);
  expect(one.attachments).toStrictEqual([]);
  expect(() => (one.attachments as unknown[]).push(1)).toThrow(TypeError);
  expect(one.custom).toBe(other.custom);
});
