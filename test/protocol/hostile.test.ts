import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeClientFrame, decodeServerEvent, decodeServerFrame } from '../../src/protocol/decode.ts';
import { MAX_FRAME_CHARS, MAX_LIST_ITEMS } from '../../src/protocol/limits.ts';
import { almostFrame } from './fixtures/arbitrary-events.ts';
import { expectDeclaredShape } from './fixtures/declared-shape.ts';
import { serverFrame } from './fixtures/wire-rows.ts';

const REASONS = ['too_large', 'not_json', 'not_an_object', 'no_type', 'no_id', 'unknown_type', 'bad_payload'];
const RUNS = { numRuns: 1_000 };

/** Decodes a text in both directions; the test fails if anything throws. */
function readBothWays(text: string): void {
  const { events, dropped } = decodeServerFrame(text);
  for (const event of events) expectDeclaredShape(event);
  for (const reason of dropped) expect(REASONS).toContain(reason);
  const client = decodeClientFrame(text);
  if (client.ok) expect(Object.keys(client.event)).toContain('type');
  else expect(['unknown', 'server_only']).toContain(client.reason);
}

describe('[P11] decoding never throws, and what it lets in has its declared shape', () => {
  it('arbitrary text never makes the decoders throw', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.string({ unit: 'binary' })), text => readBothWays(text)),
      RUNS,
    );
  });

  it('arbitrary JSON never makes them throw', () => {
    fc.assert(
      fc.property(fc.json(), text => readBothWays(text)),
      RUNS,
    );
  });

  it('JSON that is almost a frame reaches the readers, and never makes them throw', () => {
    let reached = 0;
    fc.assert(
      fc.property(almostFrame, frame => {
        const text = JSON.stringify(frame);
        readBothWays(text);
        reached += decodeServerFrame(text).events.length;
      }),
      { ...RUNS, seed: 11 },
    );
    expect(reached).toBeGreaterThan(100);
  });

  it('a good frame cut or changed at any place never makes them throw', () => {
    const good = JSON.stringify(serverFrame('EVENT_TYPE_SERVICE_AGENT_MESSAGE', { message_id: 'm', text: 'Hi' }));
    fc.assert(
      fc.property(fc.nat(good.length), fc.nat(8), fc.string(), (at, length, other) => {
        readBothWays(good.slice(0, at));
        readBothWays(good.slice(0, at) + other + good.slice(at + length));
      }),
      RUNS,
    );
  });

  it('values that JSON cannot express never make them throw', () => {
    fc.assert(
      fc.property(fc.anything({ withBigInt: true, withDate: true, withMap: true, withNullPrototype: true }), value => {
        const event = decodeServerEvent(value);
        if (typeof event !== 'string') expectDeclaredShape(event);
        else expect(REASONS).toContain(event);
      }),
      RUNS,
    );
  });
});

describe('size and depth', () => {
  it('[P12] a frame over the limit is dropped unread, one at the limit is read', () => {
    const frame = JSON.stringify(serverFrame('EVENT_TYPE_SERVICE_AGENT_LEFT', {}));
    const padded = frame + ' '.repeat(MAX_FRAME_CHARS - frame.length);
    expect(decodeServerFrame(padded).events).toHaveLength(1);
    expect(decodeServerFrame(`${padded} `)).toStrictEqual({ events: [], dropped: ['too_large'], batch: false });
    expect(decodeClientFrame(`${padded} `)).toMatchObject({ ok: false, reason: 'unknown', wireType: '' });
  });

  it('[P12] 100,000 levels of nesting break nothing, wherever they stand', () => {
    const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
    const deepObject = `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`;
    const head = '"id":"e","type":"EVENT_TYPE_SERVICE_AGENT_MESSAGE"';
    for (const nested of [deep, deepObject]) {
      readBothWays(nested);
      readBothWays(`{${head},"payload":${nested}}`);
      readBothWays(`{${head},"payload":{"message_id":"m","attachments":[${nested}]},"metadata":{"custom":${nested}}}`);
      readBothWays(`{"type":"EVENT_TYPE_EVENT_BATCH","payload":{"events":[${nested}]}}`);
    }
  });

  it('[P12] a list of thousands is read up to the limit of items that can be shown', () => {
    const many = <T>(item: T) => Array.from({ length: 5_000 }, () => item);
    const payload = {
      message_id: 'm',
      attachments: many({ content_type: 'ATTACHMENT_CONTENT_TYPE_URL', content_url: 'https://x.example' }),
      response_suggestions: [...many(null), ...many({ message_text: 'Yes' })],
      chat_call_actions: many({ contact_number: '+1' }),
    };
    const event = decodeServerEvent(serverFrame('EVENT_TYPE_SERVICE_AGENT_MESSAGE', payload));
    expect(event).toMatchObject({
      attachments: { length: MAX_LIST_ITEMS },
      suggestions: { length: MAX_LIST_ITEMS },
      callActions: { length: MAX_LIST_ITEMS },
    });
  });

  it('[P12] a history of thousands is read whole', () => {
    const events = Array.from({ length: 5_000 }, (_, at) =>
      serverFrame('EVENT_TYPE_SERVICE_AGENT_LEFT', {}, { id: `e${at}`, sequence: at }),
    );
    const frame = decodeServerFrame(JSON.stringify({ type: 'EVENT_TYPE_EVENT_BATCH', payload: { events } }));
    expect(frame.events.map(event => event.sequence)).toEqual(events.map((_, at) => at));
  });
});

describe('names that belong to the language', () => {
  const raw = (text: string) => decodeServerFrame(text).events[0];

  it('[P10] __proto__ is neither a field nor a pair, and Object.prototype stays clean', () => {
    const event = raw(
      `{"id":"e","type":"EVENT_TYPE_SERVICE_AGENT_LEFT","__proto__":{"sequence":9},
        "payload":{"__proto__":{"reason":"polluted"},"constructor":{"prototype":{"bad":1}}},
        "metadata":{"custom":{"__proto__":"x","constructor":"kept","client_event_id":"c"}}}`,
    );
    expect(event).toStrictEqual({
      id: 'e',
      sequence: null,
      timestamp: null,
      custom: { constructor: 'kept', client_event_id: 'c' },
      type: 'AGENT_LEFT',
    });
    expect(Object.getPrototypeOf(event?.custom)).toBe(Object.prototype);
    expect({}).not.toHaveProperty('bad');
    expect({}).not.toHaveProperty('reason');
  });

  it('[P10] an inherited property is no field of a frame', () => {
    expect(decodeServerEvent(Object.create({ id: 'e', type: 'EVENT_TYPE_HEARTBEAT' }))).toBe('no_type');
  });

  it('[P6] a payload under the name of a language feature is not looked up', () => {
    expect(decodeServerFrame('{"id":"e","type":"CONSTRUCTOR"}').dropped).toEqual(['unknown_type']);
    expect(decodeServerFrame('{"id":"e","type":"__PROTO__","__proto__":{}}').dropped).toEqual(['unknown_type']);
  });
});

describe('numbers at the edge', () => {
  const chunk = (index: string) =>
    decodeServerFrame(
      `{"id":"e","type":"EVENT_TYPE_SERVICE_AGENT_MESSAGE_CHUNK","payload":{"message_id":"m","chunk_index":${index}}}`,
    );

  it('[P11] a chunk index of a billion is only a number: nothing is made in its size', () => {
    expect(chunk('1e9').events).toMatchObject([{ chunkIndex: 1_000_000_000 }]);
  });

  it.each([
    '0',
    '-1',
    '1.5',
    '1e308',
    '1e999',
    '""',
    '" 1"',
    '"1e2"',
    '"0x1"',
    '"-1"',
    '"1.5"',
    '"9007199254740992"',
    'null',
    '[1]',
    '9007199254740992',
  ])('[P4] a chunk index of %s is none', index => {
    expect(chunk(index)).toStrictEqual({ events: [], dropped: ['bad_payload'], batch: false });
  });

  it.each([
    ['"1"', 1],
    ['"12"', 12],
    ['"9007199254740991"', Number.MAX_SAFE_INTEGER],
  ])('a chunk index that is given as the text %s is %d', (index, chunkIndex) => {
    expect(chunk(index).events).toMatchObject([{ chunkIndex }]);
  });

  it('[P7] NaN and Infinity are not JSON', () => {
    expect(chunk('NaN').dropped).toEqual(['not_json']);
    expect(chunk('Infinity').dropped).toEqual(['not_json']);
  });
});
